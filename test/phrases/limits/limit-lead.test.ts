// Limits that a refusal turns round, with other words between them or behind, and those that a second one turns back.
import { describe, expect, it } from 'vitest';
import { interpretHere, limitsOf } from '../interpret-here.ts';

describe('a refusal before a limit', () => {
  it.each([
    ["he won't be seen in anything before a 66 plate", 'year_min=2016'],
    ["wouldn't be caught dead in anything older than 2012", 'year_min=2012'],
    ["my dad won't lend me the money for anything over 5k", 'price_max=5000'],
    ["the board won't authorise a penny over £20,000", 'price_max=20000'],
    ['she is not prepared to look at a Golf over 12k', 'price_max=12000'],
    ['we reject any cars older than 2015', 'year_min=2015'],
    ['the wife vetoed anything over 60k miles', 'miles_max=60000'],
    ['it musnt be older than 2014', 'year_min=2014'],
    ['not a Fiesta but something over 5k', 'price_min=5000'],
    ["I'm not rich so anything over 2k is a stretch", 'price_min=2000'],
  ])('turns it round over the words between, up to a new thought: %s', (text, expected) => {
    expect(limitsOf(text)).toBe(expected);
  });

  it.each([
    ["it can't not be at least a 2017", 'year_min=2017'],
    ["it couldn't not be under 8k", 'price_max=8000'],
    ["nothing that isn't under 9 grand", 'price_max=9000'],
    ["I won't look at one that hasn't done less than 50k miles", 'miles_max=50000'],
    ["never show me a car which isn't newer than 2015", 'year_min=2016'],
  ])('is cancelled by a second one: %s', (text, expected) => {
    expect(limitsOf(text)).toBe(expected);
  });

  it.each([
    [
      "don't send me any Focus diesel that isn't under £10k",
      'make=Ford; model=Focus; fuel_type=Diesel; price_max=10000',
    ],
    ['not interested in a Golf that isnt 2018 or newer', 'make=Volkswagen; model=Golf; year_min=2018'],
  ])('leaves the cars that the limit is of: %s', (text, expected) => {
    const { parameters } = interpretHere(text);
    expect(Object.entries(parameters).map(([name, value]) => `${name}=${value}`).join('; ')).toBe(expected); // prettier-ignore
  });
});

describe('a refusal behind a limit', () => {
  it.each([
    ['anything over 60k miles gets rejected', 'miles_max=60000'],
    ['anything older than 2016 would be sent straight back', 'year_min=2016'],
    ['anything over 8k will be turned down', 'price_max=8000'],
  ])('turns it round: %s', (text, expected) => {
    expect(limitsOf(text)).toBe(expected);
  });
});

it('the words before a limit that lead to it are understood with it', () => {
  const { understood } = interpretHere("golf, I would not go over 5k and wouldn't pay more for a diesel");
  expect(understood.map(({ parameter, words }) => [parameter, words])).toContainEqual(['price_max', 'would not go over 5k']);
}); // prettier-ignore
