// The benchmark's stock: equal on every machine, distributed as its notes say, and unchanged by an import.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { readVocabulary } from '../../bench/corpus/description.ts';
import { csvRecord, feedRecord, writeCsvFeed, writeFeed } from '../../bench/corpus/feed-file.ts';
import { readMakes } from '../../bench/corpus/makes.ts';
import { corpusNotes } from '../../bench/corpus/corpus-notes.ts';
import { readFeed } from '../../src/ingest/run/read-feed.ts';
import { distanceKm } from '../../src/geo/great-circle.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { IncomingListing, Listing } from '../../src/listing/listing.ts';
import { canonicalMake } from '../../src/vehicle/makes.ts';

const SIZE = 20_000;
const LISTINGS = [...corpus({ size: SIZE, seed: 1 })];

const share = (fits: (listing: Listing) => boolean): number => LISTINGS.filter(fits).length / SIZE;

function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThan(least);
  expect(value).toBeLessThan(most);
}

/** The value that `part` of the known ones do not exceed. */
function quantile(values: readonly (number | null)[], part: number): number {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor(known.length * part)];
}

/** Of the line through the points (log rank, log count), by least squares. */
function slope(counts: readonly number[]): number {
  const x = counts.map((_, position) => Math.log(position + 1));
  const y = counts.map((count) => Math.log(count));
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const rise = x.reduce((sum, at, i) => sum + (at - middleX) * (y[i] - middleY), 0);
  return rise / x.reduce((sum, at) => sum + (at - middleX) ** 2, 0);
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const falling = (counts: Map<string, number>): number[] => [...counts.values()].sort((a, b) => b - a);

describe('a corpus', () => {
  it('is the same for the same size and seed, on every machine', () => {
    const first = [...corpus({ size: 1000, seed: 1 })];
    const text = first.map(feedRecord).join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '7315b1a6af414c260a9c093546dcb4cf8f408eb2644158a35655970172a8b788',
    );
  });

  it('is another for another seed', () => {
    const [one] = corpus({ size: 10, seed: 1 });
    const [other] = corpus({ size: 10, seed: 2 });
    expect(other).not.toEqual(one);
  });

  it('yields its listings one by one, however many there are', () => {
    const { value } = corpus({ size: 10_000_000, seed: 1 }).next();
    expect(value).toMatchObject({ id: 'C00000001' });
  });

  it('has ids and adverts that differ', () => {
    expect(new Set(LISTINGS.map(({ id }) => id)).size).toBe(SIZE);
    expect(new Set(LISTINGS.map(({ advertUrl }) => advertUrl)).size).toBe(SIZE);
  });
});

describe('a corpus with own positions', () => {
  const own = [...corpus({ size: 5000, seed: 1, ownPositions: true })];
  const placed = own.filter(({ point }) => point !== null);

  it('has a position for every listing with a postcode, and nearly no two at the same', () => {
    expect(placed).toHaveLength(own.filter(({ postcode }) => postcode !== null).length);
    expectBetween(placed.length, 4800, 5000);
    const places = new Set(placed.map(({ point }) => `${point?.lat} ${point?.lng}`));
    expect(places.size).toBeGreaterThan(placed.length * 0.999);
  });

  it('keeps them within ten kilometres of the postcode to each side, and spreads them', () => {
    const gazetteer = loadGazetteer();
    const distances = placed.flatMap(({ point, postcode }) => {
      const place = gazetteer.resolve(postcode ?? '');
      return point !== null && 'point' in place ? [distanceKm(point, place.point)] : [];
    });
    expect(distances.length).toBeGreaterThan(4000);
    // From the middle of a square of twenty kilometres to its corner, and up to a kilometre to the middle of a sector.
    expect(Math.max(...distances)).toBeLessThan(18);
    expectBetween(quantile(distances, 0.5), 6, 9);
  });
});

describe('the makes and models of a corpus', () => {
  it('are 60 and about 800, in the spelling of an import', () => {
    const makes = readMakes();
    expect(makes).toHaveLength(60);
    expect(makes.reduce((sum, { models }) => sum + models.length, 0)).toBe(819);
    expect(makes.filter(({ name }) => canonicalMake(name) !== name)).toEqual([]);
  });

  it("follow Zipf's law", () => {
    // 1/3 against the sum of 1/(r + 2) for r from 1 to 60, and 1/32 against it.
    expectBetween(
      share(({ make }) => make === 'Ford'),
      0.09,
      0.12,
    );
    expectBetween(
      share(({ make }) => make === 'Jeep'),
      0.007,
      0.013,
    );
    const models = LISTINGS.filter(({ make }) => make === 'Ford').flatMap(({ model }) => model ?? []);
    const plain = countBy(models.filter((model) => readMakes()[0].models.includes(model)));
    expectBetween(slope(falling(plain)), -1.15, -0.9);
  });
});

describe('the dealers of a corpus', () => {
  it('are one for 160 listings, the largest with several per cent', () => {
    const dealers = falling(countBy(LISTINGS.map(({ dealer }) => dealer)));
    expect(dealers).toHaveLength(125);
    expectBetween(dealers[0] / SIZE, 0.03, 0.05);
  });

  it('stand where the gazetteer knows a place, some with coordinates, a few nowhere', () => {
    const gazetteer = loadGazetteer();
    const places = LISTINGS.flatMap(({ postcode }) => postcode ?? []);
    expect([...new Set(places)].filter((postcode) => !('point' in gazetteer.resolve(postcode)))).toEqual([]);
    expectBetween(
      share(({ postcode, point }) => postcode === null && point === null),
      0.016,
      0.024,
    );
    const pointed = share(({ point }) => point !== null);
    expectBetween(pointed, 0.25, 0.6);
    const farthest = Math.max(...LISTINGS.map(({ point }) => point?.lat ?? 0));
    expect(farthest).toBeLessThan(61);
  });
});

describe('the cars of a corpus', () => {
  it('have fuels and gearboxes in their shares, some of no class', () => {
    expectBetween(
      share(({ fuelType }) => fuelType === 'Petrol'),
      0.52,
      0.56,
    );
    expectBetween(
      share(({ fuelType }) => fuelType === 'Diesel'),
      0.305,
      0.34,
    );
    expectBetween(
      share(({ fuelType }) => fuelType === 'Hydrogen'),
      0.003,
      0.007,
    );
    expectBetween(
      share(({ transmission }) => transmission === 'Automatic'),
      0.375,
      0.41,
    );
    expectBetween(
      share(({ transmission }) => transmission === 'Other'),
      0.016,
      0.024,
    );
  });

  it('are mostly of recent years', () => {
    expect(share(({ year }) => (year ?? 0) >= 2020)).toBeGreaterThan(0.5);
    expect(share(({ year }) => year !== null && year < 2010)).toBeLessThan(0.06);
    expect(Math.max(...LISTINGS.map(({ year }) => year ?? 0))).toBe(2025);
    expect(Math.min(...LISTINGS.map(({ year }) => year ?? 9999))).toBeGreaterThanOrEqual(2001);
  });

  it('have prices and mileages with a long tail to the right, as a log-normal has', () => {
    const prices = LISTINGS.map(({ priceGbp }) => priceGbp);
    const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => quantile(prices, part));
    expectBetween(middle, 9000, 14_000);
    // In logarithms both sides are about as wide.
    expectBetween(Math.log(high / middle) / Math.log(middle / low), 0.7, 1.3);
    const miles = LISTINGS.map(({ mileageMiles }) => mileageMiles);
    expectBetween(quantile(miles, 0.5), 30_000, 55_000);
    expect(quantile(miles, 0.99)).toBeGreaterThan(120_000);
  });

  it('lack each value in a few of a hundred', () => {
    const missing = (value: (listing: Listing) => unknown): number => share((l) => value(l) === null);
    for (const value of [
      (l: Listing) => l.make,
      (l: Listing) => l.model,
      (l: Listing) => l.year,
      (l: Listing) => l.mileageMiles,
      (l: Listing) => l.fuelType,
      (l: Listing) => l.transmission,
      (l: Listing) => l.priceGbp,
      (l: Listing) => l.postcode,
      (l: Listing) => l.thumbnail,
      (l: Listing) => l.fullDescription,
    ]) {
      expectBetween(missing(value), 0.005, 0.04);
    }
  });
});

describe('the descriptions of a corpus', () => {
  const texts = LISTINGS.flatMap(({ fullDescription }) => fullDescription ?? []);

  it("have words by Zipf's law from 20,000 different ones", () => {
    const vocabulary = readVocabulary();
    expect(new Set(vocabulary).size).toBe(20_000);
    const counts = countBy(texts.flatMap((text) => text.match(/[a-z0-9.-]*[a-z0-9]/g) ?? []));
    const common = vocabulary.slice(0, 150).map((word) => counts.get(word) ?? 0);
    expectBetween(slope(common), -1.05, -0.95);
  });

  it('have 25 to 60 words and the name of the car', () => {
    const lengths = texts.map((text) => text.split(' ').length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(25 + 3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60 + 9);
  });
});

describe('the feed of a corpus', () => {
  it('quotes what CSV would take for its own', () => {
    const images = ['https://a.example', 'https://b.example'];
    const record = csvRecord({ ...LISTINGS[0], model: '3, "M"', postcode: null, images });
    expect(record).toContain(',"3, ""M""",');
    expect(record).toContain(',https://a.example|https://b.example,');
  });

  it.each([
    ['NDJSON', writeFeed, 2001],
    ['CSV', writeCsvFeed, 2002],
  ])('is imported as the same listings from %s, with nothing refused or unknown', async (_, write, lines) => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-corpus-'));
    try {
      const path = join(folder, 'corpus.feed');
      expect(write(path, LISTINGS.slice(0, 2000))).toBe(2000);
      const read: IncomingListing[] = [];
      for await (const items of readFeed(path)) {
        for (const item of items) {
          expect(item).toMatchObject({ kind: 'listing', valueIssues: [] });
          if (item.kind === 'listing') read.push(item.listing);
        }
      }
      expect(read).toEqual(LISTINGS.slice(0, 2000));
      expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(lines);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('the notes of the corpus name everything that is drawn', () => {
  expect(corpusNotes().map(([drawn]) => drawn)).toEqual([
    'make',
    'model',
    'year',
    'fuel',
    'gearbox',
    'engine',
    'price',
    'mileage',
    'dealer',
    'place',
    'description',
    'unknown',
  ]);
});
