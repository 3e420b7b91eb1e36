import { describe, expect, it } from 'vitest';
import { readDegrees } from '../../../src/ingest/values/number.ts';
import { NO_NUMBER, NO_VALUE, valueOf } from './number-cases.ts';

describe('degrees', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [51.5, 51.5],
    ['51.5', 51.5],
    ['-0.1278', -0.1278],
    ['+51.5073509', 51.507351],
    ['-5.3e-05', -0.000053],
    [-0, 0],
    [90, 90],
    [-90, -90],
    [90.000001, 'out_of_range'],
    ['-91', 'out_of_range'],
    ['51.5N', 'unreadable'],
    ['51,5', 'unreadable'],
    ['51 515', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readDegrees(value, 90))).toBe(expected);
  });
});
