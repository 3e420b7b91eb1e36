// The niceness of processes and threads, as Linux counts it for each thread.
import { execFileSync } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lowerProcessPriority, priorityDenial } from '../src/priority.ts';

const MODULE = new URL('../src/priority.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What `code` prints as JSON in a process of its own. It may call `niceOf`, of the threads of that process. */
function run(code: string): unknown {
  const script = `
    import { readdirSync, readFile, readFileSync } from 'node:fs';
    import os from 'node:os';
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    const { lowerCompilerPriority, lowerProcessPriority, lowerThreadPriority } = await import('${MODULE}');
    const niceOf = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
    const threads = () => readdirSync('/proc/self/task');
    ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('the priority of background work', () => {
  it('is lowered for every thread of a process, those of V8 and later ones too', () => {
    const code = `
      lowerProcessPriority();
      const worker = new Worker('setTimeout(() => undefined, 60_000)', { eval: true });
      await once(worker, 'online');
      console.log(JSON.stringify({ isMany: threads().length > 5, nices: [...new Set(threads().map(niceOf))] }));
      process.exit();`;
    expect(run(code)).toEqual({ isMany: true, nices: [10] });
  });

  it('is lowered for one thread, and not for the others of its process', () => {
    const code = `
      lowerThreadPriority();
      const others = threads().filter((thread) => thread !== String(process.pid));
      console.log(JSON.stringify([niceOf(process.pid), new Set(others.map(niceOf)).has(10)]));`;
    expect(run(code)).toEqual([10, false]);
  });

  it('is lowered for the threads that compile code, and not for the main thread, files and later threads', () => {
    const code = `
      readFile('${ROOT}/package.json', () => {
        lowerCompilerPriority();
        const worker = new Worker('setTimeout(() => undefined, 60_000)', { eval: true });
        worker.once('online', () => {
          const lowered = threads().filter((thread) => niceOf(thread) === 10).map(Number);
          const others = threads().map(Number).filter((thread) => !lowered.includes(thread));
          const isFirst = others.every((thread) => thread === process.pid || thread > Math.max(...lowered));
          console.log(JSON.stringify({ main: niceOf(process.pid), lowered: lowered.length, isMany: others.length > 5, isFirst }));
          process.exit();
        });
      });`;
    expect(run(code)).toEqual({ main: 0, lowered: 5, isMany: true, isFirst: true });
  });

  it('is left alone if it is lower already', () => {
    const code = `
      os.setPriority(15);
      lowerProcessPriority();
      console.log(JSON.stringify(niceOf(process.pid)));`;
    expect(run(code)).toBe(15);
  });

  const DENIAL =
    'Background work keeps its normal priority, so it takes time from searches: setting niceness 10 was denied (EPERM). ' +
    'Allow the system call setpriority, as deploy/forecourt.service does.';
  it.each([
    ['if the system denies it', constants.errno.EPERM, DENIAL],
    ['unless the thread has ended', constants.errno.ESRCH, undefined],
  ])('is reported %s', (_, errno, expected) => {
    const fail = (): never => {
      throw Object.assign(new Error(), { info: { errno: -errno } });
    };
    expect(lowerProcessPriority(fail)).toBe(expected);
  });

  it('is not reported if it is lowered', () => {
    expect(lowerProcessPriority(() => undefined)).toBe(undefined);
  });

  it('is asked for without a change', () => {
    const calls: number[][] = [];
    expect(priorityDenial((...call) => void calls.push(call))).toBe(undefined);
    expect(calls).toEqual([[0, getPriority(0)]]);
    const deny = (): never => {
      throw Object.assign(new Error(), { info: { errno: -constants.errno.EPERM } });
    };
    expect(priorityDenial(deny)).toBe(DENIAL);
  });
});
