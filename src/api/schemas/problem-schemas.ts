// Problems as JSON Schemas: one per code that HTTP responds with, so that clients tell them apart by `code`. operations.ts lists the
// problems of each operation.
import { hasIssues, PROBLEMS, type ProblemCode } from '../../problem.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';
import { PROBLEM_TEXTS, PARAMETER_ISSUE_TEXTS } from '../problem-texts.ts';

const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'malformed_request',
  'target_too_long',
  'unauthorized',
  'forbidden',
  'too_many_requests',
  'jwks_unavailable',
  'overloaded',
  'internal_error',
];

/** The codes that HTTP responds with. The others belong to the command line, and are bugs here. */
export const PROBLEM_STATUSES: Partial<Record<ProblemCode, number>> = {
  invalid_parameters: 400,
  malformed_request: 400,
  target_too_long: 414,
  not_found: 404,
  advert_withdrawn: 410,
  cursor_expired: 410,
  method_not_allowed: 405,
  unauthorized: 401,
  forbidden: 403,
  too_many_requests: 429,
  jwks_unavailable: 503,
  not_ready: 503,
  overloaded: 503,
  index_unavailable: 503,
  internal_error: 500,
  data_damaged: 500,
};

/** Further statuses: a request that arrived too slowly, and one with too large a head. */
const OTHER_STATUSES: Partial<Record<ProblemCode, readonly number[]>> = { malformed_request: [408, 431] };

/** The problems of an operation by status, ascending. `own` are those beyond COMMON_PROBLEMS. */
export function problemsByStatus(own: readonly ProblemCode[]): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
    (code) => own.includes(code) || COMMON_PROBLEMS.includes(code),
  );
  const statuses = [...new Set(codes.flatMap(statusesOf))].sort((a, b) => a - b);
  return new Map(
    statuses.map((status) => [status, codes.filter((code) => statusesOf(code).includes(status))]),
  );
}

function statusesOf(code: ProblemCode): readonly number[] {
  const usual = PROBLEM_STATUSES[code];
  if (usual === undefined) throw new Error(`the problem ${code} has no HTTP status`);
  return [usual, ...(OTHER_STATUSES[code] ?? [])];
}

export function problemSchemaName(code: ProblemCode): string {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Problem`;
}

export const ISSUE_SCHEMA: JsonSchema = objectSchema(
  {
    parameter: {
      type: 'string',
      description:
        'A query parameter, or else the part of the request: path, query, Host, headers, request or body.',
    },
    code: { type: 'string', enum: Object.keys(PARAMETER_ISSUE_TEXTS) },
    value: { type: 'string', description: 'The sent value, truncated at 64 characters; empty if missing.' },
    allowed: {
      type: 'array',
      items: { type: 'string' },
      description: 'All allowed values, if they can be listed.',
    },
    suggestion: { type: 'string', description: 'The probably intended value, ready to send.' },
  },
  { optional: ['allowed', 'suggestion'], description: 'One invalid parameter.' },
);

export function problemSchema(code: ProblemCode): JsonSchema {
  const [status, ...others] = statusesOf(code);
  return objectSchema(
    {
      status: { type: 'integer', enum: [status, ...others] },
      // For people; programs use `code`.
      title: { type: 'string', examples: [PROBLEMS[code]] },
      detail: { type: 'string', description: 'What is wrong, with the value and the rule, for people.' },
      type: { type: 'string', format: 'uri', description: 'The URL of a page about this problem.' },
      code: { type: 'string', const: code },
      ...(hasIssues(code) && {
        errors: {
          type: 'array',
          minItems: 1,
          items: { $ref: '#/components/schemas/ParameterIssue' },
          description: 'Every fault of the request.',
        } as const,
      }),
      ...(code === 'advert_withdrawn' && {
        similar: {
          type: 'string',
          format: 'uri',
          description: 'The URL of a search for vehicles of the same make and model.',
        } as const,
      }),
      ...(code === 'cursor_expired' && {
        export: {
          type: 'string',
          format: 'uri',
          description: 'The URL of a new export of the search.',
        } as const,
      }),
      request_id: { type: 'string', format: 'uuid' },
    },
    { description: PROBLEM_TEXTS[code] },
  );
}
