// The singular and the plural of words.
import { describe, expect, it } from 'vitest';
import { inflections } from '../../src/listing/inflections.ts';

describe('inflections', () => {
  it.each([
    ['seat', ['seats']],
    ['seats', ['seat']],
    ['alloy', ['alloys']],
    ['alloys', ['alloy']],
    ['body', ['bodies']],
    ['bodies', ['body']],
    ['box', ['boxes']],
    ['boxes', ['box', 'boxe']],
    ['hatch', ['hatches']],
    ['hatches', ['hatch', 'hatche']],
    ['glass', ['glasses']],
    ['glasses', ['glass', 'glasse']],
    ['coupe', ['coupes']],
    ['coupes', ['coupe']],
    ['horses', ['hors', 'horse']],
    ['van', ['vans']],
    ['vans', ['van']],
    ['tdi', ['tdis']],
    ['ties', ['tie']],
  ])('gives the other number of %s', (word, expected) => {
    expect(inflections(word)).toEqual(expected);
  });

  it.each(['se', 'abs', 'us', '320d', 'rs3', '4x4', '', 'škoda', 'M Sport'])('leaves %j alone', (word) => {
    expect(inflections(word)).toEqual([]);
  });
});
