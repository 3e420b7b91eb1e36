// The process that engine.ts starts. It takes the engine from a built tree, so it knows only what all trees have had
// since there was an engine: the names that are loaded below.
import type * as SearchModule from '../../src/engine/search.ts';
import type * as SegmentModule from '../../src/engine/segment.ts';
import type * as SnapshotModule from '../../src/engine/snapshot.ts';
import type * as GazetteerModule from '../../src/geo/load-gazetteer.ts';
import type * as EngineQueryModule from '../../src/index/engine-query.ts';
import type * as BuildStockModule from '../../src/index/build-stock.ts';
import type * as StockSchemaModule from '../../src/index/stock-schema.ts';
import type * as ParseQueryModule from '../../src/listing/parse-query.ts';
import type * as StoreModule from '../../src/store/store.ts';
import { loadModule, type BuiltTree } from '../built-tree.ts';
import { answerParent } from '../child.ts';
import type { EngineRun, EngineTask } from './engine.ts';

answerParent(measure);

async function measure({ tree, folder, questions }: EngineTask): Promise<EngineRun> {
  const forecourt = await loadEngine(tree);
  const gazetteer = forecourt.loadGazetteer();
  const before = heldBytes();
  const store = forecourt.openStore(folder, { mode: 'read' });
  const parts = forecourt.buildStock(store.listings(), gazetteer);
  await store.close();
  if (parts.length === 0) throw new Error(`there is no listing in ${folder}`);
  const segments = parts.map(({ data, alive }) => ({
    segment: new forecourt.Segment(forecourt.STOCK_SCHEMA, data),
    alive,
  }));
  // As a server does before it searches them.
  for (const { segment } of segments) for (const step of segment.prepare()) void step;
  const snapshot = forecourt.Snapshot.restored(segments);

  // All shapes once, then all again: so a question's second time is not helped by its first having just been.
  const asked = questions.map((shape) => ({
    name: shape.name,
    queries: shape.asked.map((pairs) => forecourt.engineQuery(forecourt.parseQuery(pairs, gazetteer).query)),
    first: [] as number[],
    second: [] as number[],
    repeated: [] as number[],
    totals: [] as number[],
  }));
  for (const round of ['first', 'second'] as const) {
    for (const shape of asked) {
      for (const query of shape.queries) {
        const start = performance.now();
        const { total } = forecourt.search(forecourt.STOCK_SCHEMA, snapshot, query);
        shape[round].push(performance.now() - start);
        if (round === 'first') shape.totals.push(total);
      }
    }
  }
  // Twice in a row, as other engines are asked.
  for (const { queries, repeated } of asked) {
    for (const query of queries) {
      forecourt.search(forecourt.STOCK_SCHEMA, snapshot, query);
      const start = performance.now();
      forecourt.search(forecourt.STOCK_SCHEMA, snapshot, query);
      repeated.push(performance.now() - start);
    }
  }
  return {
    listings: snapshot.live,
    shapes: asked.map(({ name, first, second, repeated, totals }) => ({
      name,
      first,
      second,
      repeated,
      totals,
    })),
    indexBytes: bytesByPart(parts.map(({ data }) => data)),
    heldBytes: heldBytes() - before,
  };
}

async function loadEngine(tree: BuiltTree) {
  return {
    ...(await loadModule<typeof SearchModule>(tree, 'engine/search.js', ['search'])),
    ...(await loadModule<typeof SegmentModule>(tree, 'engine/segment.js', ['Segment'])),
    ...(await loadModule<typeof SnapshotModule>(tree, 'engine/snapshot.js', ['Snapshot'])),
    ...(await loadModule<typeof GazetteerModule>(tree, 'geo/load-gazetteer.js', ['loadGazetteer'])),
    ...(await loadModule<typeof BuildStockModule>(tree, 'index/build-stock.js', ['buildStock'])),
    ...(await loadModule<typeof EngineQueryModule>(tree, 'index/engine-query.js', ['engineQuery'])),
    ...(await loadModule<typeof StockSchemaModule>(tree, 'index/stock-schema.js', ['STOCK_SCHEMA'])),
    ...(await loadModule<typeof ParseQueryModule>(tree, 'listing/parse-query.js', ['parseQuery'])),
    ...(await loadModule<typeof StoreModule>(tree, 'store/store.js', ['openStore'])),
  };
}

function bytesByPart(segments: readonly object[]): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const segment of segments) {
    for (const [part, data] of Object.entries(segment)) bytes[part] = (bytes[part] ?? 0) + arrayBytes(data);
  }
  return bytes;
}

/** Of all typed arrays in some data, each buffer once. */
function arrayBytes(data: unknown, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(data)) {
    if (seen.has(data.buffer)) return 0;
    seen.add(data.buffer);
    return data.buffer.byteLength;
  }
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce((sum: number, part: unknown) => sum + arrayBytes(part, seen), 0);
}

function heldBytes(): number {
  // Twice: what the first frees may hold more.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
