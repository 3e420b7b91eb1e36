// Parameters that are valid but probably not meant: without effect, reversed, or in another unit. They are taken literally, reported,
// and errors under strict handling. A plain query costs a few comparisons.
import type { ParameterIssue } from '../problem.ts';
import { RANGE_FIELDS, type SearchQuery } from './search-query.ts';
import type { RangeFilter, Range } from './field.ts';
import { formatDecimal } from './values.ts';
import type { ParameterName } from './parameters.ts';
import { SORT_ROWS, type SortRow } from './sorts.ts';

/** Parameters without effect at an address. */
export interface IdleParameters {
  readonly names: readonly ('sort' | 'page')[];
  /** What they have no effect on: `a map`. */
  readonly on: string;
}

/** In the order of the parameters. `isSent` tells whether a parameter was sent, even if it is invalid. */
export function findWarnings(
  query: Partial<SearchQuery>,
  isSent: (name: ParameterName) => boolean,
  idle?: IdleParameters,
): ParameterIssue[] {
  const warnings: ParameterIssue[] = [];
  for (const { property, filter } of RANGE_FIELDS) {
    const range = query[property];
    if (range !== undefined) addRangeWarnings(range, filter, warnings);
  }
  const { distanceBand, sort, page = 1 } = query;
  const isIdle = (name: 'sort' | 'page'): boolean => idle?.names.includes(name) === true;
  const noEffectHere = (name: ParameterName, value: string): ParameterIssue =>
    noEffect(name, value, `${name} has no effect on ${idle?.on}.`);
  if (distanceBand !== undefined && !isSent('location'))
    warnings.push(noEffect('distance', String(distanceBand), 'distance has no effect without location.'));
  if (sort !== undefined && isIdle('sort')) warnings.push(noEffectHere('sort', sort));
  else if (sort !== undefined) {
    const row: SortRow | undefined = SORT_ROWS.find(({ name }) => name === sort);
    if (row?.needs !== undefined && !isSent(row.needs))
      warnings.push(noEffect('sort', sort, `sort=${sort} has no effect without ${row.needs}.`));
  }
  if (page !== 1 && isIdle('page')) warnings.push(noEffectHere('page', String(page)));
  return warnings;
}

function noEffect(parameter: ParameterName, value: string, message: string): ParameterIssue {
  return { parameter, code: 'no_effect', value, message };
}

function addRangeWarnings({ min, max }: Range, filter: RangeFilter, warnings: ParameterIssue[]): void {
  const { plausibility } = filter;
  if (plausibility !== undefined) {
    for (const [{ parameter }, bound] of [
      [filter.min, min],
      [filter.max, max],
    ] as const) {
      if (bound === undefined || plausibility.isPlausible(bound)) continue;
      const value = formatDecimal(bound);
      const meant = plausibility.meant(bound);
      const message = `${parameter} is ${plausibility.rule} (got ${value}).`;
      const issue = { parameter, code: 'implausible_value', value } as const;
      const suggestion = meant === undefined ? undefined : formatDecimal(meant);
      warnings.push(
        suggestion === undefined
          ? { ...issue, message }
          : { ...issue, message: `${message} Did you mean ${suggestion}?`, suggestion },
      );
    }
  }
  if (min !== undefined && max !== undefined && min > max) {
    const value = formatDecimal(min);
    const [lower, upper] = [filter.min.parameter, filter.max.parameter];
    const message = `Nothing matches, because ${lower} is above ${upper} (got ${value} and ${formatDecimal(max)}).`;
    warnings.push({ parameter: lower, code: 'reversed_range', value, message });
  }
}
