// The names of the query parameters, in the specification's order: those of the field table between the five that filter
// no single field. Every list of parameters has this order: docs, problems and canonical queries.
import { FILTERED_FIELDS } from './filtered-fields.ts';

/** A name in PARAMETER_NAMES. The field table decides which there are. */
export type ParameterName = string;

export const PARAMETER_NAMES: readonly ParameterName[] = [
  'q',
  ...FILTERED_FIELDS.flatMap(({ filter }) =>
    filter.kind === 'value' ? [filter.parameter] : [filter.min.parameter, filter.max.parameter],
  ),
  'location',
  'distance',
  'sort',
  'page',
];

const NAMES: ReadonlySet<string> = new Set(PARAMETER_NAMES);

export function isParameterName(name: string): boolean {
  return NAMES.has(name);
}
