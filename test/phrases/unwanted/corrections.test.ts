// A later limit of the same measure and side, with words that correct, change or raise it, takes the place of the earlier one.
import { describe, expect, it } from 'vitest';
import { interpretHere, limitsOf } from '../interpret-here.ts';

describe('a later limit', () => {
  it.each([
    ['2015 or newer, actually 2016 or newer, Astra', 'year_min=2016'],
    ['67 plate on, naw, 68 plate on', 'year_min=2018'],
    ['wanted 2015 or newer but has since changed her mind to 2017 or newer', 'year_min=2017'],
    ['2014 or newer actually no 2016 or newer', 'year_min=2016'],
    ['no more than 30k miles. Update: up to 40k miles now', 'miles_max=40000'],
    ['he says a 1.4 at most, I say no chance, 1.2 at most', 'engine_max=1.2'],
    ['said forty thousand pounds by mistake and meant fourteen thousand pounds', 'price_max=14000'],
    ["nothing over ten thousand pounds but we'll go to eleven thousand", 'price_max=11000'],
    ['over £10k... no under £10k i meant', 'price_max=10000'],
    ['tiguan 40k miles max, er, 45k miles max', 'miles_max=45000'],
    ['thirty k, no make that thirty five', 'price_max=35000'],
    ['under 20k, make that twenty two', 'price_max=22000'],
    ['under 8k, hmm, under 9k', 'price_max=9000'],
    ['16 plate or newer, tell a lie, 17 plate or newer', 'year_min=2017'],
    ['2015, scrub that, 2016 or newer', 'year_min=2016'],
    ['2015 or newer, erm, 2016 or newer', 'year_min=2016'],
  ])('replaces the earlier one: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['no older than 2013 I mean 2014', 'year_min=2014'],
    ['2015 or newer, actually 2016', 'year_min=2016'],
    ['I put 50,000 miles as the most; please read 60,000', 'miles_max=60000'],
    ['no more than 60,000 miles. Oh dear, that is wrong; I meant 16,000', 'miles_max=16000'],
    ['under seven grand, ok fine seven and a half', 'price_max=7500'],
    ['6k, 6 and a half at a push', 'price_max=6500'],
    ['under 8 grand, no, 9', 'price_max=9000'],
    ['up to 50 thousand pounds, oops, miles, Civic', 'miles_max=50000'],
    ['between 9 and 11 thousand, or rather between 9 and 12', 'price_min=9000; price_max=12000'],
  ])('takes the unit and the direction of the earlier one: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['over 12 grand, oops I meant under 12 grand, Audi A1', 'price_max=12000'],
    ['I said no newer than 2016, my English is bad, I mean no older than 2016', 'year_min=2016'],
    ['i10 at least 4k... I mean at most 4k lol', 'price_max=4000'],
    ['under 60k miles, sorry, over 60k miles', 'miles_min=60000'],
    ['at least 8k, I mean at most 5k', 'price_max=5000'],
  ])('of the other side replaces one that leaves no range with it: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['yaris under 10k and under 50k miles actually forget the mileage', 'price_max=10000'],
    ['under 8k and 2015 or newer, never mind the age', 'price_max=8000'],
    ['under 50k miles, under 9k. Ignore the price', 'miles_max=50000'],
  ])('is removed if later words take its measure back: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['at least 5k, sorry, at most 8k', 'price_min=5000; price_max=8000'],
    ['golf under 10k or under 12k', 'price_max=10000'],
    ['under 10k then 2k for repairs', 'price_max=10000'],
    ['8000 rather than 9000', 'price_max=8000'],
    ['XK, over twenty grand is fine but under thirty', 'price_max=30000'],
  ])('is another one: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });
});

describe('what somebody was looking at', () => {
  it.each([
    ["I was looking at a Qashqai but I'd rather have a Kadjar", { make: 'Renault', model: 'Kadjar' }],
    ['we were considering a Juke but would sooner get a Captur', { make: 'Renault', model: 'Captur' }],
    ['I was after an Insignia but I want a Mondeo now', { make: 'Ford', model: 'Mondeo' }],
    ["been looking at the Sportage, now I'd prefer a Tucson", { make: 'Hyundai', model: 'Tucson' }],
    [
      'was thinking of a red Juke but would prefer it in black',
      { make: 'Nissan', model: 'Juke', q: 'black' },
    ],
    [
      "I was looking at a Golf but I'd like an automatic",
      { make: 'Volkswagen', model: 'Golf', transmission: 'Automatic' },
    ],
  ])('gives way to what is wanted instead: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['I was looking at a Golf or a Polo', { make: 'Volkswagen', model: 'Golf,Polo' }],
    ['was looking at Golfs but they want too much', { make: 'Volkswagen', model: 'Golf' }],
  ])('is wanted otherwise: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });
});
