// Reads the name of a town or an area, exact or misspelt, with the words that belong to it: `north London`, `the Leeds area`;
// and postcodes, as written, in one word or two, or spoken letter by letter (`s w one a one a a`).
import type { Gazetteer, ResolvedPostcode } from '../../geo/postcode-gazetteer.ts';
import { townKey, type Town } from '../../geo/towns.ts';
import { AREAS, AREAS_BY_KEY, type Area, PLACES } from './place-words.ts';
import type { PhraseContext, MeaningOf } from '../words/match.ts';
import { flowsAt, oncePerWord, type Phrase } from '../words/tokenized-phrase.ts';
import { oncePerObject } from '../../memo.ts';
import { KeyStarts, NearWords } from '../../vehicle/name-key.ts';
import { ASKING } from '../words/word-lists.ts';
import { ONES } from '../words/numerals.ts';

export interface PlaceName {
  /** In words, from the first one read. */
  readonly length: number;
  readonly place: Town | Area;
  /** Its district; for an ambiguous name one of every place, else a single one. */
  readonly options: readonly [ResolvedPostcode, ...ResolvedPostcode[]];
  /** A word such as `area` or `based` says that it is a place. */
  readonly isMarked: boolean;
  /** Words such as `or nearby` follow. */
  readonly isNearby: boolean;
}

/** In words: `Stockton on Tees`, `Moreton in the Marsh`. */
const MAX_TOWN_WORDS = 5;
const MAX_MISSPELT_WORDS = 4;
/** In letters: no name of several words ends in a shorter one. */
const MIN_LAST_WORD = 3;

/** The place named from word `at` on. `the` may precede it. */
export const placeNameAt = oncePerWord((phrase, at, context: PhraseContext): PlaceName | undefined => {
  const first = at + articleAt(phrase, at);
  const found =
    longer(exactAt(phrase, at, context), exactAt(phrase, first, context)) ??
    afterPart(phrase, at, context) ??
    afterPart(phrase, first, context);
  const name = found && placeNameOf(phrase, at, found.from + found.length, found.place, context);
  // `easy on the eye`
  const { key, text } = phrase.words[first];
  const isOrdinary = PLACES['ordinary town'].has(key) && /^\p{Ll}/u.test(text);
  return first > at && name?.length === 2 && isOrdinary ? undefined : name;
});

/** The place that is one edit away from the words from `at` on, of at least `minLength` letters. */
export function misspeltPlaceAt(
  phrase: Phrase,
  at: number,
  minLength: number,
  context: PhraseContext,
): PlaceName | undefined {
  const { words } = phrase;
  let key = '';
  let found: PlaceName | undefined;
  for (let i = at; i < Math.min(at + MAX_MISSPELT_WORDS, words.length) && (i === at || words[i].flows); i++) {
    key += townKey(words[i].text);
    // `at least on` is not at Leiston.
    const isPart = i > at && words[i].key.length < MIN_LAST_WORD;
    if (isPart || key.length < minLength || !/^\p{L}+$/u.test(key)) continue;
    const place = misspelt(key, context);
    if (place !== undefined) found = placeNameOf(phrase, at, i + 1, place, context);
  }
  return found;
}

interface Exact {
  readonly from: number;
  readonly length: number;
  readonly place: Town | Area;
}

function longer(one: Exact | undefined, other: Exact | undefined): Exact | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.from + one.length >= other.from + other.length ? one : other;
}

/** The longest name of a town or an area that begins at word `at`; of equals the town. */
const exactAt = oncePerWord((phrase, at, { towns }: PhraseContext): Exact | undefined => {
  const { words } = phrase;
  const area = AREAS.find(phrase, at);
  let found: Exact | undefined = area && { from: at, length: area.length, place: area.meaning };
  const starts = startsOf(towns.keys());
  let name = '';
  // `and over 80k miles` is not Andover.
  const maxWords = ASKING.conjunction.find(phrase, at) === undefined ? MAX_TOWN_WORDS : 1;
  for (let length = 1; length <= maxWords && at + length <= words.length; length++) {
    const word = words[at + length - 1];
    if (length > 1 && !word.flows) break;
    name += townKey(word.text);
    if (!starts.mayBegin(name)) break;
    const town = towns.find(name);
    if (town !== undefined && length >= (found?.length ?? 0)) found = { from: at, length, place: town };
  }
  return found;
});

function afterPart(phrase: Phrase, at: number, context: PhraseContext): Exact | undefined {
  const part = PLACES.part.find(phrase, at);
  const next = at + (part?.length ?? 0);
  if (part === undefined || !flowsAt(phrase, next)) return undefined;
  return exactAt(phrase, next + articleAt(phrase, next), context);
}

/** The number of words of the article before the name of a place. */
export function articleAt(phrase: Phrase, at: number): number {
  return phrase.words[at].key === 'the' && flowsAt(phrase, at + 1) ? 1 : 0;
}

function placeNameOf(
  phrase: Phrase,
  at: number,
  end: number,
  place: Town | Area,
  { gazetteer }: PhraseContext,
): PlaceName | undefined {
  const districts = 'districts' in place ? place.districts : [place.district];
  const [first, ...others] = districts.flatMap((district) => {
    const resolved = gazetteer.resolve(district);
    return 'reason' in resolved ? [] : [resolved];
  });
  // Towns and postcodes may come from tables of different versions.
  if (first === undefined) return undefined;
  const mark = PLACES.mark.next(phrase, end);
  return {
    length: end + (mark?.length ?? 0) - at,
    place,
    options: [first, ...others],
    isMarked: mark !== undefined && mark.meaning !== 'part',
    isNearby: mark?.meaning === 'nearby',
  };
}

const NEAR_AREAS = new NearWords([...AREAS_BY_KEY.keys()].filter((name) => name.length >= 5));

const nearTownsOf = oncePerObject((keys: readonly string[]) => new NearWords(keys));
const startsOf = oncePerObject((keys: readonly string[]) => new KeyStarts(keys));

function misspelt(key: string, { towns }: PhraseContext): Town | Area | undefined {
  const found = new Set(
    nearTownsOf(towns.keys())
      .near(key)
      .map((name) => towns.find(name)),
  );
  const areas = NEAR_AREAS.near(key).map((name) => AREAS_BY_KEY.get(name));
  const places = [...found, ...areas].filter((place) => place !== undefined);
  const large = places.filter((place) => !('size' in place) || place.size >= LARGE_TOWN_THRESHOLD);
  return large.length === 1 ? large[0] : places.length === 1 ? places[0] : undefined;
}

/** Towns of this many districts match without a word such as `near`. */
export const LARGE_TOWN_THRESHOLD = 7;

export const JOINED_UNIT = /^[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}$/;
const OUTWARD = /^[a-z]{1,2}[0-9][a-z0-9]?$/;
const INWARD = /^[0-9](?:[a-z]{2})?$/;
const UNIT_INWARD = /^[0-9][a-z]{2}$/;

interface PostcodeRead {
  readonly length: number;
  readonly meaning: MeaningOf<'location'> | MeaningOf<'unsupported'>;
}

/** With `introduced`, also matches sectors, areas and postcodes that do not exist, with the reason. */
export function postcodeAt(
  { words }: Phrase,
  at: number,
  { gazetteer }: PhraseContext,
  introduced: boolean,
): PostcodeRead | undefined {
  const spoken = spokenPostcodeAt(words, at, gazetteer);
  if (spoken !== undefined) return spoken;
  const { key } = words[at];
  const next = words.at(at + 1);
  const inward = introduced ? INWARD : UNIT_INWARD;
  const isPair = next !== undefined && /^\s+$/.test(next.gap) && OUTWARD.test(key) && inward.test(next.key);
  const isOne = JOINED_UNIT.test(key) || OUTWARD.test(key);
  if (!isPair && !isOne) return undefined;
  const length = isPair ? 2 : 1;
  const resolved = gazetteer.resolve(
    words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' '),
  );
  if (!('reason' in resolved)) return { length, meaning: location(resolved) };
  if (!introduced && !isPair && !JOINED_UNIT.test(key)) return undefined;
  const hint = resolved.suggestion === undefined ? '' : ` Did you mean ${resolved.suggestion}?`;
  return { length, meaning: { kind: 'unsupported', reason: `There is no such postcode.${hint}` } };
}

const MAX_CHARACTERS = 7;
const MIN_WORDS = 4;

/** A unit postcode said character by character: single letters, digits and their names, of which at least four words. */
function spokenPostcodeAt(
  words: Phrase['words'],
  at: number,
  gazetteer: Gazetteer,
): PostcodeRead | undefined {
  let spelt = '';
  for (let i = at; i < words.length && spelt.length < MAX_CHARACTERS; i++) {
    const word = words[i];
    if (i > at && !/^[\s-]+$/.test(word.gap)) return undefined;
    const piece = ONES.get(word.key)?.toString() ?? word.key;
    if (!/^[a-z]{1,2}$|^[0-9]$/.test(piece)) return undefined;
    spelt += piece;
    const next = words.at(i + 1);
    const goesOn =
      next !== undefined && /^[a-z]$/.test(next.key) && next.flows && spelt.length < MAX_CHARACTERS;
    if (i + 1 - at < MIN_WORDS || goesOn || !JOINED_UNIT.test(spelt)) continue;
    const resolved = gazetteer.resolve(spelt);
    return 'reason' in resolved ? undefined : { length: i + 1 - at, meaning: location(resolved) };
  }
  return undefined;
}

function location(resolved: ResolvedPostcode): MeaningOf<'location'> {
  return { kind: 'location', location: resolved, place: 'postcode', introWords: 0 };
}
