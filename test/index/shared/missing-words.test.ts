// Which pieces of a phrase no listing says.
import { expect, test } from 'vitest';
import { findMissingWords } from '../../../src/index/shared/missing-words.ts';

test('a piece that a phrase repeats is looked up once, and once more as the last one, which may be unfinished', async () => {
  const expanded: string[] = [];
  const pieces = Array.from({ length: 60 }, (_, i) => ({
    text: i % 2 === 0 ? 'saint' : 'black',
    mayBeMisspelt: i % 2 === 0,
  }));
  const missing = await findMissingWords(pieces, async (text) => {
    expanded.push(text);
    return [{ matching: text === 'saint' ? 0 : 7 }];
  });
  expect(expanded).toEqual(['saint', 'black', 'black']);
  expect([...missing]).toEqual(['saint']);
});
