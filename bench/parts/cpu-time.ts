// How long a process has computed, on all its threads. Unlike time by the clock, it does not grow with what else the
// machine is doing. Linux only.
import { existsSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, whatever its own clock. */
const MS_A_TICK = 10;

/** Milliseconds; undefined where the system does not say. */
export function cpuMs(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  // The second field is the name in brackets, and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  return (user + system) * MS_A_TICK;
}
