import { expect, it } from 'vitest';
import { readListingText } from '../../src/pricing/stated-facts.ts';

function read(fullDescription: string | null, model: string | null = 'A1') {
  return readListingText({ model, fullDescription, sourceTerms: null });
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
  ['Cat N, fully repaired', true],
  ['category S', true],
  ['previously written off', true],
  ['never written off', false],
  ['HPI clear, not a cat', false],
  ['Full service history', false],
])('reads whether %j was written off: %s', (description, isWriteOff) => {
  expect(read(description).isWriteOff).toBe(isWriteOff);
});

it('reads trims of the model and the description', () => {
  expect(read('A lovely S line', '3 Series 320d M Sport').trims.toSorted()).toEqual(['msport', 'sline']);
});
