// What the texts of an advert state of a car, and nothing where they do not state it of the car itself.
import { describe, expect, it, test } from 'vitest';
import { factReader } from '../../../src/index/words/stated-facts.ts';

const NOTHING = { model: null, fullDescription: null, sourceTerms: null };

function read(fullDescription: string | null, model: string | null = 'A1') {
  return factReader().read({ model, fullDescription, sourceTerms: null });
}

it.each([
  ['55.4 mpg combined, road tax £150', 55.4],
  ['Urban: 35.1 mpg, combined: 47.9mpg, extra urban: 58.9 mpg', 47.9],
  ['35.1 mpg (urban), 60 MPG', 60],
  ['Economical: 60 MPG', 60],
  ['1.4 TFSI, mpg on request', null],
  ['Up to 9999 mpg', null],
  ['0.3 mpg', null],
  [null, null],
])('reads the consumption of %j', (description, mpg) => {
  expect(read(description).consumptionMpg).toBe(mpg);
});

it.each([
  ['Cat N, fully repaired', 'Cat N'],
  ['category S', 'Cat S'],
  ['recorded cat D repaired', 'Cat D'],
  ['previously written off', 'Write-off'],
  ['Written off: a cat D', 'Cat D'],
  ['never written off', null],
  ['HPI clear, not a cat', null],
  ['Full service history', null],
])('reads whether %j was written off, and in which category', (description, category) => {
  expect(read(description).written_off).toBe(category);
});

it('reads the category of a write-off from any text', () => {
  const texts = { model: null, sourceTerms: 'Previously written off', fullDescription: 'Repaired Cat N.' };
  expect(factReader().read(texts).written_off).toBe('Cat N');
});

it.each([
  ['One owner from new', '1'],
  ['previous owners: 1', '1'],
  ['one lady owner', '1'],
  ['two owners', null],
  ['No previous owners', null],
])('reads whether %j has one owner', (description, owners) => {
  expect(read(description).owners).toBe(owners);
});

it.each([
  ['A 5 door hatchback with seven seats', '5', '7'],
  ['Five door, 5dr, 7 seater', '5', '7'],
  ['3dr or 5dr available', null, null],
  ['Doors and seats in good order', null, null],
])('reads doors and seats of %j: %s and %s', (description, doors, seats) => {
  expect(read(description)).toMatchObject({ doors, seats });
});

it('reads trims of the model and the description', () => {
  expect(read('A lovely S line', '3 Series 320d M Sport').trims.toSorted()).toEqual(['msport', 'sline']);
});

it('reads a description to its end', () => {
  const long = `${'Drives superbly. '.repeat(200)}Cat N. 55.4 mpg. S line`;
  expect(read(long)).toMatchObject({ trims: ['sline'], written_off: 'Cat N', consumptionMpg: 55.4 });
});

it.each([
  ['2017 Ford Kuga 1.5L Titanium 2dr in Grey. HPI clear.', 'Titanium'],
  ['Great value hatchback: 2011 Ford Fiesta 1.4 Titanium, petrol manual', 'Titanium'],
  ['A family car. The one above it is a Titanium.', null],
  ['Titanium or Zetec, the choice is yours', null],
  [`${'tidy and '.repeat(21)}clean Sportback`, null],
])('reads the trim of %j where it begins with a title', (description, trim) => {
  expect(read(description, 'Kuga').trim).toBe(trim);
});

describe('appearance', () => {
  test.each([
    ['columns', { sourceTerms: 'Deep black pearl; Hatchback' }, { colour: 'Black', body: 'Hatchback' }],
    ['a name', { model: 'Fiesta 1.0 EcoBoost ST-Line 5dr' }, { trim: 'ST-Line' }],
    [
      'prose',
      { fullDescription: 'A lovely estate in red with one owner.' },
      { colour: 'Red', body: 'Estate' },
    ],
    ['a finish is no colour', { fullDescription: 'Blue, metallic paint.' }, { colour: 'Blue' }],
    [
      'columns before prose',
      { sourceTerms: 'White', fullDescription: 'Not the grey one.' },
      { colour: 'White' },
    ],
  ])('%s', (_name, texts, appearance) => {
    const { colour, body, trim } = factReader().read({ ...NOTHING, ...texts });
    expect({ colour, body, trim }).toEqual({ colour: null, body: null, trim: null, ...appearance });
  });

  test.each([
    'Black leather interior and red calipers.',
    'Grey half leather, black roof.',
    'Available in red or blue.',
    'With our black edition pack.',
    '',
  ])('%j says no colour of the car', (fullDescription) => {
    expect(read(fullDescription).colour).toBeNull();
  });

  test('the narrower name of a colour is the one that is given', () => {
    expect(read('Alpine white, one of few in white.').colour).toBe('Alpine white');
  });
});

it('reads the same after more words than are numbered at a time', () => {
  const text = 'Cat N, one owner, metallic blue estate';
  const before = read(text);
  expect(before).toMatchObject({
    written_off: 'Cat N',
    owners: '1',
    colour: 'Blue',
    body: 'Estate',
  });
  for (let part = 0; part < 10; part++)
    read(Array.from({ length: 10_000 }, (_, word) => `word${part}x${word}`).join(' '));
  expect(read('saloon in red').colour).toBe('Red');
  expect(read(text)).toEqual(before);
});
