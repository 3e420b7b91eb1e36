// Parses parameters into a SearchQuery, for every surface. One Problem lists all invalid parameters, in the specification's order.
// Parameters that are valid but probably not meant (without effect, reversed, or in another unit) are taken literally, reported, and errors
// under strict handling; a plain query costs a few comparisons for them. Order, case and repetition of parameters make no difference to the
// query. Names come from the client, so they are keys of maps, never of objects.
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { canonicalText } from './canonical-query.ts';
import { suggestParameter, suggestSort } from './suggestions.ts';
import { RANGE_FIELDS, VALUE_FIELDS, type SearchQuery } from './search-query.ts';
import { isParameterName, type ParameterName, getParameter, type Parameter } from './parameters.ts';
import {
  hasInvalidCharacter,
  invalidCharacter,
  parseBandValue,
  parseIntegerValue,
  parseNumberValue,
  parseSearchCenter,
  parseTextValue,
  parseEnumValue,
  type ParsedValue,
  CELL,
  parseCells,
} from './parse-value.ts';
import { parseValues } from './parse-values.ts';
import {
  echoed,
  invalidParameters,
  MAX_ISSUES,
  quoted,
  unknownParameter,
  type ParameterIssue,
} from '../problem.ts';
import type { Range, RangeFilter } from './field.ts';
import { SORTS, SORT_ROWS, type SortRow } from './sorts.ts';
import { trimWhiteSpace, formatDecimal } from './values.ts';

/** Decoded text, in the order sent. */
export type ParameterPairs = readonly (readonly [name: string, value: string])[];

/** An unknown parameter. Its name is truncated and escaped by `echoed`. */
export interface UnusedParameter {
  readonly name: string;
  /** The parameter that the client probably meant. */
  readonly suggestion?: string;
}

export interface QueryOptions {
  /** Unknown parameters and warnings are errors. */
  readonly strict?: boolean | undefined;
  /** Unknown parameters are errors. */
  readonly rejectsUnknown?: boolean | undefined;
  /** Valid parameters that get a warning, because they have no effect here. */
  readonly idle?: IdleParameters;
}

export interface ParsedQuery {
  readonly query: SearchQuery;
  /** In the order sent, each name once; at most the first 20. */
  readonly ignored: readonly UnusedParameter[];
  /** Valid parameters that are probably not meant; empty if `strict`, which makes them errors. */
  readonly warnings: readonly ParameterIssue[];
}

/**
 * The query of `pairs`. Blank values count as absent. Throws a Problem `invalid_parameters` with an issue for each invalid
 * parameter and, depending on the options, for each unknown one and each warning.
 */
export function parseQuery(
  pairs: ParameterPairs,
  gazetteer: Pick<Gazetteer, 'resolve'>,
  { strict = false, rejectsUnknown = strict, idle }: QueryOptions = {},
): ParsedQuery {
  const { known, unknown } = groupPairs(pairs);
  const issues: ParameterIssue[] = [];

  function read<T>(
    name: ParameterName,
    reader: (row: Parameter, text: string) => ParsedValue<T>,
  ): T | undefined {
    const texts = known.get(name);
    if (texts === undefined) return undefined;
    const outcome = parseSame(getParameter(name), texts, reader);
    if (outcome?.issue !== undefined) issues.push(outcome.issue);
    return outcome?.issue === undefined ? outcome?.value : undefined;
  }

  const members: Partial<Record<keyof SearchQuery, unknown>> = {};
  const set = (member: keyof SearchQuery, value: unknown): void => {
    if (value !== undefined) members[member] = value;
  };
  set(
    'q',
    read('q', (row, text) => parseTextValue(row, text, canonicalText(text))),
  );
  for (const field of VALUE_FIELDS) {
    const texts = known.get(field.filter.parameter);
    if (texts !== undefined) set(field.property, parseValues(field, texts, issues));
  }
  for (const { property, filter } of RANGE_FIELDS) {
    const readBound = filter.numberType === 'integer' ? parseIntegerValue : parseNumberValue;
    set(property, range(read(filter.min.parameter, readBound), read(filter.max.parameter, readBound)));
  }
  set(
    'center',
    read('location', (row, text) => parseSearchCenter(row, text, gazetteer)),
  );
  set('distanceBand', read('distance', parseBandValue));
  set('cells', parseCells(known.get(CELL.name) ?? [], issues));
  set(
    'sort',
    read('sort', (row, text) => parseEnumValue(row, text, SORTS, suggestSort)),
  );
  set('page', read('page', parseIntegerValue) ?? 1);

  for (const [name, value] of unknown) {
    if (hasInvalidCharacter(name + value)) issues.push(invalidCharacter(echoed(name), value));
    else if (rejectsUnknown)
      // A suggestion is slow to find, so only listed issues get one.
      issues.push(
        unknownParameter(
          name,
          value,
          'search',
          issues.length < MAX_ISSUES ? suggestParameter(name) : undefined,
        ),
      );
  }
  // The rows decide the types of members, so only tests can check this cast.
  const query = members as SearchQuery;
  const warnings = findWarnings(query, (name) => known.has(name), idle);
  if (strict) issues.push(...warnings);
  if (issues.length > 0) throw invalidParameters(issues);
  return { query, ignored: [...unknown.keys()].slice(0, MAX_ISSUES).map(ignoredParameter), warnings };
}

/** The trimmed values of each known parameter, blank ones left out, and one value of each unknown parameter. */
function groupPairs(pairs: ParameterPairs) {
  const known = new Map<ParameterName | typeof CELL.name, string[]>();
  const unknown = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    if (isParameterName(name) || name === CELL.name) {
      if (text === '') continue;
      const texts = known.get(name);
      if (texts === undefined) known.set(name, [text]);
      else texts.push(text);
    } else if (name !== '' || text !== '') {
      if (!unknown.has(name) || hasInvalidCharacter(text)) unknown.set(name, text);
    }
  }
  return { known, unknown };
}

/** The parsed value of texts that must all have the same one; undefined if there are no texts. */
export function parseSame<T, Row extends { readonly name: string }>(
  row: Row,
  texts: readonly string[],
  reader: (row: Row, text: string) => ParsedValue<T>,
): ParsedValue<T> | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  if (invalid !== undefined) return { issue: invalidCharacter(row.name, invalid) };
  if (texts.length === 1) return reader(row, texts[0]);
  // Sorted, so the same one of several spellings wins, whatever their order.
  const distinct = [...new Set(texts)].sort();
  let first: ParsedValue<T> | undefined;
  for (const text of distinct) {
    const parsedValue = reader(row, text);
    if (parsedValue.issue !== undefined) return parsedValue;
    first ??= parsedValue;
    if (first.issue === undefined && first.key !== parsedValue.key) {
      return { issue: conflict(row.name, distinct[0] ?? '', text) };
    }
  }
  return first;
}

function range(min: number | undefined, max: number | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function conflict(name: string, one: string, other: string): ParameterIssue {
  return {
    parameter: name,
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `${name} must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}

function ignoredParameter(name: string): UnusedParameter {
  const suggestion = suggestParameter(name);
  return { name: echoed(name), ...(suggestion !== undefined && { suggestion }) };
}

/** Parameters without effect at an address. */
interface IdleParameters {
  readonly names: readonly ('sort' | 'page')[];
  /** What they have no effect on: `a map`. */
  readonly on: string;
}

/** In the order of the parameters. `isSent` tells whether a parameter was sent, even if it is invalid. */
function findWarnings(
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
