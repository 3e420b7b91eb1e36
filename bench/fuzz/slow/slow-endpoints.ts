// The endpoints that slow inputs are searched for: how each is asked, what people usually ask it, where the search begins, and
// which pairs an input may get.
import type { Random } from '../../../src/demo/random.ts';
import {
  DOCS_PATH,
  INTERPRET_PATH,
  LOOKUP_PATH,
  MAP_PATH,
  OPENAPI_PATH,
  PICTURES_PATH,
  REDIRECT_PATH,
  SEARCH_PATH,
  SUMMARY_PATH,
} from '../../../src/api/paths.ts';
import { MAX_ADVERTS } from '../../../src/api/schemas/vehicle-schemas.ts';
import { PARAMETERS, type Parameter } from '../../../src/query/parameters.ts';
import { mcpRequestOf } from './slow-mcp-request.ts';
import { FRESH_LETTER, RUN_NUMBER, type SlowInput } from './slow-input.ts';
import { ODD_TEXTS, USUAL_PHRASES, USUAL_SEARCHES } from './usual-inputs.ts';

/** What a random pair may be drawn from. */
export interface StockWords {
  readonly adverts: readonly string[];
  readonly dealers: readonly string[];
}

export interface SlowEndpoint {
  readonly name: string;
  /** What people ask: the usual cost is the median of these. */
  readonly usual: readonly SlowInput[];
  /** Where the search begins, beside what is usual. */
  readonly odd: readonly SlowInput[];
  /** The names of pairs that are texts, with their maximum length in characters. */
  readonly texts: ReadonlyMap<string, number>;
  /** A pair that an input may get. */
  readonly pair: (random: Random, stock: StockWords) => readonly [name: string, value: string];
  /** The bytes of the request. */
  readonly request: (input: SlowInput) => string;
}

const MAX_TEXT = 512;
/** Values without effect on what matches, for caches to see another search. */
const UNSEEN: SlowInput = [['price_max', `9${RUN_NUMBER}`]];
const texts = (...names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name) => [name, MAX_TEXT]));

export function slowEndpoints(stock: StockWords): SlowEndpoint[] {
  const searches = USUAL_SEARCHES.map((query) => [...new URLSearchParams(query)] as SlowInput);
  const phrases = USUAL_PHRASES.map((text): SlowInput => [['text', text]]);
  const odd = ODD_TEXTS.map((text): SlowInput => [['q', text]]);
  const oddSearches: SlowInput[] = [
    ...odd,
    [['dealer', domainsOf(stock, 1000)]],
    [['dealer', Array.from({ length: 380 }, (_, i) => `${FRESH_LETTER}${i}.example`).join(',')]],
    [['location', 'SW1A 1AA'], ['distance', '5'], ['sort', 'distance'], ['page', '4000']], // prettier-ignore
    [['location', 'B1 1AA'], ['distance', '6'], ['sort', 'distance'], ['q', 'black'], ['page', '300']], // prettier-ignore
    [['q', 'a'], ['sort', 'relevance'], ['page', '2000']], // prettier-ignore
    [
      ['page', '4900'],
      ['sort', 'price_desc'],
    ],
    Array.from({ length: 400 }, (_, i) => [`unknown${i}`, `x${RUN_NUMBER}`] as const),
    [['location', `${FRESH_LETTER}ondon`]],
  ];
  const unseen = (inputs: readonly SlowInput[]): SlowInput[] => inputs.map(withUnseen);
  const adverts = (count: number): SlowInput =>
    Array.from({ length: count }, (_, i) => ['advert', stock.adverts[(i * 7919) % stock.adverts.length]]);
  const search = {
    usual: unseen(searches),
    odd: unseen(oddSearches),
    texts: texts('q'),
    pair: searchPair,
  };
  const phrase = {
    usual: phrases,
    odd: ODD_TEXTS.map((text): SlowInput => [['text', text]]),
    texts: texts('text'),
    pair: (): readonly [string, string] => ['text', 'ford'],
  };
  const lookup = {
    usual: [adverts(1), adverts(2)],
    odd: [adverts(MAX_ADVERTS), adverts(10)],
    texts: texts(),
    pair: (random: Random): readonly [string, string] => ['advert', random.pick(stock.adverts)],
  };
  const tool = (name: string) => (input: SlowInput) => mcpRequestOf(name, input);
  return [
    { name: 'interpret', ...phrase, request: get(INTERPRET_PATH) },
    { name: 'search', ...search, request: get(SEARCH_PATH) },
    { name: 'summary', ...search, request: get(SUMMARY_PATH) },
    {
      name: 'map',
      ...search,
      odd: [...search.odd, ...unseen([[['zoom', '14'], ['bbox', '-8,49,2,61']], [['zoom', '12']]])], // prettier-ignore
      pair: (random, stock) => (random.chance(0.5) ? mapPair(random) : searchPair(random, stock)),
      request: get(MAP_PATH),
    },
    { name: 'lookup', ...lookup, usual: [adverts(MAX_ADVERTS), adverts(MAX_ADVERTS).toReversed(), adverts(1)], request: get(LOOKUP_PATH) },
    { name: 'page state', ...search, request: get('/page/state') },
    { name: 'suggestions', ...phrase, request: get('/page/suggestions') },
    {
      name: 'page',
      ...search,
      usual: [...search.usual.slice(0, 6), ...unseen(phrases.slice(0, 6))],
      odd: [...search.odd, ...unseen(phrase.odd)],
      texts: texts('q', 'text'),
      request: get('/', 'Accept: text/html'),
    },
    {
      name: 'redirect',
      usual: stock.adverts.slice(0, 3).map((advert): SlowInput => [['api_target', advert]]),
      odd: [[['api_target', 'x'.repeat(8000)]], [['api_target', `https://${'a.'.repeat(3000)}`]]],
      texts: new Map([['api_target', 8000]]),
      pair: (random) => ['api_target', random.pick(stock.adverts)],
      request: get(REDIRECT_PATH),
    },
    {
      name: 'documents',
      usual: [[['path', DOCS_PATH]]],
      odd: [
        [['path', OPENAPI_PATH]],
        [['path', '/openapi.yaml']],
        [['path', '/llms.txt']],
        [['path', '/problems/invalid-parameters']],
        [['path', `/nowhere/${'x'.repeat(8000)}`]],
        [['path', `${PICTURES_PATH}${FRESH_LETTER.repeat(8)}.svg`]],
      ],
      texts: new Map([['path', 8000]]),
      pair: (random) => ['path', random.pick([DOCS_PATH, PICTURES_PATH])],
      request: (input) => get(encodeURI(input.find(([name]) => name === 'path')?.[1] ?? '/'))([]),
    },
    { name: 'mcp search_vehicles', ...search, request: tool('search_vehicles') },
    { name: 'mcp summarize_vehicles', ...search, request: tool('summarize_vehicles') },
    { name: 'mcp interpret_request', ...phrase, request: tool('interpret_request') },
    {
      name: 'mcp search',
      ...phrase,
      usual: phrases.map((input) => input.map(([, text]) => ['query', text] as const)),
      odd: phrase.odd.map((input) => input.map(([, text]) => ['query', text] as const)),
      texts: texts('query'),
      pair: () => ['query', 'ford'],
      request: tool('search'),
    },
    { name: 'mcp get_vehicles', ...lookup, request: tool('get_vehicles') },
    { name: 'mcp compare_vehicles', ...lookup, usual: [adverts(2)], odd: [adverts(4)], request: tool('compare_vehicles') },
  ]; // prettier-ignore
}

function withUnseen(input: SlowInput): SlowInput {
  return input.some(([name]) => name === 'price_max') ? input : [...input, ...UNSEEN];
}

/** A GET with the pairs as its query string. */
function get(path: string, ...headers: readonly string[]): (input: SlowInput) => string {
  return (input) => {
    const query = new URLSearchParams(input as [string, string][]).toString();
    const lines = ['Host: 127.0.0.1', 'Accept-Encoding: gzip', ...headers];
    return `GET ${path}${query === '' ? '' : `?${query}`} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  };
}

function domainsOf({ dealers }: StockWords, count: number): string {
  return dealers.slice(0, count).join(',').slice(0, 7000);
}

function searchPair(random: Random, stock: StockWords): readonly [string, string] {
  const parameter = random.pick(PARAMETERS);
  return [parameter.name, valueOf(parameter, random, stock)];
}

function valueOf({ name, kind, allowed = [], example }: Parameter, random: Random, stock: StockWords): string {
  if (kind === 'enumeration') return random.pick(allowed);
  if (kind === 'domains') return domainsOf(stock, random.pick([1, 5, 100, 400]));
  if (kind === 'postcode') return random.pick(['SW1A 1AA', 'B1', 'LS1', 'M1 1AE', 'G22', 'Leeds', 'Burmingham']);
  if (name === 'page') return String(random.pick([2, 10, 100, 1000, 4500]));
  if (kind === 'integer' || kind === 'number') return String(random.pick([Number(example), 1, 1000, 10_000_000]));
  return String(example);
} // prettier-ignore

function mapPair(random: Random): readonly [string, string] {
  return random.chance(0.6)
    ? ['zoom', String(random.whole(0, 14))]
    : ['bbox', random.pick(['-8,49,2,61', '-180,-90,180,90', '-1,51,1,53', '-0.2,51.4,0.1,51.6'])];
}
