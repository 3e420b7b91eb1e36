// The words of phrases that no listing says, and searches in a flood.
import { expect, test } from 'vitest';
import { emptySearchCounter } from '../../src/http/empty-search-counter.ts';
import { EmptySearches } from '../../src/metrics/empty-searches.ts';
import type { MissingTerm } from '../../src/search/missing-terms.ts';

const NONE = { findMissingTerms: async () => [] };

test('the words of a phrase that no listing says are counted, without what may identify somebody', () => {
  const counts = new EmptySearches();
  const { countPhrase } = emptySearchCounter(NONE, counts);
  const phrase = 'a Zéphyr under 5k, call jane at jane@mail.example or 07700 900123';
  countPhrase(phrase, ['Zéphyr', 'mail.example', '07700', '900123'], { headers: {} });
  countPhrase('jane@mail.example', ['jane', 'mail.example'], { headers: {} });
  expect(counts.read()).toEqual({ searches: 0, terms: [{ parameter: 'q', text: 'zephyr', searches: 1 }] });
});

test('beyond sixteen at once, searches are counted without their terms', async () => {
  const counts = new EmptySearches();
  let answer: (terms: MissingTerm[]) => void = () => undefined;
  const answered = new Promise<MissingTerm[]>((resolve) => (answer = resolve));
  let asked = 0;
  const findMissingTerms = (): Promise<MissingTerm[]> => {
    asked += 1;
    return answered;
  };
  const { ofQuery } = emptySearchCounter({ findMissingTerms }, counts);
  for (let i = 0; i < 20; i++) ofQuery({ page: 1 })({ headers: {} });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked).toBe(16);
  answer([{ parameter: 'q', text: 'zephyr' }]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(counts.read()).toEqual({ searches: 20, terms: [{ parameter: 'q', text: 'zephyr', searches: 16 }] });
});

test('a search whose terms cannot be found counts all the same', async () => {
  const counts = new EmptySearches();
  const { ofQuery } = emptySearchCounter(
    { findMissingTerms: () => Promise.reject(new Error('gone')) },
    counts,
  );
  ofQuery({ page: 1 })({ headers: {} });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(counts.read()).toEqual({ searches: 1, terms: [] });
});
