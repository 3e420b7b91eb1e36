// JSON Schema of the lines of an export.
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
