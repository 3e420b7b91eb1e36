// Counties, regions and islands of the United Kingdom: each has a district near its middle and the narrowest distance band
// around it that holds the area. Areas that no band holds have none.
import { townKey } from '../geo/towns.ts';
import { DISTANCE_BANDS_KM } from '../listing/search-query.ts';
import { nameKey } from '../vehicle/name-key.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../vehicle/table.ts';
import { PhraseMatcher, type PhraseMatch } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

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
const TABLE = new PhraseMatcher<Area>(
  ROWS.flatMap(({ area, names }) =>
    names.map((name) => [name.split(' ').map(nameKey).join(' '), area] as const),
  ),
);

/** The longest name of an area that begins at word `at`. */
export function findArea(phrase: TokenizedPhrase, at: number): PhraseMatch<Area> | undefined {
  return TABLE.find(phrase, at);
}

/** Every area by each of its names, as keys without spaces. */
export const AREAS_BY_KEY: ReadonlyMap<string, Area> = new Map(
  ROWS.flatMap(({ area, names }) => names.map((name) => [townKey(name), area] as const)),
);
