// The field table: one row for each field of a listing, in the order of the public response, then the fields that only
// feeds have. Parameters, parser, engine schema, summaries, import format, OpenAPI and docs loop over these rows.
import { classifyFuel, classifyTransmission } from './classify.ts';
import { FEED_ONLY_FIELDS } from './feed-only-fields.ts';
import { NO_FILTER, PLACE, type Field, type FieldFilter } from './field.ts';
import { makeKey, modelQueryKey, modelPrefixKeys } from './make-and-model-keys.ts';
import { FUEL_TYPES, TRANSMISSIONS } from './search-query.ts';

const FULL_TEXT: FieldFilter = { kind: 'text', parameter: 'q' };

/** `2.0 2.0l 2l` for two litres, as people type them. */
function engineWords(litres: string | number): string {
  const short = String(litres);
  const long = Number.isInteger(litres) ? Number(litres).toFixed(1) : short;
  return [...new Set([long, `${long}l`, `${short}l`])].join(' ');
}

export const FIELDS: readonly Field[] = [
  {
    name: 'year',
    property: 'year',
    kind: 'year',
    nullable: true,
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'range',
      order: 8,
      importance: 3,
      step: () => 1,
      otherNames: ['year'],
      noun: 'year of manufacture',
      numberType: 'integer',
      min: { parameter: 'year_min', rule: 'Use it for "X or newer".', example: 2018 },
      max: {
        parameter: 'year_max',
        rule: 'Use it for "X or older", "no later than X" and "pre-X".',
        example: 2022,
      },
    },
    facet: {
      limit: 50,
      plural: 'Years',
      note: 'Years of manufacture, newest first, without year_min and year_max.',
    },
    text: { column: 'facts' },
    sorts: ['year_desc'],
    description: 'Year of manufacture, as a text of four digits. Null: not known.',
    example: '2019',
  },
  {
    name: 'make',
    property: 'make',
    kind: 'text',
    nullable: true,
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'value',
      order: 1,
      importance: 10,
      termOf: makeKey,
      termsOf: (make) => [makeKey(make)].filter((key) => key !== ''),
      otherNames: ['manufacturer', 'brand', 'marque'],
      parameter: 'make',
      rule:
        'Manufacturer. Case, accents and punctuation do not matter, and usual short names work ' +
        '(VW, Merc, Skoda). A make that is not in stock matches nothing. When the make is clear, send it here ' +
        'rather than only in q.',
    },
    facet: {
      limit: 50,
      also: ['model'],
      plural: 'Makes',
      note: 'Makes, without the filters make and model.',
    },
    text: { column: 'make', words: (make) => `${make} ${makeKey(String(make))}` },
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
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'value',
      order: 2,
      importance: 9,
      termOf: modelQueryKey,
      termsOf: modelPrefixKeys,
      otherNames: [],
      parameter: 'model',
      rule:
        'Model name. Matches listings whose model is equal, or begins with these words: "3 Series" finds ' +
        '"3 Series 320d", but "XJ" does not find "XJS". Case, accents and punctuation do not matter. Send the make ' +
        'as well. When the model is clear, send it here rather than only in q; trim and variant belong in q.',
    },
    facet: {
      limit: 20,
      plural: 'Models',
      note: 'Whole model names, without the filter model. Send make to see the models of one.',
    },
    text: { column: 'model', words: (model) => `${model} ${modelPrefixKeys(String(model)).join(' ')}` },
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
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'range',
      order: 7,
      importance: 2,
      step: (miles) => Math.max(Math.abs(miles) / 10, 1000),
      otherNames: ['miles', 'mileage', 'odometer'],
      noun: 'mileage',
      numberType: 'integer',
      min: { parameter: 'miles_min', rule: 'Use it for "over X miles".', example: 10000 },
      max: {
        parameter: 'miles_max',
        rule: 'Use it for "under X miles". For "lowest mileage", send sort=miles_asc instead.',
        example: 60000,
      },
    },
    distribution: {
      minBinWidth: 1000,
      plural: 'Mileages',
      note: 'Mileages in miles, without miles_min and miles_max.',
    },
    sorts: ['miles_asc'],
    description: 'Odometer reading in miles. Null: not known.',
    example: 42150,
  },
  {
    name: 'fuel_type',
    property: 'fuelType',
    kind: 'class',
    enum: FUEL_TYPES,
    classify: classifyFuel,
    // `gas` in an advert is as likely LPG, but a search for it means petrol.
    meant: { gas: 'Petrol', gasoline: 'Petrol', unleaded: 'Petrol' },
    nullable: true,
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'value',
      order: 3,
      importance: 7,
      otherNames: ['fuel'],
      parameter: 'fuel_type',
      rule:
        'Fuel type. Every kind of hybrid is Hybrid: mild, full and plug-in. Listings whose fuel type is unknown or ' +
        'none of these are left out.',
    },
    facet: { limit: 20, plural: 'Fuels', note: 'Fuels, without the filter fuel_type.' },
    text: { column: 'facts' },
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
    enum: TRANSMISSIONS,
    classify: classifyTransmission,
    nullable: true,
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'value',
      order: 4,
      importance: 6,
      otherNames: ['gearbox', 'gear', 'gears'],
      parameter: 'transmission',
      rule:
        'Gearbox. Semi-automatic, DSG and CVT gearboxes are Automatic. Listings whose gearbox is unknown or none of ' +
        'these are left out.',
    },
    facet: { limit: 20, plural: 'Gearboxes', note: 'Gearboxes, without the filter transmission.' },
    text: { column: 'facts' },
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
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'range',
      order: 9,
      importance: 1,
      step: () => 0.1,
      otherNames: ['engine', 'enginesize'],
      noun: 'engine size',
      numberType: 'number',
      min: { parameter: 'engine_min', rule: 'Use it for "X litres or more".', example: 1.4 },
      max: { parameter: 'engine_max', rule: 'Use it for "up to X litres".', example: 2.5 },
    },
    text: { column: 'facts', words: engineWords },
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
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'range',
      order: 6,
      importance: 4,
      step: (pounds) => Math.max(Math.abs(pounds) / 10, 100),
      otherNames: ['price'],
      noun: 'price',
      numberType: 'integer',
      min: { parameter: 'price_min', rule: 'Use it for "over X".', example: 5000 },
      max: {
        parameter: 'price_max',
        rule: 'Use it for "under X". For "cheap" without an amount, send sort=price_asc instead.',
        example: 15000,
      },
    },
    distribution: {
      minBinWidth: 500,
      plural: 'Prices',
      note: 'Prices in GBP, without price_min and price_max.',
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
    inResponse: true,
    inFeed: true,
    filter: {
      kind: 'value',
      order: 5,
      importance: 5,
      isList: true,
      otherNames: ['dealership', 'seller', 'domain'],
      parameter: 'dealer',
      rule:
        'Only listings of these dealers: one domain name, or several separated by commas. Case, https://, www. and ' +
        'paths do not matter. A domain that no listing carries matches nothing.',
    },
    facet: { limit: 20, plural: 'Dealers', note: 'Dealers, without the filter dealer.' },
    text: { column: 'dealer' },
    sorts: [],
    description: 'The dealer, as a domain name in lower case without www.',
    example: 'northgate-cars.example',
  },
  {
    name: 'url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    inResponse: true,
    inFeed: false,
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
    inResponse: true,
    inFeed: true,
    filter: FULL_TEXT,
    text: { column: 'loc' },
    sorts: [],
    description: 'General location as text, usually a town. Null: not known.',
    example: 'Leeds',
  },
  {
    name: 'thumbnail',
    property: 'thumbnail',
    kind: 'address',
    nullable: true,
    inResponse: true,
    inFeed: true,
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
    inResponse: true,
    inFeed: true,
    filter: NO_FILTER,
    sorts: [],
    description: 'Addresses of pictures, at most 100. Never null; empty when there are none.',
    example: ['https://northgate-cars.example/pictures/8841-1.jpg'],
  },
  {
    name: 'full_description',
    property: 'fullDescription',
    kind: 'text',
    nullable: true,
    inResponse: true,
    inFeed: true,
    filter: FULL_TEXT,
    text: { column: 'fullDescription' },
    sorts: [],
    description: "The dealer's description, at most 20,000 characters. Null: there is none.",
    example: 'One owner, full service history, heated seats.',
  },
  {
    name: 'distance_km',
    property: null,
    kind: 'number',
    unit: 'km',
    nullable: true,
    inResponse: true,
    inFeed: false,
    filter: PLACE,
    sorts: ['distance'],
    description:
      'Great-circle distance from the location that was asked for, in kilometres with two decimals; 0 is a value. ' +
      'Null: no location was sent, or the position of the listing is not known.',
    example: 12.34,
  },
  ...FEED_ONLY_FIELDS,
];
