// The terms of the trade in summaries.
import { expect, test } from 'vitest';
import { countedTerms } from '../../../src/index/shared/counted-terms.ts';
import { COUNTED_GROUPS, type TermCount } from '../../../src/stock/summary.ts';
import { tradeTerms } from '../../../src/vehicle/trade-terms.ts';
import { afterTest } from '../../support/after-test.ts';
import { DataFolder } from '../../support/data-folder.ts';

/** Listings with these descriptions. */
async function searchOf(descriptions: readonly string[]) {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  const search = await folder.open();
  const lines = descriptions.map((full_description, i) =>
    JSON.stringify({
      id: String(i),
      dealer: 'hilltop-cars.example',
      advert_url: `https://hilltop-cars.example/${i}`,
      make: 'Ford',
      model: 'Fiesta',
      full_description,
    }),
  );
  await folder.import(lines, { merge: true });
  await search.catchUp();
  return search.service;
}

async function summaryOf(descriptions: readonly string[], query: Record<string, string> = {}) {
  const service = await searchOf(descriptions);
  return service.summarize(service.parse(Object.entries(query)).query);
}

const shown = (terms: readonly TermCount[]): string[] =>
  terms.map(({ label, q, count }) => `${label} (${q}) ${count}`);

test('a term is counted in whichever spelling, narrower ones too, and once for each listing', async () => {
  const { terms } = await summaryOf([
    'Gray. A grey car, grey seats.',
    'Finished in anthracite.',
    'GREY, with satnav',
    'Sat nav and Satellite Navigation',
    'Red',
  ]);
  expect(shown(terms.colour)).toEqual(['Grey (Grey) 3', 'Red (Red) 1']);
  expect(shown(terms.equipment)).toContain('Sat nav (Sat nav) 2');
});

test('only what matches is counted', async () => {
  const { terms } = await summaryOf(['Red hatchback', 'Red estate', 'Blue estate'], { q: 'estate' });
  expect(shown(terms.colour)).toEqual(['Blue (Blue) 1', 'Red (Red) 1']);
  expect(shown(terms.body)).toEqual(['Estate (Estate) 2']);
});

test('nothing is counted if nothing matches, not even for a text of punctuation', async () => {
  for (const q of ['...', 'nosuchword'])
    expect(Object.values((await summaryOf(['Red'], { q })).terms).flat()).toEqual([]);
});

test('every term of the nine groups can be asked for, each by a text of its own', () => {
  const groups = ['colour', 'body', 'doors', 'seats', 'owners', 'history', 'equipment', 'drivetrain', 'trim'];
  const all = tradeTerms().terms.filter(({ group }) => groups.includes(group));
  expect(countedTerms(COUNTED_GROUPS).map(({ label }) => label)).toEqual(all.map(({ name }) => name));
  expect(new Set(countedTerms(COUNTED_GROUPS).map(({ q }) => q.toLowerCase())).size).toBe(all.length);
});

test('the text of a term finds exactly the listings that are counted', async () => {
  const names = countedTerms(COUNTED_GROUPS).map(({ label }) => label);
  const service = await searchOf(names);
  const { terms } = await service.summarize(service.parse([]).query);
  const counted = Object.values(terms).flat();
  expect(counted.map(({ label }) => label).sort()).toEqual([...names].sort());
  for (const { q, count } of counted)
    expect([q, (await service.search(service.parse([['q', q]]).query)).total]).toEqual([q, count]);
});
