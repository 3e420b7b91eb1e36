// JSON Schemas of a summary and of a map.
import { PARAMETER_NAMES } from '../../query/parameters.ts';
import { DISTRIBUTION_FIELDS, FACET_FIELDS, MATCHING_FIELDS } from '../../query/search-query.ts';
import { UNKNOWN_NAMES } from '../summary-response.ts';
import { COUNTED_GROUPS, PERCENTILES } from '../../stock/summary.ts';
import { MAX_VARIANTS } from '../../stock/variants.ts';
import { parameterTexts } from './parameter-schema.ts';
import {
  choice,
  count,
  describedObject,
  list,
  objectSchema,
  orNull,
  text,
  url,
  type JsonSchema,
} from './json-schema.ts';
import { CELL_PATTERN } from '../../query/map-cells.ts';
import { ZOOM } from '../../stock/stock-map.ts';

type DistributionField = (typeof DISTRIBUTION_FIELDS)[number];

const maximum = Number.MAX_SAFE_INTEGER;
const COUNT = count(undefined, { maximum });

const VALUE_COUNT = { value: text(), count: positive() };

const TERM_COUNTS = list(
  objectSchema({
    label: text('The term as the trade writes it.'),
    q: text('A q that matches exactly the listings with this term.'),
    count: positive('Exact number of matching listings with this term.'),
  }),
);

export const SUMMARY_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  total_vehicles: count('Exact number of matching listings, as in the search.', { maximum }),
  matching: describedObject(
    'The numbers of the matching listings themselves, with all filters applied. The counts and distributions below each ' +
      'leave out their own filter, to show the other choices.',
    Object.fromEntries(
      MATCHING_FIELDS.map(({ name, limit }) => [name, objectSchema(numberSummaryMembers(limit))]),
    ),
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
      value: text(),
      model: text('The model to send for it: 3 Series 320d.'),
      count: positive('Total of the search with this model.'),
    },
  ),
  terms: describedObject(
    'Terms of the trade in the texts of the matching listings, in any spelling, by group, the most common first. A listing may have several terms of a group, or none.',
    Object.fromEntries(COUNTED_GROUPS.map((group) => [group, TERM_COUNTS])),
  ),
  left_out_as_unknown: describedObject(
    'For each filtered field: listings that pass all other filters, but whose value is unknown.',
    Object.fromEntries(Array.from(UNKNOWN_NAMES.values(), (name) => [`${name}?`, COUNT])),
  ),
  relaxations: {
    type: ['array', 'null'],
    description:
      'If nothing matches: each change of one parameter that would find listings, the smallest change first; before them ' +
      'the search that q says if it reads as a phrase, and the search with the model as words of q. Empty: none would. Null: something matches.',
    items: objectSchema({
      parameter: choice(PARAMETER_NAMES),
      value: orNull(text('The value to send. Null: omit the parameter.')),
      'parameters?': parameterTexts(
        'What to send with the value: the parameters that q says if it reads as a phrase (fiesta under 5000), or the q that has the model.',
      ),
      total_vehicles: positive('Exact number of listings that it would find.'),
      url: url('The URL of that search.'),
    }),
  },
  note: orNull(text('A sentence if nothing matches.')),
};

export const SUMMARY_SCHEMA: JsonSchema = objectSchema({ summary: objectSchema(SUMMARY_MEMBERS) });

function valueCountsSchema(
  limit: number,
  description: string,
  members: Readonly<Record<string, JsonSchema>> = VALUE_COUNT,
): JsonSchema {
  return describedObject(description, {
    values: list(objectSchema(members), undefined, { maxItems: limit }),
    more: describedObject('Numbers of values not listed, and of their listings.', {
      values: COUNT,
      count: COUNT,
    }),
    unknown: count('Listings without a value.', { maximum }),
  });
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
    percentiles: describedObject(
      'By nearest rank, so each is the value of a listing. Null if no value is known.',
      Object.fromEntries(PERCENTILES.map((percent) => [String(percent), value])),
    ),
  };
}

function distributionSchema({ limit, distribution: { note: description } }: DistributionField): JsonSchema {
  const bounds = boundsOf(limit);
  return describedObject(description, {
    ...numberSummaryMembers(limit),
    histogram: list(
      objectSchema({
        from: { type: 'number', ...bounds },
        below: {
          type: ['number', 'null'],
          minimum: 0,
          description: 'Exclusive upper bound. Null: the last bin is unbounded.',
        },
        count: positive(),
      }),
      'Bins of equal width, without empty ones.',
      { maxItems: 20 },
    ),
  });
}

function positive(description?: string): JsonSchema {
  return count(description, { minimum: 1 });
}

const DEGREES: JsonSchema = { type: 'number', minimum: -180, maximum: 180 };

export const MAP_SCHEMA: JsonSchema = objectSchema({
  map: objectSchema({
    zoom: { type: 'integer', minimum: 0, maximum: ZOOM.max },
    total_vehicles: count('Exact number of matching listings, as in the search.'),
    unplaced: count('Matching listings without a position.'),
    outside: count('Matching listings in cells that do not touch the bbox of the request.'),
    cells: list(
      objectSchema({
        count: positive('Exact number of matching listings in the cell.'),
        latitude: { type: 'number', minimum: -90, maximum: 90, description: 'Of the middle of the cell.' },
        longitude: { ...DEGREES, description: 'Of the middle of the cell.' },
        bbox: list(DEGREES, 'Where the cell is, in degrees: west, south, east, north.', {
          minItems: 4,
          maxItems: 4,
        }),
        town: orNull(
          text('The town with most addresses in the cell, or else the nearest one. Null: none is near.'),
        ),
        cell: text('Asks for the listings in the cell, as the parameter cell of a search.', {
          pattern: CELL_PATTERN.source,
        }),
      }),
      'Cells with matching listings, the most listings first.',
    ),
  }),
});
