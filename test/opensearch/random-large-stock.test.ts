// Compares the index on a cluster with the reference model for results with many pages: demo stock, queries about its
// listings; and cases in which OpenSearch by itself deviates from the contract.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStock } from '../../src/demo/generate.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { QueryDsl } from '../../src/cluster/query-dsl.ts';
import type { SearchContext } from '../../src/cluster/result-page.ts';
import { FuzzyTermLookup } from '../../src/cluster/word-cache.ts';
import { fuzzyWordQuery, termsWordQuery } from '../../src/cluster/word-query-dsl.ts';
import { NOTHING_KNOWN, type Listing } from '../../src/listing/listing.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { openStore } from '../../src/store/store.ts';
import { summarizeResult } from '../index/answers.ts';
import { stockQueries } from '../index/stock-queries.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const QUERIES = Number(process.env['LARGE_QUERIES'] ?? 30);
const CONCURRENCY = 8;

const gazetteer = loadGazetteer();

class Published {
  readonly #stock: PublishedStock;
  readonly model: ReferenceModel;
  service!: SearchService;

  constructor(urls: readonly string[], listings: readonly Listing[]) {
    this.#stock = new PublishedStock(urls);
    this.model = new ReferenceModel(listings, gazetteer);
    this.listings = listings;
  }

  readonly listings: readonly Listing[];

  async start(): Promise<void> {
    const store = openStore(this.#stock.folder.path, { mode: 'write' });
    await store.write((transaction) => {
      for (const listing of this.listings) transaction.upsert(listing);
    });
    await store.close();
    await this.#stock.publish();
    ({ service: this.service } = await this.#stock.open());
  }

  async expectAlike(sendRequest: string): Promise<void> {
    const { query } = this.service.parse([...new URLSearchParams(sendRequest)]);
    const [found, expected] = [await this.service.search(query), await this.model.search(query)];
    expect(summarizeResult(found), sendRequest).toEqual(summarizeResult(expected));
    expect(await this.service.prices(query), sendRequest).toEqual(await this.model.prices(query));
    expect(await this.service.index.summarize(query), sendRequest).toEqual(await this.model.summarize(query));
  }

  onPointInTime(work: (pit: SearchContext['pit']) => Promise<void>): Promise<void> {
    return this.#stock.onPointInTime(work);
  }

  stop(): Promise<void> {
    return this.#stock.remove();
  }
}

onSharedCluster('on a cluster', (urls) => {
  describe('3,000 listings', () => {
    const published = new Published(urls, [...demoStock({ count: 3000 })]);
    beforeAll(() => published.start(), 300_000);
    afterAll(() => published.stop());

    it('agree with the model on any queries and summaries', async () => {
      const queue = stockQueries(published.listings, QUERIES, 7).values();
      const searchOn = async (): Promise<void> => {
        for (const sendRequest of queue) await published.expectAlike(sendRequest);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, searchOn));
    }, 600_000);

    it('have the same words for a typo, whether the cluster is given or finds them', async () => {
      await published.onPointInTime(async (pit) => {
        const similar = new FuzzyTermLookup(pit);
        for (const word of ['panorammic', 'atuomatic', 'fcous', 'titaniumm', 'voxhall', 'seatt', 'zzzzz']) {
          const words = await similar.find(word);
          if (words === undefined) throw new Error(`there are too many words like ${word}`);
          const [reported, found] = [
            termsWordQuery(new Map(words.map((one) => [one, 2]))),
            fuzzyWordQuery(word, []),
          ];
          expect(await pit.count(reported.filter), word).toBe(await pit.count(found.filter));
          expect(await scoresIn(pit, reported.scored(3)), word).toEqual(await scoresIn(pit, found.scored(3)));
        }
      });
    });
  });

  describe('listings that are hard to distinguish', () => {
    const published = new Published(urls, HARD);
    beforeAll(() => published.start(), 300_000);
    afterAll(() => published.stop());

    it.each([
      ['ids order by UTF-16 units, not by code points', 'make=Ford&sort=price_asc'],
      ['equal distances on both sides of a place, and nearly equal ones', 'location=SW1A+1AA&sort=distance'],
      ['a circle through listings', 'location=SW1A+1AA&distance=0&sort=distance'],
      ['letters beyond 16 bits are two in a typing error', 'q=ab%F0%90%90%A8d'],
      ['and are found as they are', 'q=%F0%90%90%A8%F0%90%90%A9%F0%90%90%AA'],
      ['a long word is found by what it begins with', `q=${'lengthy'.repeat(8)}`],
      ['and by a typing error', `q=${`${'lengthy'.repeat(9)}`.replace('ngt', 'nt')}`],
      ['and not by three', `q=${`${'lengthy'.repeat(9)}`.replaceAll('ngth', 'nth')}`],
      ['more words than a cluster adds up exactly', `q=${wordsUpTo(40)}&sort=relevance`],
      ['and fewer than it takes at once', `q=${wordsUpTo(9)}&sort=relevance`],
      ['negative, fractional and very large prices', 'sort=price_desc'],
    ])('%s', async (_, sendRequest) => {
      await published.expectAlike(sendRequest);
    });
  });
});

/** The first hits, with their scores. */
async function scoresIn(pit: SearchContext['pit'], query: QueryDsl): Promise<unknown> {
  const { hits } = await pit.search({ query, sort: ['_score', { key: 'asc' }], size: 500, _source: false });
  return hits.hits.map(({ _id, sort }) => [_id, sort]);
}

function wordsUpTo(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i / 26)}`,
  ).join('+');
}

function hard(id: string, facts: Partial<Listing>): Listing {
  return {
    ...NOTHING_KNOWN,
    id,
    dealer: 'north.example',
    advertUrl: `https://north.example/${encodeURIComponent(id)}`,
    year: 2015,
    mileageMiles: 1000,
    priceGbp: 5000,
    arrivedAt: 0,
    ...facts,
  };
}

// The position of SW1A 1AA without a postcode table.
const PALACE = { lat: 51.5051, lng: -0.1389 };
const around = (lat: number, lng: number) => ({ point: { lat: PALACE.lat + lat, lng: PALACE.lng + lng } });
const text = (words: number, from = 0) =>
  wordsUpTo(words + from)
    .split('+')
    .slice(from)
    .join(' ');

const HARD: readonly Listing[] = [
  ...['a', 'ﬀ', '𐐨', '\ud7ff', '\ue000', 'Z', '9', '10', 'é', '￮', '😀', '😀a'].map((id) =>
    hard(`${id}`, { make: 'Ford' }),
  ),
  ...[1e-9, 1e-13, 0.001, 0.0089932, 0.00899319].flatMap((by, i) => [
    hard(`east ${i}`, { priceGbp: 100 - i, ...around(0, by) }),
    hard(`west ${i}`, { priceGbp: 200 - i, ...around(0, -by) }),
    hard(`north ${i}`, { priceGbp: 300 - i, ...around(by, 0) }),
    hard(`south ${i}`, { priceGbp: 400 - i, ...around(-by, 0) }),
    hard(`here ${i}`, { priceGbp: 500 - i, ...around(0, 0) }),
  ]),
  hard('astral', { fullDescription: 'ab𐐨𐐩d abcd 𐐨𐐩𐐪 abxd' }),
  hard('astral too', { fullDescription: 'ab𐐨d ab𐐩d 𐐨𐐩𐐪𐐫' }),
  hard('long', { fullDescription: `${'lengthy'.repeat(9)} b` }),
  hard('longer', { fullDescription: `${'lengthy'.repeat(1200)}` }),
  ...Array.from({ length: 30 }, (_, i) =>
    hard(`words ${i}`, { fullDescription: text(40 + i), priceGbp: i % 3 }),
  ),
  ...Array.from({ length: 10 }, (_, i) =>
    hard(`some words ${i}`, { fullDescription: `${text(9)} ${text(i, 3)}` }),
  ),
  ...[-5, -0.01, 0, 0.1, 0.30000000000000004, 99_999_999.99, 2 ** 53].map((priceGbp) =>
    hard(`£${priceGbp}`, { priceGbp }),
  ),
  hard('no price', { priceGbp: null }),
];
