// The scheduling priority of work beside searches: imports and index building take the time that searches leave.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A niceness. Beside searches that want all of a processor, it leaves about a tenth, so changes still arrive. */
const BACKGROUND = 10;

/** Linux lists the threads of this process here. */
const THREADS = '/proc/self/task';

/** Lowers the priority of this process: all of its threads, and those that it starts later. Never raises it. */
export function lowerProcessPriority(): void {
  lower(0);
  // On Linux each thread has a priority of its own, also those of V8 that collect garbage.
  for (const thread of threadIds()) lower(thread);
}

/** Lowers the priority of the calling thread alone, where the system can: on Linux. */
export function lowerThreadPriority(): void {
  // Elsewhere it would be that of the process.
  if (process.platform === 'linux') lower(0);
}

/** 0 is the caller. */
function lower(id: number): void {
  try {
    setPriority(id, Math.max(getPriority(id), BACKGROUND));
  } catch {
    // The thread has ended, or the system does not allow it: the work is done all the same.
  }
}

function threadIds(): number[] {
  try {
    return readdirSync(THREADS).map(Number);
  } catch {
    return [];
  }
}
