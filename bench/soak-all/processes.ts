// The processes of a server, from Linux's /proc: which they are, and how many files they have open.
import { readdirSync, readFileSync } from 'node:fs';

/** Those that a process started itself, ascending; none where there is no /proc. */
export function childrenOf(pid: number): number[] {
  return entriesOf('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid)
    .sort((a, b) => a - b);
}

/** Of a process and those that it started. */
export function openFiles(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + entriesOf(`/proc/${each}/fd`).length, 0);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets, and may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
