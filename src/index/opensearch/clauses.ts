// The filters of a search in the words of the cluster, all but its text. Filters are not scored, and joined by "and".
import type { EngineQuery, RadiusFilterSpec } from '../../engine/schema.ts';
import { withinScript } from './distance-script.ts';

/** A query of the cluster, or a part of one: JSON data. */
export type Clause = Readonly<Record<string, unknown>>;

export function filterClauses({ values, ranges, radius }: EngineQuery): Clause[] {
  return [
    ...values.map(({ field, keys }) => ({ terms: { [`${field}.keys`]: keys } })),
    ...ranges.map(({ field, min, max }) => rangeClause(field, min, max)),
    ...(radius === undefined ? [] : [radiusClause(radius)]),
  ];
}

/** Listings of which the field is not known. */
export function unknownClause(field: string): Clause {
  return { bool: { must_not: [{ exists: { field } }] } };
}

/** Everything that passes all filters. */
export function allOf(filters: readonly Clause[]): Clause {
  return filters.length === 0 ? { match_all: {} } : { bool: { filter: filters } };
}

export function anyOf(clauses: readonly Clause[]): Clause {
  return clauses.length === 1 ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Infinities leave a side open; what is not known is out even then. */
function rangeClause(field: string, min: number, max: number): Clause {
  const bounds = {
    ...(min > -Infinity && { gte: min }),
    ...(max < Infinity && { lte: max }),
  };
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } };
}

/** The cluster's own circle is a few metres off at most: a ring of this width around the edge is decided by the script. */
const RING_PART = 1e-3;
const RING_KM = 0.02;

/** Within the circle beyond doubt, or on its edge and measured one by one. */
function radiusClause({ center, km }: RadiusFilterSpec): Clause {
  const margin = km * RING_PART + RING_KM;
  const edge = { script: { script: withinScript(center, km) } };
  return {
    bool: {
      filter: [circle({ center, km: km + margin })],
      should: km > margin ? [circle({ center, km: km - margin }), edge] : [edge],
      minimum_should_match: 1,
    },
  };
}

function circle({ center: { lat, lng }, km }: RadiusFilterSpec): Clause {
  return { geo_distance: { distance: `${km}km`, place: { lat, lon: lng } } };
}
