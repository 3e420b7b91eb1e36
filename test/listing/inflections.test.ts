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
    ['box', ['boxes']],
    ['hatch', ['hatches']],
    ['glass', ['glasses']],
    ['coupe', ['coupes']],
    ['coupes', ['coupe']],
    ['van', ['vans']],
    ['vans', ['van']],
    ['tdi', ['tdis']],
  ])('gives the other number of %s', (word, expected) => {
    expect(inflections(word)).toEqual(expected);
  });

  it.each([
    ['bodies', 'body'],
    ['boxes', 'box'],
    ['hatches', 'hatch'],
    ['glasses', 'glass'],
    ['horses', 'horse'],
  ])('gives the singular of %s among its guesses', (word, expected) => {
    expect(inflections(word)).toContain(expected);
  });

  it.each(['se', 'us', '320d', 'rs3', '4x4', '', 'škoda', 'M Sport'])('leaves %j alone', (word) => {
    expect(inflections(word)).toEqual([]);
  });
});
