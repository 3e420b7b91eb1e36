import { describe, expect, it } from 'vitest';
import { readYear } from '../../../src/ingest/values/year.ts';
import { NO_NUMBER, NO_VALUE, valueOf } from './number-cases.ts';

describe('a year', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [2019, 2019],
    ['2019', 2019],
    ['2018 (182)', 2018],
    ['182', 2018],
    ['131', 2013],
    ['131-D-4455', 2013],
    ['98 C 120', 1998],
    [' 2019 ', 2019],
    ['2019.0', 2019],
    ['2019 (69)', 2019],
    ['2019 (69 reg)', 2019],
    ['2019(69)', 2019],
    ['2019/69', 2019],
    ['2019 69 plate', 2019],
    [1886, 1886],
    [2027, 2027],
    [1885, 'out_of_range'],
    [2028, 'out_of_range'],
    ['2060', 'out_of_range'],
    [0, 'out_of_range'],
    [2019.5, 'unreadable'],
    ['2019.5', 'unreadable'],
    ['2019/2020', 'unreadable'],
    ['12 345', 'unreadable'],
    ['-2019', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readYear(value, 2027))).toBe(expected);
  });
});

describe('a year as dealers write it', () => {
  it.each([
    ['Mar-17', 2017],
    ['Mar 17', 2017],
    ["Mar '17", 2017],
    ['March 2017', 2017],
    ['Sept 2017', 2017],
    ['1st March 2017', 2017],
    ['01-Mar-2017', 2017],
    ['March 1, 2017', 2017],
    ['Mar-98', 1998],
    ['17/17', 2017],
    ['17/67', 2017],
    ['18/67', 2018],
    ['67/17', 2017],
    ['03/17', 2017],
    ['03/53', 2003],
    ['17/18', 'unreadable'],
    ['2017/67', 2017],
    ['2017 (67)', 2017],
    ['2017 (67 plate)', 2017],
    ['67 (2017)', 2017],
    ['2017-67', 2017],
    ["2017 '67", 2017],
    ['17 plate', 2017],
    ['67 reg', 2017],
    ['67-plate', 2017],
    ['69 plate', 2019],
    ['51', 2001],
    [67, 2017],
    ['17', 2017],
    ['07', 2007],
    ['19', 2019],
    ['76', 2026],
    ['78', 'unreadable'],
    ['00', 'unreadable'],
    [7, 'out_of_range'],
    ['01/03/2017', 2017],
    ['1/3/17', 2017],
    ['03/28/2017', 2017],
    ['31.12.2017', 2017],
    ['2017-03-01', 2017],
    ['2017/03/01', 2017],
    ['2017-03-01T00:00:00Z', 2017],
    ['2017-03-01T00:00:00.000+01:00', 2017],
    ['01/03/2017 00:00', 2017],
    ['2017-03', 2017],
    ['20170301', 2017],
    [20170301, 2017],
    ['01032017', 2017],
    ['03/2017', 2017],
    ['2017 MY', 2017],
    ['1931', 1931],
    ['99/99/2017', 'unreadable'],
    ['Smarch 2017', 'unreadable'],
    ['17-Mar', 'unreadable'],
    ['R reg', 'unreadable'],
    ['2099', 'out_of_range'],
    ['01/03/2060', 'out_of_range'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readYear(value, 2027))).toBe(expected);
  });

  it.each([1900, '1900', '1901', '1901-01-01', '01/01/1900', '1970-01-01', '01/01/1970', '1899-12-30'])(
    '%j stands for none',
    (value) => {
      expect(valueOf(readYear(value, 2027))).toBe('placeholder');
    },
  );
});
