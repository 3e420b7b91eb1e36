// Arguments of a tool, which are JSON, as a query. They become the pairs that the parser of query strings takes, so both are held
// to the same rules and limits, except that a location may be the name of a place. Numbers are written without exponent (`9e3` is `9000`)
// and null counts as absent. Booleans and objects are invalid, and so are lists where a parameter takes one value. Some tools take adverts
// by their addresses instead.
import { getParameter, isParameterName, type Parameter, type ParameterName } from '../listing/parameters.ts';
import { formatDecimal } from '../listing/values.ts';
import type { ParameterPairs, ParsedQuery } from '../listing/parse-query.ts';
import type { ParsedValue } from '../listing/parse-value.ts';
import { invalidParameters, Problem, unknownParameter, type ParameterIssue } from '../problem.ts';
import type { SearchService } from '../search/search-service.ts';
import type { ToolArguments } from './tool.ts';
import { advertUrlOf } from '../api/lookup-response.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';

/** Maximum number of unknown arguments that are listed. */
const MAX_LISTED = 20;

/** Nearly the limit of a request target. URLs in results repeat the arguments. */
const MAX_ENCODED_BYTES = 8000;

export type ParsedArguments = Pick<ParsedQuery, 'query' | 'warnings'>;

/**
 * The query of these arguments. `omit` are parameters that this tool lacks, `earlier` what is wrong with arguments of its own.
 * Throws a Problem `invalid_parameters` that lists every invalid and every unknown argument, or `target_too_long`.
 */
export function parseArguments(
  args: ToolArguments,
  service: SearchService,
  {
    omit = [],
    earlier = [],
  }: { readonly omit?: readonly ParameterName[]; readonly earlier?: readonly ParameterIssue[] } = {},
): ParsedArguments {
  const { pairs, issues } = argumentsToPairs(args);
  checkLength(pairs);
  const ownIssues = [
    ...earlier,
    ...issues,
    ...omit.filter((name) => Object.hasOwn(args, name)).map((name) => wrongTool(name, args[name])),
  ];
  const ownPairs = pairs.filter(([name]) => !omit.some((other) => other === name));
  const parsed = attempt(() => service.parse(ownPairs, { rejectsUnknown: true, placeNames: 'accepted' }));
  if (ownIssues.length === 0 && !(parsed instanceof Problem)) return parsed;
  throw invalidParameters([...ownIssues, ...(parsed instanceof Problem ? parsed.issues : [])]);
}

/** The value of an argument that only this tool has, or what is wrong with it; neither if it is absent. */
export function parseOwnArgument<T>(
  row: Parameter,
  argument: unknown,
  parse: (row: Parameter, text: string) => ParsedValue<T>,
): { readonly value?: T; readonly issue?: ParameterIssue | undefined } {
  const text = findText(argument ?? null)?.trim();
  if (text === undefined) return { issue: wrongType(row.name, argument) };
  return text === '' ? {} : parse(row, text);
}

/**
 * The only argument of a tool, a text; empty if absent. Throws a Problem `invalid_parameters`, also for an empty text if `required`
 * says what to send: `an id from the results of search`.
 */
export function parseText(args: ToolArguments, name: string, required?: string): string {
  const { [name]: argument = null, ...others } = args;
  const text = findText(argument);
  const issues: ParameterIssue[] = text === undefined ? [wrongType(name, argument)] : [];
  // If the text is absent, it was probably sent under another name.
  const suggestion = text === '' ? name : undefined;
  issues.push(
    ...Object.entries(others)
      .slice(0, MAX_LISTED)
      .map(([other, value]) => unknownParameter(other, textOf(value), 'tool', suggestion)),
  );
  if (required !== undefined && text?.trim() === '')
    issues.unshift({
      parameter: name,
      code: 'missing',
      value: '',
      message: `${name} is required: ${required}.`,
    });
  if (issues.length === 0) return text ?? '';
  throw invalidParameters(issues);
}

function attempt(parse: () => ParsedArguments): ParsedArguments | Problem {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameters') return error;
    throw error;
  }
}

function wrongTool(name: ParameterName, value: unknown): ParameterIssue {
  return {
    parameter: name,
    code: 'unknown_parameter',
    value: textOf(value),
    message: `'${name}' is not a parameter of this tool. It belongs to search_vehicles.`,
  };
}

function checkLength(pairs: ParameterPairs): void {
  // Each UTF-16 unit takes one to nine bytes when percent-encoded, so most argument lists need no encoding to be checked.
  const characters = pairs.reduce((sum, [name, text]) => sum + name.length + text.length + 2, 0);
  const length = characters > MAX_ENCODED_BYTES ? characters : encodedLength(pairs);
  if (length <= MAX_ENCODED_BYTES) return;
  const message = `The arguments must not exceed ${MAX_ENCODED_BYTES} bytes together, written as an address.`;
  throw new Problem('target_too_long', message);
}

function encodedLength(pairs: ParameterPairs): number {
  return new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])).toString().length;
}

export interface ArgumentPairs {
  readonly pairs: ParameterPairs;
  /** One for each known argument of an invalid type. */
  readonly issues: readonly ParameterIssue[];
}

/** Unknown arguments are among the pairs, whatever their type: the parser reports them. */
export function argumentsToPairs(args: ToolArguments): ArgumentPairs {
  const pairs: [name: string, text: string][] = [];
  const issues: ParameterIssue[] = [];
  for (const [name, value] of Object.entries(args)) {
    const values = takesList(name) && Array.isArray(value) ? (value as unknown[]) : [value];
    for (const each of values) {
      if (isParameterName(name) && findText(each) === undefined) issues.push(wrongType(name, each));
      else pairs.push([name, textOf(each)]);
    }
  }
  return { pairs, issues };
}

function takesList(name: string): boolean {
  return isParameterName(name) && getParameter(name).isList === true;
}

/** A JSON value as a parameter's text; undefined if its type is invalid. */
function findText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // `1e400` parses as Infinity.
  return typeof value === 'number' && Number.isFinite(value) ? formatDecimal(value) : undefined;
}

/** A JSON value as an issue shows it. */
function textOf(value: unknown): string {
  return findText(value) ?? describeType(value);
}

export function wrongType(name: string, value: unknown): ParameterIssue {
  const rule = takesList(name) ? 'a text or a list of texts' : 'a text or a number';
  return {
    parameter: name,
    code: 'wrong_type',
    value: describeType(value),
    message: `${name} must be ${rule} (got ${describeType(value)}).`,
  };
}

/** The value itself may be large and deep. */
function describeType(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return 'a number beyond all bounds';
  return Array.isArray(value) ? 'a list' : 'an object';
}

// Arguments of tools that take vehicles by the addresses of their adverts.

export const ADVERTS = 'adverts';
/** Other names that are probably meant. */
const ALIASES = new Set(['advert', 'advert_url', 'url', 'urls', 'id', 'ids', 'vehicles', 'cars']);

export function advertsSchema(min: number, max: number): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string' },
    minItems: min,
    maxItems: max,
    description: 'advert or url of each vehicle, as results show them.',
  };
}

/** The adverts' addresses as the stock has them, `min` to `max` of them. Throws a Problem `invalid_parameters`. */
export function parseAdverts(args: ToolArguments, min: number, max: number, baseUrl: string): string[] {
  const { [ADVERTS]: argument, ...others } = args;
  const values: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const adverts = values.filter((value) => typeof value === 'string').map((advert) => advert.trim());
  const distinct = new Set(adverts.map((advert) => advertUrlOf(advert, baseUrl)));
  const issues: ParameterIssue[] = Object.entries(others)
    .slice(0, MAX_LISTED)
    .map(([name, value]) =>
      unknownParameter(name, textOf(value), 'tool', ALIASES.has(name.toLowerCase()) ? ADVERTS : undefined),
    );
  if (adverts.length < values.length && argument !== undefined)
    issues.unshift({ ...wrongType(ADVERTS, argument), message: `${ADVERTS} must be a list of addresses.` });
  else if (adverts.length < min || adverts.length > max)
    issues.unshift(wrongNumber(adverts.length, min, max));
  else if (min > 1 && distinct.size < adverts.length)
    issues.unshift(sameAdvert(adverts.length, distinct.size));
  if (issues.length === 0) return adverts.map((advert) => advertUrlOf(advert, baseUrl));
  throw invalidParameters(issues);
}

/** A vehicle beside itself shows nothing. */
function sameAdvert(count: number, distinct: number): ParameterIssue {
  const message = `${ADVERTS} must be different adverts (${count} were sent, but only ${distinct === 1 ? 'one is' : `${distinct} are`} different).`;
  return { parameter: ADVERTS, code: 'conflicting_values', value: String(count), message };
}

function wrongNumber(count: number, min: number, max: number): ParameterIssue {
  const message = `${ADVERTS} must be a list of ${min} to ${max} addresses of adverts (got ${count}).`;
  return { parameter: ADVERTS, code: 'out_of_range', value: String(count), message };
}
