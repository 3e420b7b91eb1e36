// A corpus: listings of any number, drawn from a seed one by one. corpus-notes.ts describes its distributions in
// docs/performance.md. The same size and seed give the same listings on every machine with IEEE 754 doubles: only
// integer operations, + - * / and rounding are used, no Math.exp, log or pow, and no clock. A corpus is not a prefix of
// a larger one: the number of dealers grows with the size.
import { Random } from '../../src/demo/random.ts';
import { NOTHING_KNOWN, type Listing } from '../../src/listing/listing.ts';
import { CarGenerator } from './cars.ts';
import { jittered, makeDealers, type Dealer, type DealerSite } from './dealers.ts';
import { DescriptionGenerator } from './description.ts';

export interface CorpusOptions {
  readonly size: number;
  readonly seed: number;
  /** Whether every listing with a position has one of its own, as private sellers' have; false by default. */
  readonly ownPositions?: boolean;
}

/** The moment that the stock is seen at, so that no listing is newer than the day of an import. */
const SEEN_AT = Date.UTC(2026, 0, 1);
/** The oldest arrival; most are much later. */
const ARRIVALS_DAYS = 120;
const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Shares of listings of which something is not known. */
export const UNKNOWN_SHARES = {
  make: 0.01,
  model: 0.02,
  year: 0.01,
  mileage: 0.02,
  fuelType: 0.02,
  transmission: 0.02,
  engine: 0.02,
  price: 0.02,
  loc: 0.02,
  position: 0.02,
  images: 0.03,
  description: 0.02,
};
/** Share of listings that stand somewhere else than their dealer, and say where. */
export const OFF_SITE_SHARE = 0.05;
/** Degrees of latitude: about ten kilometres. Own positions are as far away at most. */
const OFF_SITE_DEGREES = 0.09;
const MAX_IMAGES = 6;

/** Ids run from `C00000001`. Memory depends on the number of dealers, not on that of listings. */
export function* corpus({ size, seed, ownPositions = false }: CorpusOptions): Generator<Listing, void> {
  const random = new Random(seed);
  const dealers = makeDealers(size, seed);
  const cars = new CarGenerator(random);
  const describer = new DescriptionGenerator(random);
  const unless = <Value>(share: number, value: Value): Value | null => (random.chance(share) ? null : value);
  const offSiteShare = ownPositions ? 1 : OFF_SITE_SHARE;
  for (let number = 1; number <= size; number++) {
    const car = cars.next();
    const dealer = random.pickWeighted(dealers);
    const site = random.pick(dealer.sites);
    const id = `C${String(number).padStart(8, '0')}`;
    const images = random.chance(UNKNOWN_SHARES.images) ? [] : imagesOf(random, dealer, id);
    const hasPosition = !random.chance(UNKNOWN_SHARES.position);
    yield {
      ...NOTHING_KNOWN,
      id,
      dealer: dealer.domain,
      advertUrl: `https://${dealer.domain}/cars/${id.toLowerCase()}`,
      year: unless(UNKNOWN_SHARES.year, car.year),
      make: unless(UNKNOWN_SHARES.make, car.make),
      model: unless(UNKNOWN_SHARES.model, car.model),
      mileageMiles: unless(UNKNOWN_SHARES.mileage, car.mileageMiles),
      fuelType: unless(UNKNOWN_SHARES.fuelType, car.fuelType),
      transmission: unless(UNKNOWN_SHARES.transmission, car.transmission),
      engineLitres: unless(UNKNOWN_SHARES.engine, car.engineLitres),
      priceGbp: unless(UNKNOWN_SHARES.price, car.priceGbp),
      // The town follows from a postcode.
      loc: unless(hasPosition ? 0 : UNKNOWN_SHARES.loc, site.town),
      postcode: hasPosition ? site.postcode : null,
      point: hasPosition ? pointOf(random, dealer, site, offSiteShare) : null,
      thumbnail: images[0] ?? null,
      images,
      fullDescription: unless(UNKNOWN_SHARES.description, describer.describe(car)),
      arrivedAt: arrival(random),
    };
  }
}

/** The coordinates that the feed gives; null where the postcode alone says where. */
function pointOf(
  random: Random,
  { sendsCoordinates }: Dealer,
  { point }: DealerSite,
  offSiteShare: number,
): Listing['point'] {
  if (random.chance(offSiteShare)) return jittered(random, point, OFF_SITE_DEGREES);
  return sendsCoordinates ? point : null;
}

function imagesOf(random: Random, { domain }: Dealer, id: string): string[] {
  const count = random.whole(1, MAX_IMAGES);
  return Array.from(
    { length: count },
    (_, view) => `https://pictures.${domain}/${id.toLowerCase()}-${view + 1}.jpg`,
  );
}

/** More arrivals the nearer to the end: half of them in the last quarter of the time. */
function arrival(random: Random): number {
  const draw = random.fraction();
  return SEEN_AT - Math.ceil(draw * draw * ARRIVALS_DAYS * MINUTES_PER_DAY) * MINUTE_MS;
}
