// The oracle: properties of every response. No status above 499, only known headers, problems for errors, and bodies
// that match the OpenAPI document.
import { PROBLEMS } from '../../src/problem.ts';
import { decompress } from '../../test/support/decompress.ts';
import { validatorOf, type OpenApi } from '../../test/api/response-validator.ts';
import { headerValue, type RawResponse } from './raw-http.ts';
import type { ExpectedRequest } from './fuzz-request.ts';
import { REDIRECT } from './requests.ts';
import { MARKED_ELEMENT } from './hostile-text.ts';

const KNOWN_HEADERS =
  /^(?:date|connection|keep-alive|content-(?:type|length|encoding|security-policy)|transfer-encoding|vary|allow|etag|cache-control|link|location|retry-after|access-control-[a-z-]+|x-content-type-options|x-request-id|referrer-policy|ignored-parameters|corrections|preference-applied|ratelimit|ratelimit-policy|www-authenticate|mcp-session-id|mcp-protocol-version|x-accel-buffering|x-robots-tag|cross-origin-resource-policy)$/;

const KNOWN_TYPES =
  /^(?:application\/(?:json|problem\+json|linkset\+json|yaml)|text\/(?:html|plain|css|javascript|tab-separated-values|event-stream|markdown)|image\/(?:svg\+xml|vnd\.microsoft\.icon))(?:;|$)/;

const PROBLEM_MEMBERS = ['status', 'title', 'detail', 'type', 'code', 'errors', 'similar', 'request_id'];

const EMPTY_STATUSES: readonly number[] = [202, 204, 302, 304, 308];

/** The failures of a response; `expected` is undefined if the request was not valid HTTP. */
export type Oracle = (response: RawResponse, expected: ExpectedRequest | undefined) => Promise<string[]>;

/** `adverts` are the addresses that redirects may lead to. */
export function createOracle(document: OpenApi, adverts: readonly string[]): Oracle {
  const validate = validatorOf(document);
  const paths = new Set(Object.keys(document.paths));
  const listed = new Set(adverts);
  return async (response, expected) => {
    const failures = [...headFailures(response), ...bodyFailures(response, expected)];
    if (expected !== undefined && response.status === 408) failures.push('408 to a complete request');
    if (failures.length > 0 || expected?.path === undefined || !paths.has(expected.path)) return failures;
    if (expected.method === 'HEAD') return response.body.length > 0 ? ['HEAD has a body'] : [];
    if (expected.method !== 'GET') return [];
    const location = headerValue(response.headers, 'location');
    failures.push(...(await validate(expected.path, responseOf(response))));
    if (location === undefined)
      return response.status === 302 ? [...failures, '302 without a location'] : failures;
    if (expected.path !== REDIRECT) return [...failures, 'an unexpected redirect'];
    return listed.has(location) ? failures : [...failures, `redirects to ${location}`];
  };
}

function headFailures({ status, headers, body }: RawResponse): string[] {
  const failures: string[] = [];
  // An overloaded server says so; it is counted among the statuses.
  const isOverloaded = status === 503 && body.includes('overloaded');
  if (status >= 500 && !isOverloaded) failures.push(`status ${status}`);
  const names = headers.map(([name]) => name);
  for (const name of new Set(names)) {
    if (!KNOWN_HEADERS.test(name)) failures.push(`unknown header ${name}`);
    if (names.indexOf(name) !== names.lastIndexOf(name)) failures.push(`repeated header ${name}`);
  }
  if (headerValue(headers, 'x-content-type-options') !== 'nosniff')
    failures.push('no X-Content-Type-Options');
  return failures;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function bodyFailures(
  { status, headers, body }: RawResponse,
  expected: ExpectedRequest | undefined,
): string[] {
  if (body.length === 0) {
    const mayBeEmpty = EMPTY_STATUSES.includes(status) || expected?.method === 'HEAD';
    return mayBeEmpty ? [] : [`status ${status} without a body`];
  }
  const type = headerValue(headers, 'content-type') ?? 'none';
  if (!KNOWN_TYPES.test(type)) return [`unknown type ${type}`];
  // The only type that is not text. It holds nothing of a request.
  if (type === 'image/vnd.microsoft.icon') return [];
  let text: string;
  try {
    text = UTF8.decode(decompress(body, headerValue(headers, 'content-encoding')));
  } catch {
    return ['the body is not UTF-8'];
  }
  if (/^(?:text\/html|image\/svg)/.test(type))
    return text.includes(MARKED_ELEMENT) ? ['a text became markup'] : [];
  if (type.startsWith('text/event-stream')) return [];
  if (!type.includes('json')) return status >= 400 ? [`status ${status} as ${type}`] : [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  return status >= 400 ? problemFailures(json, status) : [];
}

function problemFailures(json: unknown, status: number): string[] {
  if (typeof json !== 'object' || json === null) return ['the problem is no object'];
  if ('jsonrpc' in json || Array.isArray(json)) {
    // JSON-RPC has errors of its own.
    const errors = (Array.isArray(json) ? json : [json]) as Record<string, unknown>[];
    const areErrors = errors.every(({ jsonrpc, error }) => jsonrpc === '2.0' && typeof error === 'object');
    return areErrors ? [] : ['no JSON-RPC error'];
  }
  const problem = json as Record<string, unknown>;
  const unknown = Object.keys(problem).filter((name) => !PROBLEM_MEMBERS.includes(name));
  const failures = unknown.map((name) => `the problem has a member ${name}`);
  if (problem['status'] !== status) failures.push(`the problem says status ${String(problem['status'])}`);
  if (typeof problem['code'] !== 'string' || !Object.hasOwn(PROBLEMS, problem['code']))
    failures.push('unknown problem code');
  for (const name of ['title', 'detail', 'type', 'request_id']) {
    if (typeof problem[name] !== 'string' || problem[name] === '')
      failures.push(`the problem has no ${name}`);
  }
  return failures;
}

/** With its body decompressed, as `fetch` gives it. */
function responseOf({ status, headers, body }: RawResponse): Response {
  const isEmpty = status === 204 || status === 304;
  const plain = isEmpty ? body : decompress(body, headerValue(headers, 'content-encoding'));
  return new Response(isEmpty ? null : new Uint8Array(plain), {
    status,
    headers: headers.map((pair) => [...pair]),
  });
}
