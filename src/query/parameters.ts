// The query parameters, in the specification's order: those that filter a field, made from the field table, and five that belong
// to no single field. Parser, OpenAPI, docs and flags are made from these rows.
import type { FieldFacts, RangeParameter } from '../listing/field.ts';
import { FIELDS, type Field, type FilterParameter } from '../listing/fields.ts';
import { FILTERED_FIELDS, DISTANCE_BANDS_KM } from './search-query.ts';
import { SORT_ROWS, SORTS, type SortRow } from './sorts.ts';

export type ParameterName = FilterParameter | 'q' | 'location' | 'distance' | 'sort' | 'page';

/** The names in the specification's order: those of the field table between the five that filter no single field. */
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

export function isParameterName(name: string): name is ParameterName {
  return NAMES.has(name);
}

/**
 * - `text`: free text
 * - `integer`: digits with an optional minus sign
 * - `number`: a plain decimal, no exponent
 * - `enumeration`: one of `allowed`, in any case
 * - `domains`: domain names, separated by commas
 * - `postcode`: a UK postcode: unit, sector or district
 */
export type ParameterKind = 'text' | 'integer' | 'number' | 'enumeration' | 'domains' | 'postcode';

/** A parameter. Arguments of tools may have other names too. */
export interface Parameter<Name extends string = string> {
  readonly name: Name;
  readonly kind: ParameterKind;
  /** Plain sentences, at most 700 characters. */
  readonly description: string;
  /** The description in a few words, for assistants, which receive every argument in every conversation. */
  readonly brief: string;
  readonly example: string | number;
  /** The canonical spellings; only for kind `enumeration`. */
  readonly allowed?: readonly string[];
  /** Inclusive bounds. An integer without bounds has those of safe integers. */
  readonly min?: number;
  readonly max?: number;
  /** Maximum length in code points, after trimming. */
  readonly maxLength?: number;
  /** The value if it is not sent. */
  readonly default?: number;
  readonly unit?: FieldFacts['unit'];
  /** The meaning of each of its numbers. */
  readonly meanings?: string;
  /** Whether it takes several values, separated by commas or in repeated parameters, and excluded values after a minus sign. */
  readonly isList?: true;
  /** Maximum different values of a list. Absent: only the length of the request limits it. */
  readonly maxValues?: number;
  /** Public name of the field that it filters. */
  readonly field?: string;
}

/** Maximum values of a parameter, except for dealers, of which a buyer may have many. */
const MAX_VALUES_OF_A_PARAMETER = 100;

const BANDS = DISTANCE_BANDS_KM.map((km, band) => `${band}: ${km === Infinity ? 'unlimited' : `${km} km`}`);

const OF_NO_SINGLE_FIELD: readonly Parameter<ParameterName>[] = [
  {
    name: 'q',
    kind: 'text',
    maxLength: 512,
    description:
      'Full text: trim, variant, colour, equipment, keywords. Every word must occur in the make, model, description, ' +
      'location, dealer or another text of a listing; a term of the trade in any of its spellings (satnav, sat nav), and ' +
      'diesel or auto as the fuel or gearbox itself. Singular and plural, split and joined words are the same. Words of four ' +
      'letters or more may be misspelt, the last word unfinished. Either word matches in red or blue; -word, -"two words" and ' +
      'not word exclude. Function words (and, with, for sale, car) ask for nothing. Text made up only of punctuation ' +
      'matches nothing. At most 512 characters. Send a clear make, model, price or year in their own parameters.',
    brief:
      'Free text: trim, variant, colour, body, equipment, history. Every word must match, either of two with "or" ' +
      'between them; -word and -"two words" exclude. Typing errors, plurals and spellings of the trade are understood. Send a clear ' +
      'make, model, price or year in their own arguments.',
    example: 'panoramic roof black',
  },
  {
    name: 'location',
    kind: 'postcode',
    description:
      'UK postcode to measure distances from: unit (SW1A 1AA), sector (SW1A 1) or district (SW1A), in any case, spaces ' +
      'free. Fills distance_km of every listing whose position is known. On its own it leaves nothing out: add distance ' +
      'for a radius, and usually sort=distance. A town, a postcode area (SW) or a district that does not exist is refused.',
    brief:
      'UK postcode (SW1A 1AA), district (SW1A), town or county to measure from. Alone it leaves nothing out: add ' +
      'distance, and usually sort=distance.',
    example: 'SW1A 1AA',
  },
  {
    name: 'distance',
    kind: 'integer',
    min: 0,
    max: DISTANCE_BANDS_KM.length - 1,
    meanings: BANDS.join(', '),
    description:
      `Radius around location, as the number of a band and not in kilometres. ${BANDS.join(', ')}. Bands 0 to 5 ` +
      'leave out listings whose position is unknown; 6 leaves out none. Without location it has no effect.',
    brief: `Radius around location, as a band and not in kilometres. ${BANDS.join(', ')}.`,
    example: 3,
  },
  {
    name: 'sort',
    kind: 'enumeration',
    allowed: SORTS,
    description:
      `Order of the results. ${SORT_ROWS.map(sortText).join(' ')} Listings whose value is unknown come last. Without ` +
      'sort, a search with q is by relevance. Without both, or without what the order needs: complete listings first, ' +
      'then newest arrivals.',
    brief:
      'Order. relevance needs q, distance needs location; "cheap" is price_asc. Default: relevance with q, else complete ' +
      'listings first, then newest arrivals.',
    example: 'price_asc',
  },
  {
    name: 'page',
    kind: 'integer',
    min: 1,
    default: 1,
    description:
      'Page of the results, from 1, with 20 listings each. Ask for the next one while current_page is less than ' +
      'total_pages. Past the last page the list is empty and the totals are still true.',
    brief: 'Page of the results, from 1.',
    example: 1,
  },
];

const ROWS = new Map(
  [...OF_NO_SINGLE_FIELD, ...FIELDS.flatMap(fieldParameters)].map((row) => [row.name, row]),
);

/** Every parameter, in the specification's order. */
export const PARAMETERS: readonly Parameter<ParameterName>[] = PARAMETER_NAMES.map(getParameter);

/** The parameters that choose listings, so neither order nor page. */
export const FILTER_PARAMETERS = PARAMETERS.filter(({ name }) => name !== 'sort' && name !== 'page');

export function getParameter(name: ParameterName): Parameter<ParameterName> {
  const row = ROWS.get(name);
  if (row === undefined) throw new Error(`no row describes the parameter ${name}`);
  return row;
}

/** The parameters that filter a field: none, one, or a lower and an upper bound. */
function fieldParameters(field: Field): Parameter<ParameterName>[] {
  const { filter } = field;
  if (filter === undefined) return [];
  switch (filter.kind) {
    case 'value': {
      const kind = valueKind(field);
      const maxValues = kind === 'domains' ? undefined : MAX_VALUES_OF_A_PARAMETER;
      const many = maxValues === undefined || field.enum ? 'several' : `up to ${maxValues}`;
      return [
        {
          name: filter.parameter,
          kind,
          field: field.name,
          isList: true,
          ...(maxValues !== undefined && { maxValues }),
          description:
            `${filter.rule} Takes ${many} values, separated by commas; one must match. A minus sign ` +
            `excludes a value (-${String(field.example)}). Listings whose value is unknown match neither.`,
          brief: filter.brief ?? filter.rule,
          example: String(field.example),
          ...(field.enum && { allowed: field.enum }),
        },
      ];
    }
    case 'range': {
      const bound = (
        word: string,
        { parameter, rule, example }: RangeParameter<FilterParameter>,
      ): Parameter<ParameterName> => ({
        name: parameter,
        kind: filter.numberType,
        field: field.name,
        ...(field.unit && { unit: field.unit }),
        brief: `${word} ${filter.noun}${field.unit ? ` in ${field.unit}` : ''}. ${rule}`,
        description:
          `${word} ${filter.noun}${field.unit ? ` in ${field.unit}` : ''}, inclusive. ` +
          `Listings whose ${filter.noun} is unknown are left out. ${rule}` +
          (filter.numberType === 'number' ? ' A plain decimal, without an exponent.' : ''),
        example,
      });
      return [bound('Minimum', filter.min), bound('Maximum', filter.max)];
    }
  }
}

/** A sort order in the parameter's description: `price_asc: cheapest first ("cheap").` */
function sortText({ name, label, hint, needs }: SortRow): string {
  const words = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return `${name}: ${words}${hint === undefined ? '' : ` ${hint}`}${needs === undefined ? '' : `, needs ${needs}`}.`;
}

function valueKind(field: Field): ParameterKind {
  if (field.kind === 'class') return 'enumeration';
  return field.kind === 'domain' ? 'domains' : 'text';
}
