// The order in which operations of a phrase on a search are read: each is looked for before those that it names, which would read the phrase
// otherwise.
import { describe, expect, it, test } from 'vitest';
import { annotate, tokenizeText } from '../../../src/phrases/interpret.ts';
import { OPERATIONS, readOperations, type OperationRow } from '../../../src/phrases/refine/operations.ts';
import { writtenText, type WordRange } from '../../../src/phrases/words/tokenized-phrase.ts';
import { KNOWLEDGE } from '../interpret-here.ts';
import { expectOrder, movedBehind } from '../order.ts';

type Name = (typeof OPERATIONS)[number]['name'];
type Case = readonly [first: Name, second: Name, text: string, now: string, otherwise: string];

const CASES: readonly Case[] = [
  ['amount', 'exchange', 'change the latest year to 2018', 'amount change the latest year to 2018', 'set 2018, (change), (the latest year), (to)'],
  ['amount', 'removal of values', 'drop the price 500', 'amount drop the price 500', 'remove the price 500, (drop)'],
  ['amount', 'introduction', 'add 500 to the budget', 'amount add 500 to the budget', 'add 500 to the budget, (add)'],
  ['amount', 'pronoun', 'a new one up to 9k', 'set a new, amount one up to 9k', 'set a new, amount up to 9k, (one)'],
  ['comparison at the end', 'removal of values', 'undo that', 'compare undo that', 'remove that, (undo)'],
  ['removal of topics', 'removal of values', 'forget the colour', 'topics forget the colour', 'remove the colour, (forget)'],
  ['removal of topics', 'introduction', 'open it up to other makes', 'topics open it up to other makes', 'add other makes, (open it up to)'],
  ['added pronoun', 'introduction', 'hybrids were ok, include those', 'add hybrids were ok, (include those)', 'set hybrids were ok, (include), (those)'],
  ['introduction', 'same', 'same but diesel', 'set diesel, (same but)', 'set but diesel, (same)'],
]; // prettier-ignore

const ROWS: readonly OperationRow[] = OPERATIONS;
const NAMES = OPERATIONS.map(({ name }) => name);

/** The steps that the readers of these names make of a phrase, and in brackets the words that only say what is done. */
function stepsText(text: string, names: readonly Name[]): string {
  const phrase = tokenizeText(text);
  const matches = annotate(phrase, { ...KNOWLEDGE, hasSearch: true });
  const rows = names.flatMap((name) => ROWS.filter((row) => row.name === name));
  const { steps, markers } = readOperations(phrase, matches, rows);
  const wordsOf = (range: WordRange): string => writtenText(phrase, range);
  return [
    ...steps.map((step) =>
      step.kind === 'clause'
        ? `${step.action} ${step.words.map((at) => phrase.words[at].key).join(' ')}`
        : `${step.kind} ${wordsOf(step)}`,
    ),
    ...markers.map((words) => `(${wordsOf(words)})`),
  ].join(', ');
}

describe('an operation is looked for before another, which would read the phrase otherwise:', () => {
  it.each(CASES)('%s before %s in %s', (first, second, text, now, otherwise) => {
    expect(stepsText(text, NAMES)).toBe(now);
    expect(stepsText(text, movedBehind(NAMES, first, second))).toBe(otherwise);
  });
});

test('each operation is listed before those that it names, and each pair has a phrase', () => {
  const entries = ROWS.map(({ name, before = {} }) => [name, before] as const);
  expectOrder<string>(entries, CASES);
});
