// Reads the name of a town or an area, exact or misspelt, with the words that belong to it: `north London`, `the Leeds area`.
import type { ResolvedPostcode } from '../geo/postcode-gazetteer.ts';
import { townKey, type Town, type Towns } from '../geo/towns.ts';
import { AREAS_BY_KEY, findArea, type Area } from './areas.ts';
import type { MatchContext } from './match.ts';
import { PLACE_LISTS } from './place-words.ts';
import { flowsAt, oncePerWord, type TokenizedPhrase } from './tokenized-phrase.ts';
import { NearWords } from '../vehicle/one-edit.ts';

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
export const placeNameAt = oncePerWord((phrase, at, context: MatchContext): PlaceName | undefined => {
  const first = at + articleAt(phrase, at);
  const found =
    longest(exactAt(phrase, at, context), exactAt(phrase, first, context), at, first) ??
    afterPart(phrase, at, context) ??
    afterPart(phrase, first, context);
  return found && placeNameOf(phrase, at, found.from + found.length, found.place, context);
});

/** The place that is one edit away from the words from `at` on, of at least `minLength` letters. */
export function misspeltPlaceAt(
  phrase: TokenizedPhrase,
  at: number,
  minLength: number,
  context: MatchContext,
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

function longest(
  one: Exact | undefined,
  other: Exact | undefined,
  at: number,
  first: number,
): Exact | undefined {
  if (one === undefined || other === undefined || at === first) return one ?? other;
  return one.from + one.length >= other.from + other.length ? one : other;
}

/** The longest name of a town or an area that begins at word `at`; of equals the town. */
const exactAt = oncePerWord((phrase, at, { towns }: MatchContext): Exact | undefined => {
  const { words } = phrase;
  const area = findArea(phrase, at);
  let found: Exact | undefined = area && { from: at, length: area.length, place: area.meaning };
  let name = '';
  for (let length = 1; length <= MAX_TOWN_WORDS && at + length <= words.length; length++) {
    const word = words[at + length - 1];
    if (length > 1 && !word.flows) break;
    name += word.text;
    const town = towns.find(name);
    if (town !== undefined && length >= (found?.length ?? 0)) found = { from: at, length, place: town };
  }
  return found;
});

function afterPart(phrase: TokenizedPhrase, at: number, context: MatchContext): Exact | undefined {
  const part = PLACE_LISTS.part.find(phrase, at);
  const next = at + (part?.length ?? 0);
  if (part === undefined || !flowsAt(phrase, next)) return undefined;
  return exactAt(phrase, next + articleAt(phrase, next), context);
}

/** The number of words of the article before the name of a place. */
export function articleAt(phrase: TokenizedPhrase, at: number): number {
  return phrase.words[at].key === 'the' && flowsAt(phrase, at + 1) ? 1 : 0;
}

function placeNameOf(
  phrase: TokenizedPhrase,
  at: number,
  end: number,
  place: Town | Area,
  { gazetteer }: MatchContext,
): PlaceName | undefined {
  const districts = 'districts' in place ? place.districts : [place.district];
  const [first, ...others] = districts.flatMap((district) => {
    const resolved = gazetteer.resolve(district);
    return 'reason' in resolved ? [] : [resolved];
  });
  // Towns and postcodes may come from tables of different versions.
  if (first === undefined) return undefined;
  const mark = PLACE_LISTS.mark.next(phrase, end);
  return {
    length: end + (mark?.length ?? 0) - at,
    place,
    options: [first, ...others],
    isMarked: mark !== undefined && mark.meaning !== 'part',
    isNearby: mark?.meaning === 'nearby',
  };
}

const NEAR_AREAS = new NearWords([...AREAS_BY_KEY.keys()].filter((name) => name.length >= 5));
/** By the keys of the towns. */
const nearTowns = new WeakMap<readonly string[], NearWords>();

function nearTownsOf(towns: Towns): NearWords {
  const keys = towns.keys();
  let near = nearTowns.get(keys);
  if (near === undefined) nearTowns.set(keys, (near = new NearWords(keys)));
  return near;
}

/** The place whose name is one edit away; of several the only large town. */
function misspelt(key: string, { towns }: MatchContext): Town | Area | undefined {
  const found = new Set(
    nearTownsOf(towns)
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
