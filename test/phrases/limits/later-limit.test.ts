// Limits that are said apart from their amount: in a clause of their own, after a sign, at the start or the end of the clause, or in words that
// only soften the amount; and numbers as people say and write them.
import { describe, expect, it } from 'vitest';
import { interpretHere, limitsOf } from '../interpret-here.ts';
import { after } from '../refine-here.ts';

function understood(text: string): string {
  return Object.entries(interpretHere(text).parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

function reported(text: string): string[] {
  return interpretHere(text).unsupported.map(({ words }) => words);
}

describe('a limit in a clause after its amount', () => {
  it.each([
    ['around 20k, not over', 'price_max=20000'],
    ['from 2016 only', 'year_min=2016; year_max=2016'],
    ['from 5k only', 'price_min=5000'],
    ['about ten thousand pounds, no more', 'price_max=10000'],
    ['about 8 grand but not a penny more', 'price_max=8000'],
    ["around 15k, wouldn't want to go over", 'price_max=15000'],
    ['roughly £12,000. Definitely not above.', 'price_max=12000'],
    ['15 grand roughly, absolute max', 'price_max=15000'],
    ['about 8k, no less', 'price_min=8000'],
    ['about 40,000 miles, and not any higher please', 'miles_max=40000'],
    ['2016, no older', 'year_min=2016'],
    ['2018, not newer', 'year_max=2018'],
    ['below a litre, no bigger', 'engine_max=1'],
    ['1.6, no bigger', 'engine_max=1.6'],
    ['2 litre engine, nothing smaller', 'engine_min=2'],
    ['5-8k, not a penny more', 'price_min=5000; price_max=8000'],
  ])('limits it: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
    expect(reported(text)).toEqual([]);
  });

  it.each([
    ['about 8k, not over 60k miles', 'price_min=7200; price_max=8800; miles_max=60000'],
    ['around 10k, not older than 2015', 'price_min=9000; price_max=11000; year_min=2015'],
    ['about 8k, nothing older', 'price_min=7200; price_max=8800'],
    ['about 10k but could do more', 'price_min=9000; price_max=11000'],
    ['under 8k, no lower', 'price_max=8000'],
  ])('is none of another amount or measure: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

describe('an aside between commas', () => {
  it.each([
    ['spending minimum, I think, £6k', 'price_min=6000'],
    ['from, say, 2016 onwards', 'year_min=2016'],
    ['no older than, oh, 2014', 'year_min=2014'],
    ['between, I guess, 4k and 6k', 'price_min=4000; price_max=6000'],
    ['mileage, ideally, under 50k', 'miles_max=50000'],
    ['around, I dunno, 8 grand', 'price_min=7200; price_max=8800'],
    ['golf max 8k, I think, 60k miles', 'make=Volkswagen; model=Golf; price_max=8000; miles_max=60000'],
    ['big miles, say, 5 Series', 'make=BMW; model=5 Series'],
  ])('parts no limit from its amount: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each(['golf, minimum, 10k', 'golf, minimum, £8k'])(
    'is no direction, which leaves the side of the amount unclear: %s',
    (text) => {
      expect(limitsOf(text)).toBe('');
    },
  );
});

describe('words that soften an amount', () => {
  it.each([
    ['up to 8k or so', 'price_max=8000'],
    ['from 2016 or so', 'year_min=2016'],
    ['8kish', 'price_min=7200; price_max=8800'],
    ['2016ish', 'year_min=2015; year_max=2017'],
    ['2016 give or take a year', 'year_min=2015; year_max=2017'],
    ['around 8k give or take a grand', 'price_min=7200; price_max=8800'],
    ['60k miles give or take 5k', 'miles_min=54000; miles_max=66000'],
    ['8k approx', 'price_min=7200; price_max=8800'],
    ['no more than around 8k', 'price_max=8000'],
    ['not more than roughly 9 grand', 'price_max=9000'],
    ['up to approx 9k', 'price_max=9000'],
    ['over roughly 5k', 'price_min=5000'],
    ['less than circa 50k miles', 'miles_max=50000'],
    ['at least around 2 litres', 'engine_min=2'],
    ['£4,000 approx 60k miles', 'price_max=4000; miles_min=54000; miles_max=66000'],
  ])('leave its direction: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each(['within 30 miles or so', 'within 15 km or thereabouts', 'within 20 miles max', 'about 30 miles'])(
    'make no mileage of a distance: %s',
    (text) => {
      expect(understood(text)).toBe('');
      expect(reported(text)).toEqual([text]);
    },
  );
});

describe('a plus after an amount', () => {
  it.each([
    ['2016 +', 'year_min=2016'],
    ['60k + miles', 'miles_min=60000'],
    ['18 plate +, diesel', 'fuel_type=Diesel; year_min=2018'],
    ['2016 + diesel', 'fuel_type=Diesel; year_min=2016; year_max=2016'],
    ['up to 14k plus vat', 'price_max=14000'],
    ['16k+vat', 'price_max=16000'],
    ['9k + delivery', 'price_max=9000'],
    ['12k plus on the road costs', 'price_max=12000'],
    ['6k plus an auction fee', 'price_max=6000'],
    ['up to 8k plus', 'price_max=8000'],
    ['up to 40k + miles', 'miles_max=40000'],
  ])('is a minimum only where nothing is added: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

it.each([
  ['3.8 engine at least', 'engine_min=3.8'],
  ['1.6 engine max', 'engine_max=1.6'],
  ['3000cc engine at least', 'engine_min=3'],
  ['price under 4000 mileage under 80000', 'price_max=4000; miles_max=80000'],
  ['engine at least 2.0', 'engine_min=2'],
  ['1.6 engine max mileage 60k', 'miles_max=60000; engine_min=1.55; engine_max=1.649'],
])('a noun between an amount and its limit belongs to them: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it('a half alone is a question, and no word to search for', () => {
  expect(understood('8 and a half')).toBe('');
  expect(interpretHere('8 and a half').unsupported.map(({ asks }) => asks?.question)).toEqual([
    'Is 8.5 a price, a mileage or an age?',
  ]);
  expect(understood('budget is 8 and a half')).toBe('price_max=8500');
  expect(after('price_max=7000', 'actually make that 8 and a half')).toBe('price_max=8500');
});

describe('a limit', () => {
  it.each([
    ['around 9k but no more than 10k', 'price_max=10000'],
    ['about 50k miles, under 60k miles', 'miles_max=60000'],
    ['about 10k, under 60k miles', 'price_min=9000; price_max=11000; miles_max=60000'],
    ['over 3 thousand under 6', 'price_min=3000; price_max=6000'],
    ['under 7k over 60', 'price_max=7000'],
    ['Focus, 2017 up', 'make=Ford; model=Focus; year_min=2017'],
    ['Focus 2017 up to 9k', 'make=Ford; model=Focus; price_max=9000; year_min=2017; year_max=2017'],
    ['a 2017 up', 'year_min=2017; year_max=2017'],
    ['£150 a month over 3 years, Aygo', 'make=Toyota; model=Aygo'],
    ["paid out 9 grand so that's my limit, Aygo", 'make=Toyota; model=Aygo; price_max=9000'],
    ["lost 3k on the last one, that's life, Aygo", 'make=Toyota; model=Aygo'],
    ["we've had two from you since 2011, Aygo now", 'make=Toyota; model=Aygo'],
    ['Aygo, less than 8 grand but more than 4', 'make=Toyota; model=Aygo; price_min=4000; price_max=8000'],
    ['max 12 grand, at least 9', 'price_min=9000; price_max=12000'],
    ['under 60k miles but over 20', 'miles_min=20000; miles_max=60000'],
    ['no more than 10k, more than 5 seats', 'price_max=10000'],
    ['Aygo, can go as far back as 2014', 'make=Toyota; model=Aygo; year_min=2014'],
    ['going back to 2012 is fine, Aygo', 'make=Toyota; model=Aygo; year_min=2012'],
    ['on hp over 3 years, Aygo', 'make=Toyota; model=Aygo'],
    ['Aygo, finance it over five yrs please', 'make=Toyota; model=Aygo'],
    ['Aygo on finance, over 4 years old', 'make=Toyota; model=Aygo; year_max=2022'],
    ['Aygo, white, 2018 up', 'q=white; make=Toyota; model=Aygo; year_min=2018'],
    ['Aygo, petrol, 2016 up', 'make=Toyota; model=Aygo; fuel_type=Petrol; year_min=2016'],
    ["Aygo, don't mind it having 100k miles on it", 'make=Toyota; model=Aygo'],
    ['not fussed about 80k on the clock, Aygo', 'make=Toyota; model=Aygo'],
    ["Aygo, don't care about it having 90k on it", 'make=Toyota; model=Aygo'],
    ['Aygo up to four and a half', 'make=Toyota; model=Aygo; price_max=4500'],
    ['Aygo, no more than six and a half', 'make=Toyota; model=Aygo; price_max=6500'],
    ['Aygo, 16 and a half tops', 'make=Toyota; model=Aygo; price_max=16500'],
    ['Aygo under 9k, under forty and a half', 'make=Toyota; model=Aygo; price_max=9000; miles_max=40500'],
    ['Aygo under two and a half', 'make=Toyota; model=Aygo'],
    ['Aygo under four and a half years old', 'make=Toyota; model=Aygo; year_min=2021'],
    ['Aygo since 2011', 'make=Toyota; model=Aygo; year_min=2011'],
    ['never goes more than 20 miles, Aygo', 'make=Toyota; model=Aygo'],
    ["Aygo, we don't go over 60 miles a week", 'make=Toyota; model=Aygo'],
    ['Aygo for no more than 6,000 miles per year', 'make=Toyota; model=Aygo'],
    ['Aygo with no more than 60,000 miles', 'make=Toyota; model=Aygo; miles_max=60000'],
  ])('is what the words around its amount make it: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each([
    ["Aygo in LS1, I'd rather not travel more than 20 miles", '4'],
    ["Aygo in LS1, can't drive further than 20 miles", '4'],
    ['Aygo in LS1, willing to travel up to 20 miles', '4'],
    ['Aygo, willing to travel up to 20 miles', undefined],
  ])('of how far somebody travels is a distance and no mileage: %s', (text, distance) => {
    const { parameters } = interpretHere(text);
    expect(parameters.distance).toBe(distance);
    expect(parameters.miles_max ?? parameters.miles_min).toBeUndefined();
  });
});

it.each([
  ['newer than 2014 and before 2019', 'year_min=2015; year_max=2018'],
  ['over 4k and under 7k', 'price_min=4000; price_max=7000'],
  ['2017 and under 60k miles', 'miles_max=60000; year_min=2017; year_max=2017'],
  ['below hundred and ten thousand miles', 'miles_max=110000'],
])('a limit behind an `and` belongs to the amount after it: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

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
  ])('may be said apart from its amount: %s', (text, limits) => {
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
