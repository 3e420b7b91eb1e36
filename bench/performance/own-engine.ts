// Forecourt's engine, asked as the other engines are: in a process of its own, timed by the same code. Its results are those
// that the others' are compared with.
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { openStore } from '../../src/store/store.ts';
import type { Queries } from '../corpus/workload.ts';
import { ForecourtEngine } from '../engines/forecourt.ts';
import { settledMemory } from '../harness/usage.ts';
import { LARGE_HEAP, defineTask } from '../harness/process.ts';
import { timeClasses } from './timed-rounds.ts';

interface OwnTask {
  /** The stock that Forecourt was measured with. */
  readonly data: string;
  readonly queries: readonly Queries[];
  /** Queries of each class whose results are returned. */
  readonly compared: number;
}

const TASK = defineTask(import.meta.url, async ({ data, queries, compared }: OwnTask) => {
  const gazetteer = loadGazetteer();
  const store = openStore(data, { mode: 'read' });
  const engine = new ForecourtEngine(store.listings(), gazetteer);
  await store.close();
  const classes = queries.map((each) => each.queries.map((pairs) => parseQuery(pairs, gazetteer).query));
  const times = await timeClasses((query) => engine.search(query), classes);
  return {
    /** By class. */
    times,
    memoryBytes: settledMemory(),
    expected: classes.map((parsed) => parsed.slice(0, compared).map((query) => engine.expect(query))),
  };
});

/** Its times, and the results of the first queries of each class. */
export const measureOwnEngine = (task: OwnTask) => TASK.runOnce(task, '--expose-gc', ...LARGE_HEAP);
