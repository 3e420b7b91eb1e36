// Finds the words of a query's text that were read as others. A word is read as others if no listing contains, begins or
// completes it, and if it may be a typing error of words that listings contain, or sounds like their makes and models. The
// correction names at most three of these words, the most common first, joined by `or` so that they find the same listings.
//
// These must be the words that the search itself took: engine/query/word-expansion.ts expands them in this process,
// cluster/word-cache.ts on a cluster. test/index/embedded-index.properties.test.ts and test/opensearch/random-queries.test.ts compare
// both with test/support/reference-model.ts.
import { oncePerObject } from '../../memo.ts';
import type { Steps } from '../../engine/time-slices.ts';
import type { TextQuery, TextUnit } from '../../engine/schema.ts';
import { foldText, tokenize } from '../../engine/postings/tokenizer.ts';
import type { Correction } from '../../query/search-query.ts';
import { partsOfTitle } from '../../vehicle/model-terms.ts';
import { isClass } from '../../vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { classTag, soundOf, soundTag } from '../words/tags.ts';

const MAX_WORDS = 3;
/** Names or words between two yields. */
const STEP_NAMES = 256;

/** An index's knowledge of the words of its live listings. */
export interface StockWords {
  /** Whether any listing has a word with this beginning. */
  hasBeginning(beginning: string): Promise<boolean>;
  /** The words of listings that `word` may be a typing error of. */
  findSimilar(word: string): Promise<readonly string[]>;
  /** The number of listings with each term, parallel to `terms`. */
  countEach(terms: readonly string[]): Promise<readonly number[]>;
  nameSounds(): Promise<NameSounds>;
}

/** The words of makes and models, by their sound. */
export class NameSounds {
  readonly #words = new Map<string, Set<string>>();

  /** Makes and titles (`titleOf`) must be those of live listings. */
  static *build(makes: Iterable<string>, titles: Iterable<string>): Steps<NameSounds> {
    const sounds = new NameSounds();
    // Titles repeat words, so each word is added once.
    const words = new Set<string>();
    for (const make of makes) for (const word of tokenize(foldText(make))) words.add(word);
    let read = 0;
    for (const title of titles) {
      if (read++ % STEP_NAMES === 0) yield;
      for (const word of tokenize(foldText(partsOfTitle(title).model))) words.add(word);
    }
    read = 0;
    for (const word of words) {
      if (read++ % STEP_NAMES === 0) yield;
      sounds.#add(word);
    }
    return sounds;
  }

  private constructor() {
    // Use `build`.
  }

  /** The words with a sound, by the sound's tag. */
  wordsOf(tag: string): readonly string[] {
    return [...(this.#words.get(tag) ?? [])];
  }

  #add(word: string): void {
    const sound = soundOf(word);
    if (sound === undefined) return;
    const tag = soundTag(sound);
    const known = this.#words.get(tag);
    if (known === undefined) this.#words.set(tag, new Set([word]));
    else known.add(word);
  }
}

/** The corrected words, in the order of the text, each once. */
export async function findCorrectedWords(
  q: string,
  { units, choices = [] }: TextQuery,
  stock: StockWords,
): Promise<Correction[]> {
  const corrections = new Map<string, Correction>();
  const unknown = [...units, ...choices.flat(2)].filter(({ terms, typo }) => terms.size === 0 && typo);
  if (unknown.length === 0) return [];
  for (const unit of unknown) {
    const word = await correctedWord(unit, stock);
    if (word === undefined || corrections.has(word)) continue;
    const to = await wordsFor(unit.typo?.tags ?? [], word, stock);
    if (to.length > 0) corrections.set(word, { parameter: 'q', from: asTyped(q, word), to: to.join(' or ') });
  }
  const places = tokenize(foldText(q));
  return [...corrections]
    .sort(([a], [b]) => places.indexOf(a) - places.indexOf(b))
    .map(([, correction]) => correction);
}

async function correctedWord({ prefix, typo }: TextUnit, stock: StockWords): Promise<string | undefined> {
  return prefix !== undefined && (await stock.hasBeginning(prefix)) ? undefined : typo?.word;
}

async function wordsFor(tags: readonly string[], word: string, stock: StockWords): Promise<string[]> {
  const sounds = tags.length === 0 ? undefined : await stock.nameSounds();
  /** From term to its name in the correction. */
  const named = new Map((await stock.findSimilar(word)).map((similar) => [similar, similar]));
  for (const tag of tags) {
    const name = classNamesOf(tradeTerms()).get(tag);
    if (name !== undefined) named.set(tag, name);
    for (const sounding of sounds?.wordsOf(tag) ?? []) named.set(sounding, sounding);
  }
  const terms = [...named.keys()];
  const counts = await stock.countEach(terms);
  const found = terms
    .map((term, i) => ({ name: named.get(term) ?? term, count: counts[i] }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return [...new Set(found.map(({ name }) => name))].slice(0, MAX_WORDS);
}

/** From the tag of a fuel or gearbox to its name. */
const classNamesOf = oncePerObject(
  ({ terms }: ReturnType<typeof tradeTerms>): ReadonlyMap<string, string> =>
    new Map(terms.filter(isClass).map((term) => [classTag(term), term.name.toLowerCase()])),
);

const BETWEEN_WORDS = /[\s,;:/()"“”„]+/u;

/** The part of a text that folds to `word`, as it was typed; else `word`. */
function asTyped(q: string, word: string): string {
  return q.split(BETWEEN_WORDS).find((part) => tokenize(foldText(part)).join(' ') === word) ?? word;
}
