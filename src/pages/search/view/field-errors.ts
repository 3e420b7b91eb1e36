// Errors and probable mistakes in the values of the form, in sentences for people. The API's own sentences are for programs.
import type { ProblemBody } from '../../../api/responses.ts';
import { activeFilters, DISTANCE_BANDS, parameterLabel } from './labels.ts';
import { searchPageUrl, withChange, type SearchState, type StateChange } from '../../view/search-state.ts';
import { h, type Child } from '../../element.ts';
import type { PageModel, QueryWarning } from './page-model.ts';
import { FORM_FIELDS } from '../../view/search-fields.ts';

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

/** Matches the name of a place: not a postcode, and longer than the letters of a postcode area. */
const PLACE_NAME = /^[\p{L}][\p{L} .'’-]{2,}$/u;

/**
 * The search with a town's postcode in place of its name, and a sentence about it. Undefined if anything else is wrong, or if the
 * place is unknown.
 */
export function withPlaceFound(
  search: SearchState,
  { errors = [] }: ProblemBody,
): { readonly search: SearchState; readonly note: string } | undefined {
  const [issue, ...others] = errors;
  const { location = '', page = null } = search;
  const suggestion = issue?.suggestion;
  const isPlace = issue?.parameter === 'location' && PLACE_NAME.test(location);
  if (!isPlace || suggestion === undefined || others.length > 0) return undefined;
  return {
    search: withChange(search, { location: suggestion, place: location, page }),
    note: `Distances are from ${suggestion}, the middle of ${location}.`,
  };
}

/** A sentence per warning, with a link to the intended search, if it is known. */
export function warningLines({
  warnings,
  search,
  basePath,
  phase,
}: Pick<PageModel, 'warnings' | 'search' | 'basePath' | 'phase'>): Child[] {
  // Until then, the warnings belong to another search.
  if (phase !== 'loaded') return [];
  return warnings.flatMap((warning) => {
    const line = lineOf(warning, search);
    if (line === undefined) return [];
    const [sentence, change, label = ''] = line;
    if (change === undefined) return [h('p', {}, sentence)];
    const href = searchPageUrl(basePath, withChange(search, change));
    return [h('p', {}, [`${sentence} `, h('a', { href }, label)])];
  });
}

type Line = readonly [sentence: string, change?: StateChange, label?: string];

function lineOf({ parameter, meant, corrected }: QueryWarning, search: SearchState): Line | undefined {
  const value = search[parameter];
  if (value === undefined) return undefined;
  if (corrected !== undefined) {
    const { from, to } = corrected;
    const change = { [parameter]: withWordQuoted(value, from) };
    return [`No car is listed as “${from}”, so these are for “${to}”.`, change, `Search for “${from}” only`];
  }
  if (parameter === 'distance') {
    const band = DISTANCE_BANDS.find((one) => one.value === value);
    return band && [`Cars at any distance: for those within ${band.label}, enter a postcode or town.`];
  }
  if (parameter === 'sort')
    return value === 'distance' ? ['To sort by distance, enter a postcode or town.'] : undefined;
  const label = labelOf(parameter, value);
  if (meant !== undefined)
    return [`“${label}” may be a slip. Did you mean:`, { [parameter]: meant }, labelOf(parameter, meant)];
  const other = reversedWith(parameter, search);
  if (other === undefined) return [`“${label}” may be a slip. Please check the number.`];
  const change = { [parameter]: search[other] ?? null, [other]: value };
  return [`“${label}” and “${labelOf(other, search[other] ?? '')}” exclude each other.`, change, 'Swap them'];
}

/** `value` with quotation marks around `word`: where it is a whole word, if it is one anywhere. */
function withWordQuoted(value: string, word: string): string {
  const first = value.indexOf(word);
  let at = first;
  while (at >= 0 && /[\p{L}\p{N}"]/u.test(value.charAt(at - 1) + value.charAt(at + word.length)))
    at = value.indexOf(word, at + word.length);
  if (at < 0) at = first;
  return at < 0 ? value : `${value.slice(0, at)}"${word}"${value.slice(at + word.length)}`;
}

function labelOf(parameter: string, value: string): string {
  const [filter] = activeFilters({ [parameter]: value });
  return filter?.label ?? value;
}

/** The upper bound, if it is below the lower bound `parameter`. */
function reversedWith(parameter: string, search: SearchState): string | undefined {
  for (const field of FORM_FIELDS) {
    if (field.kind !== 'range' || field.min.parameter !== parameter) continue;
    const max = search[field.max.parameter];
    return max !== undefined && Number(search[parameter]) > Number(max) ? field.max.parameter : undefined;
  }
  return undefined;
}
