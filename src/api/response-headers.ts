// The headers that answers have beside those that every HTTP message has, each with what it says.
import type { JsonSchema } from './schemas/json-schema.ts';

const TEXT: JsonSchema = { type: 'string' };

export const RESPONSE_HEADERS = {
  ETag: {
    description:
      'Changes when the answer could. Send it as If-None-Match to get 304 instead of the same answer again.',
    schema: TEXT,
    example: 'W/"3q2-7wAAAAAAAAAAAAAAAAAAAAA"',
  },
  'Cache-Control': {
    description: 'How long the answer may be kept. Answers of a search are asked about before each use.',
    schema: TEXT,
    example: 'public, max-age=0, must-revalidate',
  },
  Link: {
    description:
      'Addresses that go with the answer (RFC 8288): first, prev, next and last page of a search, related for a search ' +
      'of similar vehicles, service-desc and service-doc for this description.',
    schema: TEXT,
    example: '</api/v1/vehicles/?page=2>; rel="next"',
  },
  'Ignored-Parameters': {
    description:
      'Parameters that do not exist, with what was probably meant: a list of strings (RFC 9651). Without it, none was ignored.',
    schema: TEXT,
    example: '"fuel"; did-you-mean="fuel_type"',
  },
  'Preference-Applied': {
    description: 'Says handling=strict where the request asked for it with Prefer (RFC 7240).',
    schema: TEXT,
    example: 'handling=strict',
  },
  Location: {
    description: "The address of the dealer's advert.",
    schema: { type: 'string', format: 'uri' },
    example: 'https://northgate-cars.example/stock/8841',
  },
  'Retry-After': {
    description: 'Seconds after which it is worth trying again.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'RateLimit-Policy': {
    description:
      'How many requests (q) may be sent in how many seconds (w) (draft-ietf-httpapi-ratelimit-headers). Without it, there ' +
      'is no limit.',
    schema: TEXT,
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description:
      'How many more requests are answered (r) until the count begins anew, and in how many seconds it does (t).',
    schema: TEXT,
    example: '"default";r=599;t=60',
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the credentials, or which permission is missing (RFC 6750).',
    schema: TEXT,
    example: 'Bearer realm="forecourt", error="invalid_token", error_description="The token has expired."',
  },
  'X-Request-Id': {
    description: 'The request_id of the problem, by which the log of the service knows it.',
    schema: { type: 'string', format: 'uuid' },
    example: '4f3c2a1e-7d5b-4c8f-9a6e-0b1d2c3e4f5a',
  },
} as const satisfies Record<
  string,
  { readonly description: string; readonly schema: JsonSchema; readonly example: string | number }
>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;
