// Limits whose direction stands apart from the amount, or in unusual words, and numbers as people say and write them.
import { describe, expect, it } from 'vitest';
import { limitsOf } from './interpret-here.ts';

describe('a limit', () => {
  it.each([
    ['Minimum year of registration for the Octavias is 2016', 'year_min=2016'],
    ['the minimum year for the BMW X1 is 2016 and not 2014', 'year_min=2016'],
    ['maximum price for the Golf would be 9000', 'price_max=9000'],
    ['max age for the Yaris is 6 years', 'year_min=2020'],
    ['the most miles on the Kuga should be 50000', 'miles_max=50000'],
    ['sixteen plate golf or later manual', 'year_min=2016'],
    ['2016 golf or newer automatic', 'year_min=2016'],
    ['67 plate focus or later with aircon', 'year_min=2017'],
    ['fourteen grand in cash for a Kuga and that is your absolute ceiling, mate', 'price_max=14000'],
  ])('may stand apart from its amount: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['oldest acceptable 2015', 'year_min=2015'],
    ['first year acceptable 2016', 'year_min=2016'],
    ['latest year allowed is 2018', 'year_max=2018'],
    ['made in 2018 or since', 'year_min=2018'],
    ["an Aygo that won't cost us more than £5,250", 'price_max=5250'],
    ['Bottom end 16k top end 19k', 'price_min=16000; price_max=19000'],
    ['I want it 2016 on and I want it under 8 thousand pounds', 'price_max=8000; year_min=2016'],
    ['a Citigo 2015 up and under 40 thousand miles', 'miles_max=40000; year_min=2015'],
    ['a one point two litre engine is the biggest that they insure', 'engine_max=1.2'],
    ['2015 through to 2017', 'year_min=2015; year_max=2017'],
    ['atleast 9 grand but no past 13 grand', 'price_min=9000; price_max=13000'],
    ['betwixt 10 and 14 thousand pound', 'price_min=10000; price_max=14000'],
    ["so long as the mileage doesn't top 55,000", 'miles_max=55000'],
    ['not less than nine and not more than eleven thousand pounds', 'price_min=9000; price_max=11000'],
    ['not more old than 12 years', 'year_min=2014'],
    ['no more old than ten years', 'year_min=2016'],
    ['betwen 9 and 11k', 'price_min=9000; price_max=11000'],
    ['undr 9 grand', 'price_max=9000'],
    ['floor 3k ceiling 5k vauxhall', 'price_min=3000; price_max=5000'],
    ['ceiling 60k miles', 'miles_max=60000'],
    ['golf cheap to insure for 3000', 'price_max=3000'],
    ["Don't waste my time with anything cheaper than 12 grand", 'price_min=12000'],
    ["don't waste our time on anything under 2015", 'year_min=2015'],
    ['no less than a 66 plate: find me that A-class', 'year_min=2016'],
    ['under 30k miles: find me a Golf', 'miles_max=30000'],
    ["over 2 litre and under 9 grand, the caravan won't pull itself", 'price_max=9000; engine_min=2'],
    ["under 9k, the dog won't walk itself", 'price_max=9000'],
    ["I'd never go as high as 12k", 'price_max=12000'],
    ["I wouldn't pay as much as 12k", 'price_max=12000'],
    ["nobody's going to make me pay over 9k", 'price_max=9000'],
    ['no one will persuade me to pay over 9k', 'price_max=9000'],
    ["golf older than 2010 won't work", 'year_min=2010'],
    ["golf over 9k wouldn't suit us", 'price_max=9000'],
    ["golf over 9k won't work for us", 'price_max=9000'],
  ])('may be said in other words: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['six and three quarter grand tops', 'price_max=6750'],
    ['nowt over 3½ grand', 'price_max=3500'],
    ['at least two point oh litres', 'engine_min=2'],
  ])('may have a part of a number: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['budget 7000 year 2014 or newer miles 60000 max', 'price_max=7000; miles_max=60000; year_min=2014'],
    ['price max 8000 mileage max 60000 year min 2015', 'price_max=8000; miles_max=60000; year_min=2015'],
    ['focus 7k year 2014 or newer', 'price_max=7000; year_min=2014'],
    ['max price 9000 miles max 30000', 'price_max=9000; miles_max=30000'],
    ['budget 7000 miles 60000', 'price_max=7000; miles_max=60000'],
    ['max price 9000 miles max 30000 correction miles max 35000', 'price_max=9000; miles_max=35000'],
  ])('has no unit that belongs to the next amount: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    '7000 years old',
    'The insurance wants 1200 pounds of me',
    'insurance quoted 900 pounds',
    'boot 500 litres',
    'load space of 600 litres',
    'a 400 litre boot',
    'need a golf, I have a 3 year old and a 5 year old',
    'golf for a family with a 3 year old and a 6 year old',
    "it's my wife's 40th in 2026, a golf",
  ])('does not come from numbers of other things: %s', (text) => {
    expect(limitsOf(text)).toBe('');
  });

  it.each(['minimum spec for the golf is SE 2016', '2.0 diesel is the biggest we insure'])(
    'is not set if its direction is not understood: %s',
    (text) => {
      expect(limitsOf(text)).toBe('');
    },
  );
});
