// Parses parameters into a SearchQuery, for every surface. One Problem lists all invalid parameters, in the specification's
// order. Parameters that are valid but probably not intended (without effect, reversed, or in another unit) are taken literally
// and reported; under strict handling they are errors. A plain query costs a few comparisons for this. Order, case and repetition
// of parameters do not affect the query.
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { canonicalText } from './canonical-query.ts';
import { suggestParameter, suggestSort } from './did-you-mean.ts';
import { RANGE_FIELDS, VALUE_FIELDS, type SearchQuery } from './search-query.ts';
import { isParameterName, type ParameterName, getParameter, type Parameter } from './parameters.ts';
import {
  parseBandValue,
  parseIntegerValue,
  parseNumberValue,
  parseSearchCenter,
  parseTextValue,
  parseEnumValue,
  type ParsedValue,
} from './parse-value.ts';
import { CELL, parseCells } from './map-cells.ts';
import { parseValues } from './parse-value-list.ts';
import type { ParameterIssue } from '../problem.ts';
import {
  groupPairs,
  parseSame,
  readOwn,
  type OwnParameters,
  type ParameterPairs,
  type ParameterOptions,
  type ReadParameters,
} from './read-parameters.ts';
import type { Range, RangeFilter, Values } from '../listing/field.ts';
import { modelInMake } from '../vehicle/model-terms.ts';
import { SORTS, SORT_ROWS, type SortRow } from './sorts.ts';
import { formatDecimal } from './parameter-text.ts';

export interface QueryOptions<Own extends OwnParameters = OwnParameters> extends ParameterOptions {
  /** Valid parameters that get a warning, because they have no effect for this operation. */
  readonly idle?: IdleParameters;
  /** Parameters besides those of the search. */
  readonly own?: Own;
}

export interface ParsedQuery<Own extends OwnParameters = OwnParameters> extends ReadParameters<Own> {
  readonly query: SearchQuery;
}

/**
 * The query of `pairs`. Blank values count as absent. Throws a Problem `invalid_parameters` with an issue for each invalid
 * parameter and, depending on the options, for each unknown one and each warning.
 */
export function parseQuery<Own extends OwnParameters = Record<never, never>>(
  pairs: ParameterPairs,
  gazetteer: Pick<Gazetteer, 'resolve'>,
  { idle, own = {} as Own, owner = 'search', earlier = [], ...options }: QueryOptions<Own> = {},
): ParsedQuery<Own> {
  const grouped = groupPairs(pairs, own, (name) => isParameterName(name) || isCell(name, owner));
  const { known } = grouped;
  const issues = [...earlier];

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
  setModelInMake(members);
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

  // The rows determine the types of members, so only tests can check this cast.
  const query = members as SearchQuery;
  const warnings = findWarnings(query, (name) => known.has(name), idle);
  const { strict, rejectsUnknown } = options;
  const found = { strict, rejectsUnknown, owner, issues, warnings, suggest: suggestParameter };
  const { own: values, ignored, warnings: reported } = readOwn(own, grouped, found);
  return { query, own: values, ignored, warnings: reported };
}

/** A single make that names one of its models (`Range Rover`) requests that model, unless a model is requested beside it. */
function setModelInMake(members: Partial<Record<keyof SearchQuery, unknown>>): void {
  const { any = [], none } = (members.make ?? {}) as Values;
  if (any.length !== 1 || none !== undefined || members.model !== undefined) return;
  const named = modelInMake(any[0]);
  if (named === undefined) return;
  members.make = { any: [named.make] } satisfies Values;
  members.model = { any: [named.model] } satisfies Values;
}

/** Whether a name is the parameter `cell`, which searches have and phrases have not. */
function isCell(name: string, owner: ParameterOptions['owner']): boolean {
  return name === CELL.name && owner === 'search';
}

function range(min: number | undefined, max: number | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Parameters without effect for an operation. */
interface IdleParameters {
  readonly names: readonly ('sort' | 'page')[];
  /** What they do not affect: `a map`. */
  readonly on: string;
}

/** The warnings, in the order of the parameters. `isSent` tells whether a parameter was sent, even if it is invalid. */
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
