// The demo's stock: always the same, plausible to someone who knows the market, and complete enough to search.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoStock } from '../../src/demo/generate.ts';
import { loadGazetteer, loadRows } from '../../src/geo/postcode-gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { canonicalMake } from '../../src/vehicle/makes.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../../src/vehicle/classes.ts';

const NOW = Date.UTC(2026, 10, 1);
const stock = [...demoStock({ now: NOW })];

function share(matches: (listing: Listing) => boolean): number {
  return stock.filter(matches).length / stock.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function countBy(keyOf: (listing: Listing) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const listing of stock) counts.set(keyOf(listing), (counts.get(keyOf(listing)) ?? 0) + 1);
  return counts;
}

describe('the same options', () => {
  it('give the same listings, twice', () => {
    expect([...demoStock({ count: 500, seed: 7, now: NOW })]).toEqual([
      ...demoStock({ count: 500, seed: 7, now: NOW }),
    ]);
  });

  // When the catalogue or the generator changes on purpose, put the new value here.
  it('give these very first hundred listings on every machine', () => {
    const sorted = stock
      .slice(0, 100)
      .map((listing) => Object.entries(listing).filter(([, value]) => value !== null))
      .map((known) => known.sort(([a], [b]) => (a < b ? -1 : 1)));
    const text = JSON.stringify(sorted);
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      'ce52e05de209726b1ba6cb8c21e5f6a280dbd45dcd364a9f14dbd4a43dca3519',
    );
  });

  it('begin alike whatever the count', () => {
    expect([...demoStock({ count: 100, now: NOW })]).toEqual(stock.slice(0, 100));
  });

  it('with another seed give other listings', () => {
    const [first] = demoStock({ count: 1, seed: 2, now: NOW });
    expect(first?.fullDescription).not.toBe(stock[0]?.fullDescription);
  });
});

describe('the stock', () => {
  it('has 20,000 listings unless asked for another number', () => {
    expect(stock).toHaveLength(20_000);
    expect([...demoStock({ count: 0 })]).toEqual([]);
  });

  it('has each id and each advert address once', () => {
    expect(new Set(stock.map((listing) => listing.id)).size).toBe(20_000);
    expect(new Set(stock.map((listing) => listing.advertUrl)).size).toBe(20_000);
  });

  it('has addresses made of the dealer, the year, the make, the model and the id', () => {
    const others = stock.filter(
      ({ advertUrl, dealer, id }) =>
        !/^https:\/\/[a-z0-9.]+\/used-cars\/20\d\d-[a-z0-9-]+-fc\d{6}$/.test(advertUrl) ||
        !advertUrl.startsWith(`https://${dealer}/`) ||
        !advertUrl.endsWith(`-${id.toLowerCase()}`),
    );
    expect(others).toEqual([]);
    expect(stock[0]?.advertUrl).toBe('https://belgraviarow.example/used-cars/2026-audi-q7-fc000001');
  });

  it('lacks a price, a mileage, pictures, a description or an engine size now and then', () => {
    const shares = {
      price: share((listing) => listing.priceGbp === null),
      mileage: share((listing) => listing.mileageMiles === null),
      pictures: share((listing) => listing.images.length === 0),
      description: share((listing) => listing.fullDescription === null),
      engine: share((listing) => listing.engineLitres === null && listing.fuelType !== 'Electric'),
    };
    expect(shares.price).toBeGreaterThan(0.005);
    expect(shares.price).toBeLessThan(0.015);
    expect(shares.mileage).toBeGreaterThan(0.015);
    expect(shares.mileage).toBeLessThan(0.025);
    expect(shares.pictures).toBeGreaterThan(0.02);
    expect(shares.pictures).toBeLessThan(0.04);
    expect(shares.description).toBeGreaterThan(0.015);
    expect(shares.description).toBeLessThan(0.025);
    expect(shares.engine).toBeGreaterThan(0.006);
    expect(shares.engine).toBeLessThan(0.018);
  });

  it('has canonical makes, fuels and gearboxes only', () => {
    for (const make of countBy((listing) => listing.make ?? '').keys())
      expect(canonicalMake(make)).toBe(make);
    expect(new Set(stock.map(({ fuelType }) => fuelType))).toEqual(new Set(FUEL_TYPES));
    expect(new Set(stock.map(({ transmission }) => transmission))).toEqual(new Set(TRANSMISSIONS));
  });

  it('has makes in about the shares of the British market', () => {
    const makes = countBy((listing) => listing.make ?? '');
    expect(makes.size).toBeGreaterThanOrEqual(35);
    const ranked = [...makes].sort((a, b) => b[1] - a[1]).map(([make]) => make);
    expect(ranked.slice(0, 3)).toEqual(['Ford', 'Vauxhall', 'Volkswagen']);
    expect(new Set(ranked.slice(3, 6))).toEqual(new Set(['BMW', 'Audi', 'Mercedes-Benz']));
    expect(makes.get('Porsche')).toBeGreaterThan(80);
    expect(makes.get('Porsche')).toBeLessThan(260);
  });

  it('arrived within the last 120 days, before now', () => {
    const oldest = NOW - 120 * 24 * 60 * 60 * 1000;
    expect(stock.filter(({ arrivedAt }) => arrivedAt > NOW || arrivedAt < oldest)).toEqual([]);
  });
});

describe('the cars', () => {
  it('are of the last twenty years, the newest of this one', () => {
    const years = stock.map((listing) => listing.year ?? 0);
    expect(Math.max(...years)).toBe(2026);
    expect(Math.min(...years)).toBeGreaterThanOrEqual(2007);
    const later = [...demoStock({ count: 500, now: Date.UTC(2031, 5, 1) })].map(({ year }) => year ?? 0);
    expect(Math.max(...later)).toBe(2031);
  });

  it('have no engine size where they are electric', () => {
    const electric = stock.filter((listing) => listing.fuelType === 'Electric');
    expect(electric.length).toBeGreaterThan(500);
    expect(electric.every(({ engineLitres }) => engineLitres === null)).toBe(true);
    expect(electric.every(({ transmission }) => transmission === 'Automatic')).toBe(true);
  });

  it('are what was really sold', () => {
    const of = (make: string) => stock.filter((listing) => listing.make === make);
    expect(of('Tesla').every(({ fuelType }) => fuelType === 'Electric')).toBe(true);
    expect(of('Dacia').some(({ fuelType }) => fuelType === 'Electric')).toBe(false);
    const defenders = stock.filter(({ model }) => model === 'Defender');
    expect(defenders.length).toBeGreaterThan(10);
    expect(defenders.every(({ engineLitres }) => engineLitres === null || engineLitres >= 2)).toBe(true);
    const pumas = stock.filter(({ model }) => model === 'Puma');
    expect(pumas.every(({ year }) => year !== null && year >= 2019)).toBe(true);
    const fiestas = stock.filter(({ model }) => model === 'Fiesta');
    expect(fiestas.every(({ year }) => year !== null && year <= 2023)).toBe(true);
  });

  const YEARS = [2023, 2020, 2017, 2014];

  it('lose value with age, model by model', () => {
    for (const model of ['Fiesta', 'Corsa', 'Golf', 'Qashqai', '3 Series']) {
      const prices = YEARS.map((year) =>
        mean(
          stock
            .filter((listing) => listing.model === model && listing.year === year)
            .flatMap((listing) => listing.priceGbp ?? []),
        ),
      );
      expect(prices, model).toEqual(prices.toSorted((a, b) => b - a));
    }
  });

  // By fuel, for diesels are driven more; a single model has too few cars of a year to be sure.
  it('gain miles with age', () => {
    for (const fuelType of ['Petrol', 'Diesel']) {
      const miles = YEARS.map((year) =>
        mean(
          stock
            .filter((listing) => listing.fuelType === fuelType && listing.year === year)
            .flatMap((listing) => listing.mileageMiles ?? []),
        ),
      );
      expect(miles, fuelType).toEqual(miles.toSorted((a, b) => a - b));
    }
  });

  it('cost and ran what used cars do', () => {
    const prices = stock.flatMap((listing) => listing.priceGbp ?? []).sort((a, b) => a - b);
    const miles = stock.flatMap((listing) => listing.mileageMiles ?? []).sort((a, b) => a - b);
    expect(prices[0]).toBeGreaterThanOrEqual(395);
    expect(prices[Math.floor(prices.length / 2)]).toBeGreaterThan(9_000);
    expect(prices[Math.floor(prices.length / 2)]).toBeLessThan(18_000);
    expect(miles[Math.floor(miles.length / 2)]).toBeGreaterThan(30_000);
    expect(miles[Math.floor(miles.length / 2)]).toBeLessThan(60_000);
    expect(miles.at(-1)).toBeLessThanOrEqual(220_000);
    expect(new Set(prices.map((price) => price % 100))).toEqual(new Set([0, 50, 95, 99]));
  });
});

describe('the dealers', () => {
  it('are about 150 of very uneven size, under .example', () => {
    const sizes = [...countBy((listing) => listing.dealer).values()].sort((a, b) => b - a);
    expect(sizes.length).toBeGreaterThanOrEqual(140);
    expect(sizes.length).toBeLessThanOrEqual(160);
    expect(sizes[0]).toBeGreaterThan(1_000);
    expect(sizes.at(-1)).toBeLessThan(40);
    expect(stock.filter(({ dealer }) => !/^[a-z0-9]+\.example$/.test(dealer))).toEqual([]);
  });

  it('stay where they are when the seed changes', () => {
    const sites = new Set(stock.map(({ dealer, postcode }) => `${dealer} ${postcode ?? ''}`));
    for (const { dealer, postcode } of demoStock({ count: 300, seed: 99, now: NOW })) {
      expect(sites).toContain(`${dealer} ${postcode ?? ''}`);
    }
  });

  it('are at postcodes of sectors that the gazetteer knows', () => {
    const gazetteer = loadGazetteer();
    const postcodes = new Set(stock.map((listing) => listing.postcode ?? ''));
    expect(postcodes.size).toBeGreaterThan(200);
    const sectors = new Map(
      loadRows('sectors.tsv').map(([sector, lat, lng]) => [sector, [Number(lat), Number(lng)]]),
    );
    for (const postcode of postcodes) {
      const [lat, lng] = sectors.get(postcode.slice(0, -2)) ?? [];
      expect(gazetteer.resolve(postcode), postcode).toHaveProperty('point', { lat, lng });
    }
  });

  it('are near enough to SW1A 1AA for a search around it', () => {
    const london = stock.filter(({ loc }) => loc === 'London').length;
    expect(london).toBeGreaterThan(800);
    expect(stock.every(({ point }) => point === null)).toBe(true);
  });
});

describe('the descriptions', () => {
  const texts = stock.flatMap((listing) => listing.fullDescription ?? []);

  it('have 25 to 70 words', () => {
    const words = texts.map((text) => text.split(' ').length);
    expect(Math.min(...words)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...words)).toBeLessThanOrEqual(70);
  });

  it('hold what searchers type', () => {
    for (const words of [
      'sat nav',
      'tow bar',
      'panoramic roof',
      'ULEZ',
      'One owner',
      'full service history',
      'heated seats',
      'Apple CarPlay',
      'Midnight Blue',
      'British Racing Green',
      'ST-Line',
      'M Sport',
      'AMG Line',
      'GTI',
      '320d',
      'EcoBoost',
      'plug-in hybrid',
    ]) {
      expect(texts.filter((text) => text.includes(words)).length, words).toBeGreaterThan(10);
    }
  });

  it('hold no placeholder, no phone number, no registration and no VIN', () => {
    expect(texts.filter((text) => /[{}]|undefined|null|NaN/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\d{5}/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\b[A-Z]{2}\d{2} ?[A-Z]{3}\b/.test(text))).toEqual([]);
  });

  it('claim ULEZ only where it is sure', () => {
    const oldDiesels = stock.filter(({ fuelType, year }) => fuelType === 'Diesel' && (year ?? 0) < 2016);
    expect(oldDiesels.length).toBeGreaterThan(100);
    expect(oldDiesels.some(({ fullDescription }) => fullDescription?.includes('ULEZ'))).toBe(false);
  });
});
