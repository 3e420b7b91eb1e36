// Colour, body and trim of a listing, from what its texts say, and nothing where they do not say it of the car.
import { expect, test } from 'vitest';
import { looksOf } from '../../src/pricing/looks.ts';

const NOTHING = { model: null, fullDescription: null, sourceTerms: null };

test.each([
  ['columns', { sourceTerms: 'Deep black pearl; Hatchback' }, { colour: 'Black', body: 'Hatchback' }],
  ['a name', { model: 'Fiesta 1.0 EcoBoost ST-Line 5dr' }, { trim: 'ST-Line' }],
  ['prose', { fullDescription: 'A lovely estate in red with one owner.' }, { colour: 'Red', body: 'Estate' }],
  ['a finish is no colour', { fullDescription: 'Blue, metallic paint.' }, { colour: 'Blue' }],
  [
    'columns before prose',
    { sourceTerms: 'White', fullDescription: 'Not the grey one.' },
    { colour: 'White' },
  ],
])('%s', (_name, texts, looks) => {
  expect(looksOf({ ...NOTHING, ...texts })).toEqual(looks);
});

test.each([
  'Black leather interior and red calipers.',
  'Grey half leather, black roof.',
  'Available in red or blue.',
  'With our black edition pack.',
  '',
])('%j says no colour of the car', (fullDescription) => {
  expect(looksOf({ ...NOTHING, fullDescription }).colour).toBeUndefined();
});

test('the narrower name of a colour is the one that is given', () => {
  expect(looksOf({ ...NOTHING, fullDescription: 'Alpine white, one of few in white.' }).colour).toBe(
    'Alpine white',
  );
});
