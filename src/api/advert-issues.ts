// The issues of operations that need the addresses of adverts, and got none or too many.
import type { ParameterIssue } from '../problem.ts';
import { MAX_ADVERTS } from './schemas/lookup-schema.ts';

export function missingAdvert(parameter: string): ParameterIssue {
  const message = `${parameter} is required: the URL of an advert.`;
  return { parameter, code: 'missing', value: '', message };
}

export function tooManyAdverts(count: number): ParameterIssue {
  const message = `advert may be sent at most ${MAX_ADVERTS} times (got ${count}).`;
  return { parameter: 'advert', code: 'out_of_range', value: String(count), message };
}

/** True for names under which clients send the URL of an advert by mistake, in any case. */
export function isAdvertAlias(name: string): boolean {
  return ADVERT_ALIASES.has(name.toLowerCase());
}

const ADVERT_ALIASES = new Set(['advert', 'adverts', 'advert_url', 'url', 'urls', 'api_target', 'address', 'id', 'ids']); // prettier-ignore
