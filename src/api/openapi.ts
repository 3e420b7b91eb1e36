// The OpenAPI 3.1 document, from the list of operations, the table of problems and the schemas. It depends on the base URL alone.
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import { VEHICLE_SCHEMA } from './schemas/vehicle-schemas.ts';
import {
  TAGS,
  type Operation,
  type QueryParameter,
  type Success,
  RESPONSE_HEADERS,
  type HeaderName,
} from './operation.ts';
import { OPERATIONS, RESPONSE_SCHEMAS } from './operations.ts';
import {
  ISSUE_SCHEMA,
  problemsByStatus,
  problemSchema,
  problemSchemaName,
} from './schemas/problem-schemas.ts';
import { DOCS_PATH } from './paths.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

/** The version of the interface. It changes with the path `/api/v1/` and is independent of the program's. */
const API_VERSION = '1.0.0';

export const SERVICE_DESCRIPTION =
  'Search of used-vehicle listings in the United Kingdom: any combination of text, filters, distance and order, with ' +
  'exact totals and stable pages. Read-only. Public unless the operator requires tokens.';

/** `baseUrl` has no final slash. */
export function openApiDocument(baseUrl: string): JsonObject {
  const problemSets = OPERATIONS.flatMap(({ problems }) => [...problemsByStatus(problems).values()]);
  const codes = [...new Set(problemSets.flat())];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forecourt',
      version: API_VERSION,
      summary: 'Search of used-vehicle listings',
      description: SERVICE_DESCRIPTION,
      contact: { name: 'Documentation of this service', url: `${baseUrl}${DOCS_PATH}` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    // The empty requirement means that no token is needed.
    security: [{}, { bearer: [] }],
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [operation.path, { get: operationObject(operation) }]),
    ),
    components: {
      schemas: {
        Vehicle: toJson(VEHICLE_SCHEMA),
        ...toJson(RESPONSE_SCHEMAS),
        ParameterIssue: toJson(ISSUE_SCHEMA),
        ...Object.fromEntries(codes.map((code) => [problemSchemaName(code), toJson(problemSchema(code))])),
      },
      responses: Object.fromEntries(
        problemSets.map((codes) => [problemResponseName(codes), problemObject(codes)]),
      ),
      headers: toJson(RESPONSE_HEADERS),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Not needed where the search is public, and ignored by a service that has no tokens. If sent, the token must be valid.',
        },
      },
    },
  };
}

function operationObject({ operationId, tag, summary, description, ...rest }: Operation): JsonObject {
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    'x-openai-isConsequential': false,
    parameters: rest.parameters.map(parameterObject),
    responses: {
      ...Object.fromEntries(rest.successes.map((success) => [success.status, successObject(success)])),
      ...Object.fromEntries(
        Array.from(problemsByStatus(rest.problems), ([status, codes]) => [
          status,
          { $ref: `#/components/responses/${problemResponseName(codes)}` },
        ]),
      ),
    },
  };
}

function parameterObject({
  name,
  description,
  schema,
  example,
  required = false,
}: QueryParameter): JsonObject {
  // A list is sent as a repeated parameter.
  const shown = schema.type === 'array' ? [example] : example;
  return {
    name,
    in: 'query',
    required,
    description,
    // A blank value counts as absent, and a required parameter must not be absent.
    ...(!required && { allowEmptyValue: true }),
    schema: toJson(schema),
    example: shown,
  };
}

function successObject({
  description,
  headers,
  mediaType = 'application/json',
  schema,
  links,
}: Success): JsonObject {
  return {
    description,
    headers: headersObject(headers),
    ...(schema !== undefined && { content: { [mediaType]: { schema: toJson(schema) } } }),
    ...(links !== undefined && { links: toJson(links) }),
  };
}

/** The name of a response that operations with the same problems share: `NotReadyOrOverloaded`. */
function problemResponseName(codes: readonly ProblemCode[]): string {
  return codes.map((code) => problemSchemaName(code).replace(/Problem$/, '')).join('Or');
}

function problemObject(codes: readonly ProblemCode[]): JsonObject {
  const references = codes.map((code) => ({ $ref: `#/components/schemas/${problemSchemaName(code)}` }));
  const schema = references.length === 1 ? references[0] : { oneOf: references };
  const headers: HeaderName[] = [
    'X-Request-Id',
    'Content-Encoding',
    'Cache-Control',
    'Link',
    'RateLimit-Policy',
    'RateLimit',
  ];
  if (codes.includes('overloaded') || codes.includes('too_many_requests')) headers.push('Retry-After');
  if (codes.includes('unauthorized') || codes.includes('forbidden')) headers.push('WWW-Authenticate');
  return {
    description: codes.map((code) => `${PROBLEMS[code]}.`).join(' '),
    headers: headersObject(headers),
    content: { 'application/problem+json': { schema }, 'application/json': { schema } },
  };
}

function headersObject(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Schemas, headers and links are JSON, but an interface type has no index signature. */
function toJson(value: object): JsonObject {
  return value as JsonObject;
}
