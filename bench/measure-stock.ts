// All parts of one stock, one after the other, in a folder of its own that is gone afterwards. A part never runs beside
// another: each has the machine for itself.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltTree } from './built-tree.ts';
import { ROOMY_HEAP } from './child.ts';
import { temporaryFolder } from './cleanup.ts';
import { measureChanges, type ChangeFigures } from './parts/changes.ts';
import { engineFigures, runEngine, type EngineFigures } from './parts/engine.ts';
import { measureFilling, startFigures, type FillingFigures, type StartFigures } from './parts/filling.ts';
import { measureHttp, type HttpFigures } from './parts/http.ts';
import { measureRivals, rivalsCalled, type RivalsFigures } from './parts/rivals.ts';
import { Server } from './parts/server.ts';
import { note } from './progress.ts';
import type { StockSource } from './source.ts';
import { drawQuestions } from './workload.ts';

export interface Parts {
  readonly each: number;
  readonly seed: number;
  readonly http: boolean;
  readonly changes: boolean;
  readonly rivals: boolean;
  readonly only: readonly string[] | undefined;
}

/** All that was measured with one stock. */
export interface StockFigures {
  readonly stock: string;
  readonly filling: FillingFigures;
  readonly engine: EngineFigures;
  /** Right after the import, and once more: what the first start kept may help the next one. */
  readonly firstStart: StartFigures;
  readonly start: StartFigures;
  /** Of the data folder, after the starts. */
  readonly diskBytes: number;
  readonly http?: HttpFigures;
  readonly changes?: ChangeFigures;
  readonly rivals?: RivalsFigures;
}

/** The unit that file systems count in. */
const BLOCK_BYTES = 512;

/** Of a feed file. From here on a server is given more heap than Node takes by itself. */
const LARGE_FEED_BYTES = 2 ** 31;

/** `parent` is where the folder is made. */
export async function measureStock(
  tree: BuiltTree,
  source: StockSource,
  parts: Parts,
  parent: string,
): Promise<StockFigures> {
  const work = temporaryFolder(parent);
  try {
    note(`${source.name}: preparing the feed`);
    const { feed, sample } = await source.prepare(work.path);
    const questions = drawQuestions(sample, parts.each, parts.seed);
    const folder = join(work.path, 'data');
    const nodeOptions = statSync(feed).size < LARGE_FEED_BYTES ? [] : ROOMY_HEAP;

    note(`${source.name}: import`);
    const filling = await measureFilling(tree, feed, folder, nodeOptions);
    // From here on the stock is in the data folder. A feed of somebody's own is not in the work folder.
    if (feed.startsWith(work.path)) rmSync(feed);

    note(`${source.name}: engine`);
    const engine = engineFigures(await runEngine({ tree, folder, questions }), questions);

    const rivals = parts.rivals
      ? await measureRivals(folder, filling.listings, questions, rivalsCalled(parts.only), (name) => {
          const path = join(work.path, `rival-${name}`);
          mkdirSync(path);
          return path;
        })
      : undefined;

    note(`${source.name}: start`);
    const first = await Server.start(tree, folder, nodeOptions);
    const firstStart = startFigures(first);
    await first.stop();
    const server = await Server.start(tree, folder, nodeOptions);
    try {
      const start = startFigures(server);
      const diskBytes = folderBytes(folder);
      const http = parts.http ? await measureHttp(server, sample, parts.seed) : undefined;
      if (parts.changes) note(`${source.name}: changes`);
      const subject = { tree, server, folder, source, sample, workFolder: work.path };
      const changes = parts.changes ? await measureChanges(subject, parts.seed) : undefined;
      return { stock: source.name, filling, engine, firstStart, start, diskBytes, http, changes, rivals };
    } finally {
      await server.stop();
    }
  } finally {
    work.remove();
  }
}

/** What the files take up, holes not counted. */
function folderBytes(folder: string): number {
  const files = readdirSync(folder).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, { blocks }) => sum + blocks * BLOCK_BYTES, 0);
}
