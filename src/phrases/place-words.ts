// Words around the names of places, names that are also ordinary words, and the colours that places give their names to (`Oxford White`):
// assets/phrases/places.tsv.
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { named, PHRASES, phrasesMeaning, readLists, WORDS } from './word-lists.ts';

export interface Introduction {
  /** After `near` comes a place, known or not; after `in` it may be something else. */
  readonly mode: 'near' | 'in' | 'of';
  /** The distance band that it limits a search to, unless the phrase has a distance. */
  readonly band?: number;
}

/** 50 km. */
export const NEAR_BAND = 4;
/** 10 km. */
export const LOCAL_BAND = 2;

const INTRODUCTIONS: Readonly<Record<string, Introduction>> = {
  near: { mode: 'near', band: NEAR_BAND },
  local: { mode: 'near', band: LOCAL_BAND },
  around: { mode: 'in', band: NEAR_BAND },
  /** Orders, and does not limit. */
  nearest: { mode: 'near' },
  in: { mode: 'in' },
  of: { mode: 'of' },
};

export const PLACE_LISTS = readLists('places', {
  introduction: phrasesMeaning(INTRODUCTIONS),
  /** Near a place that the rest of the phrase names, if any. */
  nearby: phrasesMeaning({ near: NEAR_BAND, local: LOCAL_BAND }),
  /** After `near` or `of`, begin no place. */
  'no place': WORDS,
  /** Parts of a town or an area, which are read alike. */
  part: PHRASES,
  /** Words after a place that belong to it. */
  mark: phrasesMeaning(named('place', 'nearby', 'part')),
  /** Towns that are ordinary words, names of people or of trims. Alone they need a word such as `near`, or a capital. */
  'ordinary town': WORDS,
  /** Of these, those that also follow `in`: `in March`, `in stone`. With a capital they are towns, except for the month. */
  'ordinary after in': WORDS,
  /** Of these, those that at the end of a clause are hardly anything else. */
  'town at the end': WORDS,
  /** Areas and misspelt towns whose names are ordinary words. */
  'needs an introduction': WORDS,
  colour: WORDS,
});
const MONTH = 'march';

/** Whether the word at `at`, after `in` or the like, is more likely an ordinary word than a town. */
export function isOrdinaryAfterIn({ words }: TokenizedPhrase, at: number): boolean {
  const { key, text } = words[at];
  return PLACE_LISTS['ordinary after in'].has(key) && (key === MONTH || !/^\p{Lu}\p{Ll}/u.test(text));
}

/** Whether the word at `at`, with no word before it that calls for a place, is more likely an ordinary word than a town. */
export function isOrdinaryAlone({ words }: TokenizedPhrase, at: number): boolean {
  const { key, text } = words[at];
  if (!PLACE_LISTS['ordinary town'].has(key)) return false;
  const endsClause = words.at(at + 1)?.flows !== true;
  const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(text) && words[at - 1].key !== 'in';
  return !(endsClause && (isName || PLACE_LISTS['town at the end'].has(key)));
}

export function needsIntroduction(key: string): boolean {
  return PLACE_LISTS['needs an introduction'].has(key);
}

export function isColour(key: string): boolean {
  return PLACE_LISTS.colour.has(key);
}
