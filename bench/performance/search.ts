// The engine alone: a process builds the index of a data folder and runs every query. Timed is one search: matching, the
// exact total and the keys of the page, without parsing queries and reading records. The engine comes from a built tree,
// possibly of an earlier commit; `load` reports exports that such a tree lacks.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as SearchModule from '../../src/engine/search.ts';
import type * as SegmentModule from '../../src/engine/segment/segment.ts';
import type * as SnapshotModule from '../../src/engine/segment/snapshot.ts';
import type * as GazetteerModule from '../../src/geo/postcode-gazetteer.ts';
import type * as IndexBuilderModule from '../../src/index/build/index-builder.ts';
import type * as EngineQueryModule from '../../src/index/shared/engine-query.ts';
import type * as ListingSchemaModule from '../../src/index/shared/listing-schema.ts';
import type * as ParseQueryModule from '../../src/query/parse-query.ts';
import type * as StoreModule from '../../src/store/store.ts';
import type { Queries } from '../corpus/workload.ts';
import { LARGE_HEAP, defineTask } from '../harness/process.ts';
import { percentilesOf, sum } from '../harness/statistics.ts';
import { retainedBytes } from '../harness/usage.ts';

interface SearchTask {
  readonly tree: string;
  readonly folder: string;
  readonly queries: readonly Queries[];
}

/** Milliseconds and totals as they were measured, query by query. */
export interface SearchRun {
  readonly listings: number;
  /** A class that the tree refuses, as an earlier commit may, has no figures. */
  readonly classes: readonly {
    readonly first: readonly number[];
    readonly second: readonly number[];
    readonly totals: readonly number[];
  }[];
  /** Typed arrays of the index, by part. */
  readonly indexBytes: Readonly<Record<string, number>>;
  /** What the process holds for the index in all, with names and cached bitmaps. */
  readonly retainedBytes: number;
}

export type SearchStats = ReturnType<typeof searchStatsOf>;

const SEARCHES = defineTask(import.meta.url, measure);

export function runSearches(task: SearchTask): Promise<SearchRun> {
  // A whole stock is read at once.
  return SEARCHES.runOnce(task, '--expose-gc', ...LARGE_HEAP);
}

export function searchStatsOf(run: SearchRun, queries: readonly Queries[]) {
  const classes = run.classes.map(({ totals, second }, index) => ({
    name: queries[index].name,
    description: queries[index].description,
    medianTotal: percentilesOf(totals).p50,
    /** Share of the queries that match anything. */
    matchingShare: totals.filter((total) => total > 0).length / totals.length,
    /** Milliseconds of all queries, each run a second time, after all others. */
    warmMs: percentilesOf(second),
  }));
  const { listings, indexBytes, retainedBytes } = run;
  /** As `warmMs`, of all classes together. */
  const allMs = percentilesOf(run.classes.flatMap(({ second }) => second));
  return { listings, classes, allMs, indexBytes, retainedBytes };
}

async function measure({ tree, folder, queries }: SearchTask): Promise<SearchRun> {
  const { search } = await load<typeof SearchModule>(tree, 'search.js', 'search');
  const { Segment } = await load<typeof SegmentModule>(tree, 'segment.js', 'Segment');
  const { Snapshot } = await load<typeof SnapshotModule>(tree, 'snapshot.js', 'Snapshot');
  const { loadGazetteer } = await load<typeof GazetteerModule>(
    tree,
    'postcode-gazetteer.js',
    'loadGazetteer',
  );
  const { buildIndex } = await load<typeof IndexBuilderModule>(tree, 'index-builder.js', 'buildIndex');
  const { toEngineQuery } = await load<typeof EngineQueryModule>(tree, 'engine-query.js', 'toEngineQuery');
  const { LISTING_SCHEMA } = await load<typeof ListingSchemaModule>(
    tree,
    'listing-schema.js',
    'LISTING_SCHEMA',
  );
  const { parseQuery } = await load<typeof ParseQueryModule>(tree, 'parse-query.js', 'parseQuery');
  const { openStore } = await load<typeof StoreModule>(tree, 'store.js', 'openStore');

  const gazetteer = loadGazetteer();
  const before = retainedBytes() ?? 0;
  const store = openStore(folder, { mode: 'read' });
  const parts = buildIndex(store.listings(), gazetteer);
  await store.close();
  if (parts.length === 0) throw new Error(`there is no listing in ${folder}`);
  const segments = parts.map(({ data, liveRows }) => ({
    segment: new Segment(LISTING_SCHEMA, data),
    liveRows,
  }));
  // As a server does before it searches them.
  for (const { segment, liveRows } of segments) for (const step of segment.warm(liveRows)) void step;
  const snapshot = Snapshot.fromSegments(segments);

  const parse = (each: Queries) => {
    try {
      return each.queries.map((pairs) => toEngineQuery(parseQuery(pairs, gazetteer).query));
    } catch {
      return [];
    }
  };
  const classes = queries.map((each) => ({
    parsed: parse(each),
    first: [] as number[],
    second: [] as number[],
    totals: [] as number[],
  }));
  // All classes once, then all again: so a query's second time is not helped by its first having just been.
  for (const round of ['first', 'second'] as const) {
    for (const { parsed, totals, [round]: times } of classes) {
      for (const query of parsed) {
        const start = performance.now();
        const { total } = search(LISTING_SCHEMA, snapshot, query);
        times.push(performance.now() - start);
        if (round === 'first') totals.push(total);
      }
    }
  }
  return {
    listings: snapshot.liveCount,
    classes: classes.map(({ first, second, totals }) => ({ first, second, totals })),
    indexBytes: bytesByPart(parts.map(({ data }) => data)),
    retainedBytes: (retainedBytes() ?? 0) - before,
  };
}

/** A built module of the tree, in whichever folder it is there; says which export is missing in an older tree. */
async function load<Module extends object>(
  tree: string,
  file: string,
  name: keyof Module & string,
): Promise<Module> {
  const modules = join(tree, 'modules');
  const path = readdirSync(modules, { recursive: true, encoding: 'utf8' }).find((p) => basename(p) === file);
  if (path === undefined) throw new Error(`this tree cannot be measured: it has no ${file}`);
  const module = (await import(pathToFileURL(join(modules, path)).href)) as Module;
  if (module[name] === undefined) throw new Error(`this tree cannot be measured: ${file} has no ${name}`);
  return module;
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
  return sum(Object.values(data).map((part) => arrayBytes(part, seen)));
}
