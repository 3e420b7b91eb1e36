// What the service answers is what its OpenAPI document says: for a thousand searches, good and bad ones, for phrases and
// redirects, and for every status that the document declares.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUEL_TYPES, TRANSMISSIONS } from '../../src/vehicle/classes.ts';
import { SORTS } from '../../src/query/sorts.ts';
import { PARAMETER_NAMES } from '../../src/query/parameters.ts';
import { startServer, type RunningServer } from '../conformance/http-server.ts';
import { RateLimiter } from '../../src/auth/rate-limiter.ts';
import { MemoryStore } from '../../src/auth/memory-store.ts';
import { sendRequest, serve } from '../http/fixture.ts';
import { tokenFolder } from '../http/token-folder.ts';
import { validatorOf, type OpenApi, type Validate } from './response-validator.ts';

const SEARCH = '/api/v1/vehicles/';
const SUMMARY = '/api/v1/vehicles/summary/';
const INTERPRET = '/api/v1/interpret/';
const REDIRECT = '/cars/redirect/';

let server: RunningServer;
let url = '';
let document: OpenApi;
let validate: Validate;

beforeAll(async () => {
  server = await startServer();
  url = `http://127.0.0.1:${server.port}`;
  document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  validate = validatorOf(document);
});
afterAll(() => server.close());

const anyWord = fc.constantFrom(
  'ford',
  'Focus',
  'golf',
  'xj',
  'panoramic roof',
  'VW',
  '3 Series',
  'zeppelin',
  '!!!',
);
const wholeNumber = fc.oneof(
  fc.constantFrom('0', '2015', '5000', '15000', '60000'),
  fc.integer().map(String),
);

/** Values that are good for a parameter; all others take whole numbers. */
const GOOD: Readonly<Partial<Record<(typeof PARAMETER_NAMES)[number], fc.Arbitrary<string>>>> = {
  q: anyWord,
  make: anyWord,
  model: anyWord,
  fuel_type: fc.constantFrom(...FUEL_TYPES, 'diesel'),
  transmission: fc.constantFrom(...TRANSMISSIONS, ''),
  dealer: fc.constantFrom('valley-cars.example', 'harbour-motors.example,clyde-autos.example'),
  engine_min: fc.constantFrom('0', '1.4', '-1'),
  engine_max: fc.constantFrom('2.0', '6'),
  location: fc.constantFrom('SW1A 1AA', 'ls1', 'G2', 'BT1 5GS'),
  distance: fc.constantFrom('0', '3', '6'),
  sort: fc.constantFrom(...SORTS),
  page: fc.constantFrom('1', '2', '3', '9007199254740991'),
};

type Pair = readonly [name: string, value: string];

const goodPairs: fc.Arbitrary<Pair[]> = fc
  .subarray([...PARAMETER_NAMES], { maxLength: 4 })
  .chain((names) =>
    fc.tuple(...names.map((name) => (GOOD[name] ?? wholeNumber).map((value): Pair => [name, value]))),
  );

const anyPair: fc.Arbitrary<Pair> = fc.tuple(
  fc.oneof(
    fc.constantFrom(...PARAMETER_NAMES, 'fuel', '__proto__'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  fc.oneof(
    fc.constantFrom('gas', 'leeds', 'SW', '10k', '-1', 'x'.repeat(600)),
    fc.string({ unit: 'binary' }),
  ),
);

const queryString: fc.Arbitrary<string> = fc
  .tuple(
    goodPairs,
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(anyPair, { maxLength: 4 }) },
    ),
    fc.oneof(
      { weight: 30, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('&%zz', '&a=%00') },
    ),
  )
  .map(([good, any, broken]) => {
    const pairs = [...good, ...any].map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    return `${pairs.join('&')}${broken}`;
  });

const headers = fc.record(
  { accept: fc.constantFrom('application/json', '*/*'), prefer: fc.constant('handling=strict') },
  { requiredKeys: ['accept'] },
);

const RUNS = { seed: 20260314 };

/** From each status to how often it was answered; every answer is as declared. */
async function countStatuses(
  path: string,
  query: fc.Arbitrary<string>,
  numRuns: number,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(query, headers, async (requested, sent) => {
      const response = await fetch(`${url}${path}?${requested}`, { headers: sent, redirect: 'manual' });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      expect(await validate(path, response)).toEqual([]);
    }),
    { ...RUNS, numRuns },
  );
  return statuses;
}

describe('the answer to any request', () => {
  it('is as declared, for a thousand searches', async () => {
    const statuses = await countStatuses(SEARCH, queryString, 1000);
    expect([...statuses.keys()].sort()).toEqual([200, 400]);
    expect(statuses.get(200)).toBeGreaterThan(600);
    expect(statuses.get(400)).toBeGreaterThan(100);
  });

  it('is as declared, for summaries', async () => {
    const statuses = await countStatuses(SUMMARY, queryString, 300);
    expect([...statuses.keys()].sort()).toEqual([200, 400]);
  });

  it('is as declared, for phrases', async () => {
    const words = fc.constantFrom('cheap', 'diesel', 'not', 'red', 'under £10k', 'near', 'SW1A 1AA', 'Leeds', '67 plate', 'audi', 'or', 'golf', '2.0', 'please', 'within 20 miles'); // prettier-ignore
    const phrase = fc.oneof(
      fc.array(words, { maxLength: 9 }).map((some) => some.join(' ')),
      fc.string({ unit: 'binary', maxLength: 700 }),
    );
    const query = phrase.map((text) => `text=${encodeURIComponent(text)}`);
    expect((await countStatuses(INTERPRET, query, 300)).get(200)).toBeGreaterThan(200);
  });

  it('is as declared, for redirects', async () => {
    const advert = fc.constantFrom(
      'https://lagan-motors.example/used/fabia',
      'https://harbour-motors.example/used/sold',
      'https://valley-cars.example/used/none',
      '',
      'a',
    );
    const query = advert.map((address) => `api_target=${encodeURIComponent(address)}`);
    const statuses = await countStatuses(REDIRECT, query, 50);
    expect([...statuses.keys()].sort()).toEqual([302, 400, 404, 410]);
  });
});

describe('every status that the document declares for a search', () => {
  const declared = (): number[] => Object.keys(document.paths[SEARCH].get.responses).map(Number);

  it('is answered, and no other (408 needs a client that is ten seconds late)', async () => {
    const bug = await serve();
    bug.index.onSearch = () => {
      throw new Error('a bug');
    };
    const starting = await serve({ isReady: () => false });
    const tokens = tokenFolder();
    const operators = { authorization: `Bearer ${await tokens.create(['operate'])}` };
    const rateLimiter = new RateLimiter({ address: { requests: 1, seconds: 60 } }, new MemoryStore());
    const gated = await serve({ authenticator: tokens.open(true), rateLimiter });
    const etag = (await fetch(url + SEARCH)).headers.get('etag') ?? '';
    const long = 'x'.repeat(9000);
    const responses = [
      await fetch(url + SEARCH),
      await fetch(url + SEARCH, { headers: { 'if-none-match': etag } }),
      await fetch(`${url}${SEARCH}?page=0`),
      await fetch(gated.url + SEARCH),
      await fetch(gated.url + SEARCH, { headers: operators }),
      await fetch(`${url}${SEARCH}?q=${long}`),
      await fetch(`${gated.url}/docs`),
      responseOf(await sendRequest(server.port, `GET ${SEARCH}`, `X-Long: ${'x'.repeat(140_000)}`)),
      await fetch(bug.url + SEARCH),
      await fetch(starting.url + SEARCH),
    ];
    for (const response of responses) expect(await validate(SEARCH, response)).toEqual([]);
    expect(responses.map(({ status }) => status)).toEqual(declared().filter((status) => status !== 408));
  });
});

/** An answer that was read from a socket, because `fetch` gives up before it has sent such a request. */
function responseOf(response: string): Response {
  const end = response.indexOf('\r\n\r\n');
  const [statusLine, ...lines] = response.slice(0, end).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  return new Response(response.slice(end + 4), { status: Number(statusLine.split(' ')[1]), headers: pairs });
}

describe('the schema of a search answer', () => {
  const rejected = async (
    change: (car: Record<string, unknown>, results: Record<string, unknown>) => void,
  ) => {
    const response = await fetch(`${url}${SEARCH}?make=skoda`);
    const body = (await response.json()) as {
      results: { cars: Record<string, unknown>[] } & Record<string, unknown>;
    };
    change(body.results.cars[0], body.results);
    return validate(
      SEARCH,
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
    );
  };

  it('takes it as it is', async () => {
    expect(await rejected(() => undefined)).toEqual([]);
  });

  it('refuses a key too many, a key too few, and a value of another type', async () => {
    expect(await rejected((car) => (car['id'] = 'x'))).toEqual([
      '/results/cars/0 must NOT have additional properties',
    ]);
    expect(await rejected((car) => delete car['distance_km'])).toEqual([
      "/results/cars/0 must have required property 'distance_km'",
    ]);
    expect(await rejected((car) => (car['year'] = 2015))).toEqual([
      '/results/cars/0/year must be string,null',
    ]);
    expect(await rejected((car) => (car['images'] = null))).toEqual(['/results/cars/0/images must be array']);
    expect(await rejected((_, results) => (results['page'] = 1))).toEqual([
      '/results must NOT have additional properties',
    ]);
  });
});
