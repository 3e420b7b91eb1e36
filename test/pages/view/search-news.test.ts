// What is new in a kept search, in words.
import { expect, test } from 'vitest';
import type { SavedVehicle } from '../../../src/api/responses.ts';
import { newsOf, newsOfCar, newsSentence, withKnownValues } from '../../../src/pages/view/search-news.ts';
import { formatPrice } from '../../../src/pages/view/vehicle-facts.ts';
import { vehicleTitle } from '../../../src/pages/view/vehicle-words.ts';

const NOW = Date.parse('2026-03-12T12:00:00Z');

test('only a lower price is cheaper', () => {
  const changed = (was: number | null, price: number | null) =>
    ({ change: 'changed', vehicle: { price }, was: { price: was } }) as const;
  expect(
    newsOf([
      { change: 'entered', vehicle: { price: 1 } },
      { change: 'left', vehicle: null },
      { change: 'left', vehicle: null },
      changed(5000, 4999),
      changed(5000, 5000),
      changed(5000, 5001),
      changed(null, 5000),
      changed(5000, null),
    ]),
  ).toEqual({ entered: 1, cheaper: 1, left: 2 });
});

test.each([
  [{ entered: 3, cheaper: 1, left: 2 }, '2026-03-10T12:00:00Z', '3 new, 1 cheaper, 2 gone since Tuesday'],
  [{ entered: 0, cheaper: 0, left: 1200 }, '2026-03-01T12:00:00Z', '1,200 gone since 1 March'],
  [{ entered: 0, cheaper: 0, left: 0 }, '2026-03-12T11:00:00Z', 'Nothing new since earlier today'],
])('%j since %s', (news, since, sentence) => {
  expect(newsSentence(news, Date.parse(since), NOW)).toBe(sentence);
});

test.each([
  ['2026-03-12T11:00:00Z', 0, 'What changed since 1 March is not known; counting from today: nothing new'],
  ['2026-03-10T12:00:00Z', 3, 'What changed since 1 March is not known; counting from Tuesday: 3 new'],
])('after a time whose changes are not known, since %s: %i new', (since, entered, sentence) => {
  const news = { entered, cheaper: 0, left: 0 };
  expect(newsSentence(news, Date.parse(since), NOW, Date.parse('2026-03-01T12:00:00Z'))).toBe(sentence);
});

test.each([
  [{ state: 'listed', price: 4800 }, '£200 cheaper now'],
  [{ state: 'listed', price: 5000 }, undefined],
  [{ state: 'listed', price: 5001 }, '£1 dearer now'],
  [{ state: 'listed', price: null }, undefined],
  [{ state: 'withdrawn' }, 'No longer listed'],
  [{ state: 'unknown' }, 'No longer listed'],
] as const)('a car saved at £5,000 is now %j: %s', (now, sentence) => {
  expect(newsOfCar({ price: 5000 }, now)).toBe(sentence);
});

test('a saved car with values of wrong types is shown as if these were unknown', () => {
  const json =
    '{"url":"/cars/","images":[],"year":"2019","make":"Ford","model":{},"trim":5,"price":"£8,000"}';
  const car = withKnownValues(JSON.parse(json) as SavedVehicle);
  expect(vehicleTitle(car)).toBe('2019 Ford');
  expect(formatPrice(car.price)).toBe('Price on request');
  expect(withKnownValues({ ...car, model: 'Focus', price: 8000 })).toMatchObject({
    model: 'Focus',
    price: 8000,
  });
});
