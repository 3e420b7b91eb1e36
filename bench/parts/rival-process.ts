// The process that rivals.ts starts for one rival: loads it, compares its answers, times it.
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import { openStore } from '../../src/store/store.ts';
import { answerParent } from '../child.ts';
import { percentilesOf } from '../percentiles.ts';
import { counter } from '../progress.ts';
import { compareAnswers } from '../rivals/agree.ts';
import { RIVALS } from '../rivals/all-rivals.ts';
import { OwnAnswers } from '../rivals/own-answers.ts';
import type { OpenRival, Rival } from '../rivals/rival.ts';
import type { AbsentRival, RivalFigures, RivalShape, RivalTask } from './rivals.ts';

answerParent(measure);

async function measure(task: RivalTask): Promise<RivalFigures | AbsentRival> {
  const rival = RIVALS.find(({ name }) => name === task.rival);
  if (rival === undefined) throw new Error(`there is no rival called '${task.rival}'`);
  const found = await rival.find();
  if (!found.found) return { name: rival.name, why: found.why };
  const open = await rival.open(task.folder);
  try {
    const { name, differs } = rival;
    return { name, version: found.version, differs, ...(await figuresOf(rival, open, task)) };
  } finally {
    await open.close();
  }
}

async function figuresOf(
  rival: Rival,
  open: OpenRival,
  { data, questions, options }: RivalTask,
): Promise<Pick<RivalFigures, 'loadMs' | 'bytes' | 'shapes'>> {
  const gazetteer = loadGazetteer();
  const store = openStore(data, { mode: 'read' });
  const start = performance.now();
  await open.load(store.listings(), gazetteer, counter(`${rival.name}: loading`));
  const loadMs = performance.now() - start;
  const own = new OwnAnswers(store.listings(), gazetteer);
  await store.close();
  const shapes: RivalShape[] = [];
  for (const { name, asked } of questions) {
    const queries = asked.map((pairs) => parseQuery(pairs, gazetteer).query);
    const { compared, refusals, disagreements } = await compareAnswers(
      rival,
      open,
      own,
      queries.slice(0, options.compared),
    );
    const times = await timesOf(rival, open, queries, options.secondsAShape);
    shapes.push({
      name,
      refusal: refusals[0],
      compared,
      disagreements,
      asked: times.length,
      warmMs: times.length === 0 ? undefined : percentilesOf(times),
    });
  }
  return { loadMs, bytes: await open.bytes(), shapes };
}

/** Each question that it can be asked, twice; the second time counts. Milliseconds. */
async function timesOf(
  rival: Rival,
  open: OpenRival,
  queries: readonly SearchQuery[],
  seconds: number,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (const query of queries) {
    if (performance.now() > end) break;
    if (rival.refuses(query) !== undefined) continue;
    await open.ask(query);
    const start = performance.now();
    await open.ask(query);
    times.push(performance.now() - start);
  }
  return times;
}
