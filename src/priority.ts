// The scheduling priority of work beside searches: imports and index building take the time that searches leave.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { getSystemErrorName } from 'node:util';

/** Niceness of background work. Beside searches that use a whole processor, it leaves about a tenth, so changes still arrive. */
const BACKGROUND = 10;

/** The folder in which Linux lists the threads of this process. */
const THREADS = '/proc/self/task';

/** Number of threads that Node starts for V8 before any other: one for timers, and four that compile code and collect garbage. */
const V8_THREADS = 5;

/** Sets the niceness of a process or thread, as {@link setPriority} does. */
export type PrioritySetter = (id: number, niceness: number) => void;

/**
 * A sentence for the operator if the system denied a lower priority, as a filter of system calls does. The work is done anyway,
 * but takes time from searches. Undefined if the priority was lowered, or was low already.
 */
export type PriorityDenial = string | undefined;

/** Lowers the priority of this process: of all its threads, and of those that it starts later. Never raises it. */
export function lowerProcessPriority(set: PrioritySetter = setPriority): PriorityDenial {
  // On Linux each thread has its own priority, including V8's threads that collect garbage.
  return lowerAll([0, ...threadIds()], set);
}

/**
 * Lowers the priority of the calling thread alone, which only Linux can do. A denial affects the whole process, which learns of
 * it from the other functions.
 */
export function lowerThreadPriority(): void {
  // On other systems this would lower the priority of the process.
  if (process.platform === 'linux') lowerAll([0], setPriority);
}

/** Tests whether the system denies lower priorities, and changes nothing. A server logs that once for all of its processes. */
export function priorityDenial(set: PrioritySetter = setPriority): PriorityDenial {
  try {
    set(0, getPriority(0));
    return undefined;
  } catch (error) {
    return denialOf(systemErrorOf(error));
  }
}

/**
 * Lowers the priority of V8's threads, on Linux. They run ahead of a thread that does not wait for them, and delay its searches
 * on a processor that it needs: beside a change of a tenth of the stock, p99 was 12 ms with this and 34 ms without.
 */
export function lowerCompilerPriority(): void {
  const others = threadIds().filter((thread) => thread !== process.pid);
  lowerAll(others.sort((a, b) => a - b).slice(0, V8_THREADS), setPriority);
}

/** `ids` are processes or threads; 0 is the caller. */
function lowerAll(ids: readonly number[], set: PrioritySetter): PriorityDenial {
  let denied: string | undefined;
  for (const id of ids) {
    try {
      set(id, Math.max(getPriority(id), BACKGROUND));
    } catch (error) {
      const code = systemErrorOf(error);
      // A thread that has ended has no priority.
      if (code !== 'ESRCH') denied ??= code;
    }
  }
  return denied === undefined ? undefined : denialOf(denied);
}

function systemErrorOf(error: unknown): string {
  const { info } = error as { readonly info?: { readonly errno?: number } };
  return info?.errno === undefined ? String(error) : getSystemErrorName(info.errno);
}

function denialOf(code: string): string {
  return (
    `Background work keeps its normal priority, so it takes time from searches: setting niceness ${BACKGROUND} was denied (${code}). ` +
    'Allow the system call setpriority, as deploy/forecourt.service does.'
  );
}

function threadIds(): number[] {
  try {
    return readdirSync(THREADS).map(Number);
  } catch {
    return [];
  }
}
