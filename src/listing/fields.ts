// The field table: one row for each field of a listing, responses and feeds. The rows with `inResponse` are in the order of the
// public response. Every surface loops over these rows, which test/made-up-fields.test.ts verifies.
import type { FieldRow, Range, Values } from './field.ts';
import {
  type Listing,
  MAX_DESCRIPTION_LENGTH,
  MAX_DISTANCE_KM,
  MAX_IMAGES,
  MAX_PRICE_GBP,
} from './listing.ts';
import { VEHICLE_FIELDS } from './vehicle-fields.ts';
import { domainName, readableName } from './domain-name.ts';

/** The rows about the offer: its price and its seller. */
const OFFER_FIELDS = [
  {
    name: 'price',
    property: 'priceGbp',
    kind: 'number',
    unit: 'GBP',
    limit: MAX_PRICE_GBP,
    nullable: true,
    inResponse: true,
    feed: { reader: 'price' },
    filter: {
      kind: 'range',
      order: 6,
      label: 'Price',
      formOrder: 1,
      importance: 4,
      step: (pounds) => Math.max(Math.abs(pounds) / 10, 100),
      // 0 and 1 mean no price at all. Imports read a price of 0 as unknown, so price_max=0 finds nothing.
      plausibility: {
        isPlausible: (pounds) => pounds <= 1 || pounds >= 100,
        meant: (pounds) => pounds * 1000,
        rule: 'in pounds, not in thousands',
      },
      otherNames: ['price'],
      noun: 'price',
      numberType: 'integer',
      min: { parameter: 'price_min', label: 'lowest price', rule: 'Use it for "over X".', example: 5000 },
      max: {
        parameter: 'price_max',
        label: 'highest price',
        rule: 'Use it for "under X". For "cheap" without an amount, send sort=price_asc instead.',
        example: 15000,
      },
    },
    distribution: {
      minBinWidth: 500,
      plural: 'Prices',
      note: 'Prices in GBP, without price_min and price_max.',
    },
    words: '£#',
    column: { title: 'PRICE', order: 1, maxWidth: 11 },
    description: 'Price in pounds sterling. Null: not known.',
    example: 14995,
  },
  {
    name: 'dealer',
    property: 'dealer',
    kind: 'domain',
    nullable: true,
    inResponse: true,
    feed: { reader: 'identity', isRequired: true },
    filter: {
      kind: 'value',
      order: 5,
      label: 'Dealer',
      formOrder: 9,
      importance: 5,
      otherNames: ['dealership', 'seller', 'domain'],
      parameter: 'dealer',
      termsOf: (dealer) => [domainName(dealer) ?? dealer],
      rule:
        'Domain name of a dealer. Case, https://, www. and paths do not matter. A domain that no listing carries ' +
        'matches nothing.',
      brief: 'Domain name of a dealer.',
    },
    facet: { limit: 20, plural: 'Dealers', note: 'Dealers, without the filter dealer.' },
    text: { column: 'dealer', words: (dealer) => readableName(String(dealer)) },
    column: { title: 'DEALER', order: 10, maxWidth: 44 },
    description: 'The dealer, as a domain name in lower case without www.',
    example: 'northgate-cars.example',
  },
] as const satisfies readonly FieldRow[];

const ROWS = [
  ...VEHICLE_FIELDS,
  ...OFFER_FIELDS,
  {
    name: 'url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    inResponse: true,
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
    inResponse: true,
    feed: { reader: 'word' },
    text: { column: 'loc' },
    column: { title: 'PLACE', order: 8, maxWidth: 20 },
    description: 'General location as text, usually a town. Null: not known.',
    example: 'Leeds',
  },
  {
    name: 'postcode',
    property: 'postcode',
    kind: 'postcode',
    nullable: true,
    inResponse: false,
    feed: { reader: 'postcode' },
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
    inResponse: false,
    feed: { reader: 'latitude' },
    description: 'Latitude of the vehicle in WGS84 degrees. Sent together with longitude, or not at all.',
    example: 53.7965,
  },
  {
    name: 'longitude',
    property: 'point',
    kind: 'number',
    unit: 'degrees',
    nullable: true,
    inResponse: false,
    feed: { reader: 'longitude' },
    description: 'Longitude of the vehicle in WGS84 degrees. Sent together with latitude, or not at all.',
    example: -1.5478,
  },
  {
    name: 'thumbnail',
    property: 'thumbnail',
    kind: 'address',
    nullable: true,
    inResponse: true,
    feed: { reader: 'image' },
    description: 'Address of a small picture. Null: there is none.',
    example: 'https://northgate-cars.example/pictures/8841-small.jpg',
  },
  {
    name: 'images',
    property: 'images',
    kind: 'addresses',
    limit: MAX_IMAGES,
    nullable: false,
    inResponse: true,
    feed: { reader: 'images' },
    description: 'Addresses of pictures, at most 100. Never null; empty when there are none.',
    example: ['https://northgate-cars.example/pictures/8841-1.jpg'],
  },
  {
    name: 'full_description',
    property: 'fullDescription',
    kind: 'text',
    limit: MAX_DESCRIPTION_LENGTH,
    nullable: true,
    inResponse: true,
    feed: { reader: 'description' },
    text: { column: 'fullDescription' },
    description: "The dealer's description, at most 20,000 characters. Null: there is none.",
    example: 'One owner, full service history, heated seats.',
  },
  {
    name: 'distance_km',
    property: null,
    kind: 'number',
    unit: 'km',
    limit: MAX_DISTANCE_KM,
    nullable: true,
    inResponse: true,
    column: { title: 'KM', order: 9, maxWidth: 8 },
    description:
      'Great-circle distance from the requested location, in kilometres with two decimals; 0 is a value. ' +
      'Null: no location was sent, or the position of the listing is not known.',
    example: 12.34,
  },
  {
    name: 'id',
    property: 'id',
    kind: 'text',
    nullable: false,
    inResponse: false,
    feed: { reader: 'identity', isRequired: true },
    description: "The dealer's own id of the listing, unique within the dealer.",
    example: '8841',
  },
  {
    name: 'advert_url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    inResponse: false,
    feed: { reader: 'identity', isRequired: true },
    description:
      "Address of the dealer's advert, absolute, http or https. `url` in responses redirects to it.",
    example: 'https://northgate-cars.example/stock/8841',
  },
  {
    name: 'arrived_at',
    property: 'arrivedAt',
    kind: 'instant',
    nullable: true,
    inResponse: false,
    feed: { reader: 'instant' },
    description: 'When the listing first arrived, in ISO 8601. Without it, the time of its first import.',
    example: '2026-03-14T09:30:00Z',
  },
] as const satisfies readonly FieldRow[];

type Row = (typeof ROWS)[number];
type RangeRow = Extract<Row, { readonly filter: { readonly kind: 'range' } }>;
type ValueRow = Extract<Row, { readonly filter: { readonly kind: 'value' } }>;

/** The members of Listing that searches limit by number. Each is a number column of the index. */
export type RangeProperty = RangeRow['property'];
/** The members of Listing whose texts searches request. */
export type ValueProperty = ValueRow['property'];
export type FilterParameter =
  ValueRow['filter']['parameter'] | RangeRow['filter']['min' | 'max']['parameter'];

/** The filters of a search, by member of Listing. Absent members do not filter. */
export type FieldFilters = { readonly [P in RangeProperty]?: Range } & {
  readonly [R in ValueRow as R['property']]?: Values<
    R extends { readonly enum: readonly (infer Class extends string)[] } ? Class : string
  >;
};

/** The members of Listing without a row. Words of several rows form sourceTerms. */
type Unlisted = Exclude<keyof Listing, Row['property'] | 'sourceTerms'>;

export type FieldName = Row['name'];
export type Field = FieldRow<FilterParameter, RangeProperty, ValueProperty> & { readonly name: FieldName };

/** All rows. Does not compile if a member of Listing has no row: the error names it. */
export const FIELDS: readonly Field[] = ROWS satisfies [Unlisted] extends [never]
  ? readonly Field[]
  : Unlisted;

/** Names of the fields in responses, and of those that summaries count or describe by distribution. */
export type ResponseField = Extract<Row, { readonly inResponse: true }>['name'];
export type FacetName = Extract<Row, { readonly facet: object }>['name'];
export type DistributionName = Extract<Row, { readonly distribution: object }>['name'];
/** Names of number fields that summaries count or describe by distribution. */
export type MatchingName = Extract<
  RangeRow,
  { readonly facet: object } | { readonly distribution: object }
>['name'];
