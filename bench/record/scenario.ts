// What is recorded: the stocks, the commands that fill and ask them, and the calls of each server.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../src/demo/random.ts';
import { STOCK_LINES, UNIT_POSTCODES, WITHDRAWN_LINE } from '../../test/support/fixtures.ts';
import { logProgress } from '../harness/command.ts';
import { PROJECT } from '../harness/server.ts';
import { ApiCalls } from './api-calls.ts';
import { carsOf, pageCount, type Car } from './cars.ts';
import { commandCalls, COMMAND_FILES } from './command-calls.ts';
import { feedCalls, FEEDS_DATA } from './feed-calls.ts';
import { mcpCalls, protocolCalls } from './mcp-calls.ts';
import { descriptionCalls, pageCalls, pictureCalls } from './page-calls.ts';
import { GUARDED_RATE, guardedCalls, problemCalls } from './problem-calls.ts';
import { base64, type CommandCall, type HttpCall, type Setting } from './recording.ts';

const SEED = 1;
const BASE_URL = 'https://cars.example';
const DEALERS_FEED = join(PROJECT, '../shared/data/feeds/dealer-stock.ndjson.gz');
const DEALERS_LISTINGS = 20_000;
/** Of one lookup. */
const MAX_ADVERTS = 20;

const CONFORMANCE_COMMANDS: readonly CommandCall[] = [
  { kind: 'stock', args: ['postcodes', 'import', 'units.csv', '--data', 'conformance'] },
  { kind: 'stock', args: ['import', 'withdrawn.ndjson', '--data', 'conformance', '--json'] },
  { kind: 'stock', args: ['import', 'stock.ndjson', '--data', 'conformance', '--json'] },
];

/** Without the dealers' stock if its feed is not there. */
export function newSetting(): Setting & { readonly commands: readonly CommandCall[] } {
  const dealers = dealersLines();
  const feeds = feedCalls();
  return {
    files: {
      'units.csv': base64(UNIT_POSTCODES),
      'withdrawn.ndjson': base64(`${WITHDRAWN_LINE}\n`),
      'stock.ndjson': base64(STOCK_LINES.map((line) => `${line}\n`).join('')),
      ...(dealers !== undefined && { 'dealers.ndjson': base64(dealers) }),
      ...COMMAND_FILES,
      ...feeds.files,
    },
    commands: [
      ...CONFORMANCE_COMMANDS,
      ...(dealers === undefined
        ? []
        : [{ kind: 'stock', args: ['import', 'dealers.ndjson', '--data', 'dealers', '--json'] } as const]),
      ...feeds.commands,
      ...commandCalls(),
    ],
    servers: [
      { name: 'demo', args: ['--demo', '--data', 'demo', '--base-url', BASE_URL] },
      { name: 'conformance', args: ['--data', 'conformance'] },
      {
        name: 'guarded',
        args: [
          '--data',
          'conformance',
          '--require-token',
          '--rate-limit',
          `${GUARDED_RATE}/d`,
          '--base-url',
          BASE_URL,
        ],
      },
      ...(dealers === undefined
        ? []
        : [{ name: 'dealers', args: ['--data', 'dealers', '--base-url', `${BASE_URL}/used`] }]),
      { name: 'feeds', args: ['--data', FEEDS_DATA, '--base-url', BASE_URL] },
    ],
  };
}

function dealersLines(): string | undefined {
  if (!existsSync(DEALERS_FEED)) {
    logProgress(`There is no ${DEALERS_FEED}: its calls are left out.`);
    return undefined;
  }
  const lines = gunzipSync(readFileSync(DEALERS_FEED)).toString().split('\n');
  return `${lines.slice(0, DEALERS_LISTINGS).join('\n')}\n`;
}

/** New calls of a server that runs. */
export async function newCalls(server: string, port: number): Promise<HttpCall[]> {
  if (server === 'guarded') return guardedCalls(server);
  const cars = await carsOf(port);
  const random = new Random(SEED);
  const api = new ApiCalls(server, cars, random);
  switch (server) {
    case 'demo':
      return [
        ...api.searches(350),
        ...api.terms(),
        ...api.summaries(100),
        ...api.maps(80),
        ...api.lookups(80),
        ...api.suggestions(80),
        ...api.pageStates(40),
        ...api.knownPhrases(),
        ...mcpCalls(server, cars, random, 120),
        ...protocolCalls(server),
        ...descriptionCalls(server),
        ...pageCalls(server, cars, random, 30),
        ...(await pictureCalls(server, port)),
      ];
    case 'conformance':
      return [
        ...api.conformanceCases(),
        ...problemCalls(server, random),
        ...mcpCalls(server, cars, random, 40),
        ...descriptionCalls(server),
        ...pageCalls(server, cars, random, 10),
      ];
    case 'dealers':
      return [
        ...api.searches(350),
        ...api.summaries(100),
        ...api.maps(50),
        ...api.lookups(80),
        ...api.suggestions(40),
        ...api.pageStates(20),
        ...api.phrases(300),
        ...mcpCalls(server, cars, random, 80),
        ...pageCalls(server, cars, random, 20),
      ];
    default:
      return importedListings(server, cars, port);
  }
}

/** All listings of a server, with distances, and what it knows of some beyond searches. */
async function importedListings(server: string, cars: readonly Car[], port: number): Promise<HttpCall[]> {
  const get = (target: string): HttpCall => ({ kind: 'feed', server, target });
  const pages = await pageCount(port);
  const adverts = cars.map(({ advert }) => `advert=${encodeURIComponent(advert)}`);
  return [
    ...Array.from({ length: pages }, (_, at) => get(`/api/v1/vehicles/?location=SW1A+1AA&page=${at + 1}`)),
    ...Array.from({ length: Math.ceil(adverts.length / MAX_ADVERTS) }, (_, at) =>
      get(`/api/v1/vehicles/lookup/?${adverts.slice(at * MAX_ADVERTS, (at + 1) * MAX_ADVERTS).join('&')}`),
    ),
    get('/api/v1/vehicles/summary/'),
    get('/status'),
  ];
}
