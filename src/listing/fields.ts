// The field table: one row for each thing that is known about a listing, in the order of the public answer, then what
// only a feed gives. The parameters, the import format, the OpenAPI document and the docs are made from it. Adding a
// field is one row here and one mapping where its value comes in. It knows no HTTP and parses nothing.
import type { Listing } from './listing.ts';
import type { ParameterName } from './parameter-names.ts';
import { FUEL_TYPES, TRANSMISSIONS, type Sort } from './search-query.ts';

/**
 * What a value looks like outside:
 * - `text`, `integer`, `number`: as in JSON
 * - `class`: one of `classes` where the dealer's word is of a known class, else that word
 * - `year`: a text of four digits in answers, a whole number in filters
 * - `domain`: a domain name in lower case without `www.`
 * - `address`, `addresses`: an absolute http(s) address, or a list of them
 * - `postcode`: a UK postcode
 * - `instant`: ISO 8601
 */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'class'
  | 'year'
  | 'domain'
  | 'address'
  | 'addresses'
  | 'postcode'
  | 'instant';

/** What a search can ask of a field. Each `rule` is what its parameter says beyond the general rule of its kind. */
export type Filter =
  | { readonly kind: 'none' }
  /** Searched by `q`, with other fields. */
  | { readonly kind: 'text'; readonly parameter: 'q' }
  /** Equal to a given value, or to one of them. */
  | { readonly kind: 'value'; readonly parameter: ParameterName; readonly rule: string }
  /** Within inclusive bounds. `noun` is what they bound, as a sentence names it. */
  | {
      readonly kind: 'range';
      readonly noun: string;
      readonly asked: 'integer' | 'number';
      readonly min: Bound;
      readonly max: Bound;
    }
  /** Within a radius of a given place. */
  | { readonly kind: 'place'; readonly parameters: readonly ['location', 'distance'] };

export interface Bound {
  readonly parameter: ParameterName;
  readonly rule: string;
  readonly example: number;
}

export interface Field {
  /** Outside name, in answers and in feeds. */
  readonly name: string;
  /** Where a listing holds it; null for what depends on the search as well. */
  readonly property: keyof Listing | null;
  readonly kind: FieldKind;
  /** Only of kind `class`. */
  readonly classes?: readonly string[];
  readonly unit?: 'miles' | 'litres' | 'GBP' | 'km' | 'degrees';
  /** Whether answers, or feed records where the field is not in answers, may leave it unknown. */
  readonly nullable: boolean;
  /** Whether it is a key of a Vehicle in answers. */
  readonly answered: boolean;
  /** Whether a feed record may carry it. */
  readonly imported: boolean;
  readonly filter: Filter;
  readonly sorts: readonly Sort[];
  /** Plain sentences, at most 300 characters. */
  readonly description: string;
  readonly example: string | number | readonly string[];
}

const NO_FILTER: Filter = { kind: 'none' };
const FULL_TEXT: Filter = { kind: 'text', parameter: 'q' };
const PLACE: Filter = { kind: 'place', parameters: ['location', 'distance'] };

export const FIELDS: readonly Field[] = [
  {
    name: 'year',
    property: 'year',
    kind: 'year',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'range',
      noun: 'year of manufacture',
      asked: 'integer',
      min: { parameter: 'year_min', rule: 'Use it for "X or newer".', example: 2018 },
      max: {
        parameter: 'year_max',
        rule: 'Use it for "X or older", "no later than X" and "pre-X".',
        example: 2022,
      },
    },
    sorts: ['year_desc'],
    description: 'Year of manufacture, as a text of four digits. Null: not known.',
    example: '2019',
  },
  {
    name: 'make',
    property: 'make',
    kind: 'text',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'value',
      parameter: 'make',
      rule:
        'Manufacturer. Case, accents and punctuation do not matter, and usual short names work ' +
        '(VW, Merc, Skoda). A make that is not in stock matches nothing. When the make is clear, send it here ' +
        'rather than only in q.',
    },
    sorts: [],
    description:
      'Manufacturer, in its usual spelling where the make is known, else as the dealer wrote it. Null: not known.',
    example: 'Jaguar',
  },
  {
    name: 'model',
    property: 'model',
    kind: 'text',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'value',
      parameter: 'model',
      rule:
        'Model name. Matches listings whose model is equal, or begins with these words: "3 Series" finds ' +
        '"3 Series 320d", but "XJ" does not find "XJS". Case, accents and punctuation do not matter. Send the make ' +
        'as well. When the model is clear, send it here rather than only in q; trim and variant belong in q.',
    },
    sorts: [],
    description: 'Model name as the dealer wrote it. Null: not known.',
    example: 'XJ',
  },
  {
    name: 'mileage',
    property: 'mileageMiles',
    kind: 'integer',
    unit: 'miles',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'range',
      noun: 'mileage',
      asked: 'integer',
      min: { parameter: 'miles_min', rule: 'Use it for "over X miles".', example: 10000 },
      max: {
        parameter: 'miles_max',
        rule: 'Use it for "under X miles". For "lowest mileage", send sort=miles_asc instead.',
        example: 60000,
      },
    },
    sorts: ['miles_asc'],
    description: 'Odometer reading in miles. Null: not known.',
    example: 42150,
  },
  {
    name: 'fuel_type',
    property: 'fuelType',
    kind: 'class',
    classes: FUEL_TYPES,
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'value',
      parameter: 'fuel_type',
      rule:
        'Fuel type. Every kind of hybrid is Hybrid: mild, full and plug-in. Listings whose fuel type is unknown or ' +
        'none of these are left out.',
    },
    sorts: [],
    description:
      'Petrol, Diesel, Hybrid or Electric where the fuel is one of these, else the word that the dealer used ' +
      '(Hydrogen). Null: not known.',
    example: 'Diesel',
  },
  {
    name: 'transmission',
    property: 'transmission',
    kind: 'class',
    classes: TRANSMISSIONS,
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'value',
      parameter: 'transmission',
      rule:
        'Gearbox. Semi-automatic, DSG and CVT gearboxes are Automatic. Listings whose gearbox is unknown or none of ' +
        'these are left out.',
    },
    sorts: [],
    description:
      'Manual or Automatic where the gearbox is one of these, else the word that the dealer used. Null: not known.',
    example: 'Automatic',
  },
  {
    name: 'engine_size',
    property: 'engineLitres',
    kind: 'number',
    unit: 'litres',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'range',
      noun: 'engine size',
      asked: 'number',
      min: { parameter: 'engine_min', rule: 'Use it for "X litres or more".', example: 1.4 },
      max: { parameter: 'engine_max', rule: 'Use it for "up to X litres".', example: 2.5 },
    },
    sorts: [],
    description: 'Engine capacity in litres. Null: not known.',
    example: 2.0,
  },
  {
    name: 'price',
    property: 'priceGbp',
    kind: 'number',
    unit: 'GBP',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'range',
      noun: 'price',
      asked: 'integer',
      min: { parameter: 'price_min', rule: 'Use it for "over X".', example: 5000 },
      max: {
        parameter: 'price_max',
        rule: 'Use it for "under X". For "cheap" without an amount, send sort=price_asc instead.',
        example: 15000,
      },
    },
    sorts: ['price_asc', 'price_desc'],
    description: 'Price in pounds sterling. Null: not known.',
    example: 14995,
  },
  {
    name: 'dealer',
    property: 'dealer',
    kind: 'domain',
    nullable: true,
    answered: true,
    imported: true,
    filter: {
      kind: 'value',
      parameter: 'dealer',
      rule:
        'Only listings of these dealers: one domain name, or several separated by commas. Case, https://, www. and ' +
        'paths do not matter. A domain that no listing carries matches nothing.',
    },
    sorts: [],
    description: 'The dealer, as a domain name in lower case without www.',
    example: 'northgate-cars.example',
  },
  {
    name: 'url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    answered: true,
    imported: false,
    filter: NO_FILTER,
    sorts: [],
    description:
      "The link to show to people as the link to the vehicle. It leads to the dealer's advert for as long as that is listed.",
    example:
      'https://forecourt.example/cars/redirect/?api_target=https%3A%2F%2Fnorthgate-cars.example%2Fstock%2F8841',
  },
  {
    name: 'loc',
    property: 'loc',
    kind: 'text',
    nullable: true,
    answered: true,
    imported: true,
    filter: FULL_TEXT,
    sorts: [],
    description: 'General location as text, usually a town. Null: not known.',
    example: 'Leeds',
  },
  {
    name: 'thumbnail',
    property: 'thumbnail',
    kind: 'address',
    nullable: true,
    answered: true,
    imported: true,
    filter: NO_FILTER,
    sorts: [],
    description: 'Address of a small picture. Null: there is none.',
    example: 'https://northgate-cars.example/pictures/8841-small.jpg',
  },
  {
    name: 'images',
    property: 'images',
    kind: 'addresses',
    nullable: false,
    answered: true,
    imported: true,
    filter: NO_FILTER,
    sorts: [],
    description: 'Addresses of pictures. Never null; empty when there are none.',
    example: ['https://northgate-cars.example/pictures/8841-1.jpg'],
  },
  {
    name: 'full_description',
    property: 'fullDescription',
    kind: 'text',
    nullable: true,
    answered: true,
    imported: true,
    filter: FULL_TEXT,
    sorts: [],
    description: "The dealer's whole description. Null: there is none.",
    example: 'One owner, full service history, heated seats.',
  },
  {
    name: 'distance_km',
    property: null,
    kind: 'number',
    unit: 'km',
    nullable: true,
    answered: true,
    imported: false,
    filter: PLACE,
    sorts: ['distance'],
    description:
      'Great-circle distance from the location that was asked for, in kilometres with two decimals; 0 is a value. ' +
      'Null: no location was sent, or the position of the listing is not known.',
    example: 12.34,
  },
  {
    name: 'id',
    property: 'id',
    kind: 'text',
    nullable: false,
    answered: false,
    imported: true,
    filter: NO_FILTER,
    sorts: [],
    description: "The dealer's own id of the listing, unique within the dealer.",
    example: '8841',
  },
  {
    name: 'advert_url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    answered: false,
    imported: true,
    filter: NO_FILTER,
    sorts: [],
    description: "Address of the dealer's advert, absolute, http or https. The url of answers leads to it.",
    example: 'https://northgate-cars.example/stock/8841',
  },
  {
    name: 'postcode',
    property: 'postcode',
    kind: 'postcode',
    nullable: true,
    answered: false,
    imported: true,
    filter: PLACE,
    sorts: [],
    description:
      'Where the vehicle stands, as a UK postcode. It gives the position when there are no coordinates.',
    example: 'LS1 4AP',
  },
  {
    name: 'latitude',
    property: 'point',
    kind: 'number',
    unit: 'degrees',
    nullable: true,
    answered: false,
    imported: true,
    filter: PLACE,
    sorts: [],
    description: 'Latitude of the vehicle in WGS84 degrees. Sent together with longitude, or not at all.',
    example: 53.7965,
  },
  {
    name: 'longitude',
    property: 'point',
    kind: 'number',
    unit: 'degrees',
    nullable: true,
    answered: false,
    imported: true,
    filter: PLACE,
    sorts: [],
    description: 'Longitude of the vehicle in WGS84 degrees. Sent together with latitude, or not at all.',
    example: -1.5478,
  },
  {
    name: 'arrived_at',
    property: 'arrivedAt',
    kind: 'instant',
    nullable: true,
    answered: false,
    imported: true,
    filter: NO_FILTER,
    sorts: [],
    description: 'When the listing first arrived, in ISO 8601. Without it, the time of its first import.',
    example: '2026-03-14T09:30:00Z',
  },
];
