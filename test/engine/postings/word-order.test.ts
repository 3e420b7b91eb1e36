// Sorting words by their first letters, then by the rest.
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { wordOrder } from '../../../src/engine/postings/word-order.ts';

it('orders words by their UTF-16 units', () => {
  const words = [
    'golfs',
    '+golfr',
    'golf',
    '',
    '~gf',
    'zoe',
    'é',
    '2.0',
    '10',
    'golf\u0000',
    '\u{1f697}',
    '\uff5e',
    'golfs-2',
  ];
  expect(Array.from(wordOrder(words), (at) => words[at])).toEqual([
    '',
    '+golfr',
    '10',
    '2.0',
    'golf',
    'golf\u0000',
    'golfs',
    'golfs-2',
    'zoe',
    '~gf',
    'é',
    '\u{1f697}',
    '\uff5e',
  ]);
});

it('orders any words as comparing them does', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '`', '{', '\u0000', '\u007f', 'é', '\ud83d') }),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), (words) => {
      const expected = words.toSorted((a, b) => (a < b ? -1 : 1));
      expect(Array.from(wordOrder(words), (at) => words[at])).toEqual(expected);
    }),
  );
});
