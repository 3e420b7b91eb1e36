// Rows of the field table: facts about the vehicle, which searches filter by value or range.
import { FUELS, fuelInColumn, gearboxInColumn } from '../vehicle/classify.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../vehicle/classes.ts';
import type { FieldRow } from './field.ts';
import { makeKey, makeQueryKey, modelPrefixKeys, titleOf, titleTerms } from '../vehicle/model-terms.ts';
import { modelKey } from '../vehicle/name-key.ts';
import { canonicalMake, misspeltMake } from '../vehicle/makes.ts';
import { readModel } from '../vehicle/requested-model.ts';
import { baseModel } from '../vehicle/model-name.ts';
import { MAX_LITRES, MAX_MILES } from './listing.ts';

/** The usual ways to type an engine size: `2.0 2.0l 2l` for two litres. */
function engineWords(litres: string | number): string {
  const short = String(litres);
  const long = Number.isInteger(litres) ? Number(litres).toFixed(1) : short;
  return [...new Set([long, `${long}l`, `${short}l`])].join(' ');
}

export const VEHICLE_FIELDS = [
  {
    name: 'year',
    property: 'year',
    kind: 'year',
    nullable: true,
    inResponse: true,
    feed: { reader: 'year' },
    filter: {
      kind: 'range',
      order: 8,
      label: 'Year',
      formOrder: 4,
      importance: 3,
      step: () => 1,
      plausibility: {
        isPlausible: (year) => year <= 0 || year >= 1000,
        // From 51 on it may also be the age identifier of a plate.
        meant: (year) => (year <= 50 ? 2000 + year : year >= 80 && year < 100 ? 1900 + year : undefined),
        rule: 'a year of four digits',
      },
      otherNames: ['year'],
      noun: 'year of manufacture',
      numberType: 'integer',
      min: {
        parameter: 'year_min',
        label: 'earliest year',
        words: '# or newer',
        rule: 'Use it for "X or newer".',
        example: 2018,
      },
      max: {
        parameter: 'year_max',
        label: 'latest year',
        words: '# or older',
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
    column: { title: 'YEAR', order: 2, maxWidth: 4 },
    description: 'Year of manufacture, as a text of four digits. Null: not known.',
    example: '2019',
  },
  {
    name: 'make',
    property: 'make',
    kind: 'text',
    canonicalize: canonicalMake,
    nullable: true,
    inResponse: true,
    feed: { reader: 'word' },
    filter: {
      kind: 'value',
      order: 1,
      label: 'Make',
      formOrder: 2,
      importance: 10,
      termOf: makeQueryKey,
      isMisspelt: (requested) => misspeltMake(requested) !== undefined,
      termsOf: (make) => [makeKey(make)].filter((key) => key !== ''),
      otherNames: ['manufacturer', 'brand', 'marque'],
      parameter: 'make',
      rule:
        'Manufacturer. Case, accents and punctuation do not matter, and usual short names work ' +
        '(VW, Merc, Skoda). One slip (Frod) is read as the make in stock that is meant; other unknown makes match nothing. When the make is clear, send it here ' +
        'rather than only in q.',
      brief: 'Manufacturer; short names work (VW, Merc).',
    },
    facet: {
      limit: 50,
      also: ['model'],
      plural: 'Makes',
      note: 'Makes, without the filters make and model.',
    },
    text: { column: 'make', words: (make) => `${make} ${makeKey(String(make))}` },
    column: { title: 'VEHICLE', order: 3, maxWidth: 32 },
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
    feed: { reader: 'word' },
    filter: {
      kind: 'value',
      order: 2,
      label: 'Model',
      formOrder: 3,
      importance: 9,
      termOf: modelKey,
      columnValueOf: titleOf,
      termsOf: titleTerms,
      termsAskedBy: readModel,
      otherNames: [],
      parameter: 'model',
      rule:
        'Model as the trade says it: the base model, with further words of the title in any order ("3 Series", ' +
        '"Golf GTI"), or a badge or variant of one ("320d", "A 180"). Whole words: "XJ" does not find "XJS". Case, ' +
        'accents and punctuation do not matter. Send the make as well. When the model is clear, send it here rather ' +
        'than only in q.',
      brief: 'Model, also with words of its variant, or a badge: "3 Series", "Golf GTI", "320d".',
    },
    facet: {
      limit: 20,
      plural: 'Models',
      note:
        'Base models (Fiesta, 3 Series) whatever variant is behind them, without the filter model. Send make to see ' +
        'the models of one.',
      counted: {
        column: 'baseModel',
        valueOf: ({ make, model }) => (model === null ? null : baseModel(make, model)),
        termOf: modelKey,
      },
    },
    text: { column: 'model', words: (model) => `${model} ${modelPrefixKeys(String(model)).join(' ')}` },
    column: { title: 'VEHICLE', order: 3, maxWidth: 32 },
    description:
      'Base model in its usual spelling, with the variant behind it, where the model is known, else as the dealer ' +
      'wrote it. Null: not known.',
    example: 'XJ',
  },
  {
    name: 'mileage',
    property: 'mileageMiles',
    kind: 'integer',
    unit: 'miles',
    limit: MAX_MILES,
    nullable: true,
    inResponse: true,
    feed: { reader: 'mileage' },
    filter: {
      kind: 'range',
      order: 7,
      label: 'Mileage',
      formOrder: 5,
      importance: 2,
      step: (miles) => Math.max(Math.abs(miles) / 10, 1000),
      // 1 excludes zeros.
      plausibility: {
        isPlausible: (miles) => miles <= 1 || miles >= 100,
        meant: (miles) => miles * 1000,
        rule: 'in miles, not in thousands',
      },
      otherNames: ['miles', 'mileage', 'odometer'],
      noun: 'mileage',
      numberType: 'integer',
      min: {
        parameter: 'miles_min',
        label: 'lowest mileage',
        rule: 'Use it for "over X miles".',
        example: 10000,
      },
      max: {
        parameter: 'miles_max',
        label: 'highest mileage',
        rule: 'Use it for "under X miles". For "lowest mileage", send sort=miles_asc instead.',
        example: 60000,
      },
    },
    distribution: {
      minBinWidth: 1000,
      plural: 'Mileages',
      note: 'Mileages in miles, without miles_min and miles_max.',
    },
    words: '# miles',
    fact: { unknown: 'mileage unknown' },
    column: { title: 'MILES', order: 4, maxWidth: 9 },
    description: 'Odometer reading in miles. Null: not known.',
    example: 42150,
  },
  {
    name: 'fuel_type',
    property: 'fuelType',
    kind: 'class',
    enum: FUEL_TYPES,
    canonicalize: fuelInColumn,
    // In an advert `gas` may well be LPG, but in a search it means petrol.
    meant: FUELS.asked,
    nullable: true,
    inResponse: true,
    feed: { reader: 'word' },
    filter: {
      kind: 'value',
      order: 3,
      label: 'Fuel',
      formOrder: 6,
      importance: 7,
      otherNames: ['fuel'],
      parameter: 'fuel_type',
      rule: 'Fuel type. Every kind of hybrid is Hybrid: mild, full and plug-in.',
      brief: 'Every kind of hybrid is Hybrid.',
    },
    facet: { limit: 20, plural: 'Fuels', note: 'Fuels, without the filter fuel_type.' },
    text: { column: 'facts' },
    fact: {},
    column: { title: 'FUEL', order: 6, maxWidth: 10 },
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
    canonicalize: gearboxInColumn,
    nullable: true,
    inResponse: true,
    feed: { reader: 'word' },
    filter: {
      kind: 'value',
      order: 4,
      label: 'Gearbox',
      formOrder: 7,
      importance: 6,
      otherNames: ['gearbox', 'gear', 'gears'],
      parameter: 'transmission',
      rule: 'Gearbox. Semi-automatic, DSG and CVT gearboxes are Automatic.',
      brief: 'Gearbox.',
    },
    facet: { limit: 20, plural: 'Gearboxes', note: 'Gearboxes, without the filter transmission.' },
    text: { column: 'facts' },
    fact: {},
    column: { title: 'GEARBOX', order: 7, maxWidth: 10 },
    description:
      'Manual or Automatic where the gearbox is one of these, else the word that the dealer used. Null: not known.',
    example: 'Automatic',
  },
  {
    name: 'engine_size',
    property: 'engineLitres',
    kind: 'number',
    unit: 'litres',
    limit: MAX_LITRES,
    nullable: true,
    inResponse: true,
    feed: { reader: 'engine_size' },
    filter: {
      kind: 'range',
      order: 9,
      label: 'Engine, litres',
      formOrder: 8,
      importance: 1,
      step: () => 0.1,
      plausibility: {
        isPlausible: (litres) => litres <= MAX_LITRES || litres > 1000 * MAX_LITRES,
        meant: (cc) => (cc >= 500 ? cc / 1000 : undefined),
        rule: 'in litres',
      },
      otherNames: ['engine', 'enginesize'],
      noun: 'engine size',
      numberType: 'number',
      min: {
        parameter: 'engine_min',
        label: 'smallest engine',
        rule: 'Use it for "X litres or more".',
        example: 1.4,
      },
      max: {
        parameter: 'engine_max',
        label: 'largest engine',
        rule: 'Use it for "up to X litres".',
        example: 2.5,
      },
    },
    text: { column: 'facts', words: engineWords },
    words: '# litres',
    fact: { decimals: 1 },
    column: { title: 'LITRES', order: 5, maxWidth: 6 },
    description: 'Engine capacity in litres. Null: not known.',
    example: 2.0,
  },
] as const satisfies readonly FieldRow[];
