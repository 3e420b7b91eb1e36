// A server on a free port over a few literal listings. The index is a model of the port: an array and plain filters,
// no faster and no cleverer than that. It counts searches, so that a test can see that one was saved.
import { connect } from 'node:net';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { distanceKm } from '../../src/geo/great-circle.ts';
import type { HttpOptions } from '../../src/http/http-context.ts';
import type { App } from '../../src/http/app.ts';
import { serverFor, listen } from '../support/server.ts';
import type { ListingIndex } from '../../src/stock/listing-index.ts';
import type { StockReader } from '../../src/stock/stock-reader.ts';
import {
  NOTHING_KNOWN,
  type Listing,
  type AdvertLookup,
  type AdvertState,
} from '../../src/listing/listing.ts';
import { PER_PAGE, type SearchQuery, type SearchResult } from '../../src/query/search-query.ts';
import { SearchService } from '../../src/search/search-service.ts';
import type { PublicStatus } from '../../src/stock-status.ts';
import type { PlaceCounts } from '../../src/stock/stock-map.ts';
import type { StockPrices } from '../../src/stock/stock-prices.ts';
import type { StockSummary } from '../../src/stock/summary.ts';
import { hitOf } from '../support/hit.ts';
import { unknownListing } from '../support/listings.ts';
import { referenceReader } from '../support/reference-reader.ts';
import { isInCells, referencePlaces } from '../support/reference-places.ts';
import { referencePrices } from '../support/reference-prices.ts';
import { referenceSummary } from '../support/reference-summary.ts';
import { termsOf } from '../support/reference-words.ts';
import { WithoutStates } from '../support/without-states.ts';
import { afterTest } from '../support/after-test.ts';

const PALACE = { lat: 51.501, lng: -0.1416 };

const XJ: Listing = {
  ...NOTHING_KNOWN,
  id: 'stock-1',
  dealer: 'harbour-motors.example',
  advertUrl: 'https://harbour-motors.example/stock/1?colour=blue&ref=a%20b',
  year: 2015,
  make: 'Jaguar',
  model: 'XJ',
  mileageMiles: 41000,
  fuelType: 'Diesel',
  transmission: 'Automatic',
  engineLitres: 3,
  priceGbp: 14995,
  loc: 'London',
  postcode: 'SW1A 1AA',
  point: PALACE,
  thumbnail: '/pictures/saloon.svg',
  images: ['https://harbour-motors.example/1.jpg'],
  fullDescription: 'One owner. "Sunroof" & £100 of fuel.',
  arrivedAt: 0,
};

/** One Jaguar in London, and 45 Skodas of which nothing is known but the price: 1000, 1001, and so on. */
const LISTINGS: readonly Listing[] = [
  XJ,
  ...Array.from({ length: 45 }, (_, number): Listing => {
    const dealer = 'valley-cars.example';
    const advertUrl = `https://${dealer}/${number}`;
    const vehicle = { make: 'Skoda', model: 'Octavia', priceGbp: 1000 + number, arrivedAt: number };
    return unknownListing({ id: `skoda-${number}`, dealer, advertUrl, ...vehicle });
  }),
];

class ModelIndex extends WithoutStates implements ListingIndex {
  version = 'first';
  searches = 0;
  /** Called before each search; it may throw, or change the version. */
  onSearch: () => void = () => {};
  readonly size = LISTINGS.length;

  async search(query: SearchQuery): Promise<SearchResult> {
    this.searches += 1;
    this.onSearch();
    const found = this.#find(query);
    const { page, perPage = PER_PAGE } = query;
    const hits = found
      .slice((page - 1) * perPage, page * perPage)
      .map((listing) =>
        hitOf(
          listing,
          query.center === undefined || listing.point === null
            ? null
            : distanceKm(query.center.point, listing.point),
        ),
      );
    return { hits, total: found.length };
  }

  async summarize(query: SearchQuery): Promise<StockSummary> {
    this.searches += 1;
    this.onSearch();
    return referenceSummary(query, (requested) =>
      this.#find(requested).map((listing) => ({ listing, point: listing.point, terms: termsOf(listing) })),
    );
  }

  async countPlaces(query: SearchQuery, zoom: number): Promise<PlaceCounts> {
    this.searches += 1;
    this.onSearch();
    return referencePlaces(
      this.#find(query).map(({ point }) => point),
      zoom,
    );
  }

  async prices(query: SearchQuery): Promise<StockPrices> {
    this.searches += 1;
    this.onSearch();
    return referencePrices(this.#find({ ...query, priceGbp: undefined }));
  }

  async findMissingWords(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T> {
    this.searches += 1;
    this.onSearch();
    return work(referenceReader(LISTINGS, (query) => this.#find(query)));
  }

  #find(query: SearchQuery): readonly Listing[] {
    return LISTINGS.filter(
      ({ make, priceGbp, point }) =>
        (query.cells === undefined || isInCells(point, query.cells)) &&
        (query.make === undefined || make?.toLowerCase() === query.make.any?.[0].toLowerCase()) &&
        (query.priceGbp?.max === undefined || (priceGbp !== null && priceGbp <= query.priceGbp.max)),
    );
  }
}

const WITHDRAWN = new Map<string, AdvertState>([
  [
    'https://harbour-motors.example/stock/0',
    { state: 'withdrawn', was: { make: 'Land Rover', model: 'Defender 90' } },
  ],
  ['https://harbour-motors.example/stock/00', { state: 'withdrawn', was: { make: null, model: null } }],
]);

const ADVERTS: AdvertLookup = {
  findAdvert(advertUrl) {
    if (LISTINGS.some((listing) => listing.advertUrl === advertUrl)) return { state: 'listed' };
    return WITHDRAWN.get(advertUrl) ?? { state: 'unknown' };
  },
};

const GAZETTEER: Gazetteer = {
  version: 'tables-1',
  resolve: (text) =>
    text.toUpperCase().replaceAll(' ', '') === 'SW1A1AA'
      ? { postcode: 'SW1A 1AA', point: PALACE }
      : { reason: 'not_a_postcode' },
};

export const STATUS: PublicStatus = {
  listings: LISTINGS.length,
  damaged: false,
  sequence: 1,
  writtenBy: '1.4.0',
  dealers: 2,
  duplicates: { adverts: 0, registrations: 0, vins: 0 },
  feeds: [],
  imports: [],
};

export interface Running {
  readonly app: App;
  readonly index: ModelIndex;
  readonly port: number;
  readonly url: string;
  /** What logError was told. */
  readonly logged: [error: unknown, requestId: string][];
}

/** A server under the base URL `https://cars.example`, closed after the test. */
export async function serve(options: Partial<HttpOptions> = {}): Promise<Running> {
  const index = new ModelIndex();
  const logged: Running['logged'] = [];
  const service = new SearchService({
    index,
    adverts: ADVERTS,
    gazetteer: () => GAZETTEER,
    status: () => STATUS,
  });
  const app = serverFor(service, {
    logError: (error, requestId) => logged.push([error, requestId]),
    ...options,
  });
  afterTest(() => app.close());
  const url = await listen(app);
  return { app, index, port: Number(new URL(url).port), url, logged };
}

/** All that the server answers to these bytes (one byte a character) until it closes the connection. */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => (response += String(text)));
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
  });
}

/** The answer to a request with this line, on a connection of its own. */
export function sendRequest(port: number, requestLine: string, ...headers: string[]): Promise<string> {
  const lines = [`${requestLine} HTTP/1.1`, 'Host: anything.example', 'Connection: close', ...headers];
  return exchange(port, `${lines.join('\r\n')}\r\n\r\n`);
}

/** Status and parsed JSON body of an answer from `sendRequest`. */
export function readAnswer(response: string): {
  status: number;
  head: string;
  json: Record<string, unknown>;
} {
  const end = response.indexOf('\r\n\r\n');
  const head = response.slice(0, end);
  const body = response.slice(end + 4);
  const json = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), json };
}
