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
