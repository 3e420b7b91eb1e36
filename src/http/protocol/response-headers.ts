// The headers of every response: pages of any origin may read the response, and browsers must not guess its media type. Also the
// responses to preflights.
import type { Exchange, HttpResponse } from '../exchange.ts';
import { ALLOWED_METHODS } from '../problem-response.ts';

const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Ignored-Parameters',
  'Corrections',
  'Preference-Applied',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'X-Request-Id',
];

export const NOSNIFF = { 'x-content-type-options': 'nosniff' };

/** For responses that pages of other origins must not embed. */
export const SAME_ORIGIN_ONLY = { 'cross-origin-resource-policy': 'same-origin' };

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  ...NOSNIFF,
  ...CORS,
};

export function respondPreflight({ request, headers }: Exchange): HttpResponse {
  const requested = request.headers['access-control-request-headers'];
  Object.assign(headers, NOSNIFF, { allow: ALLOWED_METHODS }, CORS);
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD',
      vary: 'Access-Control-Request-Headers',
      ...(requested !== undefined && { 'access-control-allow-headers': requested }),
      'access-control-max-age': '86400',
      // Some browsers would wait for a body.
      'content-length': '0',
    },
  };
}
