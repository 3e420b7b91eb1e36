// Kinds of vehicles that the stock does not have, and texts about something else than vehicles.
import { describe, expect, it } from 'vitest';
import { toInterpretationResponse } from '../../src/api/interpretation-response.ts';
import { resolve } from '../../src/phrases/interpret.ts';
import { interpretHere, KNOWLEDGE, readPhrase } from './interpret-here.ts';

function withMissing(text: string, ...missing: readonly string[]) {
  const interpretation = resolve(readPhrase(text), KNOWLEDGE).describe(new Set(missing));
  return toInterpretationResponse(
    { ...interpretation, refines: false, resets: false, changes: [] },
    'https://cars.example',
  );
}

describe('a kind of vehicle', () => {
  it('that no listing says is said first to be missing, and the rest of the phrase is searched for', () => {
    const { notice, parameters, not_understood } = withMissing('black Mercedes hearse under 20k', 'hearse');
    expect([notice, parameters]).toEqual([
      'No hearses in this stock.',
      { make: 'Mercedes-Benz', price_max: '20000', q: 'black' },
    ]);
    expect(not_understood.map(({ words, why }) => [words, why])).toEqual([
      ['hearse', 'No hearses in this stock.'],
    ]);
  });

  it.each([
    ['campervan under 20k', 'campervan', 'No campervans in this stock.', { price_max: '20000' }],
    [
      'motorhome under 30k, automatic',
      'motorhome',
      'No motorhomes in this stock.',
      { price_max: '30000', transmission: 'Automatic' },
    ],
    [
      'Minibus near Lincoln',
      'Minibus',
      'No minibuses in this stock.',
      { location: 'LN6', distance: '4', sort: 'distance' },
    ],
    [
      'has anybody got a hydrogen Toyota in yet?',
      'hydrogen',
      'No hydrogen cars in this stock.',
      { make: 'Toyota' },
    ],
  ])('that no listing says leaves what is beside it: %s', (text, missing, said, found) => {
    const { notice, parameters } = withMissing(text, missing);
    expect([notice, parameters]).toEqual([said, found]);
  });

  it('that a listing says is searched for', () => {
    const { notice, parameters } = withMissing('campervan with a pop top');
    expect([notice, parameters]).toEqual([null, { q: 'campervan pop top' }]);
  });
});

describe('a kind of vehicle that no listing is', () => {
  it.each([
    ['caravan 4 berth', {}],
    ['diesel tractor with loader', {}],
    ['estate to tow a caravan', { q: 'estate' }],
    ['need an estate with room for a mountain bike', { q: 'estate' }],
  ])('leaves nothing to search for unless a vehicle is named: %s', (text, parameters) => {
    expect(withMissing(text).parameters).toEqual(parameters);
  });
});

describe('a text', () => {
  it.each([
    'wing mirror glass for a Clio, passenger side',
    'Ford Focus front bumper',
    'need a set of alloy wheels for my Golf mk6',
    'leasing deal on a brand new EV6',
    'how do I change the oil on a BMW 320d',
    'van hire for a day',
    'whats FSH stand for when dealers write it',
    'any idea how you get red wine out of a carpet',
    'got a good recipe for parkin?',
    "my cat's called Diesel, daft animal",
    "what's 15% of 8000",
    '205/55 R16',
  ])('about parts, hire or advice searches for nothing: %s', (text) => {
    expect(interpretHere(text).parameters).toEqual({});
  });

  it.each([
    ['a Golf with alloy wheels for my wife', { make: 'Volkswagen', model: 'Golf', q: 'alloy wheels' }],
    ['how do I find a Golf under 5k', { make: 'Volkswagen', model: 'Golf', price_max: '5000' }],
    ['van hire, Golf', { make: 'Volkswagen', model: 'Golf' }],
    ['a Golf, no ex hire cars', { make: 'Volkswagen', model: 'Golf', q: '-"ex hire cars"' }],
  ])('that asks for a vehicle beside such words searches for it: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    'who is the prime minister',
    'how do I boil an egg',
    'what year did the war end',
    'who won the league in 1998',
    'write me a poem about autumn',
    'k',
  ])('about something else searches for nothing: %s', (text) => {
    expect(interpretHere(text).parameters).toEqual({});
  });

  it.each([
    ['who has a convertible', { q: 'convertible' }],
    ['what is the cheapest Polo', { make: 'Volkswagen', model: 'Polo', sort: 'price_asc' }],
    ['is it under 5k', { price_max: '5000' }],
    ['do you have anything from 2019 onwards', { year_min: '2019' }],
  ])('that asks for a vehicle searches for it: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['can I book a test drive for a Focus', { make: 'Ford', model: 'Focus' }],
    ['how much to insure a Polo', { make: 'Volkswagen', model: 'Polo' }],
    ['do you do HPI checks?', {}],
  ])('about a service refers to the dealer: %s', (text, parameters) => {
    const { parameters: found, unsupported } = interpretHere(text);
    expect(found).toEqual(parameters);
    expect(unsupported.map(({ why }) => why)).toContain(
      'Ask the dealer about this: a search cannot answer it.',
    );
  });
});

describe('a word that no table knows', () => {
  it.each([
    ['a stylish coupe to turn heads', { q: 'coupe' }],
    ["my phone's about to die", {}],
    ["won't cost the earth to insure, Polo", { make: 'Volkswagen', model: 'Polo' }],
    ['tow car for our caravan, 4x4', { q: '4x4' }],
    ['ignore that, cat walked on the keyboard', {}],
    ['how much would my Audi A1 be worth towards a Q2?', { make: 'Audi', model: 'Q2' }],
  ])('is not searched for in talk: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['siveek', { q: 'siveek' }],
    ['I want a Golf Rabbit', { make: 'Volkswagen', model: 'Golf', q: 'Rabbit' }],
    ["I'd be glad to hear of any Wolseley Hornet", { q: 'Wolseley Hornet' }],
    ['an estate with a towbar would suit', { q: 'estate towbar' }],
    ['my mum needs a Doblo with a hoist', { make: 'Fiat', model: 'Doblo', q: 'hoist' }],
  ])('is searched for alone and beside what is asked for: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });
});

describe('what a word that means nothing here describes', () => {
  it.each([
    ['golf with comfy seats', { make: 'Volkswagen', model: 'Golf' }],
    ['polo, decent boot, tidy interior', { make: 'Volkswagen', model: 'Polo' }],
    ['a kuga with heated seats', { make: 'Ford', model: 'Kuga', q: 'heated seats' }],
    ['a golf with nice alloys', { make: 'Volkswagen', model: 'Golf', q: 'alloys' }],
    ['velvet, red velvet', {}],
    ['red velvet', { q: 'red' }],
    ['red velvet seats, polo', { make: 'Volkswagen', model: 'Polo', q: 'red' }],
  ])('is not searched for if every car has it, or nothing else is asked for: %s', (text, parameters) => {
    expect(withMissing(text, 'velvet').parameters).toEqual(parameters);
  });

  it('is listed', () => {
    const { not_understood } = withMissing('golf with comfy seats');
    expect(not_understood.map(({ words, why }) => [words, why])).toEqual([
      ['comfy', "We can't search for this."],
      ['seats', 'The words beside it were not understood, so it was not searched for.'],
    ]);
  });
});
