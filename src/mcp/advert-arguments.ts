// Arguments of tools that take vehicles by the addresses of their adverts.
import { advertUrlOf } from '../api/advert-address.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import { invalidParameters, unknownParameter, type ParameterIssue } from '../problem.ts';
import { MAX_LISTED, wrongType } from './parse-arguments.ts';
import type { ToolArguments } from './tool.ts';

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
  const issues: ParameterIssue[] = Object.keys(others)
    .slice(0, MAX_LISTED)
    .map((name) => unknownParameter(name, '', 'tool', ALIASES.has(name.toLowerCase()) ? ADVERTS : undefined));
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
