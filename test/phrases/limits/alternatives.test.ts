// A search takes one range of each measure. Amounts of alternatives become the one that holds them all, so that nothing that was asked for is
// left out.
import { expect, it } from 'vitest';
import { interpretHere, limitsOf } from '../interpret-here.ts';

it.each([
  ['either a 2.0 or a 1.5, Golf', 'engine_min=1.45; engine_max=2.049'],
  ['a 1.0, 1.2 or 1.6 Polo', 'engine_min=0.95; engine_max=1.649'],
  ['2015, 2017 or 2019 Golf', 'year_min=2015; year_max=2019'],
  ['2015 or 2018 Golf', 'year_min=2015; year_max=2018'],
  ['a 2015 Golf or a 2018 Polo', 'year_min=2015; year_max=2018'],
  ['petrol from 2006 or diesel from 2016', 'year_min=2006'],
  ['64 or 68 plate Golf', 'year_min=2014; year_max=2019'],
  ['Golf, 2 or 3 years old', 'year_min=2023; year_max=2024'],
  ['Golf, 3 or 5 years old', 'year_min=2021; year_max=2023'],
  ['a Polo under 6k or a Golf under 8k', 'price_max=8000'],
  ['6k for a manual or 8k for an automatic', 'price_max=8000'],
  ["if it's an automatic I'd go to 12k, otherwise 10k", 'price_max=12000'],
  ['12k for an automatic, 10k for a manual', 'price_max=12000'],
  ['autos up to 12k, manuals up to 10k', 'price_max=12000'],
  ['up to 60k miles for a petrol, 90k for a diesel', 'miles_max=90000'],
  ['autos under 60k miles, manuals under 80k', 'miles_max=80000'],
  ['petrol Golf 2015, diesel Golf 2017', 'year_min=2015; year_max=2017'],
  ['5k or 6, Golf', 'price_min=5000; price_max=6000'],
  ['a grand or two for a Ka', 'price_min=1000; price_max=2000'],
])('of alternatives the whole range counts: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});

it('is told that the range has more than what was said', () => {
  const { understood } = interpretHere('either a 2.0 or a 1.5');
  expect(new Set(understood.map(({ note }) => note))).toEqual(
    new Set(['searches take one range, so this one covers both limits and everything between']),
  );
});

it.each([
  ['golf under 10k or under 12k', 'price_max=10000'],
  ['sub 45k miles, black or grey Golf, up to 18 and a half', 'price_max=18500; miles_max=45000'],
  ['2015 or newer, red or blue Golf, 2019 at the latest', 'year_min=2015; year_max=2019'],
  ['could be five grand or fifty grand, a red TT', ''],
])('other limits stay as they are: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});

it.each([
  ['under 5-6k', 'price_max=6000'],
  ['under 3-7k', 'price_max=7000'],
  ['under £3-7k', 'price_max=7000'],
  ['budget max 3-7k', 'price_max=7000'],
  ['max 20-45k miles', 'miles_max=45000'],
  ['under 5k or 6', 'price_max=6000'],
  ['max 5 or 6 grand', 'price_max=6000'],
  ['no more than 6 or 7 years old', 'year_min=2019'],
  ['no bigger than a 1.4 or 1.6', 'engine_max=1.6'],
  ['under 10k - 60k miles - petrol', 'price_max=10000; miles_max=60000'],
  ['under £10,000 - 60,000 miles - petrol', 'price_max=10000; miles_max=60000'],
  ['Golf under 5k - 7 seats', 'price_max=5000'],
  ['Golf under 5k or 2015', 'price_max=5000; year_min=2015; year_max=2015'],
  ['between 5 and 6k', 'price_min=5000; price_max=6000'],
  ['around £3,000 but could go to £3,500', 'price_max=3500'],
])('a highest amount that is a range is its upper end: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});

it.each(['up to 3-7k', 'under £3-7k', 'max 20-45k miles', 'under 5k or 6'])(
  'thousands said once count for both amounts: %s',
  (text) => {
    expect(interpretHere(text)).toMatchObject({ understood: [{ words: text }], unsupported: [] });
  },
);

it.each([
  ['Focus under 70k, under 7k', 'price_max=7000; miles_max=70000'],
  ['Focus under 7k, under 70k', 'price_max=7000; miles_max=70000'],
  ['under £10k under £8k', 'price_max=10000'],
  ['got 2k saved, no more than 22k, Golf', 'price_max=22000'],
])('of two limits without a unit the far larger is the mileage: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});

it.each([
  ['comfortable auto, low miles, up to 15k', ''],
  ['Golf with mot til at least December, under 4k', 'price_max=4000'],
  ['3yr old Golf', 'year_min=2022; year_max=2023'],
  ['Golf 2015 on wards', 'year_min=2015'],
  ['Golf GTI mk7 or 7.5 under 15k', 'price_max=15000'],
  ['mileage not important, under 5k', 'price_max=5000'],
  ['any mileage, under 5k', 'price_max=5000'],
  ["I've got just over 5k for a Golf", 'price_min=4500; price_max=5500'],
  ['looking to spend somewhere between 8 and 10', 'price_min=8000; price_max=10000'],
  ['trade in value 2k so looking at 8k, Golf', 'price_max=8000'],
  ["Golf, not if it's over 10 years old", 'year_min=2016'],
  ["Golf, don't bother if it's done over 80k", 'miles_max=80000'],
  ["Golf, no good if it's over 5k", 'price_max=5000'],
  ["Golf, no problem if it's over 80k miles", ''],
  ["Golf, don't mind if it's under 5k", ''],
  ["Golf if it's under 10k", 'price_max=10000'],
  ["I'm not buying a Golf if it's not under 5k", 'price_max=5000'],
  ['Golf 10k to 8k', 'price_min=8000; price_max=10000'],
  ['Golf 10k to 8', 'price_min=8000; price_max=10000'],
  ['Golf 1000 to 500', 'price_min=500; price_max=1000'],
  ['Yeti for less than 85 hundred', 'price_max=8500'],
  ['Yeti between 85 and 95 hundred', 'price_min=8500; price_max=9500'],
  ['Yeti 12 to 15 hundred', 'price_min=1200; price_max=1500'],
  ['Yeti 12 to 9k', 'price_min=9000; price_max=12000'],
  ['Yeti 20 to 15k', 'price_min=15000; price_max=20000'],
  ["can borrow ten thousand but I'd rather keep it under seven, Rio", 'price_max=7000'],
  ['my top price is erm 11k, Rio', 'price_max=11000'],
  ['under £9,000 each, Corsa', 'price_max=9000'],
  ['tyres at £90 each, Corsa', ''],
])('an amount has its own sign, unit and measure: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});
