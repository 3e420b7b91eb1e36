// The JSON arguments of a tool as a query. They become the pairs that the parser of query strings takes, so the same rules and
// limits apply, except that a location may be the name of a place. Numbers are written without exponent (`9e3` is `9000`), and
// null counts as absent. Booleans and objects are invalid, and so are lists for parameters of one value. Some tools take advert
// URLs.
import { getParameter, isParameterName, type ParameterName } from '../query/parameters.ts';
import { formatDecimal } from '../query/parameter-text.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { ParsedValue } from '../query/parse-value.ts';
import {
  readParameters,
  type OwnParameters,
  type OwnValues,
  type ParameterPairs,
} from '../query/read-parameters.ts';
import { Problem, type ParameterIssue } from '../problem.ts';
import type { SearchService } from '../search/search-service.ts';
import type { ToolArguments } from './tool.ts';
import { ADVERT_NAMES, advertUrlOf } from '../api/own-parameters.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';

/** Maximum bytes, close to the limit of a request target: URLs in results repeat the arguments. */
const MAX_ENCODED_BYTES = 8000;

/**
 * The query of these arguments. `own` are parameters that only this tool has, `omit` those that it lacks.
 * Throws a Problem `invalid_parameters` that lists every invalid and every unknown argument, or `target_too_long`.
 */
export function parseArguments<Own extends OwnParameters = Record<never, never>>(
  args: ToolArguments,
  service: SearchService,
  { own = {} as Own, omit = [] }: { readonly own?: Own; readonly omit?: readonly ParameterName[] },
): ParsedQuery<Own> {
  const { pairs, issues } = argumentsToPairs(args, own);
  checkLength(pairs.filter(([name]) => !Object.hasOwn(own, name)));
  const omitted = omit.filter((name) => Object.hasOwn(args, name)).map((name) => wrongTool(name, args[name]));
  return service.parse(
    pairs.filter(([name]) => !omit.some((other) => other === name)),
    { own, rejectsUnknown: true, placeNames: 'accepted', earlier: [...issues, ...omitted] },
  );
}

/** The arguments of a tool that searches nothing. Throws a Problem `invalid_parameters`. */
export function parseOwnArguments<Own extends OwnParameters>(own: Own, args: ToolArguments): OwnValues<Own> {
  const { pairs, issues: earlier } = argumentsToPairs(args, own);
  return readParameters(own, pairs, { strict: true, owner: 'tool', earlier }).own;
}

function wrongTool(name: ParameterName, value: unknown): ParameterIssue {
  return {
    parameter: name,
    code: 'unknown_parameter',
    value: argumentText(value),
    message: `'${name}' is not a parameter of this tool. It belongs to search_vehicles.`,
  };
}

/** Throws a Problem `target_too_long`. */
export function checkLength(pairs: ParameterPairs): void {
  // A percent-encoded UTF-16 unit takes one to nine bytes, so most argument lists can be checked without encoding.
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
  /** One issue for each known argument of an invalid type. */
  readonly issues: readonly ParameterIssue[];
}

/** The pairs of the arguments. Unknown arguments are included, whatever their type, so that the parser reports them. */
export function argumentsToPairs(args: ToolArguments, own: OwnParameters = {}): ArgumentPairs {
  const pairs: [name: string, text: string][] = [];
  const issues: ParameterIssue[] = [];
  for (const [name, value] of Object.entries(args)) {
    const values = takesList(name) && Array.isArray(value) ? (value as unknown[]) : [value];
    for (const each of values) {
      if ((isParameterName(name) || Object.hasOwn(own, name)) && findText(each) === undefined)
        issues.push(wrongType(name, each));
      else pairs.push([name, argumentText(each)]);
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
function argumentText(value: unknown): string {
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

/** The type alone: the value may be large and deep. */
function describeType(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return 'a number beyond all bounds';
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** The argument of tools that take vehicles by the URLs of their adverts. */
export const ADVERTS = 'adverts';

export function advertsSchema(min: number, max: number): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string' },
    minItems: min,
    maxItems: max,
    description: 'advert or url of each vehicle, as results show them.',
  };
}

/** The adverts' URLs as the stock has them, `min` to `max` of them. Throws a Problem `invalid_parameters`. */
export function parseAdverts(args: ToolArguments, min: number, max: number, baseUrl: string): string[] {
  const { [ADVERTS]: argument, ...others } = args;
  const values: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const adverts = values.filter((value) => typeof value === 'string').map((advert) => advert.trim());
  const distinct = new Set(adverts.map((advert) => advertUrlOf(advert, baseUrl)));
  const read = (): ParsedValue<string[]> => {
    if (adverts.length < values.length && argument !== undefined)
      return {
        issue: { ...wrongType(ADVERTS, argument), message: `${ADVERTS} must be a list of addresses.` },
      };
    if (adverts.length < min || adverts.length > max) return { issue: wrongNumber(adverts.length, min, max) };
    if (min > 1 && distinct.size < adverts.length)
      return { issue: sameAdvert(adverts.length, distinct.size) };
    return { value: adverts.map((advert) => advertUrlOf(advert, baseUrl)), key: '' };
  };
  const own = { [ADVERTS]: { name: ADVERTS, example: '', otherNames: ADVERT_NAMES, read } };
  return parseOwnArguments(own, others)[ADVERTS] ?? [];
}

/** Comparing a vehicle with itself would show nothing. */
function sameAdvert(count: number, distinct: number): ParameterIssue {
  const message = `${ADVERTS} must be different adverts (${count} were sent, but only ${distinct === 1 ? 'one is' : `${distinct} are`} different).`;
  return { parameter: ADVERTS, code: 'conflicting_values', value: String(count), message };
}

function wrongNumber(count: number, min: number, max: number): ParameterIssue {
  const message = `${ADVERTS} must be a list of ${min} to ${max} addresses of adverts (got ${count}).`;
  return { parameter: ADVERTS, code: 'out_of_range', value: String(count), message };
}
