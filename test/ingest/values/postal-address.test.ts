// The town and the postcode of an address that a dealer wrote in one field.
import { describe, expect, it } from 'vitest';
import { parsePostalAddress, townOfPostcode } from '../../../src/ingest/values/postal-address.ts';

describe('an address in one field', () => {
  it.for([
    ['Unit 3, Tees Street, Middlesbrough, TS2 1AB', 'Middlesbrough', 'TS2 1AB'],
    ['12 Station Road, Stretford, MANCHESTER, M32 8AA', 'Manchester', 'M32 8AA'],
    ['Northgate Cars, 4 Mill Lane, Leeds, West Yorkshire, LS12 6AB, United Kingdom', 'Leeds', 'LS12 6AB'],
    ['Leeds Road, Bradford BD3 9TE', 'Bradford', 'BD3 9TE'],
    ['2 Park Street\nST ALBANS\nHertfordshire\nAL2 2PW', 'St Albans', 'AL2 2PW'],
    ['1 Quay Road; Newcastle upon Tyne; NE1 3AA', 'Newcastle upon Tyne', 'NE1 3AA'],
    ['44 Holderness Road | KINGSTON UPON HULL | HU9 1EA', 'Kingston Upon Hull', 'HU9 1EA'],
    ['Northgate Cars - Exeter', 'Exeter', undefined],
    ['Northgate Cars King’s Lynn', 'King’s Lynn', undefined],
    ['12 High Street, Street, BA16 0AA', 'Street', 'BA16 0AA'],
    ['12 High Street', undefined, undefined],
    ['Cars for Sale', undefined, undefined],
    ['ts2 1ab', undefined, 'ts2 1ab'],
    ['', undefined, undefined],
  ] as const)('%s', ([address, town, postcode]) => {
    expect(parsePostalAddress(address)).toEqual({
      ...(postcode !== undefined && { postcode }),
      ...(town !== undefined && { town }),
    });
  });

  it.for([
    [
      `{addr1: '12 Station Yard', city: 'Keswick', region: 'Cumbria', postal_code: 'CA12 4TB'}`,
      'Keswick',
      'CA12 4TB',
    ],
    ['{"addr1":"4 Bank Street","town":"Bolton","postcode":"BL1 1HF"}', 'Bolton', 'BL1 1HF'],
    [
      `{'street': '1 Quay', 'addressLocality': "King's Lynn", 'postalCode': 'PE30 1AA'}`,
      "King's Lynn",
      'PE30 1AA',
    ],
    ['{"line1":"4 Bank Street"}', undefined, undefined],
    ['{', undefined, undefined],
  ] as const)('of named parts: %s', ([address, town, postcode]) => {
    expect(parsePostalAddress(address)).toEqual({
      ...(postcode !== undefined && { postcode }),
      ...(town !== undefined && { town }),
    });
  });
});

it.for([
  ['LS12 6AB', 'Leeds'],
  ['w3 8aa', 'London'],
  ['BT1', 'Belfast'],
  ['ZZ99 9ZZ', undefined],
  ['Leeds', undefined],
] as const)('the post town of %s is %s', ([postcode, town]) => {
  expect(townOfPostcode(postcode)).toBe(town);
});
