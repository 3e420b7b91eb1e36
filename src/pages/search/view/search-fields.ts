// The fields, facts and sort orders that the search page shows. Written by `npm run docs` from listing/fields.ts and
// listing/sorts.ts: a change here is lost.

export interface FormBound {
  readonly parameter: string;
  /** `lowest price`. */
  readonly label: string;
  /** The bound in words, `#` standing for its number. */
  readonly words: string;
}

interface FormFieldBase {
  /** Of the field, in vehicles and summaries. */
  readonly name: string;
  readonly label: string;
  /** Position in the form. The list has the order of the API's parameters. */
  readonly formOrder: number;
}

export interface ChoiceField extends FormFieldBase {
  readonly kind: 'choice';
  readonly parameter: string;
  /** Takes several values, separated by commas. */
  readonly isList: boolean;
  /** Values that can be searched for; absent: every value that is counted. */
  readonly allowed?: readonly string[];
  /** Parameters that make no sense without this one. */
  readonly clears: readonly string[];
}

export interface RangeField extends FormFieldBase {
  readonly kind: 'range';
  /** A value in words, `#` standing for it. */
  readonly words: string;
  /** What a summary has about the field. */
  readonly counts: 'distribution' | 'facet' | 'none';
  readonly isDecimal: boolean;
  /** Whether people write its numbers with commas. */
  readonly isGrouped: boolean;
  readonly min: FormBound;
  readonly max: FormBound;
}

export type FormField = ChoiceField | RangeField;

export const PARAMETER_NAMES: readonly string[] = [
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
];

export const FORM_FIELDS: readonly FormField[] = [
  {
    kind: 'choice',
    name: 'make',
    label: 'Make',
    formOrder: 1,
    parameter: 'make',
    isList: false,
    clears: ['model'],
  },
  {
    kind: 'choice',
    name: 'model',
    label: 'Model',
    formOrder: 2,
    parameter: 'model',
    isList: false,
    clears: [],
  },
  {
    kind: 'choice',
    name: 'fuel_type',
    label: 'Fuel',
    formOrder: 6,
    parameter: 'fuel_type',
    isList: false,
    allowed: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
    clears: [],
  },
  {
    kind: 'choice',
    name: 'transmission',
    label: 'Gearbox',
    formOrder: 7,
    parameter: 'transmission',
    isList: false,
    allowed: ['Manual', 'Automatic'],
    clears: [],
  },
  {
    kind: 'choice',
    name: 'dealer',
    label: 'Dealer',
    formOrder: 9,
    parameter: 'dealer',
    isList: true,
    clears: [],
  },
  {
    kind: 'range',
    name: 'price',
    label: 'Price',
    formOrder: 3,
    words: '£#',
    counts: 'distribution',
    isDecimal: false,
    isGrouped: true,
    min: { parameter: 'price_min', label: 'lowest price', words: '£# or more' },
    max: { parameter: 'price_max', label: 'highest price', words: 'At most £#' },
  },
  {
    kind: 'range',
    name: 'mileage',
    label: 'Mileage',
    formOrder: 4,
    words: '# miles',
    counts: 'distribution',
    isDecimal: false,
    isGrouped: true,
    min: { parameter: 'miles_min', label: 'lowest mileage', words: '# miles or more' },
    max: { parameter: 'miles_max', label: 'highest mileage', words: 'At most # miles' },
  },
  {
    kind: 'range',
    name: 'year',
    label: 'Year',
    formOrder: 5,
    words: '#',
    counts: 'facet',
    isDecimal: false,
    isGrouped: false,
    min: { parameter: 'year_min', label: 'earliest year', words: '# or newer' },
    max: { parameter: 'year_max', label: 'latest year', words: '# or older' },
  },
  {
    kind: 'range',
    name: 'engine_size',
    label: 'Engine, litres',
    formOrder: 8,
    words: '# litres',
    counts: 'none',
    isDecimal: true,
    isGrouped: false,
    min: { parameter: 'engine_min', label: 'smallest engine', words: '# litres or more' },
    max: { parameter: 'engine_max', label: 'largest engine', words: 'At most # litres' },
  },
];

/** What is known of a car, in one line: names in vehicles, and the value in words. */
export const FACTS: readonly { readonly name: string; readonly words: string; readonly decimals?: number }[] =
  [
    { name: 'mileage', words: '# miles' },
    { name: 'fuel_type', words: '#' },
    { name: 'transmission', words: '#' },
    { name: 'engine_size', words: '# litres', decimals: 1 },
  ];

export const SORTS: readonly {
  readonly name: string;
  readonly label: string;
  readonly needs?: 'q' | 'location';
}[] = [
  { name: 'relevance', label: 'Best match first', needs: 'q' },
  { name: 'price_asc', label: 'Cheapest first' },
  { name: 'price_desc', label: 'Dearest first' },
  { name: 'year_desc', label: 'Newest first' },
  { name: 'miles_asc', label: 'Lowest mileage first' },
  { name: 'distance', label: 'Nearest first', needs: 'location' },
];
