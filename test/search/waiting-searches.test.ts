// What a client that waits is called with.
import { expect, test } from 'vitest';
import type { WaitOutcome } from '../../src/search/waiting-searches.ts';
import { afterTest } from '../support/after-test.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

test('an alternative of several words has all of them, in the changes that a waiting client gets too', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  const cars = [
    { make: 'Ford', model: 'Focus' },
    { make: 'Ford', model: 'Fiesta' },
    { make: 'BMW', model: '3 Series' },
  ];
  // The same words are in the stock before and after, so both states read the search alike.
  const before = cars.map((car, number) => carLine(number, car));
  await folder.import(before, { merge: false });
  const search = await folder.open();
  await search.catchUp();
  const { service } = search;
  const { query } = service.parse([['q', 'ford focus or bmw']]);
  const outcomes: WaitOutcome[] = [];
  service.waiting.add(query, service.index.state, (outcome) => outcomes.push(outcome));
  const more = cars.map((car, number) => carLine(3 + number, car));
  await folder.import(more, { merge: true });
  await search.catchUp();
  await expect.poll(() => outcomes.length).toBe(1);
  const [outcome] = outcomes;
  expect('result' in outcome && outcome.result.changes.map(({ hit }) => hit?.id)).toEqual(['3', '5']);
});
