// What an operation of the public API is, as data, and what several of them share.
import type { ProblemCode } from '../problem.ts';
import type { Parameter } from '../listing/parameters.ts';
import type { HeaderName } from './response-headers.ts';
import { type JsonSchema, parameterSchema, parameterTypeText } from './schemas/json-schema.ts';

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
  /** Of the body. Default: JSON. */
  readonly mediaType?: string;
  /** Schema of the JSON body, or of each of its lines; undefined: no body. */
  readonly schema?: JsonSchema;
  /** Operations that follow it, by the names of the links. */
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
  /** Beyond those of every operation. */
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

export const NOT_MODIFIED: Success = {
  status: 304,
  description: 'Nothing has changed since the response with the ETag in If-None-Match.',
  headers: UNCHANGED_HEADERS,
};

export const READ_HEADERS: readonly HeaderName[] = ['Content-Encoding', ...UNCHANGED_HEADERS];

/** Of operations that search. */
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
