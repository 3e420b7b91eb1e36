import { describe, expect, it } from 'vitest';
import { readRegistration, readVin } from '../../../src/ingest/values/url.ts';
import { InvalidValue, type FieldValue } from '../../../src/ingest/values/text.ts';
import { resultsOf } from '../collect.ts';

function valueOf(fieldValue: FieldValue<string>): string | null {
  return fieldValue instanceof InvalidValue ? fieldValue.reason : fieldValue;
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
    expect(valueOf(readRegistration(value))).toBe(expected);
  });
});

describe('a VIN', () => {
  it.each([
    ['wvwzzz1kz6w000001', 'WVWZZZ1KZ6W000001'],
    ['WVWZZZ 1KZ 6W000001', 'WVWZZZ1KZ6W000001'],
    ['WVWZZZ1KZ6W00001', 'unreadable'],
    ['WVWZZZ1KZ6W00000I', 'unreadable'],
    ['00000000000000000', 'unreadable'],
    ['-', 'not_given'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readVin(value))).toBe(expected);
  });
});

it('is returned beside the listing, not in it', async () => {
  const record =
    '{"id":1,"dealer":"a.example","advert_url":"https://a.example/1","registration":"ab12 cde","vin":"x"}';
  const [result] = await resultsOf(record);
  expect(result).toMatchObject({
    kind: 'listing',
    vehicle: { registration: 'AB12CDE' },
    valueIssues: [{ field: 'vin', reason: 'unreadable', value: "'x'", count: 1 }],
  });
  expect(JSON.stringify(result?.kind === 'listing' && result.listing)).not.toContain('AB12CDE');
});
