// Memory, CPU time and open files of a process from Linux's /proc, and their growth. On other systems all of it is
// undefined, zero or empty.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, sum } from './statistics.ts';

/** Bytes. `file` counts pages of files in memory, which the system takes back when it needs them. */
export interface Memory {
  readonly own: number;
  readonly file: number;
  /** The part of `file` that several processes share. */
  readonly shared?: number;
  /** The peak of both together since the process began. */
  readonly peak: number;
}

export function memoryOf(pid: number): Memory | undefined {
  const status = readProc(`${pid}/status`);
  if (status === undefined) return undefined;
  const [own, file, shared, peak] = ['RssAnon', 'RssFile', 'RssShmem', 'VmHWM'].map(
    (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024,
  );
  return { own, file: file + shared, shared, peak };
}

/** Bytes. Each page counts by its share for this process, so that the sum over processes counts it once. */
export interface ProportionalMemory {
  readonly all: number;
  /** The part of `all` that is pages of files, mapped ones too. */
  readonly file: number;
}

/** Needs the right to look into the process. */
export function proportionalMemoryOf(pid: number): ProportionalMemory | undefined {
  const rollup = readProc(`${pid}/smaps_rollup`);
  if (rollup === undefined) return undefined;
  const bytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  return { all: bytesOf('Pss'), file: bytesOf('Pss_File') };
}

/** Bytes of this process and all that it started, once garbage is collected (--expose-gc): by shares, pages of files too. */
export function settledMemory(): number | undefined {
  globalThis.gc?.();
  return memoryOfTree(process.pid);
}

function memoryOfTree(pid: number): number | undefined {
  const own = proportionalMemoryOf(pid)?.all;
  return own === undefined ? undefined : own + sum(childrenOf(pid).map((child) => memoryOfTree(child) ?? 0));
}

/** The kernel counts in hundredths of a second, whatever its own clock. */
const MS_PER_TICK = 10;

/** Milliseconds of CPU time on all threads, which other processes on the machine do not lengthen. */
export function cpuMs(pid: number): number | undefined {
  const fields = statFields(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The processes that `pid` itself started, ascending. */
export function childrenOf(pid: number): number[] {
  return entriesOf('')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((child) => Number(statFields(child)?.[1]) === pid)
    .sort((a, b) => a - b);
}

/** Samples memory and open files of `pid` and its children once a second, until `stop`. */
export function sampleUsage(pid: number) {
  /** Megabytes, without pages of files. */
  const memory: number[] = [];
  const files: number[] = [];
  const stopped = new AbortController();
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      const pids = [pid, ...childrenOf(pid)];
      const bytes = pids.map((each) => {
        const { own = 0, shared = 0 } = memoryOf(each) ?? {};
        return own + shared;
      });
      memory.push(Math.round(sum(bytes) / 2 ** 20));
      files.push(sum(pids.map(openFiles)));
      await sleep(1000, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  const stop = (): Promise<void> => {
    stopped.abort();
    return sampling;
  };
  return { memory, files, stop };
}

export function openFiles(pid: number): number {
  return entriesOf(`${pid}/fd`).length;
}

/** What this process holds on its heap and in buffers; undefined without --expose-gc: garbage would count. */
export function retainedBytes(): number | undefined {
  if (globalThis.gc === undefined) return undefined;
  // Twice: what the first frees may hold more.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Shorter runs say nothing about growth. */
const MIN_SAMPLES = 60;

/** The medians of the second and the last third of the samples; undefined for too few of them. */
export function growthOf(samples: readonly number[], allowed = { factor: 1.1, megabytes: 50 }) {
  if (samples.length < MIN_SAMPLES) return undefined;
  const third = Math.floor(samples.length / 3);
  const from = median(samples.slice(third, 2 * third));
  const to = median(samples.slice(-third));
  return { from, to, isGrowth: to > from * allowed.factor + allowed.megabytes };
}

/** The failure that growing memory is; none if it did not grow. */
export function memoryFailures(memory: readonly number[]): string[] {
  const growth = growthOf(memory);
  return growth?.isGrowth === true ? [`memory grew from ${growth.from} to ${growth.to} MB`] : [];
}

/** A line of a report. */
export function memoryLine(memory: readonly number[]): string {
  const growth = growthOf(memory);
  return growth === undefined
    ? `Memory was ${memory.at(-1) ?? 0} MB in the end.`
    : `Memory was ${growth.from} MB in the middle third and ${growth.to} MB in the last, at most ${Math.max(...memory)} MB.`;
}

/** The fields of /proc/PID/stat behind the second, which is the command in brackets and may hold spaces. */
function statFields(pid: number): string[] | undefined {
  const stat = readProc(`${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Undefined also for a process that has ended. */
function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(`/proc/${folder}`);
  } catch {
    return [];
  }
}
