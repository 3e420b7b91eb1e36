// Parses the own parameters of an address beside those of a search. One Problem lists the invalid ones of both.
import { invalidParameters, Problem, type ParameterIssue } from '../problem.ts';
import { parseSame, type ParameterPairs, type ParsedQuery } from './parse-query.ts';
import type { ParameterRules, ParsedValue } from './parse-value.ts';
import { trimWhiteSpace } from './white-space.ts';

/** The value of an own parameter; undefined if it is absent, blank or invalid. */
export type ReadOwn = <T>(
  row: ParameterRules,
  reader: (row: ParameterRules, text: string) => ParsedValue<T>,
) => T | undefined;

/**
 * `readOwn` reads the parameters in `rows`, and `parseRest` all others. Its `warnings` are errors if `strict`. Problem
 * `invalid_parameters`.
 */
export function parseBeside<Own extends object>(
  pairs: ParameterPairs,
  rows: readonly ParameterRules[],
  readOwn: (read: ReadOwn) => Own & { readonly warnings?: readonly ParameterIssue[] },
  parseRest: (pairs: ParameterPairs) => ParsedQuery,
  { strict = false }: { readonly strict?: boolean } = {},
): ParsedQuery & { readonly own: Own } {
  const issues: ParameterIssue[] = [];
  const read: ReadOwn = (row, reader) => {
    const texts = pairs.filter(([name]) => name === row.name).map(([, value]) => trimWhiteSpace(value));
    const known = texts.filter((text) => text !== '');
    const outcome = parseSame(row, known, reader);
    if (outcome?.issue === undefined) return outcome?.value;
    issues.push(outcome.issue);
    return undefined;
  };
  const own = readOwn(read);
  const { warnings = [] } = own;
  const parsed = attempt(() => parseRest(pairs.filter(([name]) => !rows.some((row) => row.name === name))));
  if (strict) issues.push(...warnings);
  if (parsed instanceof Problem || issues.length > 0)
    throw invalidParameters([...(parsed instanceof Problem ? parsed.issues : []), ...issues]);
  return { ...parsed, warnings: [...parsed.warnings, ...warnings], own };
}

function attempt(parse: () => ParsedQuery): ParsedQuery | Problem {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Problem && error.issues.length > 0) return error;
    throw error;
  }
}
