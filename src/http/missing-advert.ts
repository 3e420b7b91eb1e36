// The issue of routes that need the URL of an advert and got none.
import type { ParameterIssue } from '../problem.ts';

export function missingAdvert(parameter: string): ParameterIssue {
  const message = `${parameter} is required: the URL of an advert.`;
  return { parameter, code: 'missing', value: '', message };
}
