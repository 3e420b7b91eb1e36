// Cases that only HTTP can show: methods, headers, statuses, encodings, redirects and the form of errors.

export interface HttpCase {
  /** As in case.ts. */
  readonly row: string;
  readonly reason: string;
  /** `GET` unless it begins with another method: `HEAD /path`. One character is one byte. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: HttpExpected;
}

interface HttpExpected {
  readonly status: number;
  /** By lower-case name; null: there is none. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Some members of the JSON body. */
  readonly json?: object;
  /** The member names of the JSON body, in order. */
  readonly members?: string;
  /** The whole body. */
  readonly text?: string;
}

export const SEARCH = '/api/v1/vehicles/';
export const FABIA = `${SEARCH}?model=fabia`;
const REDIRECT = '/cars/redirect/?api_target=';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const ONE_FOUND = { results: { total_vehicles: 1, current_page: 1, total_pages: 1, per_page: 20 } };
const ANSWERED: HttpExpected = { status: 200, headers: { 'content-type': JSON_TYPE }, json: ONE_FOUND };

function malformed(send: string, reason: string): HttpCase {
  const row = 'broken percent-encoding, invalid UTF-8, NUL';
  return {
    row,
    reason,
    send,
    expect: { status: 400, headers: { 'content-type': PROBLEM_TYPE }, json: { status: 400 } },
  };
}

function notAllowed(method: string): HttpCase {
  return {
    row: 'HTTP',
    reason: `${method} is not allowed`,
    send: `${method} ${FABIA}`,
    expect: {
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
      json: { status: 405, code: 'method_not_allowed' },
    },
  };
}

/** Where the service is described. */
const SERVICE_LINKS =
  '<https://cars.example/openapi.json>; rel="service-desc", <https://cars.example/docs>; rel="service-doc"';

/** The Link header for pages of the whole stock. */
function links(pages: Readonly<Record<string, number>>): string {
  const link = ([relation, page]: [string, number]): string =>
    `<https://cars.example/api/v1/vehicles/?page=${page}>; rel="${relation}"`;
  return [...Object.entries(pages).map(link), SERVICE_LINKS].join(', ');
}

export const HTTP_CASES: readonly HttpCase[] = [
  { row: 'HTTP', reason: 'a search', send: FABIA, expect: ANSWERED },
  { row: 'HTTP', reason: 'no trailing slash: the same answer, no redirect', send: '/api/v1/vehicles?model=fabia', expect: ANSWERED },
  { row: 'HTTP', reason: 'HEAD as GET, without the body', send: `HEAD ${FABIA}`, expect: { status: 200, text: '', headers: { 'content-type': JSON_TYPE, etag: /^W\/"/, link: /rel="last"/ } } },
  { row: 'HTTP', reason: 'HEAD of a bad request', send: `HEAD ${SEARCH}?page=0`, expect: { status: 400, text: '' } },
  { row: 'HTTP', reason: 'OPTIONS', send: `OPTIONS ${FABIA}`, expect: { status: 204, text: '', headers: { allow: 'GET, HEAD, OPTIONS' } } },
  { row: 'HTTP', reason: "a browser's preflight", send: `OPTIONS ${FABIA}`, headers: { origin: 'https://page.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match, prefer' }, expect: { status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': /GET/, 'access-control-allow-headers': 'if-none-match, prefer' } } },
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map(notAllowed),
  { row: 'HTTP', reason: 'Accept that asks for HTML gets JSON', send: FABIA, headers: { accept: 'text/html' }, expect: ANSWERED },
  { row: 'HTTP', reason: 'Accept that refuses JSON gets JSON', send: FABIA, headers: { accept: 'application/json;q=0, image/*' }, expect: ANSWERED },
  { row: 'HTTP', reason: 'Accept that is none gets JSON', send: FABIA, headers: { accept: ',;=' }, expect: ANSWERED },
  { row: 'HTTP', reason: 'a body on GET is ignored', send: FABIA, headers: { 'content-type': 'application/json' }, body: '{"model":"octavia"', expect: ANSWERED },
  { row: 'HTTP', reason: 'a body of no known type is ignored', send: FABIA, headers: { 'content-type': 'what/ever' }, body: 'model=octavia', expect: ANSWERED },
  { row: 'HTTP', reason: 'CORS is open for reads', send: FABIA, headers: { origin: 'https://page.example' }, expect: { status: 200, headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': /ETag, Link, Ignored-Parameters/ } } },
  { row: 'HTTP', reason: 'CORS is open for errors', send: `${SEARCH}?page=0`, headers: { origin: 'https://page.example' }, expect: { status: 400, headers: { 'access-control-allow-origin': '*' } } },
  { row: 'HTTP', reason: 'answers are asked about before they are used again', send: FABIA, expect: { status: 200, headers: { 'cache-control': 'public, max-age=0, must-revalidate' } } },
  { row: 'HTTP', reason: 'Link on the first page', send: SEARCH, expect: { status: 200, headers: { link: links({ first: 1, next: 2, last: 3 }) } } },
  { row: 'HTTP', reason: 'Link in the middle', send: `${SEARCH}?page=2`, expect: { status: 200, headers: { link: links({ first: 1, prev: 1, next: 3, last: 3 }) } } },
  { row: 'HTTP', reason: 'Link on the last page', send: `${SEARCH}?page=3`, expect: { status: 200, headers: { link: links({ first: 1, prev: 2, last: 3 }) } } },
  { row: 'HTTP', reason: 'Link past the end leads back to the last page', send: `${SEARCH}?page=9`, expect: { status: 200, headers: { link: links({ first: 1, prev: 3, last: 3 }) } } },
  { row: 'HTTP', reason: 'Link keeps what was asked', send: `${SEARCH}?page=2&SORT=x&sort=Price_Asc&make=`, expect: { status: 200, headers: { link: /^<https:\/\/cars\.example\/api\/v1\/vehicles\/\?sort=price_asc&page=1>; rel="first"/ } } },
  { row: 'HTTP', reason: 'no credentials', send: FABIA, expect: { status: 200, headers: { 'www-authenticate': null } } },
  { row: 'HTTP', reason: 'without tokens configured a bearer token is ignored', send: FABIA, headers: { authorization: 'Bearer no-such-token' }, expect: ANSWERED },
  { row: 'HTTP', reason: 'without tokens configured any other Authorization is ignored', send: FABIA, headers: { authorization: 'Basic ????' }, expect: ANSWERED },
  { row: 'HTTP', reason: 'rate limiting is off by default', send: FABIA, expect: { status: 200, headers: { ratelimit: null, 'retry-after': null } } },

  { row: 'q', reason: 'a request target of 8192 bytes', send: `${FABIA}&utm=${'x'.repeat(8192 - FABIA.length - 5)}`, expect: ANSWERED },
  { row: 'q', reason: 'a request target of 8193 bytes', send: `${FABIA}&utm=${'x'.repeat(8193 - FABIA.length - 5)}`, expect: { status: 414, json: { status: 414, code: 'target_too_long' } } },

  malformed(`${SEARCH}?q=%zz`, 'a percent sign without digits'),
  malformed(`${SEARCH}?q=100%`, 'a percent sign at the end'),
  malformed(`${SEARCH}?q=%C3%28`, 'invalid UTF-8, percent-encoded'),
  malformed(`${SEARCH}?q=%ED%A0%80`, 'half a surrogate pair'),
  malformed(`${SEARCH}?q=\xc3(`, 'invalid UTF-8 as it is'),
  malformed(`${SEARCH}?q=a%00b`, 'a NUL'),
  malformed(`${SEARCH}?%00=1`, 'a NUL in a name'),
  malformed(`${SEARCH}?unknown=%zz`, 'also in a parameter that is ignored'),
malformed(`${SEARCH}?make=\xc5\xa0koda`, 'UTF-8 that is not percent-encoded'),

  { row: 'unknown parameter', reason: 'it is named in a header, with what was probably meant', send: `${FABIA}&fuel=Diesel&utm_campaign=x`, expect: { status: 200, headers: { 'ignored-parameters': '"fuel"; did-you-mean="fuel_type", "utm_campaign"', 'preference-applied': null } } },
  { row: 'unknown parameter', reason: 'no header where there is none', send: FABIA, expect: { status: 200, headers: { 'ignored-parameters': null } } },
  { row: 'unknown parameter', reason: 'a name cannot break out of the header', send: `${FABIA}&%22%0D%0ASet-Cookie:x=1`, expect: { status: 200, headers: { 'set-cookie': null, 'ignored-parameters': '"\\"\\\\u000d\\\\u000aSet-Cookie:x"' } } },
  { row: 'unknown parameter', reason: 'Prefer: handling=strict makes it an error', send: `${FABIA}&fuel=Diesel`, headers: { prefer: 'respond-async, handling=strict' }, expect: { status: 400, json: { code: 'invalid_parameters', errors: [{ parameter: 'fuel', code: 'unknown_parameter', value: 'Diesel', suggestion: 'fuel_type' }] } } },
  { row: 'unknown parameter', reason: 'strict handling is confirmed', send: FABIA, headers: { prefer: 'handling=strict' }, expect: { status: 200, headers: { 'preference-applied': 'handling=strict' } } },
  { row: 'unknown parameter', reason: 'lenient handling ignores it', send: `${FABIA}&fuel=Diesel`, headers: { prefer: 'handling=lenient' }, expect: { status: 200 } },

  { row: 'The endpoint', reason: 'a listed advert is redirected to', send: `${REDIRECT}https%3A%2F%2Flagan-motors.example%2Fused%2Ffabia`, expect: { status: 302, text: '', headers: { location: 'https://lagan-motors.example/used/fabia' } } },
  { row: 'The endpoint', reason: 'a withdrawn advert is gone, with a link to similar vehicles', send: `${REDIRECT}https%3A%2F%2Fharbour-motors.example%2Fused%2Fsold`, expect: { status: 410, headers: { location: null, link: '<https://cars.example/api/v1/vehicles/?make=land%20rover&model=discovery%20sport&page=1>; rel="related", <https://cars.example/openapi.json>; rel="service-desc", <https://cars.example/docs>; rel="service-doc"' }, json: { code: 'advert_withdrawn' } } },
  { row: 'The endpoint', reason: 'an address that no listing carries is not forwarded to', send: `${REDIRECT}https%3A%2F%2Fevil.example%2F`, expect: { status: 404, headers: { location: null }, json: { code: 'not_found' } } },
  { row: 'The endpoint', reason: 'nor is one that begins like an advert', send: `${REDIRECT}https%3A%2F%2Flagan-motors.example%2Fused%2Ffabia%2F..%2Fx`, expect: { status: 404, headers: { location: null } } },
  { row: 'The endpoint', reason: 'nor is a script', send: `${REDIRECT}javascript%3Aalert(1)`, expect: { status: 404, headers: { location: null } } },
  { row: 'The endpoint', reason: 'base_url never comes from the Host header', send: FABIA, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' }, expect: { status: 200, headers: { link: /^<https:\/\/cars\.example\// }, json: { results: { cars: [{ url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Flagan-motors.example%2Fused%2Ffabia' }] } } } },

  { row: 'Errors', reason: 'all bad parameters in one answer, the members in order', send: `${SEARCH}?fuel_type=Steam&distance=7`, expect: { status: 400, headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' }, members: 'status title detail type code errors request_id', json: { status: 400, title: 'Invalid query parameters', detail: "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam'). distance must be a whole number from 0 to 6 (got '7'). It is a band: 0 is 1 km, 1 is 5 km, 2 is 10 km, 3 is 25 km, 4 is 50 km, 5 is 100 km, 6 is unlimited.", type: 'https://cars.example/problems/invalid-parameters', code: 'invalid_parameters', errors: [{ parameter: 'fuel_type', code: 'not_in_enum', value: 'Steam', allowed: ['Petrol', 'Diesel', 'Hybrid', 'Electric'] }, { parameter: 'distance', code: 'out_of_range', value: '7' }] } } },
  { row: 'Errors', reason: 'plain JSON when that is what Accept asks for', send: `${SEARCH}?page=0`, headers: { accept: 'application/json' }, expect: { status: 400, headers: { 'content-type': JSON_TYPE } } },
  { row: 'Errors', reason: 'a problem when Accept takes anything', send: `${SEARCH}?page=0`, headers: { accept: '*/*' }, expect: { status: 400, headers: { 'content-type': PROBLEM_TYPE } } },
  { row: 'Errors', reason: 'echoed values are cut at 64 characters', send: `${SEARCH}?page=${'9'.repeat(65)}`, expect: { status: 400, json: { detail: `page must be a whole number from 1 to 9007199254740991 (got '${'9'.repeat(64)}…').`, errors: [{ parameter: 'page', code: 'out_of_range', value: '9'.repeat(64) }] } } },
  { row: 'Errors', reason: 'echoed values are escaped', send: `${SEARCH}?page=1%0A%E2%80%AE2`, expect: { status: 400, json: { errors: [{ parameter: 'page', code: 'not_an_integer', value: '1\\u000a\\u202e2' }] } } },
  { row: 'Errors', reason: 'an address where nothing is', send: '/api/v2/vehicles/', expect: { status: 404, headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' }, json: { status: 404, code: 'not_found', type: 'https://cars.example/problems/not-found' } } },
]; // prettier-ignore

/** Pairs of targets that ask the same, and so have one entity tag and one answer. */
export const ALIKE: readonly (readonly [why: string, one: string, other: string])[] = [
  ['parameter order', `${SEARCH}?make=skoda&sort=price_asc`, `${SEARCH}?sort=price_asc&make=skoda`],
  ['letter case', `${SEARCH}?make=skoda&q=BELFAST&fuel_type=petrol`, `${SEARCH}?make=SKODA&q=belfast&fuel_type=Petrol`],
  ['encoding', `${SEARCH}?q=octavia%20belfast`, `${SEARCH}?%71=%6Fctavia+belfast`],
  ['spaces', `${SEARCH}?q=+octavia++belfast+`, `${SEARCH}?q=octavia+belfast`],
  ['the slash', `${SEARCH}?model=fabia`, '/api/v1/vehicles?model=fabia'],
  ['the default page', SEARCH, `${SEARCH}?page=1`],
  ['blank parameters', `${SEARCH}?make=skoda&model=&q=+`, `${SEARCH}?make=skoda`],
  ['ignored parameters', `${SEARCH}?make=skoda&utm_source=x`, `${SEARCH}?make=skoda`],
  ['repeated dealers', `${SEARCH}?dealer=b.example,a.example`, `${SEARCH}?dealer=a.example&dealer=www.B.example,a.example`],
  ['the spelling of a postcode', `${SEARCH}?location=sw1a1aa`, `${SEARCH}?location=SW1A+1AA`],
  ['leading zeros', `${SEARCH}?price_max=05000`, `${SEARCH}?price_max=5000`],
]; // prettier-ignore

/** Pairs of targets that ask different things. */
export const UNLIKE: readonly (readonly [why: string, one: string, other: string])[] = [
  ['pages', SEARCH, `${SEARCH}?page=2`],
  ['a bound of 0 and none', SEARCH, `${SEARCH}?price_min=0`],
  ['lower and upper bounds', `${SEARCH}?year_min=2015`, `${SEARCH}?year_max=2015`],
  ['make and model', `${SEARCH}?make=golf`, `${SEARCH}?model=golf`],
  ['unit and sector', `${SEARCH}?location=LS1+4AP`, `${SEARCH}?location=LS1+4`],
];
