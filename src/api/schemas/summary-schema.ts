// JSON Schemas of a summary and of a map.
import { PARAMETER_NAMES } from '../../query/parameters.ts';
import { DISTRIBUTION_FIELDS, FACET_FIELDS, MATCHING_FIELDS } from '../../query/search-query.ts';
import { UNKNOWN_NAMES } from '../summary-response.ts';
import { COUNTED_GROUPS, PERCENTILES } from '../../stock/summary.ts';
import { MAX_VARIANTS } from '../../stock/variants.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';
import { CELL_PATTERN } from '../../query/map-cells.ts';
import { ZOOM } from '../../stock/stock-map.ts';

type DistributionField = (typeof DISTRIBUTION_FIELDS)[number];

const COUNT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const VALUE_COUNT: Readonly<Record<string, JsonSchema>> = {
  value: { type: 'string' },
  count: { type: 'integer', minimum: 1 },
};

const TERM_COUNTS: JsonSchema = {
  type: 'array',
  items: objectSchema({
    label: { type: 'string', description: 'The term as the trade writes it.' },
    q: { type: 'string', description: 'A q that matches exactly the listings with this term.' },
    count: { type: 'integer', minimum: 1, description: 'Exact number of matching listings with this term.' },
  }),
};

const UNKNOWN_FIELDS = [...UNKNOWN_NAMES.values()];

export const SUMMARY_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  total_vehicles: {
    ...COUNT,
    description: 'Exact number of matching listings, as in the search.',
  },
  matching: objectSchema(
    Object.fromEntries(
      MATCHING_FIELDS.map(({ name, limit }) => [name, objectSchema(numberSummaryMembers(limit))]),
    ),
    {
      description:
        'The numbers of the matching listings themselves, with all filters applied. The counts and distributions below each ' +
        'leave out their own filter, to show the other choices.',
    },
  ),
  ...Object.fromEntries(
    FACET_FIELDS.map(({ name, facet }) => [name, valueCountsSchema(facet.limit, facet.note)]),
  ),
  ...Object.fromEntries(DISTRIBUTION_FIELDS.map((field) => [field.name, distributionSchema(field)])),
  variant: valueCountsSchema(
    MAX_VARIANTS,
    'If all matches have one base model: its badges, trims and other variants (320d, M Sport) that titles name, without the filter ' +
      'model. A listing may have several, or none (unknown). Otherwise empty.',
    {
      value: { type: 'string' },
      model: { type: 'string', description: 'The model to send for it: 3 Series 320d.' },
      count: { type: 'integer', minimum: 1, description: 'Total of the search with this model.' },
    },
  ),
  terms: objectSchema(Object.fromEntries(COUNTED_GROUPS.map((group) => [group, TERM_COUNTS])), {
    description:
      'Terms of the trade in the texts of the matching listings, in any spelling, by group, the most common first. A listing may have several terms of a group, or none.',
  }),
  left_out_as_unknown: objectSchema(Object.fromEntries(UNKNOWN_FIELDS.map((name) => [name, COUNT])), {
    optional: UNKNOWN_FIELDS,
    description: 'For each filtered field: listings that pass all other filters, but whose value is unknown.',
  }),
  relaxations: {
    type: ['array', 'null'],
    description:
      'If nothing matches: each change of one parameter that would find listings, the smallest change first; before them ' +
      'the search that q says if it reads as a phrase, and the search with the model as words of q. Empty: none would. Null: something matches.',
    items: objectSchema(
      {
        parameter: { type: 'string', enum: PARAMETER_NAMES },
        value: { type: ['string', 'null'], description: 'The value to send. Null: omit the parameter.' },
        parameters: objectSchema(
          Object.fromEntries(PARAMETER_NAMES.map((name) => [name, { type: 'string' }])),
          {
            optional: PARAMETER_NAMES,
            description:
              'What to send with the value: the parameters that q says if it reads as a phrase (fiesta under 5000), or the q that has the model.',
          },
        ),
        total_vehicles: {
          type: 'integer',
          minimum: 1,
          description: 'Exact number of listings that it would find.',
        },
        url: { type: 'string', format: 'uri', description: 'The URL of that search.' },
      },
      { optional: ['parameters'] },
    ),
  },
  note: { type: ['string', 'null'], description: 'A sentence if nothing matches.' },
};

export const SUMMARY_SCHEMA: JsonSchema = objectSchema({ summary: objectSchema(SUMMARY_MEMBERS) });

function valueCountsSchema(
  limit: number,
  description: string,
  members: Readonly<Record<string, JsonSchema>> = VALUE_COUNT,
): JsonSchema {
  return objectSchema(
    {
      values: {
        type: 'array',
        maxItems: limit,
        items: objectSchema(members),
      },
      more: objectSchema(
        { values: COUNT, count: COUNT },
        { description: 'Numbers of values not listed, and of their listings.' },
      ),
      unknown: { ...COUNT, description: 'Listings without a value.' },
    },
    { description },
  );
}

function boundsOf(limit: number | undefined): JsonSchema {
  return { minimum: 0, ...(limit !== undefined && { maximum: limit }) };
}

function numberSummaryMembers(limit: number | undefined): Readonly<Record<string, JsonSchema>> {
  const value: JsonSchema = { type: ['number', 'null'], ...boundsOf(limit) };
  return {
    known: COUNT,
    unknown: COUNT,
    min: value,
    max: value,
    percentiles: objectSchema(Object.fromEntries(PERCENTILES.map((percent) => [String(percent), value])), {
      description: 'By nearest rank, so each is the value of a listing. Null if no value is known.',
    }),
  };
}

function distributionSchema({ limit, distribution: { note: description } }: DistributionField): JsonSchema {
  const bounds = boundsOf(limit);
  return objectSchema(
    {
      ...numberSummaryMembers(limit),
      histogram: {
        type: 'array',
        description: 'Bins of equal width, without empty ones.',
        maxItems: 20,
        items: objectSchema({
          from: { type: 'number', ...bounds },
          below: {
            type: ['number', 'null'],
            minimum: 0,
            description: 'Exclusive upper bound. Null: the last bin is unbounded.',
          },
          count: { type: 'integer', minimum: 1 },
        }),
      },
    },
    { description },
  );
}

const CELL_COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const LATITUDE: JsonSchema = { type: 'number', minimum: -90, maximum: 90 };
const LONGITUDE: JsonSchema = { type: 'number', minimum: -180, maximum: 180 };

export const MAP_SCHEMA: JsonSchema = objectSchema({
  map: objectSchema({
    zoom: { type: 'integer', minimum: 0, maximum: ZOOM.max },
    total_vehicles: { ...CELL_COUNT, description: 'Exact number of matching listings, as in the search.' },
    unplaced: { ...CELL_COUNT, description: 'Matching listings without a position.' },
    outside: {
      ...CELL_COUNT,
      description: 'Matching listings in cells that do not touch the bbox of the request.',
    },
    cells: {
      type: 'array',
      description: 'Cells with matching listings, the most listings first.',
      items: objectSchema({
        count: { type: 'integer', minimum: 1, description: 'Exact number of matching listings in the cell.' },
        latitude: { ...LATITUDE, description: 'Of the middle of the cell.' },
        longitude: { ...LONGITUDE, description: 'Of the middle of the cell.' },
        bbox: {
          type: 'array',
          items: { type: 'number', minimum: -180, maximum: 180 },
          minItems: 4,
          maxItems: 4,
          description: 'Where the cell is, in degrees: west, south, east, north.',
        },
        town: {
          type: ['string', 'null'],
          description:
            'The town with most addresses in the cell, or else the nearest one. Null: none is near.',
        },
        cell: {
          type: 'string',
          pattern: CELL_PATTERN.source,
          description: 'Asks for the listings in the cell, as the parameter cell of a search.',
        },
      }),
    },
  }),
});
