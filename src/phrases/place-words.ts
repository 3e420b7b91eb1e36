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
  nearby: phrasesMeaning({ near: NEAR_BAND, local: LOCAL_BAND }),
  'no place': WORDS,
  part: PHRASES,
  mark: phrasesMeaning(named('place', 'nearby', 'part')),
  'ordinary town': WORDS,
  'ordinary after in': WORDS,
  'town at the end': WORDS,
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
