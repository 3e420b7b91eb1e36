// What a search answers, as JSON Schemas: one property for each answered row of the field table, all of them required.
// Clients are told what is there and nothing of what they might send back, because there is nothing to send back.
import type { Field } from '../../listing/field.ts';
import { FIELDS } from '../../listing/fields.ts';
import { PER_PAGE } from '../../listing/search-query.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';

export const VEHICLE_SCHEMA: JsonSchema = objectSchema(
  Object.fromEntries(
    FIELDS.filter(({ inResponse: isInResponse }) => isInResponse).map((row) => [row.name, fieldSchema(row)]),
  ),
  { description: 'One listing. Null means not known: a client must not make a value up.' },
);

/** `vehicle` is the schema above, or a reference to it. */
export function searchResponseSchema(vehicle: JsonSchema): JsonSchema {
  return objectSchema({
    results: objectSchema({
      cars: {
        type: 'array',
        maxItems: PER_PAGE,
        items: vehicle,
        description: 'The listings of this page, in the order that was asked for. Empty past the last page.',
      },
      total_vehicles: {
        type: 'integer',
        minimum: 0,
        description: 'Exact number of listings that match, on all pages together.',
      },
      current_page: { type: 'integer', minimum: 1, description: 'The page that was asked for, from 1.' },
      total_pages: {
        type: 'integer',
        minimum: 0,
        description: 'Number of pages. 0 where nothing matches.',
      },
      per_page: { type: 'integer', const: PER_PAGE, description: 'Listings on a full page.' },
    }),
  });
}

function fieldSchema(row: Field): JsonSchema {
  const { description, example } = row;
  const schema = kindSchema(row);
  const { type } = schema;
  if (typeof type !== 'string') throw new Error(`the kind of field ${row.name} has not one type`);
  return {
    ...schema,
    ...(row.nullable && { type: [type, 'null'] }),
    description,
    examples: [example],
  };
}

function kindSchema({ kind, name }: Field): JsonSchema {
  switch (kind) {
    case 'text':
    case 'class':
    case 'domain':
      return { type: 'string' };
    case 'year':
      return { type: 'string', pattern: '^[0-9]{4}$' };
    case 'integer':
    case 'number':
      return { type: kind, minimum: 0 };
    case 'address':
      return { type: 'string', format: 'uri' };
    case 'addresses':
      return { type: 'array', items: { type: 'string', format: 'uri' } };
    case 'postcode':
    case 'instant':
      throw new Error(`field ${name} is answered, but no answer has a ${kind}`);
  }
}
