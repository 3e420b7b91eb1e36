// The headers that every answer has, whatever it says: reads are open to pages of any origin, and no browser is to
// guess a media type.

/** Headers that a page of another origin may read. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Ignored-Parameters',
  'Preference-Applied',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'X-Request-Id',
];

export const CORS_OPTIONS = {
  origin: '*',
  methods: ['GET', 'HEAD'],
  exposedHeaders: EXPOSED_HEADERS.join(', '),
  maxAge: 86_400,
  // Every OPTIONS request is answered, not only a browser's preflight.
  strictPreflight: false,
};

export const NOSNIFF = { 'x-content-type-options': 'nosniff' };

/** For answers that pages of other origins may not even embed. */
export const SAME_ORIGIN_ONLY = { 'cross-origin-resource-policy': 'same-origin' };

/** All of them, for answers that no hook runs for. */
export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': CORS_OPTIONS.origin,
  'access-control-expose-headers': CORS_OPTIONS.exposedHeaders,
  ...NOSNIFF,
};
