// Parameters that are valid but probably not meant: without effect, contradictory, or values that no listing has. They are taken literally, reported,
// and errors under strict handling. A plain query costs a few comparisons.
import { quoted, type ParameterIssue } from '../problem.ts';
import { domainName } from './domain-name.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from './filtered-fields.ts';
import type { Plausibility, Range, RangeFilter, ValueFilter, Values } from './field.ts';
import { formatDecimal } from './parse-number.ts';
import type { ParameterName } from './parameters.ts';
import type { SearchQuery } from './search-query.ts';
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
  for (const { property, filter, kind, example } of VALUE_FIELDS) {
    const values = query[property];
    if (values === undefined) continue;
    const isName = kind === 'domain' ? isDomainName : hasLetterOrDigit;
    const rule = kind === 'domain' ? `a domain such as ${String(example)}` : 'a name';
    addValueWarnings(values, filter, { isName, rule }, warnings);
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

function implausible(parameter: string, value: string, message: string, suggestion?: string): ParameterIssue {
  const issue = { parameter, code: 'implausible_value', value } as const;
  if (suggestion === undefined) return { ...issue, message };
  return { ...issue, message: `${message} Did you mean ${suggestion}?`, suggestion };
}

const NEVER_NEGATIVE: Plausibility = {
  isPlausible: () => false,
  meant: () => undefined,
  rule: 'never negative',
};

function addRangeWarnings({ min, max }: Range, filter: RangeFilter, warnings: ParameterIssue[]): void {
  for (const [{ parameter }, bound] of [
    [filter.min, min],
    [filter.max, max],
  ] as const) {
    const plausibility = bound !== undefined && bound < 0 ? NEVER_NEGATIVE : filter.plausibility;
    if (bound === undefined || plausibility === undefined || plausibility.isPlausible(bound)) continue;
    const meant = plausibility.meant(bound);
    warnings.push(
      implausible(
        parameter,
        formatDecimal(bound),
        `${parameter} is ${plausibility.rule} (got ${formatDecimal(bound)}).`,
        meant === undefined ? undefined : formatDecimal(meant),
      ),
    );
  }
  if (min !== undefined && max !== undefined && min > max) {
    const value = formatDecimal(min);
    const [lower, upper] = [filter.min.parameter, filter.max.parameter];
    const message = `Nothing matches, because ${lower} is above ${upper} (got ${value} and ${formatDecimal(max)}).`;
    warnings.push({ parameter: lower, code: 'reversed_range', value, message });
  }
}

interface NameRule {
  readonly isName: (value: string) => boolean;
  /** Ends the sentence "dealer is …". */
  readonly rule: string;
}

function addValueWarnings(
  { any = [], none = [] }: Values,
  { parameter, termOf = String }: ValueFilter,
  { isName, rule }: NameRule,
  warnings: ParameterIssue[],
): void {
  for (const value of [...any, ...none]) {
    if (!isName(value))
      warnings.push(implausible(parameter, value, `${parameter} is ${rule} (got ${quoted(value)}).`));
  }
  const excluded = none.length === 0 ? undefined : new Set(none.map(termOf));
  for (const value of any) {
    if (excluded?.has(termOf(value)) !== true) continue;
    const message = `${parameter} both asks for ${quoted(value)} and excludes it.`;
    warnings.push({ parameter, code: 'conflicting_values', value, message });
  }
}

function isDomainName(value: string): boolean {
  return domainName(value) !== undefined;
}

function hasLetterOrDigit(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value);
}
