// The demo's stock: used cars as dealers in Great Britain would list them, drawn from a seed. The same options give
// the same listings on every machine. Nothing here is real but the models, the towns and their postcodes.
import type { Listing } from '../listing/listing.ts';
import { CarGenerator, type Car } from './car.ts';
import { DealerBook } from './dealers.ts';
import { describe } from './description.ts';
import { picturePath, ANGLES } from './picture-path.ts';
import { loadDealerLocations } from './dealer-locations.ts';
import { Random } from './random.ts';
import { roundToPriceEnding, PRICE_ENDINGS } from './valuation.ts';

export interface DemoOptions {
  /** How many listings; 20,000 unless given. */
  readonly count?: number;
  readonly seed?: number;
  /** The moment that the stock is seen at, in milliseconds since 1970: the newest cars are of its year. */
  readonly now?: number;
}

const COUNT = 20_000;
const SEED = 1;
const NOW = Date.UTC(2026, 10, 1);

/** The oldest listing arrived this long before `now`; most arrived much later. */
const ARRIVALS_DAYS = 120;
const MINUTES_A_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Shares of listings that lack something, as real stock does. */
const MISSING_SHARES = { price: 0.01, mileage: 0.02, pictures: 0.03, description: 0.02, engineSize: 0.012 };

/** Yields demo listings one by one, in no particular order. Ids run from `FC000001`. */
export function* demoStock(options: DemoOptions = {}): Generator<Listing, void> {
  const { count = COUNT, seed = SEED, now = NOW } = options;
  const random = new Random(seed);
  const cars = new CarGenerator(random, now);
  const dealers = new DealerBook(loadDealerLocations());
  for (let number = 1; number <= count; number++) {
    const car = cars.next();
    const dealer = dealers.pick(random, car);
    const location = random.pick(dealer.sites);
    const id = `FC${String(number).padStart(6, '0')}`;
    const images = random.chance(MISSING_SHARES.pictures) ? [] : picturePathsOf(random, car);
    const ending = random.chance(0.7) ? dealer.priceEnding : random.pickSkewed(PRICE_ENDINGS);
    yield {
      id,
      dealer: dealer.domain,
      advertUrl: `https://${dealer.domain}/used-cars/${urlSlug(car)}-${id.toLowerCase()}`,
      year: car.year,
      make: car.model.make,
      model: car.model.name,
      mileageMiles: random.chance(MISSING_SHARES.mileage) ? null : car.mileageMiles,
      fuelType: car.engine.fuel,
      transmission: car.transmission,
      engineLitres: random.chance(MISSING_SHARES.engineSize) ? null : car.engine.litres,
      // The dealer wants to be asked: "POA".
      priceGbp: random.chance(MISSING_SHARES.price) ? null : roundToPriceEnding(car.valuationGbp, ending),
      loc: location.town,
      postcode: location.postcode,
      point: null,
      thumbnail: images[0] ?? null,
      images,
      fullDescription: random.chance(MISSING_SHARES.description) ? null : describe(random, car),
      arrivedAt: arrival(random, now),
      sourceTerms: null,
    };
  }
}

/** `2019-ford-fiesta`. */
function urlSlug({ year, model }: Car): string {
  const words = `${year} ${model.make} ${model.name}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}

/** Three to eight pictures, the car's side first. */
function picturePathsOf(random: Random, car: Car): string[] {
  const label = `${car.model.make} ${car.model.name}`;
  const angles = ANGLES.slice(0, random.whole(3, ANGLES.length));
  return angles.map((angle) => picturePath(car.body.body, car.paint.colour, angle, label));
}

/** More arrivals the nearer to now: half of them in the last quarter of the time. Whole minutes. */
function arrival(random: Random, now: number): number {
  const draw = random.fraction();
  const back = draw * draw * ARRIVALS_DAYS * MINUTES_A_DAY;
  return now - Math.ceil(back) * MINUTE_MS;
}
