// JSON Schemas of a search's response, with one required property for each row of the field table that responses contain.
import type { Field } from '../../listing/fields.ts';
import { RESPONSE_FIELDS } from '../vehicle.ts';
import { PER_PAGE } from '../../listing/search-query.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';

export const VEHICLE_SCHEMA: JsonSchema = objectSchema(
  Object.fromEntries(RESPONSE_FIELDS.map((row) => [row.name, fieldSchema(row)])),
  { description: 'One listing. Null means unknown: clients must not invent values.' },
);

/** `vehicle` is VEHICLE_SCHEMA or a reference to it. */
export function searchResponseSchema(vehicle: JsonSchema): JsonSchema {
  return objectSchema({
    results: objectSchema({
      cars: {
        type: 'array',
        maxItems: PER_PAGE,
        items: vehicle,
        description: 'The listings of this page, in the requested order. Empty past the last page.',
      },
      total_vehicles: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Exact number of matching listings, over all pages.',
      },
      current_page: {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The requested page, from 1.',
      },
      total_pages: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of pages; 0 if nothing matches.',
      },
      per_page: { type: 'integer', const: PER_PAGE, description: 'Listings on a full page.' },
    }),
  });
}

function fieldSchema(row: Field): JsonSchema {
  const { description, example } = row;
  const schema = kindSchema(row);
  const { type } = schema;
  if (typeof type !== 'string') throw new Error(`the kind of field ${row.name} has more than one type`);
  return {
    ...schema,
    ...(row.nullable && { type: [type, 'null'] }),
    description,
    examples: [example],
  };
}

function kindSchema({ kind, name, limit }: Field): JsonSchema {
  switch (kind) {
    case 'text':
    case 'class':
    case 'domain':
      return { type: 'string', ...(limit !== undefined && { maxLength: limit }) };
    case 'year':
      return { type: 'string', pattern: '^[0-9]{4}$' };
    case 'integer':
    case 'number':
      return { type: kind, minimum: 0, ...(limit !== undefined && { maximum: limit }) };
    case 'address':
      return { type: 'string', format: 'uri' };
    case 'addresses':
      return {
        type: 'array',
        items: { type: 'string', format: 'uri' },
        ...(limit !== undefined && { maxItems: limit }),
      };
    case 'postcode':
    case 'instant':
      throw new Error(`field ${name} is in responses, but responses have no ${kind}`);
  }
}
