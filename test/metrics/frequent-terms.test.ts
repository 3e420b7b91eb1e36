// The counter of frequent terms, against a plain map of all counts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrequentTerms } from '../../src/metrics/frequent-terms.ts';

const word = (text: string) => ({ parameter: 'q', text });

test('counts exactly while there is room', () => {
  const terms = new FrequentTerms(3);
  for (const text of ['mangusta', 'zephyr', 'mangusta', 'wraith', 'mangusta', 'zephyr'])
    terms.add(word(text));
  expect(terms.list()).toEqual([
    { parameter: 'q', text: 'mangusta', searches: 3 },
    { parameter: 'q', text: 'zephyr', searches: 2 },
    { parameter: 'q', text: 'wraith', searches: 1 },
  ]);
});

test('a word and a make of the same text are two terms', () => {
  const terms = new FrequentTerms(9);
  terms.add(word('tucker'));
  terms.add({ parameter: 'make', text: 'tucker' });
  expect(terms.list().map(({ parameter, searches }) => `${parameter} ${searches}`)).toEqual([
    'make 1',
    'q 1',
  ]);
});

test('a new term takes the place of the rarest, and is not said to be as frequent', () => {
  const terms = new FrequentTerms(2);
  terms.add(word('mangusta'), 5);
  terms.add(word('zephyr'), 3);
  terms.add(word('wraith'));
  expect(terms.list()).toEqual([
    { parameter: 'q', text: 'mangusta', searches: 5 },
    { parameter: 'q', text: 'wraith', searches: 1 },
  ]);
});

test('is bounded, never counts too much, and has every term that is frequent enough', () => {
  const letters = fc.constantFrom(...'aaaaaaabbbbccdefghijklmnop');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 400 }), fc.integer({ min: 1, max: 8 }), (added, capacity) => {
      const terms = new FrequentTerms(capacity);
      const counts = new Map<string, number>();
      for (const text of added) {
        terms.add(word(text));
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const listed = terms.list();
      expect(listed.length).toBeLessThanOrEqual(capacity);
      for (const { text, searches } of listed) {
        expect(searches).toBeGreaterThan(0);
        expect(searches).toBeLessThanOrEqual(counts.get(text) ?? 0);
      }
      const texts = new Set(listed.map(({ text }) => text));
      for (const [text, count] of counts) if (count > added.length / capacity) expect(texts).toContain(text);
    }),
  );
});
