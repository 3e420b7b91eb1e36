// The headers of every response: pages of any origin may read it, and browsers must not guess its media type.

/** Headers that pages of other origins may read. */
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
  // OPTIONS requests get a response even if they are not preflights.
  strictPreflight: false,
};

export const NOSNIFF = { 'x-content-type-options': 'nosniff' };

/** For responses that pages of other origins must not embed. */
export const SAME_ORIGIN_ONLY = { 'cross-origin-resource-policy': 'same-origin' };

/** For responses without hooks, in the order in which hooks set them. */
export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  ...NOSNIFF,
  'access-control-allow-origin': CORS_OPTIONS.origin,
  'access-control-expose-headers': CORS_OPTIONS.exposedHeaders,
};
