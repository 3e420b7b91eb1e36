// What a summary answers, as a JSON Schema.
import { PARAMETER_NAMES } from '../../listing/parameters.ts';
import { DISTRIBUTION_FIELDS, FACET_FIELDS } from '../../listing/filtered-fields.ts';
import { UNKNOWN_NAMES } from '../summary-response.ts';
import { PERCENTILES } from '../../listing/summary.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** The fields that can be filtered and whose values may be unknown. */
const UNKNOWN_FIELDS = [...UNKNOWN_NAMES.values()];

export const SUMMARY_SCHEMA: JsonSchema = objectSchema({
  summary: objectSchema({
    total_vehicles: {
      ...COUNT,
      description: 'Exact number of listings that match, as the search says it.',
    },
    ...Object.fromEntries(
      FACET_FIELDS.map(({ name, facet }) => [name, valueCountsSchema(facet.limit, facet.note)]),
    ),
    ...Object.fromEntries(
      DISTRIBUTION_FIELDS.map((field) => [field.name, distributionSchema(field.distribution.note)]),
    ),
    left_out_as_unknown: objectSchema(Object.fromEntries(UNKNOWN_FIELDS.map((name) => [name, COUNT])), {
      optional: UNKNOWN_FIELDS,
      description:
        'For each field that is filtered by: listings that pass all other filters, and whose value for this one is not known.',
    }),
    relaxations: {
      type: ['array', 'null'],
      description:
        'Where nothing matches: each change of one parameter that finds something, the least change first. Empty: none does. ' +
        'Null: something matches.',
      items: objectSchema({
        parameter: { type: 'string', enum: PARAMETER_NAMES },
        value: { type: ['string', 'null'], description: 'What to send for it. Null: leave it out.' },
        total_vehicles: {
          type: 'integer',
          minimum: 1,
          description: 'Exact number of listings that it finds.',
        },
        url: { type: 'string', format: 'uri', description: 'The address of that search.' },
      }),
    },
    note: { type: ['string', 'null'], description: 'A sentence where nothing matches.' },
  }),
});

function valueCountsSchema(limit: number, description: string): JsonSchema {
  return objectSchema(
    {
      values: {
        type: 'array',
        maxItems: limit,
        items: objectSchema({ value: { type: 'string' }, count: { type: 'integer', minimum: 1 } }),
      },
      more: objectSchema(
        { values: COUNT, count: COUNT },
        { description: 'Values that are not listed, and how many listings have them.' },
      ),
      unknown: { ...COUNT, description: 'Listings without a value.' },
    },
    { description },
  );
}

function distributionSchema(description: string): JsonSchema {
  const value: JsonSchema = { type: ['number', 'null'] };
  return objectSchema(
    {
      known: COUNT,
      unknown: COUNT,
      min: value,
      max: value,
      percentiles: objectSchema(Object.fromEntries(PERCENTILES.map((percent) => [String(percent), value])), {
        description: 'Each is the value of a listing, by nearest rank. Null where no value is known.',
      }),
      histogram: {
        type: 'array',
        description: 'Bins of one width, without empty ones.',
        maxItems: 20,
        items: objectSchema({
          from: { type: 'number' },
          below: { type: ['number', 'null'], description: 'Not included. Null: the last bin has no end.' },
          count: { type: 'integer', minimum: 1 },
        }),
      },
    },
    { description },
  );
}
