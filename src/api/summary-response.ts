// The response of the summary operation as JSON, in the API's names.
import { formatCount, formatList } from '../format.ts';
import { canonicalQuery } from '../query/canonical-query.ts';
import {
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  FILTERED_FIELDS,
  MATCHING_FIELDS,
  type FilterName,
} from '../query/search-query.ts';
import {
  excludesUnknown,
  PERCENTILES,
  type UnknownExcludingFilter,
  type Distribution,
  type NumberSummary,
  type StockSummary,
  type ValueCounts,
} from '../stock/summary.ts';
import type {
  DistributionJson,
  FieldSummaries,
  NumberSummaryJson,
  SummaryResponse,
  SummaryTotals,
} from './responses.ts';
import { searchUrl } from './link-header.ts';

type Summary = SummaryResponse['summary'];

/** The API's name for the field that a filter needs. A distance excludes listings without a location. */
export const UNKNOWN_NAMES: ReadonlyMap<UnknownExcludingFilter, string> = new Map([
  ...FILTERED_FIELDS.filter(({ property }) => excludesUnknown(property as FilterName)).map(
    ({ property, name }) => [property as UnknownExcludingFilter, name] as const,
  ),
  ['distanceBand', 'location'],
]);

/** The fields that summaries cover, for people: `makes, models, … and years`, and `prices and mileages`. */
export const SUMMARIZED = {
  counted: formatList(FACET_FIELDS.map(({ facet }) => facet.plural.toLowerCase())),
  distributed: formatList(DISTRIBUTION_FIELDS.map(({ distribution }) => distribution.plural.toLowerCase())),
};

export function matchingOf({ matching }: Pick<Summary, 'matching'>) {
  return MATCHING_FIELDS.map((field) => ({ field, numbers: matching[field.name] }));
}

export function facetsOf(summary: FieldSummaries) {
  return FACET_FIELDS.map((field) => ({ field, facets: summary[field.name] }));
}

export function distributionsOf(summary: FieldSummaries) {
  return DISTRIBUTION_FIELDS.map((field) => ({ field, distribution: summary[field.name] }));
}

/** Counts of the first values only; the others are counted in `more`. */
export function firstValues<Counts extends ValueCounts>(counts: Counts, listed: number): Counts {
  const { values, more } = counts;
  const others = values.slice(listed);
  return {
    ...counts,
    values: values.slice(0, listed),
    more: {
      values: more.values + others.length,
      count: more.count + others.reduce((sum, { count }) => sum + count, 0),
    },
  };
}

/** The line, if there is one: `Left out because unknown: price 1, mileage 1,204.` */
export function leftOutLines({
  left_out_as_unknown: leftOut,
}: Pick<Summary, 'left_out_as_unknown'>): string[] {
  const parts = Object.entries(leftOut).flatMap(([name, count]) =>
    count > 0 ? [`${name} ${formatCount(count)}`] : [],
  );
  return parts.length === 0 ? [] : [`Left out because unknown: ${parts.join(', ')}.`];
}

/** `baseUrl` has no slash at its end. */
export function toSummaryResponse(summary: StockSummary, baseUrl: string): SummaryResponse {
  const { matching, variant, excludedUnknown } = summary;
  const { total_vehicles, terms, relaxations, ...counts } = toSummaryTotals(summary, baseUrl);
  return {
    summary: {
      total_vehicles,
      matching: record(namesOf(MATCHING_FIELDS), (name) => numberSummaryJson(matching[name])),
      ...counts,
      variant,
      // The groups of terms come from a table, so their type is not static.
      terms: terms as Summary['terms'],
      left_out_as_unknown: Object.fromEntries(
        Array.from(excludedUnknown, ([name, count]) => [UNKNOWN_NAMES.get(name) ?? name, count]),
      ),
      relaxations,
      note: noteOf(summary),
    },
  };
}

/** The parts that a brief summary has. */
export function toSummaryTotals(
  { total, terms, facets, distributions, relaxations }: StockSummary,
  baseUrl: string,
): SummaryTotals & FieldSummaries {
  return {
    total_vehicles: total,
    ...record(namesOf(FACET_FIELDS), (name) => facets[name]),
    ...record(namesOf(DISTRIBUTION_FIELDS), (name) => distributionJson(distributions[name])),
    terms,
    relaxations:
      relaxations?.map(({ parameter, value, parameters, total, query }) => ({
        parameter,
        value,
        ...(parameters !== undefined && { parameters }),
        total_vehicles: total,
        url: searchUrl(canonicalQuery(query), baseUrl),
      })) ?? null,
  };
}

function numberSummaryJson({ known, unknown, min, max, percentiles }: NumberSummary): NumberSummaryJson {
  return { known, unknown, min, max, percentiles: record(PERCENTILES, (_, i) => percentiles[i] ?? null) };
}

function namesOf<Name extends string>(fields: readonly { readonly name: Name }[]): Name[] {
  return fields.map(({ name }) => name);
}

/** The values by key, in the order of the keys. */
function record<Key extends PropertyKey, Value>(
  keys: readonly Key[],
  valueOf: (key: Key, i: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, i) => [key, valueOf(key, i)])) as Record<Key, Value>;
}

function distributionJson(distribution: Distribution): DistributionJson {
  return { ...numberSummaryJson(distribution), histogram: distribution.histogram };
}

function noteOf({ relaxations }: StockSummary): string | null {
  if (relaxations === null) return null;
  const [first] = relaxations;
  if (relaxations.length === 0) return 'Nothing matches, and no change of one parameter alone would help.';
  if (first.parameters === undefined)
    return 'Nothing matches. Each of these changes of one parameter finds something; the smallest change comes first.';
  const what = first.parameter === 'q' ? 'reads q as a phrase' : 'searches for the model as words of q';
  return `Nothing matches. The first of these changes ${what}, and each of the others is of one parameter.`;
}
