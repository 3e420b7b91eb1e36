// The names that a phrase may use beside a search.
import { expect, test } from 'vitest';
import { vocabularyBeside } from '../../../src/phrases/refine/words-beside-search.ts';
import { KNOWLEDGE } from '../interpret-here.ts';

/** What `grand` names beside a search, and how often names are looked up for it. */
function grandBeside(model: string) {
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
  const beside = vocabularyBeside(counting, { make: 'Vauxhall,Ford,'.repeat(300), model });
  return { models: beside.models('grand', undefined), lookUps };
}

test('what a search names several times is looked up once for a word of the phrase', () => {
  const { models, lookUps } = grandBeside('Grandland,C-Max,'.repeat(300));
  expect(models).toEqual([{ make: 'Ford', model: 'Grand C-MAX' }]);
  expect(lookUps).toBeLessThan(10);
});

test('a word of the phrase is looked up with the first models of a search that names very many', () => {
  const others = Array.from({ length: 99 }, (_, i) => `Model ${i}`).join(',');
  const { models, lookUps } = grandBeside(`C-Max,${others}`);
  expect(models).toEqual([{ make: 'Ford', model: 'Grand C-MAX' }]);
  expect(lookUps).toBeLessThan(30);
});
