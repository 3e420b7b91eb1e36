// The same stock and queries on other engines, each in its own process with limits on time and heap: an engine that
// exceeds them is a finding, and does not end the run. Results are compared with Forecourt's before timing.
import { totalmem } from 'node:os';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import { openStore } from '../../src/store/store.ts';
import type { Queries } from '../corpus/workload.ts';
import { OTHER_ENGINES } from '../engines/all-engines.ts';
import type { OpenEngine, OtherEngine } from '../engines/engine.ts';
import { ReferenceResults, verifyResults, type Reference } from '../engines/verify-results.ts';
import { progressLogger, logProgress } from '../harness/command.ts';
import { defineTask, type TaskProcess } from '../harness/process.ts';
import { percentilesOf, type Percentiles } from '../harness/statistics.ts';

interface EngineTask {
  readonly engine: string;
  /** The stock that Forecourt was measured with. */
  readonly data: string;
  /** Empty; the engine's own. */
  readonly folder: string;
  readonly queries: readonly Queries[];
}

const OPTIONS = {
  /** Queries of each class whose results are compared. */
  compared: 10,
  /** The time limit of a class. */
  secondsPerClass: 15,
};

export interface EngineStats {
  readonly name: string;
  readonly version: string;
  /** How its results differ from the contract. */
  readonly knownDifference?: string;
  readonly loadMs: number;
  readonly bytes?: number;
  readonly classes: readonly EngineClassStats[];
}

interface EngineClassStats {
  readonly name: string;
  /** Why it cannot be asked. */
  readonly unsupported?: string;
  /** Results that were compared, and sentences about those that differ. */
  readonly compared: number;
  readonly disagreements: readonly string[];
  /** Of the queries that were timed, each run a second time; undefined if none was. */
  readonly warmMs?: Percentiles;
}

interface AbsentEngine {
  readonly name: string;
  /** Why it was not measured. */
  readonly reason: string;
}

export interface OtherEnginesStats {
  readonly options: typeof OPTIONS;
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

/** `emptyFolder` makes one for each engine; the caller removes it. */
export async function measureEngines(
  data: string,
  listings: number,
  queries: readonly Queries[],
  engines: readonly OtherEngine[],
  emptyFolder: (name: string) => string,
): Promise<OtherEnginesStats> {
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
    const child = ENGINE.start('--expose-gc', `--max-old-space-size=${limits.heapMegabytes}`);
    const outcome = await runLimited(
      child,
      { engine: name, data, folder: emptyFolder(name), queries },
      limits,
    );
    if ('failed' in outcome) absent.push({ name, reason: outcome.failed });
    else if ('reason' in outcome.result) absent.push(outcome.result);
    else measured.push(outcome.result);
  }
  for (const { name, reason } of absent) logProgress(`${name} was not measured: ${reason}`);
  return { options: OPTIONS, measured, absent };
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
    const reference = new ReferenceResults(store.listings(), gazetteer);
    await store.close();
    const classes: EngineClassStats[] = [];
    for (const { name, queries } of task.queries) {
      const parsed = queries.map((pairs) => parseQuery(pairs, gazetteer).query);
      classes.push({ name, ...(await measureClass(engine, open, reference, parsed)) });
    }
    return {
      name,
      version: availability.version,
      knownDifference,
      loadMs,
      bytes: await open.bytes(),
      classes,
    };
  } finally {
    await open.close();
  }
}

/** Compares results, then times each query that the engine supports twice in a row: the second time counts. */
async function measureClass(
  engine: OtherEngine,
  open: OpenEngine,
  reference: Reference,
  queries: readonly SearchQuery[],
): Promise<Omit<EngineClassStats, 'name'>> {
  const compared = queries.slice(0, OPTIONS.compared);
  const { unsupported, ...agreement } = await verifyResults(engine, open, reference, compared);
  const times: number[] = [];
  const end = performance.now() + OPTIONS.secondsPerClass * 1000;
  for (const query of queries) {
    if (performance.now() > end) break;
    if (engine.unsupported(query) !== undefined) continue;
    await open.search(query);
    const start = performance.now();
    await open.search(query);
    times.push(performance.now() - start);
  }
  const warmMs = times.length === 0 ? undefined : percentilesOf(times);
  return { ...agreement, unsupported: unsupported[0], warmMs };
}
