// What is wrong with a value of the form, in a person's words. The API's own sentences are for programs.
import type { ProblemBody } from '../../../api/responses.ts';
import { parameterLabel } from './labels.ts';
import { withChange, type SearchState } from './search-state.ts';

type FieldIssue = NonNullable<ProblemBody['errors']>[number];

export function fieldError(problem: ProblemBody | null, parameter: string): string | undefined {
  const issue = problem?.errors?.find((one) => one.parameter === parameter);
  return issue && sentenceOf(issue);
}

export function problemSentences({ errors = [], detail }: ProblemBody): string[] {
  return errors.length === 0 ? [detail] : errors.map(sentenceOf);
}

function sentenceOf({ parameter, code, value = '' }: FieldIssue): string {
  switch (code) {
    case 'invalid_location':
      return /\d/.test(value)
        ? `We don't know the postcode ${value}.`
        : `We can't tell which place ${quoted(value)} is. Try a postcode, such as LS1.`;
    case 'not_an_integer':
    case 'not_a_number':
      return `${quoted(value)} is not a number that we can read. Type digits only, such as ${code === 'not_a_number' ? '1.6' : '5000'}.`;
    case 'not_in_enum':
      return `We don't know the ${parameterLabel(parameter)} ${quoted(value)}.`;
    case 'too_long':
      return 'These are too many words for one search.';
    case undefined:
    default:
      return `We can't use ${quoted(value)} for the ${parameterLabel(parameter)}.`;
  }
}

function quoted(text: string): string {
  return `“${text}”`;
}

/** The name of a place: no postcode, and more than the letters of a postcode area. */
const PLACE_NAME = /^[\p{L}][\p{L} .'’-]{2,}$/u;

/**
 * The search with the postcode of the town that was named in place of one, and a sentence about it. Undefined if anything else is
 * wrong, or the place is not known.
 */
export function withPlaceFound(
  search: SearchState,
  { errors = [] }: ProblemBody,
): { readonly search: SearchState; readonly note: string; readonly name: string } | undefined {
  const [issue, ...others] = errors;
  const { location = '', page = null } = search;
  const suggestion = issue?.suggestion;
  const isPlace = issue?.parameter === 'location' && PLACE_NAME.test(location);
  if (!isPlace || suggestion === undefined || others.length > 0) return undefined;
  const found = withChange(search, { location: suggestion, page });
  return {
    search: found,
    name: location,
    note: `Distances are from ${suggestion}, the middle of ${location}.`,
  };
}
