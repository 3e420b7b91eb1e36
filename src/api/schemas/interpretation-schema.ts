// What the reading of a phrase answers, as a JSON Schema, and the one parameter that it takes.
import { PARAMETER_NAMES } from '../../listing/parameters.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';

const SPAN = {
  words: { type: 'string', description: 'Words of the text.' },
  start: { type: 'integer', minimum: 0, description: 'Where they start, in UTF-16 code units.' },
  end: { type: 'integer', minimum: 0, description: 'Where they end; the unit there is no part of them.' },
} as const satisfies Record<string, JsonSchema>;

export const INTERPRETATION_SCHEMA: JsonSchema = objectSchema({
  text: { type: 'string', description: 'The text, without white space at its ends.' },
  parameters: {
    ...objectSchema(Object.fromEntries(PARAMETER_NAMES.map((name) => [name, { type: 'string' }])), {
      optional: PARAMETER_NAMES,
    }),
    description: 'What to send to the search, as texts; q is among them.',
  },
  understood: {
    type: 'array',
    description: 'Each value, with the words that it came from.',
    items: objectSchema(
      {
        parameter: { type: 'string', enum: PARAMETER_NAMES },
        value: { type: 'string' },
        ...SPAN,
        note: { type: 'string', description: 'How the words were read, where they could be read otherwise.' },
      },
      { optional: ['note'] },
    ),
  },
  q: { type: ['string', 'null'], description: 'The words left to search for, or null.' },
  not_understood: {
    type: 'array',
    description: 'Words that no parameter can say. They limit nothing: tell them to whoever asked.',
    items: objectSchema({ ...SPAN, why: { type: 'string' } }),
  },
  left_out: {
    type: 'array',
    description: 'Words that say nothing, such as "looking for a".',
    items: objectSchema(SPAN),
  },
  search_url: { type: 'string', format: 'uri', description: 'The address of the search.' },
});
