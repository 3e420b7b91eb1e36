// One rival's process, with a limit on its time and on its heap: an engine that is too slow or too large for a stock is a
// finding, and must not end the run.
import { totalmem } from 'node:os';
import { Child } from '../child.ts';

export interface RivalLimits {
  readonly seconds: number;
  readonly heapMegabytes: number;
}

/** Of a stock. Enough for an engine to load it several times over. */
export function limitsFor(listings: number): RivalLimits {
  return {
    seconds: 300 + listings / 1000,
    // Half of the machine: what the systems outside of Node take, and their files, must fit beside it.
    heapMegabytes: Math.floor(totalmem() / 2 ** 21),
  };
}

export type Outcome<Result> = { readonly result: Result } | { readonly failed: string };

/** Between the request to end and the end of a process that does not hear it. */
const GRACE_MS = 5000;

/** Runs `file`, which calls `answerParent`, for one task. Never rejects: what goes wrong comes back as a line for people. */
export async function inRivalChild<Task, Result>(
  file: URL,
  task: Task,
  { seconds, heapMegabytes }: RivalLimits,
): Promise<Outcome<Result>> {
  const child = new Child<Task, Result>(file, ['--expose-gc', `--max-old-space-size=${heapMegabytes}`]);
  let late = false;
  const ending = setTimeout(() => {
    late = true;
    // First asked, so that it can end what it has started itself.
    process.kill(child.pid, 'SIGTERM');
  }, seconds * 1000);
  const killing = setTimeout(() => void child.close(), seconds * 1000 + GRACE_MS);
  try {
    return { result: await child.ask(task) };
  } catch (error) {
    if (late) return { failed: `took longer than the ${whole(seconds / 60)} minutes that it is given` };
    const [reason] = String(error instanceof Error ? error.message : error).split('\n', 1);
    const outOfMemory = /ended with (SIGABRT|SIGKILL|134|137)$/.test(reason);
    return {
      failed: outOfMemory ? `ran out of memory (a heap of ${whole(heapMegabytes / 1024)} GB)` : reason,
    };
  } finally {
    clearTimeout(ending);
    clearTimeout(killing);
    await child.close();
  }
}

function whole(value: number): string {
  return String(Math.ceil(value));
}
