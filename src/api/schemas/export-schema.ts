// JSON Schemas of the lines of an export, and of changes.
import { objectSchema, type JsonSchema } from './json-schema.ts';

const TIME: JsonSchema = {
  type: 'string',
  pattern: '^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
};

export function exportLineSchema(vehicle: JsonSchema): JsonSchema {
  const listing = objectSchema(
    {
      advert: { type: 'string', format: 'uri', description: "URL of the dealer's advert." },
      first_listed: { ...TIME, description: 'When it came into the stock, or the date that its feed gives.' },
      last_changed: { ...TIME, description: 'When it came, or last became another.' },
      vehicle,
    },
    { description: 'A listing.' },
  );
  const end = objectSchema(
    {
      total: { type: 'integer', minimum: 0, description: 'Exact number of matching listings.' },
      cursor: {
        type: 'string',
        description: 'Names the state of the stock; with "more", also the next listing.',
      },
      more: {
        type: 'boolean',
        description: 'True: listings are missing, which an export from the cursor has.',
      },
      detail: { type: 'string', description: 'Why they are missing, for people.' },
    },
    { optional: ['more', 'detail'], description: 'The last line.' },
  );
  return { oneOf: [listing, end] };
}

export function changesSchema(vehicle: JsonSchema): JsonSchema {
  const number: JsonSchema = { type: ['number', 'null'], minimum: 0 };
  const was = objectSchema(
    { price: { ...number, maximum: 100_000_000 }, mileage: { ...number, maximum: 2_000_000 } },
    { description: 'Of "changed": price and mileage before.' },
  );
  const entry = objectSchema(
    {
      change: { type: 'string', enum: ['entered', 'left', 'changed'] },
      advert: { type: 'string', format: 'uri', description: "URL of the dealer's advert." },
      dealer: { type: 'string', description: 'With the advert, the name of the listing.' },
      at: { ...TIME, description: 'When the listing changed, or else when another made it enter or leave.' },
      vehicle: { oneOf: [vehicle, { type: 'null' }], description: 'As it is now. Null: it left.' },
      was,
    },
    { optional: ['was'] },
  );
  return objectSchema({
    changes: { type: 'array', items: entry },
    cursor: { type: 'string', description: 'The since of the next request.' },
    more: { type: 'boolean', description: 'True: there are further changes already.' },
  });
}
