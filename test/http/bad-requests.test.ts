// Every 400 names what is wrong in `errors`, on every route, whatever is wrong.
import { expect, test } from 'vitest';
import { PROBLEM_STATUSES, PARAMETER_ISSUE_TEXTS } from '../../src/api/schemas/problem-schemas.ts';
import type { ProblemCode } from '../../src/problem.ts';
import { serveAndListRoutes, targetsOf } from './all-routes.ts';
import { exchange, readAnswer, serve } from './fixture.ts';

interface Fault {
  readonly parameter: string;
  readonly code: string;
  readonly value: string;
}

/** The `errors` of a 400. */
async function errorsOf(port: number, ...lines: string[]): Promise<Fault[]> {
  const response = await exchange(port, `${[...lines, 'Connection: close', '', ''].join('\r\n')}`);
  const { status, json } = readAnswer(response);
  expect(status, lines[0]).toBe(400);
  expectErrors(json['errors'], lines[0]);
  return json['errors'] as Fault[];
}

function expectErrors(errors: unknown, of: string): void {
  expect(Array.isArray(errors) && errors.length, of).toBeGreaterThan(0);
  for (const { parameter, code, value } of errors as Fault[]) {
    expect(parameter, of).toMatch(/./);
    expect(Object.keys(PARAMETER_ISSUE_TEXTS), of).toContain(code);
    expect(typeof value, of).toBe('string');
  }
}

/** What is added to a query string, or to a head, so that some routes refuse the request. */
const QUERIES = [
  'q=%', 'q=%zz', 'q=%ff', '%ff=q', 'q=%00', 'a=%c3&b=%e2%82', 'page=0', 'page=x&year_min=y', 'make=a%ed%a0%80',
  `q=${'a'.repeat(513)}`, 'sort=dear', 'location=Leeds', 'distance=7', 'zoom=99', 'bbox=1,2', 'text=a&text=b', 'make=a&make=b',
  'api_target=https://a.example/&api_target=https://b.example/', `advert=x${'&advert=x'.repeat(20)}`, 'nonsense=1', '',
]; // prettier-ignore

test('on every route a 400 has its parameters in errors', async () => {
  const { port, routes } = await serveAndListRoutes();
  const found = new Map<string, Set<string>>();
  const paths = new Set(targetsOf(routes).map((target) => target.split('?')[0]));
  for (const path of paths) {
    const requests = QUERIES.map(
      (query) => `GET ${path}?${query} HTTP/1.1\r\nHost: a\r\nPrefer: handling=strict\r\n`,
    );
    // At most 16 requests may wait on a connection.
    const responses = await Promise.all(
      [requests.slice(0, 11), requests.slice(11)].map((some) =>
        exchange(port, `${some.join('\r\n')}Connection: close\r\n\r\n`),
      ),
    );
    for (const response of responses.join('').split(/(?=HTTP\/1\.1 \d{3} [\w -]+\r\n)/)) {
      const { status, head } = { status: response.slice(9, 12), head: response.toLowerCase() };
      if (status !== '400' || head.includes('content-type: text/html')) continue;
      const problem = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
      const data = (problem['error'] as { data?: { errors: unknown } } | undefined)?.data;
      expectErrors(problem['errors'] ?? data?.errors, path);
      const code = String(problem['code']);
      found.set(code, (found.get(code) ?? new Set()).add(path));
    }
  }
  const codes = (Object.keys(PROBLEM_STATUSES) as ProblemCode[]).filter(
    (code) => PROBLEM_STATUSES[code] === 400,
  );
  expect([...found.keys()].sort()).toEqual(codes.sort());
  for (const path of [
    '/api/v1/vehicles/',
    '/api/v1/vehicles/summary/',
    '/api/v1/vehicles/map/',
    '/api/v1/vehicles/lookup/',
    '/api/v1/interpret/',
    '/cars/redirect/',
  ])
    // prettier-ignore
    expect([...(found.get('invalid_parameters') ?? [])], path).toContain(path);
});

test.each([
  ['/api/v1/vehicles/lookup/', 'advert', 'missing', ''],
  ['/api/v1/vehicles/lookup/?advert=%20', 'advert', 'missing', ''],
  ['/cars/redirect/', 'api_target', 'missing', ''],
  ['/cars/redirect', 'api_target', 'missing', ''],
  ['/api/v1/vehicles/?make=Ford&q=%zz', 'q', 'invalid_encoding', '%zz'],
  ['/api/v1/vehicles/?q=a%00b', 'q', 'invalid_character', 'a%00b'],
  ['/api/v1/vehicles/?%ffq=a', '%ffq', 'invalid_encoding', '%ffq'],
  ['/api/v1/vehicles/?=%ff', 'query', 'invalid_encoding', '%ff'],
  ['/api/v1/vehicles/summary/?n%C3%A9=%ff', 'né', 'invalid_encoding', '%ff'],
  ['/api/v1/interpret/?text=%e2%82', 'text', 'invalid_encoding', '%e2%82'],
  ['/api/v1/vehicles/map/?bbox=1', 'bbox', 'not_a_number', '1'],
  ['/problems/%ff', 'path', 'invalid_encoding', '/problems/%ff'],
])('%s: %s is %s', async (target, parameter, code, value) => {
  const { port } = await serve();
  const errors = await errorsOf(port, `GET ${target} HTTP/1.1`, 'Host: a');
  expect(errors.map((error) => [error.parameter, error.code, error.value])).toEqual([
    [parameter, code, value],
  ]);
});

test('all faults of an encoding are listed, at most twenty, and the others counted', async () => {
  const { port, url } = await serve();
  const query = Array.from({ length: 30 }, (_, i) => `p${i}=%ff`).join('&');
  const errors = await errorsOf(port, `GET /api/v1/vehicles/?${query} HTTP/1.1`, 'Host: a');
  expect(errors.map(({ parameter }) => parameter)).toEqual(Array.from({ length: 20 }, (_, i) => `p${i}`));
  const { detail } = (await (await fetch(`${url}/api/v1/vehicles/?${query}`)).json()) as { detail: string };
  expect(detail).toMatch(/And 10 more\.$/);
});

test('the sentence about an encoding names each parameter', async () => {
  const { url } = await serve();
  const response = await fetch(`${url}/api/v1/vehicles/?make=%zz&model=a%00`);
  expect(await response.json()).toMatchObject({
    detail:
      "'make' must be percent-encoded UTF-8, with two hexadecimal digits after each '%' (got '%zz'). " +
      "'model' must not hold a NUL (got 'a%00').",
  });
});

test.each([
  ['without a host', ['GET / HTTP/1.1'], 'Host', 'missing'],
  ['with two hosts', ['GET / HTTP/1.1', 'Host: a', 'Host: b'], 'Host', 'conflicting_values'],
  ['that is not HTTP', ['GET / HTTP/1.1', 'Host: a', 'no header'], 'request', 'malformed'],
])('a request %s names the part', async (_name, lines, parameter, code) => {
  const { port } = await serve();
  expect(await errorsOf(port, ...lines)).toEqual([expect.objectContaining({ parameter, code })]);
});

test.each([
  ['/api/v1/vehicles/?make=Citroën', 'make'],
  ['/api/v1/vehicles/?make=Skoda&q=estate&modèle=Superb', 'mod'],
  ['/api/v1/vehicles/?é=1', 'query'],
  ['/voitures/é?make=Skoda', 'path'],
])('a letter that is not percent-encoded in %s is of %s', async (target, parameter) => {
  const { port } = await serve();
  expect(await errorsOf(port, `GET ${target} HTTP/1.1`, 'Host: a')).toEqual([
    { parameter, code: 'malformed', value: '' },
  ]);
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no UTF-8', Buffer.from([0x7b, 0xff])],
  ['no message', '{"jsonrpc":"1.0"}'],
  ['a list', '[]'],
  ['too many messages', JSON.stringify(Array(21).fill({}))],
])('a message to /mcp with %s has its errors in data', async (_name, body) => {
  const { url } = await serve();
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { data: { errors: Fault[] } } };
  expectErrors(error.data.errors, 'POST /mcp');
  expect(error.data.errors.map((each) => each.parameter)).toEqual(['body']);
}); // prettier-ignore
