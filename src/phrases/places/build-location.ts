// Sets the location, the distance and what follows from them. Of several places the most precise counts: a town is understood
// with its own postcode, a county with its town; other places are listed as unsupported.
import { distanceKm, KM_PER_MILE } from '../../geo/great-circle.ts';
import type { ResolvedPostcode } from '../../geo/postcode-gazetteer.ts';
import { DISTANCE_BANDS_KM } from '../../query/search-query.ts';
import { SORT_ROWS, type Sort } from '../../query/sorts.ts';
import type { MatchOf as Of, MeaningOf } from '../words/match.ts';
import type { PlaceName } from './place-name.ts';
import { LOCAL_BAND, NEAR_BAND } from './place-words.ts';
import type { QueryBuilder } from '../words/query-builder.ts';
import { bandOf } from '../limits/resolve-quantity.ts';
import { writtenText, type Phrase } from '../words/tokenized-phrase.ts';

/** In kilometres: how far a postcode or a district may be from the centre of the town that it belongs to. */
const SAME_TOWN_KM = 30;
export const NO_PLACE = 'Tell us a town or postcode.';
export const FROM_A_PLACE = 'A distance needs a postcode or a town to measure from.';
export const NEAREST_TO_A_PLACE = 'Nearest first needs a postcode or a town to measure from.';

/** The reasons that a place would remedy. */
export const WITHOUT_A_PLACE: ReadonlySet<string> = new Set([NO_PLACE, FROM_A_PLACE, NEAREST_TO_A_PLACE]);
const ONE_PLACE = 'Distances are measured from one place at a time: ask again for the other.';

/** The meaning of a name: its central district, with a note that says so. */
export function areaOf({
  place,
  options,
  length,
  isNearby,
}: PlaceName): MeaningOf<'location' | 'ambiguous_town'> {
  const [first] = options;
  const near = isNearby ? { near: NEAR_BAND } : {};
  const middle = { kind: 'location', location: first, introWords: 0, ...near } as const;
  if ('districts' in place) {
    const { name, ambiguous } = place;
    return ambiguous
      ? { kind: 'ambiguous_town', name, options, introWords: 0, nameWords: length, ...near }
      : townMeaning(first, name, 0, near);
  }
  const { name, band } = place;
  if (band === undefined)
    return { ...middle, place: 'area', note: `${first.postcode} is near the middle of ${name}` };
  const note = `${first.postcode} is near the middle of ${name}; within ${inMiles(DISTANCE_BANDS_KM[band])} miles of it is all of it and more`;
  return { ...middle, place: 'area', band, note };
}

/** The place of a town's name that is in an area, if any. */
export function townWithin(
  { place, options }: PlaceName,
  area: PlaceName,
): MeaningOf<'location'> | undefined {
  const outer = areaOf(area);
  if (outer.kind !== 'location') return undefined;
  return options.map((option) => townMeaning(option, place.name, 0)).find((town) => isInside(town, outer));
}

/** The location to search from, if any. Sets it for the other words that mean the same place, and lists the rest. */
export function addLocation(
  builder: QueryBuilder,
  all: readonly Of<'location'>[],
  ambiguous: readonly Of<'ambiguous_town'>[],
  phrase: Phrase,
): Of<'location'> | undefined {
  const locations = [...all, ...knownTowns(builder, ambiguous, all)].sort((a, b) => a.from - b.from);
  const units = locations.filter(
    ({ meaning }) => /[A-Z]$/.test(meaning.location.postcode) && meaning.location.postcode.includes(' '),
  );
  let chosen = units.at(0) ?? mostMeant(locations);
  if (chosen === undefined) return undefined;
  for (const match of locations) if (isInside(match.meaning, chosen.meaning)) chosen = match;
  let { near } = chosen.meaning;
  for (const match of locations) {
    if (match === chosen) continue;
    if (isInside(chosen.meaning, match.meaning) || isSame(chosen.meaning, match.meaning)) {
      builder.set(
        'location',
        chosen.meaning.location.postcode,
        match,
        `understood with ${wordsOf(chosen, phrase)}`,
      );
      // `near Bristol in BS1` is near BS1.
      near ??= match.meaning.near;
    } else builder.addUnsupported(match, ONE_PLACE);
  }
  return near === undefined ? chosen : { ...chosen, meaning: { ...chosen.meaning, near } };
}

/**
 * Of several places the one that is named twice (`I work in Derby and live in Leeds, look in Leeds`), the one to look near, or
 * the first.
 */
function mostMeant(locations: readonly Of<'location'>[]): Of<'location'> | undefined {
  const isRepeated = ({ meaning }: Of<'location'>): boolean =>
    locations.filter((other) => isSame(other.meaning, meaning)).length > 1;
  return (
    locations.find(isRepeated) ??
    locations.find(({ meaning }) => meaning.near !== undefined) ??
    locations.at(0)
  );
}

function wordsOf({ from, to, meaning }: Of<'location'>, phrase: Phrase): string {
  return `'${writtenText(phrase, { from: from + meaning.introWords, to })}'`;
}

function isSame(one: MeaningOf<'location'>, other: MeaningOf<'location'>): boolean {
  return one.location.postcode === other.location.postcode;
}

/** Whether `inner` is more precise than `outer`, and lies in it. */
function isInside(inner: MeaningOf<'location'>, outer: MeaningOf<'location'>): boolean {
  if (inner === outer || inner.place === outer.place || inner.place === 'area' || outer.place === 'postcode')
    return false;
  const km = distanceKm(inner.location.point, outer.location.point);
  if (outer.place === 'area') return outer.band === undefined || km <= DISTANCE_BANDS_KM[outer.band];
  return areaLetters(inner) === areaLetters(outer) ? km <= 2 * SAME_TOWN_KM : km <= SAME_TOWN_KM / 2;
}

function areaLetters({ location }: MeaningOf<'location'>): string {
  return /^[A-Z]+/.exec(location.postcode)?.[0] ?? '';
}

/** The ambiguous towns that another place decides between; lists the others as unsupported. */
function knownTowns(
  builder: QueryBuilder,
  towns: readonly Of<'ambiguous_town'>[],
  locations: readonly Of<'location'>[],
): Of<'location'>[] {
  return towns.flatMap((match) => {
    const { options, name, introWords, nameWords, near } = match.meaning;
    for (const option of options) {
      const meaning = townMeaning(option, name, introWords, near === undefined ? {} : { near });
      const decides = locations.some(
        (other) =>
          isInside(meaning, other.meaning) ||
          isInside(other.meaning, meaning) ||
          distanceKm(option.point, other.meaning.location.point) <= SAME_TOWN_KM / 2,
      );
      if (decides) return [{ ...match, meaning }];
    }
    const districts = options.map(({ postcode }) => postcode).join(' or ');
    const reason = `There are several places of that name: give a postcode, such as ${districts}.`;
    const { from, to } = match;
    if (locations.length > 0) builder.addUnsupported(match, reason);
    else builder.addText({ from: to - nameWords, to }, { within: { from, to, reason } });
    return [];
  });
}

function townMeaning(
  location: ResolvedPostcode,
  name: string,
  introWords: number,
  near?: { readonly near?: number },
): MeaningOf<'location'> {
  const note = `Measured from central ${name}`;
  return { kind: 'location', location, place: 'town', name, introWords, note, ...near };
}

export function addDistances(
  builder: QueryBuilder,
  distances: readonly Of<'distance'>[],
  location: Of<'location'> | undefined,
): void {
  for (const match of distances) {
    if (location === undefined && !builder.hasPlace) builder.addUnsupported(match, FROM_A_PLACE);
    else if (builder.has('distance'))
      builder.addUnsupported(match, 'One distance can be searched in at a time.');
    else setDistance(builder, match, match.meaning.km);
  }
}

export function setDistance(builder: QueryBuilder, match: Of<'distance' | 'range'>, km: number): void {
  const band = bandOf(km);
  const radius = DISTANCE_BANDS_KM[band];
  const note =
    radius === Infinity
      ? 'No distance limit: this is more than the widest that we have'
      : `We search within ${inMiles(radius)} miles, the nearest distance that we have`;
  builder.set('distance', String(band), match, radius === km ? undefined : note);
}

function inMiles(km: number): string {
  const miles = km / KM_PER_MILE;
  return miles < 1 ? miles.toFixed(1) : String(Math.round(miles));
}

/**
 * Sets the location. Runs last: where another order is asked for, `in` a place limits the search, which would be of the whole
 * country otherwise, and a place alone gets a note.
 */
export function setLocation(builder: QueryBuilder, match: Of<'location'>, sort: Sort | undefined): void {
  const { location, introWords, note, place, name } = match.meaning;
  const isIdle = sort !== undefined && sort !== 'distance' && !builder.has('distance');
  const isLimited = isIdle && introWords > 0 && place !== 'area' && match.isWished !== true;
  if (isLimited) setBand(builder, match, LOCAL_BAND);
  const order = SORT_ROWS.find(({ name }) => name === sort)?.label;
  const idle = `${order}, so the first cars may be far away. Limit to 31 miles?`;
  const notes = [note, isIdle && !isLimited ? idle : undefined].filter((text) => text !== undefined);
  const { postcode } = location;
  builder.set('location', postcode, match, notes.length === 0 ? undefined : notes.join('. '), postcode, name);
  if (sort === undefined)
    builder.set('sort', 'distance', match, 'nearest first, as no other order was asked for');
}

/**
 * Limits a search to near its place, by the words for that or those of the place; an explicit distance counts before. An area
 * limits it to the band that holds the area.
 */
export function addNearness(
  builder: QueryBuilder,
  nearby: readonly Of<'nearby'>[],
  location: Of<'location'> | undefined,
): void {
  const isLimited = builder.has('distance');
  for (const match of nearby) {
    const band = String(match.meaning.band);
    if (location === undefined && !builder.hasPlace) builder.addUnsupported(match, NO_PLACE);
    else if (match.isWished !== true && !isLimited && builder.isFree('distance', band))
      setBand(builder, match, match.meaning.band);
    else builder.addIgnored(match);
  }
  if (location === undefined || location.isWished === true || builder.has('distance')) return;
  const { near, place, band } = location.meaning;
  // An area that no band holds limits nothing.
  const widest = place === 'area' ? band : near;
  if (widest !== undefined) setBand(builder, location, Math.max(widest, near ?? 0));
}

function setBand(builder: QueryBuilder, match: Of<'location' | 'nearby'>, band: number): void {
  builder.set('distance', String(band), match, `Within ${inMiles(DISTANCE_BANDS_KM[band])} miles`);
}
