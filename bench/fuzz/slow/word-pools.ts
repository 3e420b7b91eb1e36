// The words that slow inputs are made of: what the program knows, what resembles it, and what joins words in phrases.
import type { Random } from '../../../src/demo/random.ts';
import { loadTowns } from '../../../src/geo/towns.ts';
import { makeAliases } from '../../../src/vehicle/makes.ts';
import { tradeTerms } from '../../../src/vehicle/trade-terms.ts';
import { ukModels } from '../../../src/vehicle/models.ts';
import { PHRASES } from '../../../test/fixtures/phrases.ts';
import { FRESH_LETTER } from './slow-input.ts';

const NUMBER_WORDS =
  'one two three four five six seven eight nine ten twenty thirty oh zero double point hundred thousand grand half 1 2 3 7 10 15 60 67 320d c220 2015 10k £5k 1.4 0 £';
const JOINING_WORDS =
  'a an the i my our in near of to from and or not no under over between within up for with at around about north south st saint upon on under the';
const POSTCODES = 'SW1A 1AA LS1 G22 M1 BT1 5GS S60 M3 EC1A 1BB CF10';

/** Each pool is drawn from as often as the others, however long it is. */
export type WordPools = readonly (readonly string[])[];

export function wordPools(): WordPools {
  const models = ukModels().models;
  const names = models.flatMap(({ make, names: own }) => [make, ...own.map(({ name }) => name)]);
  const terms = tradeTerms().terms.flatMap(({ spellings }) => spellings);
  const towns = loadTowns().keys();
  const split = (texts: readonly string[]): string[] => [
    ...new Set(texts.flatMap((text) => text.split(/\s+/))),
  ];
  const single = split([...names, ...terms]);
  return [
    split(names),
    names,
    [...makeAliases().keys()],
    split(terms),
    terms,
    towns,
    split(PHRASES.map(({ text }) => text)),
    NUMBER_WORDS.split(' '),
    JOINING_WORDS.split(' '),
    POSTCODES.split(' '),
    single.filter((word) => word.length > 4).map(misspelt),
    single.filter((word) => word.length > 7).map(misspelt),
    towns.filter((word) => word.length > 5).map(misspelt),
    [...new Set([...single, ...towns].flatMap((word) => [word.slice(0, 2), word.slice(0, 3)]))],
    [...'abcdefghijklmnopqrstuvwxyz'],
    ['-', ',', '.', '/', "'", '£', '–', '"', '(', '!', '\n', 'é', '日本', '🚗', '①', 'ß', 'İ'],
    [`${FRESH_LETTER.repeat(5)}`, FRESH_LETTER.repeat(8), FRESH_LETTER.repeat(3)],
  ];
}

/** With a fresh letter in place of one in its second half. */
function misspelt(word: string): string {
  const at = Math.max(1, Math.floor(word.length / 2));
  return word.slice(0, at) + FRESH_LETTER + word.slice(at + 1);
}

export function randomWord(pools: WordPools, random: Random): string {
  return random.pick(random.pick(pools));
}
