import { describe, expect, it } from 'vitest';
import { readEngineSize } from '../../../src/ingest/values/measures.ts';
import { NO_NUMBER, NO_VALUE, valueOf } from './number-cases.ts';

describe('an engine size', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [2, 2],
    [1.4, 1.4],
    ['1.4', 1.4],
    ['2.0L', 2],
    ['2.0 litres', 2],
    ['2½ ltr', 2.5],
    ['1¾L', 1.75],
    ['2.5½', 'unreadable'],
    ['1.0T', 1],
    ['1.5 Turbo', 1.5],
    ['1.4L T', 1.4],
    ['1998 c.c.', 2],
    ['1.998', 1.998],
    ['2,0', 2],
    ['1,6 TDI', 1.6],
    [1.99849, 1.998],
    ['1998cc', 2],
    ['1,998 cc', 2],
    ['999CC', 1],
    ['1595 ccm', 1.6],
    [20, 20],
    [20.001, 'out_of_range'],
    [0, 'out_of_range'],
    ['0.0', 'out_of_range'],
    ['40cc', 'out_of_range'],
    ['1998', 2],
    [1998, 2],
    ['1,998', 2],
    [-1, 'out_of_range'],
    ['12 345', 'unreadable'],
    ['2k', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readEngineSize(value))).toBe(expected);
  });
});

describe('an engine as dealers write it', () => {
  it.each([
    ['1,598 cc', 1.6],
    ['1598CC', 1.6],
    ['999 CMQ', 1],
    ['2.4 LTR', 2.4],
    ['1.6 TDI', 1.6],
    ['1.6TDI', 1.6],
    ['2.0 TDI', 2],
    ['2.0 litre turbo', 2],
    ['1.2-litre', 1.2],
    ['1498', 1.5],
    [1498, 1.5],
    ['1.5L EcoBoost', 1.5],
    ['EcoBoost 1.0 125ps', 1],
    ['5.0 V8', 5],
    ['V8 5.0', 5],
    ['1.6 TDI 105', 1.6],
    ['2.0 16v 150bhp', 2],
    ['1.6L (1,598cc)', 1.6],
    ['1498 petrol', 1.5],
    ['3 litre diesel', 3],
    ['1.3 / 1.4', 'unreadable'],
    ['150 bhp', 'unreadable'],
    ['64 kWh', 'unreadable'],
    ['64kWh', 'unreadable'],
    ['V8', 'unreadable'],
    ['Electric', 'unreadable'],
    ['99.9', 'out_of_range'],
    ['1998 litres', 'out_of_range'],
    ['9.99', 'placeholder'],
    ['9999 cc', 'placeholder'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readEngineSize(value))).toBe(expected);
  });
});
