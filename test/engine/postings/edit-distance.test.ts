import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxEdits, findFuzzy } from '../../../src/engine/postings/edit-distance.ts';
import { distance } from '../engine-model.ts';

/** The words of a sorted list that are found. */
const found = (sorted: readonly string[], word: string, errors: number): string[] =>
  findFuzzy(sorted, word, errors).map((index) => sorted[index]);

describe('maxEdits', () => {
  it.each([
    ['golf', 1],
    ['corolla', 1],
    ['titanium', 2],
    ['lamborghini', 2],
  ])('in %j are %i', (word, errors) => {
    expect(maxEdits(word)).toBe(errors);
  });
});

describe('findFuzzy', () => {
  const sorted = [
    'foucs',
    'focs',
    'focsu',
    'focus',
    'focuss',
    'forus',
    'ocus',
    'xfocus',
    'ofcus',
    'ofcsu',
  ].sort();

  it.each([
    [0, ['focus']],
    [1, ['focs', 'focsu', 'focus', 'focuss', 'forus', 'foucs', 'ocus', 'ofcus', 'xfocus']],
    [2, ['focs', 'focsu', 'focus', 'focuss', 'forus', 'foucs', 'ocus', 'ofcsu', 'ofcus', 'xfocus']],
  ])('counts a letter deleted, inserted, replaced or swapped as one edit each: %i', (errors, words) => {
    expect(found(sorted, 'focus', errors)).toEqual(words);
  });

  it.each([
    ['ca', 'abc', 3],
    ['ab', 'ba', 1],
    ['abcd', 'badc', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['škoda', 'skoda', 1],
  ])('finds %j and %j %i edits apart', (word, other, apart) => {
    expect(found([other], word, apart)).toEqual([other]);
    expect(found([other], word, apart - 1)).toEqual([]);
    expect(distance(word, other)).toBe(apart);
  });

  it('finds nothing in an empty list', () => {
    expect(findFuzzy([], 'golf', 2)).toEqual([]);
  });

  it('returns indexes, without words whose prefix is too different', () => {
    const list = ['aaaa', 'golf', 'golfa', 'golfx', 'golfxx', 'golfxy', 'golg', 'gzzz', 'gzzza', 'zolf'];
    expect(findFuzzy(list, 'golf', 1)).toEqual([1, 2, 3, 6, 9]);
  });

  it('counts more than 255 edits', () => {
    const a = 'a'.repeat(400);
    const b = 'b'.repeat(400);
    expect(found(['', b], a, 399)).toEqual([]);
    expect(found(['', b], a, 400)).toEqual(['', b]);
    expect(found([b], a, 144)).toEqual([]);
  });

  it('finds long words by a few edits', () => {
    const long = 'abcdefghij'.repeat(30);
    const swapped = long.slice(0, 270) + 'ba' + long.slice(272);
    const longer = `${long}xy`;
    const shorter = long.slice(1);
    const other = 'abcdefghij'.repeat(26);
    const list = [swapped, longer, shorter, other, long, 'abc'].sort();
    expect(found(list, long, 1)).toEqual([long, swapped, shorter].sort());
    expect(found(list, long, 2)).toEqual([long, swapped, shorter, longer].sort());
    expect(found(list, long, 40)).toEqual([long, swapped, shorter, longer, other].sort());
  });

  it('agrees with the full table of distances', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.nat(3), (words, requested, errors) => {
        const list = words.sort();
        expect(found(list, requested, errors)).toEqual(
          list.filter((other) => distance(requested, other) <= errors),
        );
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
