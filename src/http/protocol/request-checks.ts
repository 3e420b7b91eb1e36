// Checks of every request before its route: number of headers, length of the target, exactly one Host, and a read-only method,
// even on unknown paths. Also the problems of unknown paths and methods.
import type { IncomingMessage } from 'node:http';
import { malformedRequest, Problem } from '../../problem.ts';
import type { Exchange } from '../exchange.ts';
import { ALLOWED_METHODS } from '../problem-response.ts';
import { pathOf } from './query-string.ts';
import { OPERATIONS } from '../../api/operations.ts';
import { DOCS_PATH, MAX_TARGET_BYTES } from '../../api/paths.ts';
import { suggestNearest } from '../../vehicle/name-key.ts';

/** Maximum headers of a request. Node's own limit would silently drop the others. */
export const MAX_HEADERS = 1000;

export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * MAX_HEADERS;
}

export function tooManyHeaders(): Problem {
  const message = `A request must not have more than ${MAX_HEADERS} headers.`;
  return malformedRequest({ parameter: 'headers', code: 'too_long', value: '', message });
}

interface Routes {
  hasRoute(method: string, path: string): boolean;
}

/** Why a request is refused; undefined if it is allowed. */
export function findRequestProblem(app: Routes, exchange: Exchange): Problem | undefined {
  return findHeadProblem(exchange.request) ?? unsupportedMethod(app, exchange);
}

/** Why a request is refused whatever its method and path are. */
export function findHeadProblem(request: IncomingMessage): Problem | undefined {
  return targetTooLong(request.url) ?? invalidHost(request);
}

/** The problem of a request target, which has one character per byte, if it is too long. */
export function targetTooLong(target = ''): Problem | undefined {
  const { length } = target;
  if (length <= MAX_TARGET_BYTES) return undefined;
  const message = `Path and query string must not exceed ${MAX_TARGET_BYTES} bytes together (got ${length}).`;
  return new Problem('target_too_long', message);
}

export function unreadablePath(target = ''): Problem {
  const message = 'The path is not valid percent-encoded UTF-8.';
  return malformedRequest({ parameter: 'path', code: 'invalid_encoding', value: pathOf(target), message });
}

export function methodNotAllowed(): Problem {
  return new Problem('method_not_allowed', `The service is read-only: the methods are ${ALLOWED_METHODS}.`);
}

export function notFound(target: string): Problem {
  const path = pathOf(target);
  const more = path.startsWith(API_ROOT) ? ` ${apiHint(path)}` : '';
  return new Problem('not_found', `There is nothing at this address.${more}`);
}

const API_ROOT = '/api/';
const API_PATHS = OPERATIONS.map(({ path }) => path).filter((path) => path.startsWith(API_ROOT));

function apiHint(path: string): string {
  const above = API_PATHS.filter((known) => path.startsWith(known)).sort((a, b) => b.length - a.length);
  const meant = suggestNearest(path, API_PATHS) ?? above.at(0);
  return meant === undefined ? `${DOCS_PATH} describes the API.` : `Did you mean ${meant}?`;
}

function invalidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  if (headers.host === undefined) {
    if (httpVersion !== '1.1') return undefined;
    const message = 'A request of HTTP/1.1 must have a Host header.';
    return malformedRequest({ parameter: 'Host', code: 'missing', value: '', message });
  }
  // Node returns the first of several; a proxy in front may have checked another.
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1) return undefined;
  const message = 'A request must not have more than one Host header.';
  return malformedRequest({ parameter: 'Host', code: 'conflicting_values', value: headers.host, message });
}

// A path that the router finds for GET only was requested with the wrong method.
function unsupportedMethod(app: Routes, { route, request, target }: Exchange): Problem | undefined {
  if (route !== undefined) return undefined;
  if (app.hasRoute('GET', pathOf(target))) return methodNotAllowed();
  return request.method === 'GET' || request.method === 'HEAD' ? undefined : notFound(target);
}
