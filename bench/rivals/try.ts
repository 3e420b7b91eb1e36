// One rival by itself: is it here, how long does it load, how fast does it answer, and does it answer right? For
// working on a rival; the figures that count come from `npm run bench -- --rivals`.
//
//   npx tsx bench/rivals/try.ts --size 20000 --rivals sqlite
//   npx tsx bench/rivals/try.ts --each 50 --seed 2
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import { corpus } from '../corpus.ts';
import { percentilesOf } from '../percentiles.ts';
import { Sampler } from '../sample.ts';
import { drawQuestions } from '../workload.ts';
import { compareAnswers } from './agree.ts';
import { RIVALS } from './all-rivals.ts';
import { OwnAnswers } from './own-answers.ts';
import type { OpenRival, Rival } from './rival.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20000' },
    rivals: { type: 'string', default: RIVALS.map(({ name }) => name.toLowerCase()).join(',') },
    shapes: { type: 'string' },
    each: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const options = { size: Number(values.size), seed: Number(values.seed) };
const gazetteer = loadGazetteer();

interface AskedShape {
  readonly title: string;
  readonly queries: readonly SearchQuery[];
}

const { shapes, own } = readStock();
for (const name of values.rivals.split(',')) {
  const rival = RIVALS.find((known) => known.name.toLowerCase() === name);
  if (rival === undefined) throw new Error(`there is no rival called '${name}'`);
  await tryRival(rival);
}

function readStock(): { shapes: readonly AskedShape[]; own: OwnAnswers } {
  const sampler = new Sampler(options.seed);
  function* sampled() {
    for (const listing of corpus(options)) {
      sampler.add(listing);
      yield listing;
    }
  }
  const own = new OwnAnswers(sampled(), gazetteer);
  const asked = drawQuestions(sampler.sample(gazetteer), Number(values.each), options.seed);
  const wanted = values.shapes?.split(',');
  return {
    own,
    shapes: asked
      .filter(({ name }) => wanted === undefined || wanted.includes(name))
      .map(({ name, says, asked }) => ({
        title: `${name} ${says}`,
        queries: asked.map((pairs) => parseQuery(pairs, gazetteer).query),
      })),
  };
}

async function tryRival(rival: Rival): Promise<void> {
  const found = await rival.find();
  if (!found.found) {
    console.log(`${rival.name}: not found: ${found.why}`);
    return;
  }
  console.log(`${rival.name} ${found.version}`);
  const most = rival.mostListings ?? Infinity;
  if (options.size > most) {
    console.log(`  takes in ${most} listings at most`);
    return;
  }
  const folder = mkdtempSync(join(values.folder, 'forecourt-rival-'));
  try {
    const open = await rival.open(folder);
    try {
      await measure(rival, open);
    } finally {
      await open.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(rival: Rival, open: OpenRival): Promise<void> {
  const start = performance.now();
  await open.load(corpus(options), gazetteer, () => undefined);
  const seconds = (performance.now() - start) / 1000;
  const bytes = await open.bytes();
  const size = bytes === undefined ? '' : `, ${Math.round(bytes / options.size)} bytes a listing`;
  console.log(`  ${options.size} listings in ${seconds.toFixed(1)} s${size}`);
  for (const { title, queries } of shapes) {
    const refused = rival.refuses(queries[0]);
    if (refused !== undefined) {
      console.log(`  ${title}: ${refused}`);
      continue;
    }
    // Once unmeasured, as everywhere in the benchmark.
    for (const query of queries) await open.ask(query);
    const times: number[] = [];
    for (const query of queries) {
      const asked = performance.now();
      await open.ask(query);
      times.push(performance.now() - asked);
    }
    const { p50, p95, p99 } = percentilesOf(times);
    const figures = [p50, p95, p99].map((time) => time.toFixed(3).padStart(9)).join('');
    const { compared, disagreements } = await compareAnswers(rival, open, own, queries);
    const agreement =
      compared === 0 ? 'not compared' : `${compared} compared, ${disagreements.length} differ`;
    console.log(`  ${title.padEnd(64)}${figures}   ${agreement}`);
    for (const disagreement of disagreements.slice(0, 5)) console.log(`    ${disagreement}`);
  }
}
