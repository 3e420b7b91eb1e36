import { describe, expect, it } from 'vitest';
import { readRegistration, readVin } from '../../src/feed/read-vehicle-marks.ts';
import { Refusal, type Reading } from '../../src/feed/reading.ts';
import { itemsOf } from './collect.ts';

function shown(reading: Reading<string>): string | null {
  return reading instanceof Refusal ? reading.reason : reading;
}

describe('a registration', () => {
  it.each([
    ['ab12 cde', 'AB12CDE'],
    ['A 1', 'A1'],
    ['X-123-ABC', 'X123ABC'],
    ['', null],
    [null, null],
    ['N/A', 'not_given'],
    ['UNREG', 'unreadable'],
    ['00000', 'unreadable'],
    ['AB12CDEFG', 'unreadable'],
    [5, 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(shown(readRegistration(value))).toBe(expected);
  });
});

describe('a chassis number', () => {
  it.each([
    ['wvwzzz1kz6w000001', 'WVWZZZ1KZ6W000001'],
    ['WVWZZZ 1KZ 6W000001', 'WVWZZZ1KZ6W000001'],
    ['WVWZZZ1KZ6W00001', 'unreadable'],
    ['WVWZZZ1KZ6W00000I', 'unreadable'],
    ['00000000000000000', 'unreadable'],
    ['-', 'not_given'],
  ])('%j is read as %j', (value, expected) => {
    expect(shown(readVin(value))).toBe(expected);
  });
});

it('comes beside the listing, not in it', async () => {
  const record =
    '{"id":1,"dealer":"a.example","advert_url":"https://a.example/1","registration":"ab12 cde","vin":"x"}';
  const [item] = await itemsOf(record);
  expect(item).toMatchObject({
    kind: 'listing',
    vehicle: { registration: 'AB12CDE' },
    unknowns: [{ field: 'vin', reason: 'unreadable', value: "'x'", count: 1 }],
  });
  expect(JSON.stringify(item?.kind === 'listing' && item.listing)).not.toContain('AB12CDE');
});
