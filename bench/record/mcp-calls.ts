// Messages to /mcp: every tool with the arguments that searches and phrases have, resources, handshakes of every revision, and what is
// wrong.
import type { Random } from '../../src/demo/random.ts';
import { phraseFor, searchPairs, type Car } from './cars.ts';
import { termSpellings } from './known-words.ts';
import type { HttpCall } from './recording.ts';

const REVISION = '2025-06-18';
const NEWEST_REVISION = '2026-07-28';
const REVISIONS = [NEWEST_REVISION, '2025-11-25', REVISION, '2025-03-26', '2024-11-05', 'nonsense'];
const NUMBERS = /^(?:price|miles|year|engine)_|^(?:distance|page)$/;

const LISTS = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'ping',
  'server/discover',
  'none',
];
const BAD_CALLS: readonly unknown[] = [
  { name: 'none', arguments: {} },
  { name: 'search_vehicles', arguments: { fuel: 'Diesel', maxPrice: 5000 } },
  { name: 'search_vehicles', arguments: { price_max: 'cheap', sort: 'cheapest', limit: 0, detail: 'all' } },
  { name: 'search_vehicles', arguments: { make: ['Ford'], location: 'Leeds', page: 0 } },
  { name: 'search_vehicles', arguments: { distance: 3, sort: 'distance' } },
  { name: 'search_vehicles', arguments: null },
  { name: 'search_vehicles' },
  { name: 'summarize_vehicles', arguments: { zoom: 3 } },
  { name: 'get_vehicles', arguments: {} },
  { name: 'get_vehicles', arguments: { adverts: ['https://none.example/1'] } },
  { name: 'get_vehicles', arguments: { url: 'https://none.example/1' } },
  { name: 'compare_vehicles', arguments: { adverts: ['https://none.example/1', 'https://none.example/2'] } },
  { name: 'compare_vehicles', arguments: { adverts: ['a', 'a'] } },
  { name: 'interpret_request', arguments: { text: '' } },
  { name: 'interpret_request', arguments: { query: 'golf' } },
  { name: 'interpret_request', arguments: { text: 'x'.repeat(600) } },
  { name: 'search', arguments: {} },
  { name: 'fetch', arguments: { id: 'none' } },
  {},
];
const BAD_BODIES = [
  '',
  'null',
  '[]',
  '{}',
  '{',
  '"text"',
  '{"jsonrpc":"2.0","id":1}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
];

export function mcpCalls(server: string, cars: readonly Car[], random: Random, count: number): HttpCall[] {
  const terms = termSpellings();
  const adverts = (number: number): string[] => random.sample(cars, number).map(({ advert }) => advert);
  const phrase = (): string => phraseFor(random, random.pick(cars), terms);
  const filters = (): Record<string, unknown> => {
    const pairs = searchPairs(random, cars, terms).map(
      ([name, value]) => [name, NUMBERS.test(name) ? Number(value) : value] as const,
    );
    return Object.fromEntries(pairs);
  };
  const drawers: readonly (() => [string, object])[] = [
    () => ['search_vehicles', { ...filters(), ...(random.chance(0.5) && { limit: random.whole(1, 20) }) }],
    () => ['search_vehicles', { ...filters(), detail: random.pick(['full', 'brief']) }],
    () => ['get_vehicles', { adverts: adverts(random.whole(1, 4)) }],
    () => ['compare_vehicles', { adverts: adverts(random.whole(2, 4)) }],
    () => ['summarize_vehicles', filters()],
    () => ['interpret_request', { text: phrase() }],
    () => ['search', { query: phrase() }],
    () => ['fetch', { id: adverts(1)[0] }],
  ];
  return Array.from({ length: count }, (_, at) => {
    const [name, args] = drawers[at % drawers.length]();
    // Two of three calls are of the newest revision.
    const send = at % 3 === 0 ? message : newestMessage;
    return send(server, 'tools/call', { name, arguments: args });
  });
}

/** Of the protocol itself. */
export function protocolCalls(server: string): HttpCall[] {
  const handshake = (version: string): HttpCall => {
    const clientInfo = { name: 'record', version: '1' };
    return message(server, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo }, version);
  };
  const uris = ['ui://forecourt/cards.html', 'ui://forecourt/none', '/pictures/none.svg'];
  return [
    ...REVISIONS.map(handshake),
    ...REVISIONS.map((revision) => message(server, 'tools/list', {}, revision)),
    ...LISTS.map((method) => message(server, method, {})),
    ...LISTS.map((method) => newestMessage(server, method, {})),
    ...uris.flatMap((uri) => [
      message(server, 'resources/read', { uri }),
      newestMessage(server, 'resources/read', { uri }),
    ]),
    ...BAD_CALLS.map((params) => message(server, 'tools/call', params)),
    ...BAD_BODIES.map((body) => ({ ...message(server, 'ping', {}), body })),
    { ...message(server, 'ping', {}), headers: { 'content-type': 'text/plain', accept: '*/*' } },
    { ...message(server, 'ping', {}), headers: { 'content-type': 'application/json', accept: 'text/html' } },
    {
      ...message(server, 'ping', {}),
      headers: { 'content-type': 'application/json', origin: 'https://page.example' },
    },
  ];
}

function message(server: string, method: string, params: unknown, revision = REVISION): HttpCall {
  return {
    kind: 'mcp',
    server,
    target: '/mcp',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/** In the newest revision, which has no handshake: each message says what it would. */
function newestMessage(server: string, method: string, params: Readonly<Record<string, unknown>>): HttpCall {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST_REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'record', version: '1' },
  };
  const call = message(server, method, { ...params, _meta }, NEWEST_REVISION);
  const name = params['name'] ?? params['uri'];
  return {
    ...call,
    headers: { ...call.headers, 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': name }) },
  };
}
