// The response headers that the API documents, besides those of every HTTP message.
import type { JsonSchema } from './schemas/json-schema.ts';

const TEXT: JsonSchema = { type: 'string' };

export const RESPONSE_HEADERS = {
  ETag: {
    description:
      'Changes when the response could. Send it as If-None-Match to get 304 instead of the same response again.',
    schema: TEXT,
    example: 'W/"3q2-7wAAAAAAAAAAAAAAAAAAAAA"',
  },
  'Cache-Control': {
    description: 'How long the response may be cached. Search responses are revalidated before each use.',
    schema: TEXT,
    example: 'public, max-age=0, must-revalidate',
  },
  'Content-Encoding': {
    description:
      'Compression of the body, if Accept-Encoding accepts one and the body has a kilobyte or more: br, gzip or zstd.',
    schema: TEXT,
    example: 'br',
  },
  Link: {
    description:
      'Links (RFC 8288): first, prev, next and last page of a search, related for a search of similar vehicles, ' +
      'service-desc and service-doc for this description.',
    schema: TEXT,
    example: '</api/v1/vehicles/?page=2>; rel="next"',
  },
  'Ignored-Parameters': {
    description:
      'Unknown parameters with suggestions, and known ones that are probably not meant (without effect, reversed, in another unit) with the reason: a list of strings (RFC 9651).',
    schema: TEXT,
    example: '"brand"; did-you-mean="make"',
  },
  Corrections: {
    description:
      'Makes, models and words that no listing has and that were read as others, one slip away: a list of parameters (RFC 9651) with what was sent and what was searched for. In quotes (make="Frod") they are taken as they are.',
    schema: TEXT,
    example: '"make"; from="Frod"; to="Ford"',
  },
  'Preference-Applied': {
    description: 'handling=strict if the request sent it in Prefer (RFC 7240).',
    schema: TEXT,
    example: 'handling=strict',
  },
  Location: {
    description: "URL of the dealer's advert.",
    schema: { type: 'string', format: 'uri' },
    example: 'https://northgate-cars.example/stock/8841',
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'RateLimit-Policy': {
    description:
      'Requests allowed (q) per window of seconds (w) (draft-ietf-httpapi-ratelimit-headers). Absent if there is no limit.',
    schema: TEXT,
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'Requests remaining (r), and seconds until the count is reset (t).',
    schema: TEXT,
    example: '"default";r=599;t=60',
  },
  'WWW-Authenticate': {
    description: 'Why the credentials are refused, or which permission is missing (RFC 6750).',
    schema: TEXT,
    example: 'Bearer realm="forecourt", error="invalid_token", error_description="The token has expired."',
  },
  'X-Request-Id': {
    description: 'The request_id of the problem, which also identifies it in the service log.',
    schema: { type: 'string', format: 'uuid' },
    example: '4f3c2a1e-7d5b-4c8f-9a6e-0b1d2c3e4f5a',
  },
} as const satisfies Record<
  string,
  { readonly description: string; readonly schema: JsonSchema; readonly example: string | number }
>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;
