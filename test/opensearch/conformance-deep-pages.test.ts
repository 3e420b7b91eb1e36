// Pages beyond the first ten thousand listings, which a cluster does not return directly; and statistics over more
// listings than are fetched.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { findNumbers } from '../../src/cluster/cluster-order-statistics.ts';
import { NOTHING_KNOWN, type Listing } from '../../src/listing/listing.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { openStore } from '../../src/store/store.ts';
import { summarizeResult } from '../index/answers.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const COUNT = 10_250;
const gazetteer = loadGazetteer();

/** Many share a price, some a mileage, none an id. */
const LISTINGS = Array.from({ length: COUNT }, (_, i): Listing => {
  return {
    ...NOTHING_KNOWN,
    id: `${(i * 7919) % COUNT}`,
    dealer: i % 3 === 0 ? 'north.example' : 'south.example',
    advertUrl: `https://adverts.example/${i}`,
    year: i % 10 === 0 ? null : 2000 + (i % 25),
    make: 'Ford',
    mileageMiles: i % 50 === 0 ? null : (i * 131) % 90_000,
    priceGbp: i % 40 === 0 ? null : i % 1000 === 1 ? 99_999_999.5 : 500 + (i % 700) * 5,
    point: i % 4 === 0 ? null : { lat: 51 + (i % 90) / 100, lng: -0.1 },
    arrivedAt: i % 17,
  };
});

onSharedCluster('10,250 listings on a cluster', (urls) => {
  const stock = new PublishedStock(urls);
  const model = new ReferenceModel(LISTINGS, gazetteer);
  let service: SearchService;

  beforeAll(async () => {
    const store = openStore(stock.folder.path, { mode: 'write' });
    await store.write((transaction) => {
      for (const listing of LISTINGS) transaction.upsert(listing);
    });
    await store.close();
    await stock.publish();
    ({ service } = await stock.open());
  }, 300_000);
  afterAll(() => stock.remove());

  it.each([
    'sort=price_asc',
    'sort=price_desc',
    'sort=miles_asc',
    'q=ford&sort=relevance',
    'location=LS1&sort=distance',
    '',
  ])(
    'have the pages of the model to the end and beyond, requested in any order (?%s)',
    async (sendRequest) => {
      for (const page of [500, 501, 513, 502, 1, 514, 511]) {
        const { query } = service.parse([...new URLSearchParams(`${sendRequest}&page=${page}`)]);
        expect(summarizeResult(await service.search(query)), `page ${page}`).toEqual(
          summarizeResult(await model.search(query)),
        );
      }
    },
  );

  it('are summarised as in the model', async () => {
    const { query } = service.parse([]);
    expect(await service.index.summarize(query)).toEqual(await model.summarize(query));
  });

  it('have the same values at the same ranks, whatever the threshold', async () => {
    await stock.onPointInTime(async (pit) => {
      for (const field of ['priceGbp', 'mileageMiles', 'year'] as const) {
        const sorted = LISTINGS.map((listing) => listing[field])
          .filter((value) => value !== null)
          .sort((a, b) => a - b);
        const places = [0, 1, 500, 5000, 9000, sorted.length - 1];
        const edges = [-5, 600, 600.5, 2010, 50_000];
        for (const few of [1, 3, 300]) {
          const numbers = await findNumbers(pit, { match_all: {} }, field, few);
          expect([numbers.known, numbers.unknown]).toEqual([sorted.length, COUNT - sorted.length]);
          expect(await numbers.valuesAtRanks(places)).toEqual(places.map((place) => sorted[place]));
          expect(await numbers.countsFrom(edges)).toEqual(
            edges.map(
              (edge, i) =>
                sorted.filter((value) => value >= edge && value < (edges[i + 1] ?? Infinity)).length,
            ),
          );
        }
      }
    });
  });
});
