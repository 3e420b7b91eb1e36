// Imports as users run them: into an empty folder that a running server follows, the same feed once more, and the same
// stock as CSV. The time of only reading the feed is what an unchanged one cannot fall below.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { logProgress } from '../harness/command.ts';
import { onExit } from '../harness/process.ts';
import { importFeed, type Server } from '../harness/server.ts';

export interface ImportStats {
  readonly listings: number;
  readonly feedBytes: number;
  /** From the start of the command to its end: everything is on disk. */
  readonly importMs: number;
  /** From the start of the command until a server that runs meanwhile finds everything. */
  readonly searchableMs: number;
  /** Of the command's process, without page cache; undefined: unknown on this system. */
  readonly peakBytes?: number;
}

/** Stops the server, which runs on the empty folder. */
export async function measureImport(
  tree: string,
  feed: string,
  folder: string,
  server: Server,
): Promise<ImportStats> {
  try {
    const start = performance.now();
    const { added, peakBytes } = await importFeed(tree, feed, folder);
    const importMs = performance.now() - start;
    await server.waitUntil(({ listings }) => listings === added);
    const searchableMs = performance.now() - start;
    return { listings: added, feedBytes: statSync(feed).size, importMs, searchableMs, peakBytes };
  } finally {
    await server.stop();
  }
}

export interface RepeatedImportStats {
  /** The command, for a feed that is in the stock already. */
  readonly importMs: number;
  /** A process that reads all listings of the feed and does nothing with them. */
  readonly readMs: number;
}

/** `folder` has the stock of the feed, and no server runs on it. */
export async function measureRepeatedImport(
  tree: string,
  feed: string,
  folder: string,
): Promise<RepeatedImportStats> {
  logProgress('the same feed once more');
  const start = performance.now();
  const { added, changed, withdrawn } = await importFeed(tree, feed, folder);
  const importMs = performance.now() - start;
  if (added + changed + withdrawn > 0) throw new Error('the same feed changed listings when imported again');
  return { importMs, readMs: await timeReading(tree, feed) };
}

/** The same stock as CSV, into a folder of its own. Removes what it writes. */
export async function measureCsvImport(
  tree: string,
  work: string,
  writeCsv: (path: string) => unknown,
  startServer: (folder: string) => Promise<Server>,
): Promise<ImportStats> {
  logProgress('the same stock as CSV');
  const feed = join(work, 'corpus.csv');
  const folder = join(work, 'csv-data');
  try {
    writeCsv(feed);
    return await measureImport(tree, feed, folder, await startServer(folder));
  } finally {
    for (const path of [feed, folder]) rmSync(path, { recursive: true, force: true });
  }
}

/** Milliseconds from the start of a process to its end. */
async function timeReading(tree: string, feed: string): Promise<number> {
  const module = pathToFileURL(join(tree, 'modules/ingest/run/read-feed.js')).href;
  const program =
    `import { readFeed } from ${JSON.stringify(module)};` +
    `for await (const results of readFeed(${JSON.stringify(feed)})) void results;`;
  const start = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const cancelCleanup = onExit(() => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  cancelCleanup();
  if (code !== 0) throw new Error(`the feed could not be read: the process ended with ${code}`);
  return performance.now() - start;
}
