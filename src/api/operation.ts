// The type of a public API operation, as data, and the parts that operations share, such as the response headers that the API
// documents.
import type { ProblemCode } from '../problem.ts';
import type { Parameter } from '../query/parameters.ts';
import { count, text, url, type JsonSchema } from './schemas/json-schema.ts';
import { parameterSchema, parameterTypeText } from './schemas/parameter-schema.ts';

export interface QueryParameter {
  readonly name: string;
  /** At most 700 characters, the limit of some clients. */
  readonly description: string;
  readonly schema: JsonSchema;
  /** The schema in a few words for people. `code` marks literals. */
  readonly typeText: (code: (text: string) => string) => string;
  readonly example: string | number;
  readonly required?: boolean;
}

export interface Success {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  /** The media type of the body. Default: JSON. */
  readonly mediaType?: string;
  /** Schema of the JSON body, or of each of its lines; undefined if there is no body. */
  readonly schema?: JsonSchema;
  /** Operations that can follow, by the names of the links. */
  readonly links?: Readonly<Record<string, Link>>;
}

export interface Link {
  readonly operationId: string;
  readonly description: string;
  /** Runtime expressions by the names of the operation's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Groups of operations, in the order of the document. */
export const TAGS = [
  { name: 'Search', description: 'Find listings, count them, and turn phrases into searches.' },
  { name: 'Listings', description: 'Look known listings up, and go to their adverts.' },
] as const;

export interface Operation {
  readonly path: string;
  readonly operationId: string;
  readonly tag: (typeof TAGS)[number]['name'];
  readonly summary: string;
  /** At most 300 characters. */
  readonly description: string;
  readonly parameters: readonly QueryParameter[];
  readonly successes: readonly Success[];
  /** Problems besides those of every operation. */
  readonly problems: readonly ProblemCode[];
}

const UNCHANGED_HEADERS: readonly HeaderName[] = [
  'ETag',
  'Cache-Control',
  'Link',
  'Ignored-Parameters',
  'Preference-Applied',
  'RateLimit-Policy',
  'RateLimit',
];

const NOT_MODIFIED: Success = {
  status: 304,
  description: 'Nothing has changed since the response with the ETag in If-None-Match.',
  headers: UNCHANGED_HEADERS,
};

export const READ_HEADERS: readonly HeaderName[] = ['Content-Encoding', ...UNCHANGED_HEADERS];

/** The responses of an operation with an entity tag. */
export function taggedSuccesses(response: Omit<Success, 'status'>): readonly Success[] {
  return [{ status: 200, ...response }, NOT_MODIFIED];
}

/** The problems of operations that read the stock. */
export const STOCK_PROBLEMS: Operation['problems'] = [
  'invalid_parameters',
  'not_ready',
  'index_unavailable',
  'data_damaged',
];

/** Response headers of operations that search. */
export const FOUND_HEADERS: readonly HeaderName[] = [...READ_HEADERS, 'Corrections'];

export function queryParameter(row: Parameter): QueryParameter {
  return {
    name: row.name,
    description: row.description,
    schema: parameterSchema(row),
    typeText: (code) => parameterTypeText(row, code),
    example: row.example,
  };
}

function header(description: string, example: string | number, schema: JsonSchema = text()) {
  return { description, schema, example };
}

export const RESPONSE_HEADERS = {
  ETag: header(
    'Changes when the response could. Send it as If-None-Match to get 304 instead of the same response again.',
    'W/"3q2-7wAAAAAAAAAAAAAAAAAAAAA"',
  ),
  'Cache-Control': header(
    'How long the response may be cached. Search responses are revalidated before each use.',
    'public, max-age=0, must-revalidate',
  ),
  'Content-Encoding': header(
    'Compression of the body, if Accept-Encoding accepts one and the body has a kilobyte or more: br, gzip or zstd.',
    'br',
  ),
  Link: header(
    'Links (RFC 8288): first, prev, next and last page of a search, related for a search of similar vehicles, ' +
      'service-desc and service-doc for this description.',
    '</api/v1/vehicles/?page=2>; rel="next"',
  ),
  'Ignored-Parameters': header(
    'Unknown parameters with suggestions, and known ones that are probably not meant (without effect, reversed, in another unit) with the reason: a list of strings (RFC 9651).',
    '"brand"; did-you-mean="make"',
  ),
  Corrections: header(
    'Makes, models and words that no listing has and that were read as others, one slip away: a list of parameters (RFC 9651) with what was sent and what was searched for. In quotes (make="Frod") they are taken as they are.',
    '"make"; from="Frod"; to="Ford"',
  ),
  'Preference-Applied': header(
    'handling=strict if the request sent it in Prefer (RFC 7240).',
    'handling=strict',
  ),
  Location: header("URL of the dealer's advert.", 'https://northgate-cars.example/stock/8841', url()),
  'Retry-After': header('Seconds to wait before a retry.', 1, count()),
  'RateLimit-Policy': header(
    'Requests allowed (q) per window of seconds (w) (draft-ietf-httpapi-ratelimit-headers). Absent if there is no limit.',
    '"default";q=600;w=60',
  ),
  RateLimit: header(
    'Requests remaining (r), and seconds until the count is reset (t).',
    '"default";r=599;t=60',
  ),
  'WWW-Authenticate': header(
    'Why the credentials are refused, or which permission is missing (RFC 6750).',
    'Bearer realm="forecourt", error="invalid_token", error_description="The token has expired."',
  ),
  'X-Request-Id': header(
    'The request_id of the problem, which also identifies it in the service log.',
    '4f3c2a1e-7d5b-4c8f-9a6e-0b1d2c3e4f5a',
    text(undefined, { format: 'uuid' }),
  ),
};

export type HeaderName = keyof typeof RESPONSE_HEADERS;
