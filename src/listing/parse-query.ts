// Outside text to a search, in one place for every surface. All that is wrong is said at once, in the specification's
// order of parameters. What was sent in which order, case or number of times makes no difference to the query.
// Names are data of the sender: they are kept in maps, never as keys of objects.
import type { Gazetteer } from '../geo/gazetteer.ts';
import { canonicalText } from './canonical-query.ts';
import { dealerDomain } from './dealer-domain.ts';
import { suggestClass, suggestParameter, suggestSort } from './suggestions.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from './filtered-fields.ts';
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
} from './parse-value.ts';
import { echoed, Problem, quoted, type ParameterIssue } from '../problem.ts';
import type { Range, SearchQuery } from './search-query.ts';
import { SORTS } from './sorts.ts';
import { trimWhiteSpace } from './white-space.ts';

/** Decoded text, in the order sent. */
export type ParameterPairs = readonly (readonly [name: string, value: string])[];

/** A parameter that no search knows. The name is shortened and escaped as `echoed` does. */
export interface IgnoredParameter {
  readonly name: string;
  /** The parameter that was probably meant. */
  readonly suggestion?: string;
}

export interface ParsedQuery {
  readonly query: SearchQuery;
  /** In the order sent, each name once, and no more than the first 20. */
  readonly ignored: readonly IgnoredParameter[];
}

/** At most so many issues, or ignored parameters, are listed: an answer must not grow with a hostile request. */
const MAX_LISTED = 20;

/**
 * The query that `pairs` ask for. Blank values are as if not sent. Throws a Problem `invalid_parameters` with an issue
 * for each bad parameter; with `strict`, each unknown one is bad as well.
 */
export function parseQuery(
  pairs: ParameterPairs,
  gazetteer: Gazetteer,
  options: { readonly strict?: boolean } = {},
): ParsedQuery {
  const { known, unknown } = sortOut(pairs);
  const issues: ParameterIssue[] = [];

  function read<T>(
    name: ParameterName,
    reader: (row: Parameter, text: string) => ParsedValue<T>,
  ): T | undefined {
    const outcome = readAlike(getParameter(name), known.get(name) ?? [], reader);
    if (outcome?.issue !== undefined) issues.push(outcome.issue);
    return outcome?.issue === undefined ? outcome?.value : undefined;
  }

  const query = withoutUndefined({
    q: read('q', (row, text) => parseTextValue(row, text, canonicalText(text))),
    ...Object.fromEntries<unknown>(
      VALUE_FIELDS.map(({ property, enum: classes, canonicalize, meant, filter }) => {
        const { parameter, isList, termOf: keyOf = itself } = filter;
        if (isList === true)
          return [property, readDomains(parameter, known.get(parameter) ?? [], issues)] as const;
        const value = read(parameter, (row, text) =>
          classes === undefined
            ? parseTextValue(row, text, keyOf(text))
            : parseEnumValue(row, text, classes, (word) =>
                suggestClass({ enum: classes, canonicalize, meant }, word),
              ),
        );
        return [property, value] as const;
      }),
    ),
    ...Object.fromEntries<unknown>(
      RANGE_FIELDS.map(({ property, filter }) => {
        const readBound = filter.numberType === 'integer' ? parseIntegerValue : parseNumberValue;
        const bounds = range(read(filter.min.parameter, readBound), read(filter.max.parameter, readBound));
        return [property, bounds] as const;
      }),
    ),
    center: read('location', (row, text) => parseSearchCenter(row, text, gazetteer)),
    distanceBand: read('distance', parseBandValue),
    sort: read('sort', (row, text) => parseEnumValue(row, text, SORTS, suggestSort)),
    page: read('page', parseIntegerValue) ?? 1,
  });

  for (const [name, value] of unknown) {
    if (hasInvalidCharacter(name + value)) issues.push(invalidCharacter(echoed(name), value));
    else if (options.strict === true) issues.push(unknownParameter(name, value, issues.length < MAX_LISTED));
  }
  if (issues.length > 0) throw invalidParameters(issues);
  return { query, ignored: [...unknown.keys()].slice(0, MAX_LISTED).map(ignoredParameter) };
}

/** The texts of each known parameter, trimmed and without blank ones, and one text of each unknown one. */
function sortOut(pairs: ParameterPairs) {
  const known = new Map<ParameterName, string[]>();
  const unknown = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    if (isParameterName(name)) {
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

/** The one reading of texts that must all say the same; undefined if there are none. */
function readAlike<T>(
  row: Parameter,
  texts: readonly string[],
  reader: (row: Parameter, text: string) => ParsedValue<T>,
): ParsedValue<T> | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  if (invalid !== undefined) return { issue: invalidCharacter(row.name, invalid) };
  // Sorted, so that of several spellings the same one is kept in whichever order they came.
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

/** All domains of all lists together; undefined if no list holds any. */
function readDomains(
  name: ParameterName,
  lists: readonly string[],
  issues: ParameterIssue[],
): readonly string[] | undefined {
  const invalid = lists.find(hasInvalidCharacter);
  if (invalid !== undefined) issues.push(invalidCharacter(name, invalid));
  const parts = lists.flatMap((list) => list.split(',')).filter((part) => trimWhiteSpace(part) !== '');
  // What is asked for and is no domain (`https://`) must match nothing: left out, it would match everything.
  const domains = parts.map((part) => dealerDomain(part) ?? trimWhiteSpace(part));
  return domains.length === 0 ? undefined : [...new Set(domains)].sort();
}

function itself(text: string): string {
  return text;
}

function range(min: number | undefined, max: number | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

// The rows say which values members have, so only tests can hold this to the type.
function withoutUndefined(members: Readonly<Record<string, unknown>>): SearchQuery {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as unknown as SearchQuery;
}

function conflict(name: string, one: string, other: string): ParameterIssue {
  return {
    parameter: name,
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `${name} must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}

function ignoredParameter(name: string): IgnoredParameter {
  const suggestion = suggestParameter(name);
  return { name: echoed(name), ...(suggestion !== undefined && { suggestion }) };
}

/** Guessing what was meant takes time, and is for the issues that will be listed. */
function unknownParameter(name: string, value: string, guess: boolean): ParameterIssue {
  const suggestion = guess ? suggestParameter(name) : undefined;
  const message = `${quoted(name)} is not a parameter of this search.`;
  const issue = { parameter: echoed(name), code: 'unknown_parameter', value } as const;
  if (suggestion === undefined) return { ...issue, message };
  return { ...issue, message: `${message} Did you mean ${suggestion}?`, suggestion };
}

function invalidParameters(issues: readonly ParameterIssue[]): Problem {
  const listed = issues.slice(0, MAX_LISTED);
  const messages = listed.map((issue) => issue.message);
  const more = issues.length - listed.length;
  if (more > 0) messages.push(`And ${more} more.`);
  return new Problem('invalid_parameters', messages.join(' '), listed);
}
