// The same stock and queries on Forecourt's engine and on others, each in its own process and timed by the same code. Other
// engines have limits on time and heap: one that exceeds them is a finding, and does not end the run. Their results are
// compared with Forecourt's before timing.
import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { openStore } from '../../src/store/store.ts';
import type { Queries } from '../corpus/workload.ts';
import { OTHER_ENGINES } from '../engines/all-engines.ts';
import type { OtherEngine } from '../engines/engine.ts';
import type { Expected } from '../engines/forecourt.ts';
import { verifyResults, type Agreement } from '../engines/verify-results.ts';
import { progressLogger, logProgress } from '../harness/command.ts';
import { defineTask, type TaskProcess } from '../harness/process.ts';
import type { Percentiles } from '../harness/statistics.ts';
import { settledMemory } from '../harness/usage.ts';
import { measureOwnEngine } from './own-engine.ts';
import { timeClasses, TIMING } from './timed-rounds.ts';

interface EngineTask {
  readonly engine: string;
  /** The stock that Forecourt was measured with. */
  readonly data: string;
  /** Empty; the engine's own. */
  readonly folder: string;
  readonly queries: readonly Queries[];
  /** Forecourt's results of the first queries of each class. */
  readonly expected: readonly (readonly Expected[])[];
}

const OPTIONS = {
  ...TIMING,
  /** Queries of each class whose results are compared. */
  compared: 10,
};

export interface EngineStats {
  readonly name: string;
  readonly version: string;
  /** How its results differ from the contract. */
  readonly knownDifference?: string;
  readonly loadMs: number;
  readonly bytes?: number;
  /** Of the process that asked it and all that this started, after the queries. */
  readonly memoryBytes?: number;
  readonly classes: readonly EngineClassStats[];
}

interface EngineClassStats {
  readonly name: string;
  /** Why it cannot be asked. */
  readonly unsupported?: string;
  /** Results that were compared, and sentences about those that differ. */
  readonly compared: number;
  readonly disagreements: readonly string[];
  /** Undefined if no query was timed. */
  readonly warmMs?: Percentiles;
}

interface AbsentEngine {
  readonly name: string;
  /** Why it was not measured. */
  readonly reason: string;
}

export interface OtherEnginesStats {
  readonly options: typeof OPTIONS;
  /** Forecourt's own times, by class. */
  readonly forecourtMs: readonly (Percentiles | undefined)[];
  /** Of Forecourt's process, as of the others. */
  readonly forecourtMemoryBytes?: number;
  readonly measured: readonly EngineStats[];
  readonly absent: readonly AbsentEngine[];
}

const ENGINE = defineTask(import.meta.url, measureEngine);

/** Engines by name in lower case; undefined: all. Throws an Error for an unknown name. */
export function enginesNamed(names: readonly string[] | undefined): readonly OtherEngine[] {
  const unknown = names?.find((name) => !OTHER_ENGINES.some((engine) => engine.name.toLowerCase() === name));
  if (unknown !== undefined) {
    throw new Error(`--only takes ${OTHER_ENGINES.map(({ name }) => name).join(', ')} (got '${unknown}')`);
  }
  return OTHER_ENGINES.filter(({ name }) => names?.includes(name.toLowerCase()) ?? true);
}

/** `emptyFolder` makes one for each engine, which is removed again. */
export async function measureEngines(
  data: string,
  listings: number,
  queries: readonly Queries[],
  engines: readonly OtherEngine[],
  emptyFolder: (name: string) => string,
): Promise<OtherEnginesStats> {
  logProgress('own engine');
  const { compared } = OPTIONS;
  const {
    times: forecourtMs,
    memoryBytes: forecourtMemoryBytes,
    expected,
  } = await measureOwnEngine({ data, queries, compared });
  const measured: EngineStats[] = [];
  const absent: AbsentEngine[] = [];
  for (const { name, maxListings = Infinity } of engines) {
    logProgress(`other engine: ${name}`);
    if (listings > maxListings) {
      const limit = maxListings.toLocaleString('en-GB');
      absent.push({ name, reason: `it is measured with ${limit} listings at most` });
      continue;
    }
    const limits = {
      // Enough for an engine to load the stock several times over.
      seconds: 300 + listings / 1000,
      // Half of the machine: systems outside of Node, and their files, must fit beside it.
      heapMegabytes: Math.floor(totalmem() / 2 ** 21),
    };
    const folder = emptyFolder(name);
    const child = ENGINE.start('--expose-gc', `--max-old-space-size=${limits.heapMegabytes}`);
    const outcome = await runLimited(child, { engine: name, data, folder, queries, expected }, limits);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    if ('failed' in outcome) absent.push({ name, reason: outcome.failed });
    else if ('reason' in outcome.result) absent.push(outcome.result);
    else measured.push(outcome.result);
  }
  for (const { name, reason } of absent) logProgress(`${name} was not measured: ${reason}`);
  return { options: OPTIONS, forecourtMs, forecourtMemoryBytes, measured, absent };
}

/** Between the request to end and the end of a process that ignores it. */
const KILL_TIMEOUT_MS = 5000;

/** The result of one task, or one line about its failure. Closes the process, and never rejects. */
export async function runLimited<Task, Result>(
  child: TaskProcess<Task, Result>,
  task: Task,
  { seconds, heapMegabytes }: { readonly seconds: number; readonly heapMegabytes: number },
): Promise<{ readonly result: Result } | { readonly failed: string }> {
  let late = false;
  const ending = setTimeout(() => {
    late = true;
    // Asked first, so that it can end what it has started itself.
    process.kill(child.pid, 'SIGTERM');
  }, seconds * 1000);
  const killing = setTimeout(() => void child.close(), seconds * 1000 + KILL_TIMEOUT_MS);
  try {
    return { result: await child.run(task) };
  } catch (error) {
    if (late) return { failed: `took longer than the limit of ${Math.ceil(seconds / 60)} minutes` };
    const [reason] = String(error instanceof Error ? error.message : error).split('\n', 1);
    const outOfMemory = /ended with (SIGABRT|SIGKILL|134|137)$/.test(reason);
    return {
      failed: outOfMemory ? `ran out of memory (a heap of ${Math.ceil(heapMegabytes / 1024)} GB)` : reason,
    };
  } finally {
    clearTimeout(ending);
    clearTimeout(killing);
    await child.close();
  }
}

async function measureEngine(task: EngineTask): Promise<EngineStats | AbsentEngine> {
  const [engine] = enginesNamed([task.engine.toLowerCase()]);
  const { name, knownDifference } = engine;
  const availability = await engine.find();
  if (!availability.isAvailable) return { name, reason: availability.reason };
  const open = await engine.open(task.folder);
  try {
    const gazetteer = loadGazetteer();
    const store = openStore(task.data, { mode: 'read' });
    const start = performance.now();
    await open.load(store.listings(), gazetteer, progressLogger(`${name}: loading`));
    const loadMs = performance.now() - start;
    await store.close();
    const parsed = task.queries.map(({ queries }) =>
      queries.map((pairs) => parseQuery(pairs, gazetteer).query),
    );
    const agreements: (Agreement & { readonly name: string })[] = [];
    for (const [index, { name }] of task.queries.entries()) {
      const expected = task.expected[index];
      const compared = parsed[index].slice(0, expected.length);
      const expect = (query: SearchQuery): Expected => expected[compared.indexOf(query)];
      agreements.push({ name, ...(await verifyResults(engine, open, expect, compared)) });
    }
    const supported = parsed.map((queries) =>
      queries.filter((query) => engine.unsupported(query) === undefined),
    );
    const times = await timeClasses((query) => open.search(query), supported);
    const memoryBytes = settledMemory();
    const classes = agreements.map(
      ({ unsupported: [unsupported], ...agreement }, index): EngineClassStats => ({
        ...agreement,
        unsupported,
        warmMs: times[index],
      }),
    );
    return {
      name,
      version: availability.version,
      knownDifference,
      loadMs,
      bytes: await open.bytes(),
      memoryBytes,
      classes,
    };
  } finally {
    await open.close();
  }
}
