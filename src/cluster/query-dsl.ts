// Filters and sorts of a query in OpenSearch's query DSL. Filters are not scored, and joined by "and".
import type { EngineQuery, RadiusFilterSpec, Schema } from '../engine/schema.ts';
import { withinScript, distanceScript } from './distance-script.ts';

/** A query, or a part of one: JSON data. */
export type QueryDsl = Readonly<Record<string, unknown>>;

export function filterDsl({ values, ranges, radius }: EngineQuery): QueryDsl[] {
  return [
    ...values.map(({ field, keys }) => ({ terms: { [`${field}.keys`]: keys } })),
    ...ranges.map(({ field, min, max }) => rangeDsl(field, min, max)),
    ...(radius === undefined ? [] : [radiusDsl(radius)]),
  ];
}

/** Listings whose field is unknown. */
export function unknownDsl(field: string): QueryDsl {
  return { bool: { must_not: [{ exists: { field } }] } };
}

/** Listings that pass all filters. */
export function boolFilter(filters: readonly QueryDsl[]): QueryDsl {
  return filters.length === 0 ? { match_all: {} } : { bool: { filter: filters } };
}

export function boolShould(clauses: readonly QueryDsl[]): QueryDsl {
  return clauses.length === 1 ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Infinities leave a side open; unknown values never match. */
function rangeDsl(field: string, min: number, max: number): QueryDsl {
  const bounds = {
    ...(min > -Infinity && { gte: min }),
    ...(max < Infinity && { lte: max }),
  };
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } };
}

/** The cluster's own distances are a few metres off at most: within this margin of the radius, the script decides. */
const RING_PART = 1e-3;
const RING_KM = 0.02;

/** Clearly within the radius, or near its edge and measured exactly. */
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

const BY_KEY: QueryDsl = { key: { order: 'asc' } };

export function sortDsl({ sortOrder }: Pick<EngineQuery, 'sortOrder'>, { tieBreaker }: Schema): QueryDsl[] {
  const ties = [byNumber(tieBreaker, 'asc'), BY_KEY];
  switch (sortOrder.by) {
    case 'number': {
      const direction = sortOrder.direction === 'ascending' ? 'asc' : 'desc';
      // Ties in the tie-breaker itself go by key.
      if (sortOrder.field === tieBreaker) return [byNumber(tieBreaker, direction), BY_KEY];
      return [byNumber(sortOrder.field, direction), ...ties];
    }
    case 'distance':
      return [{ _script: { type: 'number', script: distanceScript(sortOrder.from), order: 'asc' } }, ...ties];
    case 'relevance':
      return [{ _score: { order: 'desc' } }, ...ties];
  }
}

function byNumber(field: string, order: 'asc' | 'desc'): QueryDsl {
  return { [field]: { order, missing: '_last' } };
}
