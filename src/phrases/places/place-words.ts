// Words around the names of places, names that are also ordinary words, and the colours that places give their names to
// (`Oxford White`): assets/phrases/places.tsv. And the counties, regions and islands of the United Kingdom: each has a district
// near its middle and the narrowest distance band around it that holds the area. Areas that no band holds have none.
import type { Phrase } from '../words/tokenized-phrase.ts';
import { named, PHRASES, phrasesMeaning, readLists, WORDS } from '../words/word-lists.ts';
import { townKey } from '../../geo/towns.ts';
import { DISTANCE_BANDS_KM } from '../../query/search-query.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../../tables.ts';
import { PhraseMatcher } from '../words/phrase-matcher.ts';

interface Introduction {
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

export const PLACES = readLists('places', {
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
export function isOrdinaryAfterIn({ words }: Phrase, at: number): boolean {
  const { key, text } = words[at];
  return PLACES['ordinary after in'].has(key) && (key === MONTH || !/^\p{Lu}\p{Ll}/u.test(text));
}

/** Whether the word at `at`, with no word before it that calls for a place, is more likely an ordinary word than a town. */
export function isOrdinaryAlone({ words }: Phrase, at: number): boolean {
  const { key, text } = words[at];
  if (!PLACES['ordinary town'].has(key)) return false;
  const endsClause = words.at(at + 1)?.flows !== true;
  const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(text) && words[at - 1].key !== 'in';
  return !(endsClause && (isName || PLACES['town at the end'].has(key)));
}

export interface Area {
  readonly name: string;
  readonly district: string;
  readonly band: number | undefined;
}

interface AreaRow {
  readonly area: Area;
  /** The first is the one that responses give. */
  readonly names: readonly string[];
}

const WHAT = 'assets/phrases/areas.tsv';

/** Throws an error that names the line of the first mistake. */
export function parseAreas(text: string): readonly AreaRow[] {
  const unique = new UniqueNames(WHAT);
  return parseTable(WHAT, ['area', 'other names', 'district', 'band'], text).map(({ line, cells }) => {
    const [name, others, district, band] = cells;
    const names = [name, ...listOf(others)];
    for (const key of new Set(names.map(townKey))) unique.add(key, line);
    if (!/^[A-Z]{1,2}[0-9][0-9A-Z]?$/.test(district))
      throw mistake(WHAT, line, `'${district}' is no postcode district`);
    if (band !== '' && DISTANCE_BANDS_KM[Number(band)] === undefined)
      throw mistake(WHAT, line, `'${band}' is no distance band`);
    return { area: { name, district, band: band === '' ? undefined : Number(band) }, names };
  });
}

const { rows: ROWS } = readTable('phrases/areas.tsv', parseAreas);
export const AREAS = new PhraseMatcher<Area>(
  ROWS.flatMap(({ area, names }) =>
    names.map((name) => [name.split(' ').map(nameKey).join(' '), area] as const),
  ),
);

/** Every area by each of its names, as keys without spaces. */
export const AREAS_BY_KEY: ReadonlyMap<string, Area> = new Map(
  ROWS.flatMap(({ area, names }) => names.map((name) => [townKey(name), area] as const)),
);
