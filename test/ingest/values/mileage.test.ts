import { describe, expect, it } from 'vitest';
import { readMileage } from '../../../src/ingest/values/measures.ts';
import { NO_NUMBER, NO_VALUE, valueOf } from './number-cases.ts';

describe('a mileage', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [0, 0],
    [-0, 0],
    [12000, 12000],
    [12000.5, 12001],
    ['12000', 12000],
    ['12,000 miles', 12000],
    ['12,000mi', 12000],
    ['1 mile', 1],
    ['12k', 12000],
    ['12K miles', 12000],
    ['12.5k', 12500],
    ['47½k', 47500],
    ['0', 0],
    ['0000', 'placeholder'],
    ['000000 miles', 'placeholder'],
    ['00012', 12],
    ['19,312 km', 12000],
    ['19312km', 12000],
    ['19312 Kilometres', 12000],
    ['19312 kilometre', 12000],
    ['19312 kilometer', 12000],
    ['19.312k km', 'unreadable'],
    ['50,000 (80,467 km)', 'unreadable'],
    ['12km', 7],
    [2_000_000, 2_000_000],
    [2_000_001, 'out_of_range'],
    ['3219000 km', 'out_of_range'],
    [-1, 'out_of_range'],
    [-0.4, 'out_of_range'],
    ['-5', 'out_of_range'],
    ['12.000', 'unreadable'],
    ['12000 m', 'unreadable'],
    ['12000 hours', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readMileage(value))).toBe(expected);
  });
});

describe('a mileage as dealers write it', () => {
  it.each([
    ['12 034 miles', 12_034],
    ['12 034', 12_034],
    ['12,034mls', 12_034],
    ['12,034 mls.', 12_034],
    ['12.5k miles', 12_500],
    ['61k', 61_000],
    ['61,200 K', 38_028],
    ['61200k', 38_028],
    ['approx 12,000', 12_000],
    ['Approx. 12,000 miles', 12_000],
    ['c. 12,000', 12_000],
    ['~12000', 12_000],
    ['only 12,000 miles', 12_000],
    ['78000 (miles)', 78_000],
    ['12,000 miles (warranted)', 12_000],
    ['Mileage: 12,000', 12_000],
    ['12,000+', 12_000],
    ['80,467 km', 50_000],
    ['80467 KMT', 50_000],
    ['18422 SMI', 18_422],
    ['50,000 miles (80,467 km)', 50_000],
    ['299,000 miles', 299_000],
    [111_111, 111_111],
    ['123,456', 123_456],
    ['12,000 or 13,000', 'unreadable'],
    ['under 12,000', 'unreadable'],
    ['12,000 miles per year', 'unreadable'],
    ['delivery miles', 'unreadable'],
    ['1.234.567', 'placeholder'],
    ['98.500', 98_500],
    ['98.500 km', 61_205],
    ['98.000', 'unreadable'],
    ['0.500', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readMileage(value))).toBe(expected);
  });

  it.each([999_999, '999,999', '999,999 miles', '1,234,567 miles', 1_111_111, 555_555, '999999 km'])(
    '%j stands for none',
    (value) => {
      expect(valueOf(readMileage(value))).toBe('placeholder');
    },
  );
});
