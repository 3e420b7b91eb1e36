// What clients that wait for the changes of a search are called with.
import { expect, test } from 'vitest';
import type { WaitOutcome } from '../../src/search/waiting-searches.ts';
import { afterTest } from '../support/after-test.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

async function openStock(lines: readonly string[]) {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  await folder.import(lines, { merge: false });
  const search = await folder.open();
  await search.catchUp();
  const { service } = search;
  return {
    service,
    queryOf: (q: string) => service.parse([['q', q]]).query,
    take: async (more: readonly string[]): Promise<void> => {
      await folder.import(more, { merge: true });
      await search.catchUp();
      await expect.poll(() => service.waiting.isCaughtUp, { interval: 1 }).toBe(true);
    },
  };
}

function namesIn(outcomes: readonly WaitOutcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    'result' in outcome
      ? outcome.result.changes.map(({ advertUrl }) => advertUrl)
      : 'error' in outcome
        ? [outcome.error.message]
        : ['ended'],
  );
}

const FORD_FOCUS = carLine(1, { model: 'Focus' });
const FORD_FIESTA = carLine(2, { model: 'Fiesta' });

test('a client that fails keeps no other from being called, and gets its error', async () => {
  const { service, queryOf, take } = await openStock([FORD_FOCUS]);
  const [failing, others]: WaitOutcome[][] = [[], []];
  const query = queryOf('ford');
  const { state } = service.index;
  service.waiting.add(query, state, (outcome) => {
    failing.push(outcome);
    if ('result' in outcome) throw new Error('it cannot be written');
  });
  service.waiting.add(query, state, (outcome) => others.push(outcome));
  service.waiting.add(queryOf('fiesta'), state, (outcome) => others.push(outcome));
  await take([FORD_FIESTA]);
  expect(namesIn(failing)).toEqual(['https://north.example/2', 'it cannot be written']);
  expect(namesIn(others)).toEqual(['https://north.example/2', 'https://north.example/2']);
});

test('a client that has left is not called, even if another that is being called made it leave', async () => {
  const { service, queryOf, take } = await openStock([FORD_FOCUS]);
  const query = queryOf('ford');
  const { state } = service.index;
  const called: string[] = [];
  service.waiting.add(query, state, () => {
    called.push('first');
    second.leave();
  });
  const second = service.waiting.add(query, state, () => called.push('second'));
  await take([FORD_FIESTA]);
  expect(called).toEqual(['first']);
});

test('a client that leaves after its call does not take away the search of one that waits again', async () => {
  const { service, queryOf, take } = await openStock([FORD_FOCUS]);
  const called: string[] = [];
  const wait = service.waiting.add(queryOf('ford'), service.index.state, () => {
    wait.leave();
    called.push('first');
  });
  await take([FORD_FIESTA]);
  service.waiting.add(queryOf('ford'), service.index.state, () => called.push('again'));
  wait.leave();
  await take([carLine(4, { model: 'Puma' })]);
  expect(called).toEqual(['first', 'again']);
});

test('a client that waits since a later state than that of the index is called with what changes after it, unless it leaves', async () => {
  const { service, queryOf, take } = await openStock([FORD_FOCUS]);
  const { state } = service.index;
  const later = { ...state, sequence: state.sequence + 1, changedAt: 0 };
  const outcomes: WaitOutcome[] = [];
  service.waiting.add(queryOf('ford'), later, (outcome) => outcomes.push(outcome));
  const left = service.waiting.add(queryOf('puma'), later, (outcome) => outcomes.push(outcome));
  expect(service.waiting.stats.searches).toBe(2);
  left.leave();
  expect(service.waiting.stats.searches).toBe(1);
  await take([FORD_FIESTA]);
  expect(namesIn(outcomes)).toEqual([]);
  await take([carLine(4, { model: 'Puma' })]);
  expect(namesIn(outcomes)).toEqual(['https://north.example/4']);
});

test('clients that wait since a later state than that of the index are called when the server shuts down', async () => {
  const { service, queryOf } = await openStock([FORD_FOCUS]);
  const { state } = service.index;
  const outcomes: WaitOutcome[] = [];
  const later = { ...state, sequence: state.sequence + 1 };
  service.waiting.add(queryOf('ford'), later, (outcome) => outcomes.push(outcome));
  service.waiting.end();
  expect(namesIn(outcomes)).toEqual(['ended']);
});

test('an alternative of several words has all of them, in the changes that a waiting client gets too', async () => {
  const cars = [
    { make: 'Ford', model: 'Focus' },
    { make: 'Ford', model: 'Fiesta' },
    { make: 'BMW', model: '3 Series' },
  ];
  // The same words are in the stock before and after, so both states read the search alike.
  const { service, queryOf, take } = await openStock(cars.map((car, number) => carLine(number, car)));
  const outcomes: WaitOutcome[] = [];
  service.waiting.add(queryOf('ford focus or bmw'), service.index.state, (outcome) => outcomes.push(outcome));
  await take(cars.map((car, number) => carLine(3 + number, car)));
  expect(outcomes.length).toBe(1);
  const [outcome] = outcomes;
  expect('result' in outcome && outcome.result.changes.map(({ hit }) => hit?.id)).toEqual(['3', '5']);
});

test.each([2, 200])(
  'clients that wait for listings near a place get those of a change of %i',
  async (changed) => {
    const { service, take } = await openStock([FORD_FOCUS]);
    const { query } = service.parse([
      ['location', 'LS1 4AP'],
      ['distance', '2'],
    ]);
    const outcomes: WaitOutcome[] = [];
    service.waiting.add(query, service.index.state, (outcome) => outcomes.push(outcome));
    const postcodes = ['LS1 4AP', 'M1 1AE'];
    await take(
      Array.from({ length: changed }, (_, i) =>
        carLine(10 + i, { model: 'Focus', postcode: postcodes[i % 2] }),
      ),
    );
    const kilometres = outcomes.flatMap((outcome) =>
      'result' in outcome ? outcome.result.changes.map(({ hit }) => hit?.distanceKm) : [],
    );
    expect(kilometres).toEqual(Array.from({ length: changed / 2 }, () => 0));
  },
);
