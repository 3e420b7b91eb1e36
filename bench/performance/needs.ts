// How much disk and memory a run needs, which is printed before it starts: a run on a large stock takes long, and should not
// end without space.
import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { logProgress } from '../harness/command.ts';
import { formatCount, formatGigabytes } from '../harness/format.ts';
import type { BenchOptions } from './options.ts';

/** Bytes on disk for each listing, at the moment that needs most. */
const DISK = {
  /** The feed beside the data folder that it is imported into. */
  base: 2600,
  /** The second data folder, with the CSV feed. */
  imports: 1500,
  /** The files of another engine, and what it writes while it loads. */
  rivals: 4000,
};

/** Bytes of memory for each listing, and beside them. */
const MEMORY = {
  /** The import command and the server that follows it. */
  base: 3200,
  /** Each of two workers. */
  workers: 500,
  /** Another engine on the heap or in its own server. */
  rivals: 4000,
  fixed: 500 * 2 ** 20,
};

type NeedingOptions = Pick<BenchOptions, 'imports' | 'workers' | 'rivals'>;

/** Bytes that a run on so many listings needs. The parts of a run follow each other, so the largest decides on memory. */
export function needsOf(listings: number, { imports, workers, rivals }: NeedingOptions) {
  const disk = DISK.base + (imports ? DISK.imports : 0) + (rivals ? DISK.rivals : 0);
  const memory = Math.max(MEMORY.base, workers ? 2 * MEMORY.workers : 0, rivals ? MEMORY.rivals : 0);
  return { diskBytes: disk * listings, memoryBytes: MEMORY.fixed + memory * listings };
}

/** Prints what the run needs. Throws an Error if the folder's disk has less room. */
export function requireSpace(listings: number, options: NeedingOptions & Pick<BenchOptions, 'folder'>): void {
  const { diskBytes, memoryBytes } = needsOf(listings, options);
  const { bavail, bsize } = statfsSync(options.folder);
  const free = bavail * bsize;
  logProgress(
    `${formatCount(listings)} listings need about ${formatGigabytes(diskBytes)} of disk in ${options.folder} ` +
      `(${formatGigabytes(free)} free) and ${formatGigabytes(memoryBytes)} of memory (${formatGigabytes(freemem())} free)`,
  );
  if (diskBytes > free)
    throw new Error(`${options.folder} has too little room; --folder names another folder`);
}
