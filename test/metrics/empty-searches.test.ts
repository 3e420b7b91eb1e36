// Searches that found nothing: what counts as one, what is shown, and what several processes have together.
import { expect, test } from 'vitest';
import {
  EmptySearches,
  NO_EMPTY_SEARCHES,
  shownTerms,
  sumEmptySearches,
  type EmptySearchCounts,
} from '../../src/metrics/empty-searches.ts';
import { WorkerSum } from '../../src/metrics/worker-sum.ts';

const words = (...texts: string[]) => texts.map((text) => ({ parameter: 'q', text }));
const nothing = (...texts: string[]) => ({ terms: words(...texts), foundNothing: true });

/** What was counted, as `word times`. */
function counted(searches: EmptySearches): string[] {
  return searches.read().terms.map(({ text, searches: times }) => `${text} ${times}`);
}

/** One whose clock is moved by hand. */
function typed(): { searches: EmptySearches; wait: (ms: number) => void } {
  let now = 1000;
  return { searches: new EmptySearches(() => now), wait: (ms) => void (now += ms) };
}

test('each search of a program counts, with each of its terms', () => {
  const searches = new EmptySearches();
  searches.add(nothing('mangusta'));
  searches.add(nothing('mangusta', 'zephyr'));
  searches.add({ terms: words('zephyr'), foundNothing: false });
  searches.add(nothing());
  expect(counted(searches)).toEqual(['mangusta 2', 'zephyr 2']);
  expect(searches.read().searches).toBe(3);
});

test('terms are shown from three searches on', () => {
  const searches = new EmptySearches();
  for (let i = 0; i < 2; i++) searches.add(nothing('mangusta', 'zephyr'));
  expect(shownTerms(searches.read())).toEqual([]);
  searches.add(nothing('zephyr'));
  expect(shownTerms(searches.read())).toEqual([{ parameter: 'q', text: 'zephyr', searches: 3 }]);
});

test('a term that pushed a frequent one out is not shown for that', () => {
  const searches = new EmptySearches();
  for (let i = 0; i < 512; i++) for (let n = 0; n < 3; n++) searches.add(nothing(`word${i}`));
  searches.add(nothing('secret'));
  expect(searches.read().terms).toHaveLength(512);
  expect(searches.read().terms.at(-1)).toEqual({ parameter: 'q', text: 'secret', searches: 1 });
  expect(shownTerms(searches.read()).map(({ text }) => text)).not.toContain('secret');
});

test('no more than a hundred are shown, and none longer than forty characters', () => {
  const searches = new EmptySearches();
  for (let i = 0; i < 150; i++) for (let n = 0; n < 3; n++) searches.add(nothing(`word${i}`));
  for (let n = 0; n < 3; n++) searches.add(nothing('x'.repeat(41), 'y'.repeat(40)));
  const { terms } = searches.read();
  expect(shownTerms({ searches: 0, terms })).toHaveLength(100);
  expect(terms.some(({ text }) => text.startsWith('x'))).toBe(false);
  expect(terms.some(({ text }) => text.startsWith('y'))).toBe(true);
});

test('a word that is typed counts once, as it was when typing paused', () => {
  const { searches, wait } = typed();
  for (const text of ['zep', 'zeph', 'zephir', 'zeph', 'zephyr']) {
    searches.addTyped(nothing(text));
    wait(300);
  }
  expect(counted(searches)).toEqual([]);
  wait(2000);
  expect(counted(searches)).toEqual(['zephyr 1']);
  expect(searches.read().searches).toBe(1);
});

test('searches that explain one, or repeat it at once, are not counted', () => {
  const { searches, wait } = typed();
  searches.addTyped(nothing('mangusta', 'zephyr'));
  searches.addTyped(nothing('zephyr'));
  searches.addTyped(nothing('mangusta'));
  searches.addTyped({ terms: words('mangusta', 'zephyr'), foundNothing: false });
  wait(2000);
  searches.addTyped(nothing('mangusta', 'zephyr'));
  wait(2000);
  expect(counted(searches)).toEqual(['mangusta 2', 'zephyr 2']);
  expect(searches.read().searches).toBe(2);
});

test('different searches at the same time count, each', () => {
  const { searches, wait } = typed();
  searches.addTyped(nothing('mangusta'));
  searches.addTyped(nothing('zephyr'));
  searches.addTyped(nothing());
  wait(2000);
  expect(counted(searches)).toEqual(['mangusta 1', 'zephyr 1']);
  expect(searches.read().searches).toBe(3);
});

test('in a flood of typed searches none waits for ever', () => {
  const { searches } = typed();
  for (let i = 0; i < 200; i++) searches.addTyped(nothing(`(${i})`));
  expect(searches.read().searches).toBeGreaterThanOrEqual(130);
});

test('the counts of workers are added before terms are shown, and stay when a worker exits', async () => {
  const workers = new WorkerSum(sumEmptySearches);
  const withWorker = (id: number, counts: EmptySearchCounts) => workers.read([{ id }], async () => counts);
  expect(await workers.read([], async () => NO_EMPTY_SEARCHES)).toEqual({ searches: 0, terms: [] });
  await withWorker(1, { searches: 1, terms: [] });
  await withWorker(1, { searches: 4, terms: [{ parameter: 'q', text: 'zephyr', searches: 2 }] });
  const terms = [
    { parameter: 'make', text: 'zephyr', searches: 2 },
    { parameter: 'q', text: 'zephyr', searches: 1 },
  ];
  const both = await withWorker(2, { searches: 3, terms });
  expect(both.searches).toBe(7);
  expect(shownTerms(both)).toEqual([{ parameter: 'q', text: 'zephyr', searches: 3 }]);
  workers.forget(1);
  workers.forget(1);
  const later = await withWorker(3, {
    searches: 1,
    terms: [{ parameter: 'q', text: 'zephyr', searches: 1 }],
  });
  expect(later.searches).toBe(8);
  expect(shownTerms(later)).toEqual([{ parameter: 'q', text: 'zephyr', searches: 4 }]);
});

test('all workers together have no more terms than one', async () => {
  const workers = new WorkerSum(sumEmptySearches);
  for (let id = 0; id < 4; id++) {
    const terms = Array.from({ length: 300 }, (_, i) => ({
      parameter: 'q',
      text: `${id}-${i}`,
      searches: 1,
    }));
    await workers.read([{ id }], async () => ({ searches: 300, terms }));
    if (id < 3) workers.forget(id);
  }
  const sum = await workers.read([], async () => NO_EMPTY_SEARCHES);
  expect(sum.terms).toHaveLength(512);
  expect(sum.searches).toBe(1200);
});
