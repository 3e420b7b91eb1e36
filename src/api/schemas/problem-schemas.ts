// Problems as the API describes them. Each has a meaning and advice, which are the page of its `type` and part of
// docs/problems.md, and a JSON Schema per code that HTTP responds with, so that clients distinguish them by `code`. operations.ts
// lists the problems of each operation.
import { hasIssues, PROBLEMS, type ProblemCode, type ParameterIssue } from '../../problem.ts';
import { choice, describedObject, list, text, url, type JsonSchema } from './json-schema.ts';

export const PROBLEM_TEXTS: Record<ProblemCode, string> = {
  invalid_parameters:
    'A parameter has an invalid value. The list "errors" names every bad parameter of the request, with its own code, the value that was sent and, where there is one, a suggestion. Correct them and send the request again.',
  malformed_request:
    'The request is not valid HTTP, or its address is not valid percent-encoded UTF-8, or it came too slowly (status 408) or with too large a head (status 431). The list "errors" names the part. Sending it again unchanged does not help.',
  target_too_long:
    'The path and query string of the address are longer than 8192 bytes together. Ask for less at once, for example for fewer dealers.',
  not_found:
    'No page and no listing has this address. A redirect works only while a listing has exactly this advert URL.',
  advert_withdrawn:
    'The dealer no longer lists this vehicle. The member "similar" is the address of a search for vehicles of the same make and model.',
  cursor_expired:
    'The state of the stock that the cursor names is no longer known, the cursor is from another stock, or it continues a list of changes of another search. The member "export" is the address of a new export of the search.',
  method_not_allowed:
    'The service is read-only: it accepts GET, HEAD and OPTIONS. The Allow header of the response lists them.',
  unauthorized:
    'The credentials are invalid, or a token is required and missing. Invalid tokens are unknown, malformed, expired or revoked. The WWW-Authenticate header says which. Public services need no credentials.',
  forbidden:
    'The token is valid, but lacks the permission for this URL. The WWW-Authenticate header names it. Ask the operator for a token that has it.',
  too_many_requests:
    'The rate limit of this IP address or token is exceeded. RateLimit-Policy has the limit, Retry-After the seconds to wait.',
  jwks_unavailable:
    'The token is signed by an issuer whose keys cannot be fetched now, so the token cannot be verified. Try again after the Retry-After delay.',
  not_ready:
    'The service has started and is still reading its listings, or it has not yet read the state of the stock that a cursor of another server names. Try again after the Retry-After delay.',
  overloaded:
    'More searches are waiting than the server queues, so this request was not processed. Try again after the Retry-After delay, and wait longer each time.',
  index_unavailable:
    'The cluster that holds the listings cannot be reached, or has lost data, so results could be wrong. Nothing is lost. Try again after the Retry-After delay.',
  internal_error:
    'This is a server error. The log has the details under the request id of the response. Retrying later may help.',
  invalid_configuration:
    'A setting of the command line, of the environment or of the configuration file is missing or cannot be used. The message names it with its value and its rule.',
  feed_unreadable:
    'The feed could not be read as a whole: it is missing, in no known format, or it ends early. Nothing was imported from it.',
  feed_empty:
    'The feed holds no record that could become a listing. It was not imported, because that would withdraw all of the listings of its dealer.',
  import_blocked:
    'The feed is complete, but importing it would leave a dealer of ten or more listings with less than half of what it has, or had within the last seven days. Nothing was changed. Check the feed; if these vehicles are really gone, run it again with --force.',
  feeds_ill:
    'The last runs of some feeds failed or were blocked, are overdue, rejected most records, or brought listings that lack a field that they had. The output names each with its reason. Usually the export of the dealer has changed: see forecourt feed explain.',
  dealer_owned:
    'A manual import contains records of a dealer that belongs to a configured feed. Nothing was changed. Import it with --override-feeds, or release the dealer with forecourt feed release.',
  data_unusable:
    'The data folder cannot be created, read or written. Check its path, its permissions and the space on the disk.',
  data_locked:
    'Another process is writing to the data folder: wait until it has finished; searching goes on meanwhile. Or another container has it open: run the command in that container, or stop it first.',
  data_version:
    'The data folder was written by an earlier version: run "forecourt upgrade", which keeps everything. Or it was written by a later version, whose format this one does not know: use that version, or restore a backup that this one made.',
  data_damaged:
    'A stored value does not match its checksum, so no reliable response is possible. Requests that do not need the damaged part still work. The operator sees what is damaged in the log and with "forecourt verify", and restores a backup.',
};

export const PARAMETER_ISSUE_TEXTS: Record<ParameterIssue['code'], string> = {
  not_in_enum: 'The value is not one of those in "allowed".',
  not_an_integer: 'The value is not a whole number in plain digits.',
  not_a_number: 'The value is not a plain decimal number.',
  out_of_range: 'The number or time is outside the bounds in "detail".',
  too_long: 'The text is longer, or has more values, than the limit in "detail".',
  conflicting_values: 'The values of the parameter contradict each other.',
  invalid_location: 'The value is not a known postcode.',
  invalid_character: 'The text contains a character that is not allowed.',
  wrong_type: 'The value is neither text nor a number. Only arguments of MCP tools can be.',
  unknown_parameter: 'There is no such parameter, and strict handling was requested.',
  no_effect:
    'The parameter needs another one, which was not sent, or has no effect at this address, and strict handling was requested.',
  reversed_range:
    'The lower bound is above the upper one, so nothing can match. For ranges of a search, only with strict handling.',
  implausible_value:
    'No listing has such a value, or it is probably in another unit or shortened, and strict handling was requested.',
  invalid_cursor: 'The text is not a whole cursor of this service, or the cursor is for another request.',
  missing: 'The parameter is required and was not sent.',
  invalid_encoding: 'The text is not valid percent-encoded UTF-8.',
  malformed: 'This part of the request breaks a rule of HTTP or JSON, which "detail" gives.',
};

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

/** Statuses by code. Codes without one belong to the command line and would be bugs here. */
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

/** Further statuses, for a request that arrived too slowly and for one with too large a head. */
const OTHER_STATUSES: Partial<Record<ProblemCode, readonly number[]>> = { malformed_request: [408, 431] };

/** The problems of an operation by status, ascending. `own` are those besides COMMON_PROBLEMS. */
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

export const ISSUE_SCHEMA: JsonSchema = describedObject('One invalid parameter.', {
  parameter: text(
    'A query parameter, or else the part of the request: path, query, Host, headers, request or body.',
  ),
  code: choice(Object.keys(PARAMETER_ISSUE_TEXTS)),
  value: text('The sent value, truncated at 64 characters; empty if missing.'),
  'allowed?': list(text(), 'All allowed values, if they can be listed.'),
  'suggestion?': text('The probably intended value, ready to send.'),
});

export function problemSchema(code: ProblemCode): JsonSchema {
  const [status, ...others] = statusesOf(code);
  return describedObject(PROBLEM_TEXTS[code], {
    status: { type: 'integer', enum: [status, ...others] },
    // The title is for people; programs use `code`.
    title: { type: 'string', examples: [PROBLEMS[code]] },
    detail: text('What is wrong, with the value and the rule, for people.'),
    type: url('The URL of a page about this problem.'),
    code: { type: 'string', const: code },
    ...(hasIssues(code) && {
      errors: list({ $ref: '#/components/schemas/ParameterIssue' }, 'Every fault of the request.', {
        minItems: 1,
      }),
    }),
    ...(code === 'advert_withdrawn' && {
      similar: url('The URL of a search for vehicles of the same make and model.'),
    }),
    ...(code === 'cursor_expired' && { export: url('The URL of a new export of the search.') }),
    request_id: { type: 'string', format: 'uuid' },
  });
}
