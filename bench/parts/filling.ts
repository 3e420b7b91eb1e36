// From a feed file to a stock that a running server searches, and the start of a server on that stock.
import { statSync } from 'node:fs';
import type { BuiltTree } from '../built-tree.ts';
import { importFeed } from './import-command.ts';
import { Server, type Memory } from './server.ts';

export interface FillingFigures {
  readonly listings: number;
  readonly feedBytes: number;
  /** From the start of the command to its end: everything is on disk. */
  readonly importMs: number;
  /** From the start of the command until the server that ran meanwhile finds everything. */
  readonly searchableMs: number;
}

export interface StartFigures {
  /** From the start of the process until `/readyz` answers 200. */
  readonly readyMs: number;
  /** Right after that; undefined where the system does not say. */
  readonly memory?: Memory;
}

/** Fills an empty folder. */
export async function measureFilling(
  tree: BuiltTree,
  feed: string,
  folder: string,
  nodeOptions: readonly string[],
): Promise<FillingFigures> {
  const server = await Server.start(tree, folder, nodeOptions);
  try {
    const start = performance.now();
    const { added } = await importFeed(tree, feed, folder);
    const importMs = performance.now() - start;
    await server.until(({ listings }) => listings === added);
    const searchableMs = performance.now() - start;
    return { listings: added, feedBytes: statSync(feed).size, importMs, searchableMs };
  } finally {
    await server.stop();
  }
}

export function startFigures(server: Server): StartFigures {
  return { readyMs: server.readyMs, memory: server.memory() };
}
