// The names that a phrase may use beside a search.
import { expect, test } from 'vitest';
import { vocabularyBeside } from '../../../src/phrases/refine/words-beside-search.ts';
import { KNOWLEDGE } from '../interpret-here.ts';

test('what a search names several times is looked up once for a word of the phrase', () => {
  let lookUps = 0;
  const { vocabulary } = KNOWLEDGE;
  const counting: typeof vocabulary = {
    ...vocabulary,
    models(key, after) {
      lookUps += 1;
      return vocabulary.models(key, after);
    },
    modelsAnywhere(key) {
      lookUps += 1;
      return vocabulary.modelsAnywhere(key);
    },
  };
  const beside = vocabularyBeside(counting, {
    make: 'Vauxhall,Ford,'.repeat(300),
    model: 'Grandland,C-Max,'.repeat(300),
  });
  expect(beside.models('grand', undefined)).toEqual([{ make: 'Ford', model: 'Grand C-MAX' }]);
  expect(lookUps).toBeLessThan(10);
});
