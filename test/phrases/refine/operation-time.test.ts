// How long the operations of a phrase on a search take to read.
import { expect, test } from 'vitest';
import { annotate } from '../../../src/phrases/interpret.ts';
import { readOperations } from '../../../src/phrases/refine/operations.ts';
import { tokenizePhrase } from '../../../src/phrases/words/tokenized-phrase.ts';
import { KNOWLEDGE } from '../interpret-here.ts';

// To compare all words with all annotations at each word takes a minute: the test would time out.
test('the words of a clause are not compared with all annotations at each of them', () => {
  const phrase = tokenizePhrase('a '.repeat(4000));
  const matches = annotate(phrase, { ...KNOWLEDGE, hasSearch: true });
  const { steps } = readOperations(phrase, matches);
  expect(steps.map((step) => step.kind === 'clause' && [step.action, step.words.length])).toEqual([
    ['set', 4000],
  ]);
});
