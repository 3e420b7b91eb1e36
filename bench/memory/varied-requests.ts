// Requests of all kinds, hardly two alike: what a server gets on which people, programs and assistants have searched for days.
import {
  INTERPRET_PATH,
  LOOKUP_PATH,
  MAP_PATH,
  MCP_PATH,
  SEARCH_PATH,
  SUMMARY_PATH,
} from '../../src/api/paths.ts';
import { Random } from '../../src/demo/random.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { StockSample } from '../corpus/stock-source.ts';
import { drawQueries } from '../corpus/workload.ts';

export interface VariedRequest {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST. */
  readonly body?: string;
}

/** Browsers, newer and older ones, programs, and those that take no coding. */
const CODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip', 'identity'];

/** The tools of assistants that take the parameters of a search. */
const TOOLS = ['search_vehicles', 'summarize_vehicles'];

/**
 * `count` requests: the same for the same stock. Of eight, three are searches, and one each is a summary, a map, a page or its chart,
 * a phrase or a lookup, and a call of a tool.
 */
export function* variedRequests(stock: StockSample, count: number): Generator<VariedRequest> {
  const random = new Random(1);
  const classes = drawQueries(stock, Math.ceil(count / 11), 1);
  for (let n = 0; n < count; n++) {
    const { queries } = classes[n % classes.length];
    const pairs = [...queries[Math.floor(n / classes.length)], ...morePairs(random)];
    const unpaged = pairs.filter(([name]) => name !== 'page' && name !== 'sort');
    const listing = random.pick(stock.listings);
    const query = queryOf(pairs);
    switch (n % 8) {
      case 3:
        yield get(random, `${SUMMARY_PATH}?${queryOf(unpaged)}`);
        break;
      case 4:
        yield get(random, `${MAP_PATH}?${queryOf(unpaged)}&zoom=${random.whole(5, 12)}`);
        break;
      case 5:
        // With script, a page asks for the state of further searches.
        yield n % 16 === 5
          ? get(random, `/?${query}`, 'text/html')
          : get(random, `/page/state?${queryOf(unpaged)}`);
        break;
      case 6:
        yield random.chance(0.5)
          ? get(random, `${INTERPRET_PATH}?q=${encodeURIComponent(phraseOf(random, listing))}`)
          : get(random, `${LOOKUP_PATH}?advert=${encodeURIComponent(listing.advertUrl)}`);
        break;
      case 7:
        yield toolCall(random, n, Object.fromEntries(unpaged));
        break;
      default:
        yield get(random, `${SEARCH_PATH}?${query}`);
    }
  }
}

/** What tells searches of one class apart: few are the same. */
function morePairs(random: Random): [string, string][] {
  const pairs: [string, string][] = [];
  if (random.chance(0.5)) pairs.push(['miles_max', String(random.whole(2000, 150_000))]);
  if (random.chance(0.3)) pairs.push(['page', String(random.whole(1, 40))]);
  return pairs;
}

function queryOf(pairs: readonly (readonly [string, string])[]): string {
  // A later value of a name counts, as in the searches of people who change one filter.
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
}

function phraseOf(random: Random, { make, model, fuelType, loc }: Listing): string {
  return `${fuelType ?? ''} ${make} ${model} under £${random.whole(3, 40)}k near ${loc ?? 'Leeds'}`.trim();
}

function get(random: Random, target: string, accept = 'application/json'): VariedRequest {
  return { target, headers: { accept, 'accept-encoding': random.pick(CODINGS) } };
}

function toolCall(random: Random, id: number, given: Readonly<Record<string, string>>): VariedRequest {
  const params = { name: random.pick(TOOLS), arguments: given };
  return {
    target: MCP_PATH,
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  };
}
