// Filters and sort orders of a query in OpenSearch's query DSL. Filters are not scored, and all must match.
import {
  tieBreakersOf,
  type EngineQuery,
  type KeywordFilterSpec,
  type RadiusFilterSpec,
  type TermRequest,
} from '../engine/schema.ts';
import { EARTH_RADIUS_KM, unitVector, type Point } from '../geo/great-circle.ts';
import { LISTING_SCHEMA } from '../index/shared/listing-schema.ts';
import { FINEST_BITS, MAX_ZOOM, type GridCell } from '../geo/map-grid.ts';
import type { StockNames } from '../stock/stock-names.ts';
import { UNKNOWN_ENGINE } from '../stock/stock-reader.ts';

/** A query, or a part of one: JSON data. */
export type QueryDsl = Readonly<Record<string, unknown>>;

/** `names` are those of the listings, for a query with `hasManyClauses`. */
export function filterDsl({ values, ranges, radius, cells }: EngineQuery, names?: StockNames): QueryDsl[] {
  return [
    ...values.map((filter) => valueDsl(filter, names)),
    ...ranges.map(({ field, min, max }) => rangeDsl(field, min, max)),
    ...(radius === undefined ? [] : [radiusDsl(radius)]),
    ...(cells === undefined ? [] : [cellsDsl(cells)]),
  ];
}

/** A cluster allows 1,024 clauses in a query, of which the words of a text take up to half. */
const MAX_CLAUSES = 256;
/** Maximum values of a clause: the default of `index.max_terms_count`. */
const MAX_VALUES = 65_536;

/** Whether the requested models must be looked up here, because their terms would be too many clauses. */
export function hasManyClauses({ values }: EngineQuery): boolean {
  const { terms = [], excluded = [] } = values.find(({ field }) => field === TITLE) ?? {};
  return clausesOf({ any: terms }) + clausesOf({ any: excluded }) > MAX_CLAUSES;
}

/** The column of titles: only its values are requested by several terms. */
const TITLE = 'model';

function clausesOf(query: TermRequest): number {
  if (typeof query === 'string') return 1;
  const sum = (some: readonly TermRequest[]): number =>
    some.reduce((count, one) => count + clausesOf(one), 0);
  if ('all' in query) return sum(query.all);
  const others = query.any.filter((one) => typeof one !== 'string');
  return sum(others) + Math.min(1, query.any.length - others.length);
}

function titlesDsl(titles: readonly string[]): QueryDsl {
  if (titles.length === 0) return MATCH_NONE;
  const parts = Array.from({ length: Math.ceil(titles.length / MAX_VALUES) }, (_, i) =>
    titles.slice(i * MAX_VALUES, (i + 1) * MAX_VALUES),
  );
  return boolShould(parts.map((part) => ({ terms: { [`${TITLE}.value`]: part } })));
}

function termsDsl(field: string, query: TermRequest): QueryDsl {
  if (typeof query === 'string') return { term: { [field]: query } };
  if ('all' in query) return boolFilter(query.all.map((one) => termsDsl(field, one)));
  const terms = query.any.filter((one) => typeof one === 'string');
  const others = query.any.filter((one) => typeof one !== 'string').map((one) => termsDsl(field, one));
  return boolShould([
    ...(terms.length > 0 || others.length === 0 ? [{ terms: { [field]: terms } }] : []),
    ...others,
  ]);
}

/** Listings whose field is unknown. */
export function unknownDsl(field: string): QueryDsl {
  return { bool: { must_not: [{ exists: { field } }] } };
}

/** Listings that pass all filters. */
export function boolFilter(filters: readonly QueryDsl[]): QueryDsl {
  return filters.length === 0 ? { match_all: {} } : { bool: { filter: filters } };
}

/** Matches no listing. */
export const MATCH_NONE: QueryDsl = { match_none: {} };

/** Listings that fail at least one of the filters, of which there must be one or more. */
export function boolNot(filters: readonly QueryDsl[]): QueryDsl {
  return { bool: { must_not: filters.length === 1 ? filters : [boolFilter(filters)] } };
}

export function boolShould(clauses: readonly QueryDsl[]): QueryDsl {
  return clauses.length === 1 ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Listings with unknown values have no keys, and neither have some known values. */
function valueDsl({ field, terms, excluded }: KeywordFilterSpec, names: StockNames | undefined): QueryDsl {
  const keys = (any: readonly TermRequest[]): QueryDsl =>
    names !== undefined && field === TITLE
      ? titlesDsl(names.titlesWith(any))
      : termsDsl(`${field}.keys`, { any });
  const wanted = terms === undefined ? { exists: { field: `${field}.value` } } : keys(terms);
  return excluded === undefined ? wanted : { bool: { filter: [wanted], must_not: [keys(excluded)] } };
}

/** An infinite bound leaves that side open; unknown values never match. */
function rangeDsl(field: string, min: number, max: number): QueryDsl {
  const bounds = {
    ...(min > -Infinity && { gte: min }),
    ...(max < Infinity && { lte: max }),
  };
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } };
}

/** Half the width of the ring around the radius in which the script decides; the cluster is off by a few metres at most. */
const RING_PART = 1e-3;
const RING_KM = 0.02;

/** Listings clearly within the radius, or near its edge and within it by exact distance. */
function radiusDsl({ center, km }: RadiusFilterSpec): QueryDsl {
  const margin = km * RING_PART + RING_KM;
  const edge = { script: { script: withinScript(center, km) } };
  return {
    bool: {
      filter: [geoDistance({ center, km: km + margin })],
      should: km > margin ? [geoDistance({ center, km: km - margin }), edge] : [edge],
      minimum_should_match: 1,
    },
  };
}

function geoDistance({ center: { lat, lng }, km }: RadiusFilterSpec): QueryDsl {
  return { geo_distance: { distance: `${km}km`, place: { lat, lon: lng } } };
}

/** The cell of the map's finest grid decides, as in the index in this process. */
function cellsDsl(cells: readonly GridCell[]): QueryDsl {
  const zooms = [...new Set(cells.map(({ zoom }) => zoom))];
  return boolShould(
    zooms.map((zoom) => {
      const own = cells.filter((cell) => cell.zoom === zoom);
      const shift = MAX_ZOOM - zoom;
      const numbers = own.map(({ x, y }) => y * 2 ** (FINEST_BITS - shift) + x);
      const params = { shift, bits: FINEST_BITS, cells: numbers };
      return { script: { script: { lang: 'painless', source: CELLS_SOURCE, params } } };
    }),
  );
}

/** The same as `cellAt` in geo/map-grid.ts. */
const CELLS_SOURCE = `
if (doc['cell'].size() == 0) return false;
int finest = (int) doc['cell'].value;
int shift = (int) params.shift;
int bits = (int) params.bits;
int cell = ((finest >>> (bits + shift)) << (bits - shift)) | ((finest & ((1 << bits) - 1)) >>> shift);
return params.cells.contains(cell);`;

const BY_KEY: QueryDsl = { key: { order: 'asc' } };

export function sortDsl(sortOrder: EngineQuery['sortOrder']): QueryDsl[] {
  const ties = [...tieBreakersOf(LISTING_SCHEMA, sortOrder).map((field) => byNumber(field, 'asc')), BY_KEY];
  switch (sortOrder.by) {
    case 'number': {
      const direction = sortOrder.direction === 'ascending' ? 'asc' : 'desc';
      // If the order is by the tie-breaker itself, the key breaks ties.
      if (sortOrder.field === LISTING_SCHEMA.tieBreaker)
        return [byNumber(sortOrder.field, direction), BY_KEY];
      return [byNumber(sortOrder.field, direction), ...ties];
    }
    case 'distance':
      return [{ _script: { type: 'number', script: distanceScript(sortOrder.from), order: 'asc' } }, ...ties];
    case 'relevance':
      return [{ _score: { order: 'desc' } }, ...ties];
  }
}

/** The order of `compareNearest` (stock/stock-reader.ts). All its facts are known, except the engine's size. */
export function nearestSortDsl(mileageMiles: number): QueryDsl[] {
  const source = "Math.abs(doc['mileageMiles'].value - params.mileage)";
  const script: PainlessScript = { lang: 'painless', source, params: { mileage: mileageMiles } };
  return [
    { _script: { type: 'number', script, order: 'asc' } },
    ...['mileageMiles', 'year', 'priceGbp'].map((field) => byNumber(field, 'asc')),
    { engineLitres: { order: 'asc', missing: UNKNOWN_ENGINE } },
    { 'dealer.value': { order: 'asc' } },
    { key: { order: 'asc' } },
  ];
}

function byNumber(field: string, order: 'asc' | 'desc'): QueryDsl {
  return { [field]: { order, missing: '_last' } };
}

/** Sort key of listings without a position, in kilometres: farther than any point on the globe. */
const NOWHERE_KM = 1e6;

// The distance in Painless. From the unit vectors on, it has the operations of geo/great-circle.ts in the same order, so filters
// and sorts agree with this program to the last digit. The text is constant, so a cluster compiles it once.
const FUNCTIONS = `
double smallArcsine(double x) {
  double t = x * x;
  double p = 7.91534994289814532176e-4 + t * 3.4793310759602116757e-5;
  p = 2.01212532134862925881e-1 + t * (-4.00555345006794114027e-2 + t * p);
  p = 1.66666666666666657415e-1 + t * (-3.25565818622400915405e-1 + t * p);
  double q = -6.88283971605453293030e-1 + t * 7.70381505559019352791e-2;
  q = -2.40339491173441421878 + t * (2.02094576023350569471 + t * q);
  return x + (x * (t * p)) / (1 + t * q);
}
double arcsine(double x) {
  return x < 0.5 ? smallArcsine(x) : Math.PI / 2 - 2 * smallArcsine(Math.sqrt((1 - x) / 2));
}
double kilometres(double x, double y, double z) {
  return 2 * ${EARTH_RADIUS_KM} * arcsine(Math.min(1.0, Math.sqrt(x * x + y * y + z * z) / 2));
}
if (doc['at.x'].size() == 0) return WITHOUT;
double km = kilometres(doc['at.x'].value - params.x, doc['at.y'].value - params.y, doc['at.z'].value - params.z);
`;

const SORT_SOURCE = `${FUNCTIONS.replace('WITHOUT', NOWHERE_KM.toFixed(1))}return km;`;
const FILTER_SOURCE = `${FUNCTIONS.replace('WITHOUT', 'false')}return km <= params.km;`;

export interface PainlessScript {
  readonly lang: 'painless';
  readonly source: string;
  readonly params: Readonly<Record<string, number>>;
}

/** The distance from a point in kilometres; NOWHERE_KM for listings without a position. */
function distanceScript(from: Point): PainlessScript {
  return { lang: 'painless', source: SORT_SOURCE, params: { ...unitVector(from) } };
}

/** Whether a listing is at most `km` from a point. */
function withinScript(from: Point, km: number): PainlessScript {
  return { lang: 'painless', source: FILTER_SOURCE, params: { ...unitVector(from), km } };
}
