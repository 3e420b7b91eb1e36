// Matches the search centre: a postcode; a town, which becomes its central district; or an area, which becomes a district and
// the band that holds it. A unit postcode matches anywhere. A district looks like a model (`S60`, `M3`), so models take
// precedence. A small town with a short name needs a word such as `near`, unless it begins or ends a clause. A town with its
// own postcode is one place.
import { distanceKm } from '../../geo/great-circle.ts';
import type { ResolvedPostcode, Gazetteer, UnresolvedPostcode } from '../../geo/postcode-gazetteer.ts';
import { areaOf, townWithin } from './build-location.ts';
import type { PhraseContext, Match, Meaning, MeaningOf, Matcher } from '../words/match.ts';
import {
  articleAt,
  LARGE_TOWN_THRESHOLD,
  misspeltPlaceAt,
  placeNameAt,
  type PlaceName,
  JOINED_UNIT,
  postcodeAt,
} from './place-name.ts';
import { readAmount } from '../limits/amount.ts';
import { isOrdinaryAfterIn, isOrdinaryAlone, PLACES } from './place-words.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { flowsAt, keyAt, type Phrase, tokenizePhrase } from '../words/tokenized-phrase.ts';
import { isNameKey } from '../words/vocabulary.ts';
import { isOr } from '../words/word-lists.ts';

type Read = ReturnType<Matcher>;
type Location = MeaningOf<'location'>;

export const matchLocation: Matcher = (phrase, at, context, previous) => {
  const found = PLACES.introduction.find(phrase, at);
  const afterDistance = previous !== undefined && isDistance(previous);
  if (found === undefined) {
    // `near Bristol, Bath`
    const isListed = previous?.meaning.kind === 'location' && !phrase.words[at].flows;
    const listed = isListed ? placeNameAt(phrase, at, context) : undefined;
    if (listed !== undefined) return withAddress(phrase, at, listed, context);
    return bareLocation(phrase, at, context, afterDistance);
  }
  const first = at + found.length;
  if (!flowsAt(phrase, first)) return undefined;
  const { mode, band } = found.meaning;
  const read = introducedLocation(phrase, first, context, afterDistance ? 'near' : mode);
  return (
    read && { length: read.length + found.length, meaning: introduced(read.meaning, found.length, band) }
  );
};

export const matchNearby: Matcher = (phrase, at) => {
  const found = PLACES.nearby.find(phrase, at);
  return found && { length: found.length, meaning: { kind: 'nearby', band: found.meaning } };
};

function isDistance({ meaning }: Match): boolean {
  return meaning.kind === 'distance' || (meaning.kind === 'unsupported' && meaning.isDistance === true);
}

function introduced(meaning: Meaning, introWords: number, near: number | undefined): Meaning {
  return meaning.kind === 'location' || meaning.kind === 'ambiguous_town'
    ? { ...meaning, introWords, ...(near !== undefined && { near }) }
    : meaning;
}

function introducedLocation(
  phrase: Phrase,
  at: number,
  context: PhraseContext,
  mode: 'near' | 'in' | 'of',
): Read {
  const { words } = phrase;
  const skipped = articleAt(phrase, at);
  const isRoad =
    skipped === 1 && /^[am][0-9]{1,3}$/.test(words[at + 1].key) && words.at(at + 2)?.key !== 'area';
  // `to` and `of` also precede other words than places.
  if (mode === 'of') {
    const district = postcodeAt(phrase, at, context, false);
    return district?.meaning.kind === 'location' && !isModel(phrase, at, context)
      ? withTown(phrase, at, district.length, district.meaning, context)
      : undefined;
  }
  const postcode = isRoad ? undefined : postcodeAt(phrase, at + skipped, context, true);
  if (postcode?.meaning.kind === 'location')
    return withTown(phrase, at, skipped + postcode.length, postcode.meaning, context);
  // `looking at x1`
  const isCar = isModel(phrase, at + skipped, context);
  if (postcode !== undefined && !isCar) return { ...postcode, length: postcode.length + skipped };
  const name = placeNameAt(phrase, at, context);
  if (name !== undefined) {
    const isPlace = mode === 'near' || name.length > 1 || !isOrdinaryAfterIn(phrase, at);
    return isPlace ? withAddress(phrase, at, name, context) : undefined;
  }
  if (isRoad && mode === 'near') return { length: 2, meaning: { kind: 'unsupported', reason: ROAD } };
  const isKnownWord = isCar || PLACES.colour.has(words[at + skipped].key);
  const misspelt = isKnownWord
    ? undefined
    : misspeltPlaceAt(phrase, at + skipped, mode === 'near' ? 5 : 6, context);
  if (
    misspelt !== undefined &&
    (mode === 'near' || !PLACES['needs an introduction'].has(words[at + skipped].key))
  )
    return withAddress(phrase, at, { ...misspelt, length: misspelt.length + skipped }, context);
  return mode === 'near' && !isKnownWord ? unknownAt(phrase, at, context) : undefined;
}

const ROAD = 'Distances are measured from a postcode or a town, not from a road.';

/** Without `near`, a district matches only if nothing else has its form: `FK8` and `mk5` also name model generations. */
function bareLocation(phrase: Phrase, at: number, context: PhraseContext, afterDistance: boolean): Read {
  const { words } = phrase;
  const found = postcodeAt(phrase, at, context, false);
  if (found?.meaning.kind === 'location') {
    const whole = withTown(phrase, at, found.length, found.meaning, context);
    if (found.length > 1 || JOINED_UNIT.test(words[at].key) || afterDistance) return whole;
    if (isModel(phrase, at, context) || /^(?:mk|fk)[0-9]$/.test(words[at].key)) return undefined;
    const isTwoLetters = /^[a-z]{2}[0-9]/.test(words[at].key);
    const isWhole = whole !== undefined && whole.length > found.length;
    const isLast = !flowsAt(phrase, at + 1) || isDistanceAt(phrase, at + 1);
    return beginsClause(phrase, at) || isWhole || (isTwoLetters && isLast) ? whole : undefined;
  }
  if (found !== undefined) return found;
  const name = placeNameAt(phrase, at, context);
  if (name === undefined) return undefined;
  const read = withAddress(phrase, at, name, context);
  return read.isSure || isBarePlace(phrase, at, name, context) ? read : undefined;
}

/** `LS6 within 10 miles` */
function isDistanceAt(phrase: Phrase, at: number): boolean {
  const within = QUANTITIES['limit before'].find(phrase, at);
  const read = within?.meaning.within === true ? readAmount(phrase, at + within.length) : undefined;
  return read?.amount.unit === 'miles' || read?.amount.unit === 'km';
}

/** In letters: longer names of towns are hardly other words, except for trims after a model. */
const MIN_CERTAIN_LENGTH = 7;

function isBarePlace(
  phrase: Phrase,
  at: number,
  { place, length, isMarked }: PlaceName,
  context: PhraseContext,
): boolean {
  const { words } = phrase;
  const end = at + length;
  if (isMarked) return true;
  if (PLACES.colour.has(keyAt(phrase, end))) return false;
  const isAlone = length === 1;
  if (!('districts' in place)) return !(isAlone && PLACES['needs an introduction'].has(words[at].key));
  if (place.ambiguous) return false;
  if (isAlone && isOrdinaryAlone(phrase, at))
    return beginsClause(phrase, at) && isBesideAnother(phrase, end, context);
  const isAtEdge = beginsClause(phrase, at) || !flowsAt(phrase, end);
  const isCertain = place.name.length >= MIN_CERTAIN_LENGTH && !(at > 0 && isModel(phrase, at - 1, context));
  return (
    place.size >= LARGE_TOWN_THRESHOLD || isCertain || (isAtEdge && (words[at].key.length >= 3 || !isAlone))
  );
}

/** Whether an `or` and another town follow: `Bath or Bristol`. */
function isBesideAnother(phrase: Phrase, end: number, context: PhraseContext): boolean {
  if (!isOr(keyAt(phrase, end)) || !flowsAt(phrase, end + 1)) return false;
  const other = placeNameAt(phrase, end + 1, context);
  return other !== undefined && isBarePlace(phrase, end + 1, other, context);
}

function beginsClause({ words }: Phrase, at: number): boolean {
  return at === 0 || !words[at].flows;
}

function isModel({ words }: Phrase, at: number, { vocabulary }: PhraseContext): boolean {
  return isNameKey(words.at(at)?.key ?? '', vocabulary);
}

/** Punctuation between a town and its postcode. */
const BESIDE = /^[\s,(/–-]+$/u;

/** A postcode of `length` words, with the name of its town if that follows. */
function withTown(
  phrase: Phrase,
  at: number,
  length: number,
  meaning: Location,
  context: PhraseContext,
): Read {
  const next = phrase.words.at(at + length);
  const marked = PLACES.mark.next(phrase, at + length)?.length ?? 0;
  const name =
    next !== undefined && BESIDE.test(next.gap) ? placeNameAt(phrase, at + length, context) : undefined;
  const isOwn = name !== undefined && 'districts' in name.place && isTownOf(name, meaning.location);
  return { length: length + (isOwn ? name.length : marked), meaning };
}

/** A town or an area, or a town with the postcode or the county that follows it. */
function withAddress(
  phrase: Phrase,
  at: number,
  name: PlaceName,
  context: PhraseContext,
): { readonly length: number; readonly meaning: Meaning; readonly isSure: boolean } {
  const end = at + name.length;
  const next = phrase.words.at(end);
  if (next !== undefined && BESIDE.test(next.gap) && 'districts' in name.place) {
    const found = postcodeAt(phrase, end, context, false);
    const isOther = next.gap.includes(',') && found?.length === 1 && isModel(phrase, end, context);
    if (found?.meaning.kind === 'location' && !isOther && isTownOf(name, found.meaning.location))
      return { length: name.length + found.length, meaning: found.meaning, isSure: true };
    const county = placeNameAt(phrase, end, context);
    const own = county === undefined || 'districts' in county.place ? undefined : townWithin(name, county);
    if (county !== undefined && own !== undefined)
      return { length: name.length + county.length, meaning: own, isSure: true };
  }
  return { length: name.length, meaning: areaOf(name), isSure: false };
}

/** In kilometres: how far a postcode that belongs to a town may be from its centre. */
const TOWN_RADIUS_KM = 30;

function isTownOf({ options }: PlaceName, { point }: ResolvedPostcode): boolean {
  return options.some((option) => distanceKm(option.point, point) <= TOWN_RADIUS_KM);
}

function unknownAt({ words }: Phrase, at: number, { gazetteer }: PhraseContext): Read {
  const { key, text } = words[at];
  if (!/^\p{L}{2,}$/u.test(text) || PLACES['no place'].has(key)) return undefined;
  const resolved = /^[a-z]{1,2}$/.test(key) ? gazetteer.resolve(key) : undefined;
  if (resolved !== undefined && 'reason' in resolved && resolved.reason === 'area_only') {
    const reason = `${text} is a whole postcode area: give a postcode or a district such as ${resolved.suggestion ?? ''}.`;
    return { length: 1, meaning: { kind: 'unsupported', reason } };
  }
  const reason =
    'This place is not known: give a postcode. Its name is searched for in the text of the listings.';
  return { length: 1, meaning: { kind: 'unsupported', reason, keptInText: 1 } };
}

/** What to do with the name of a place instead of a postcode: search from it, or refuse it with its postcode as a suggestion. */
export type PlaceNames = 'accepted' | 'suggested';

/**
 * The position of a postcode, or of a town or an area by its name, exact or with one typing error. Only a text that is no
 * postcode asks for the context.
 */
export function resolvePlace(
  text: string,
  gazetteer: Gazetteer,
  placeNames: PlaceNames,
  context: () => PhraseContext,
): ResolvedPostcode | UnresolvedPostcode {
  const found = gazetteer.resolve(text);
  if (!('reason' in found) || found.reason !== 'not_a_postcode') return found;
  const phrase = tokenizePhrase(`near ${text}`);
  const { length, meaning } = matchLocation(phrase, 0, context(), undefined) ?? {};
  if (length !== phrase.words.length) return found;
  if (meaning?.kind === 'ambiguous_town')
    return { reason: 'several_places', postcodes: meaning.options.map(({ postcode }) => postcode) };
  if (meaning?.kind !== 'location') return found;
  const { location, note } = meaning;
  if (placeNames === 'suggested') return { reason: 'place_name', suggestion: location.postcode };
  return { ...location, ...(note !== undefined && { note }) };
}
