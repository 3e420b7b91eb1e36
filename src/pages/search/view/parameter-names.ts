// The query parameters that the page knows, in the specification's order. The field table is too large for browsers;
// test/pages/search/api-types.test.ts compares this list with it.

export const PARAMETER_NAMES = [
  'q',
  'make',
  'model',
  'fuel_type',
  'transmission',
  'dealer',
  'price_min',
  'price_max',
  'miles_min',
  'miles_max',
  'year_min',
  'year_max',
  'engine_min',
  'engine_max',
  'location',
  'distance',
  'sort',
  'page',
] as const;

export type ParameterName = (typeof PARAMETER_NAMES)[number];

const NAMES: ReadonlySet<string> = new Set(PARAMETER_NAMES);

export function isParameterName(name: string): name is ParameterName {
  return NAMES.has(name);
}
