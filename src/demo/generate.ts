// The demo's stock: used cars as dealers in Great Britain would list them, generated from a seed. The same options give the same
// listings on every machine. Only models, towns and postcodes are real.
import { MINUTE_MS } from '../durations.ts';
import { NOTHING_KNOWN, type Listing } from '../listing/listing.ts';
import { CarGenerator, type DemoCar } from './used-car.ts';
import { roundToPriceEnding, PRICE_ENDINGS } from './valuation.ts';
import { describe } from './description.ts';
import { picturePath, ANGLES } from './picture-paths.ts';
import { Random } from './random.ts';
import { demoTables } from './tables.ts';
import { DealerBook } from './dealers.ts';

export interface DemoOptions {
  readonly count?: number;
  readonly seed?: number;
  /** Date of the stock, in milliseconds since 1970. The newest cars are of its year. */
  readonly now?: number;
}

const COUNT = 20_000;
const SEED = 1;
const NOW = Date.UTC(2026, 10, 1);

/** Age of the oldest listings. Most are much newer. */
const ARRIVALS_DAYS = 120;
const MINUTES_A_DAY = 24 * 60;

/** Shares of listings without a value, as in real stock. */
const MISSING_SHARES = { price: 0.01, mileage: 0.02, pictures: 0.03, description: 0.02, engineSize: 0.012 };

/** Yields listings in no particular order, with ids from `FC000001`. */
export function* demoStock(options: DemoOptions = {}): Generator<Listing, void> {
  const { count = COUNT, seed = SEED, now = NOW } = options;
  const random = new Random(seed);
  const cars = new CarGenerator(random, now);
  const dealers = new DealerBook(demoTables());
  for (let number = 1; number <= count; number++) {
    const car = cars.next();
    const dealer = dealers.pick(random, car);
    const location = random.pick(dealer.sites);
    const id = `FC${String(number).padStart(6, '0')}`;
    const images = random.chance(MISSING_SHARES.pictures) ? [] : imagesOf(random, car);
    const ending = random.chance(0.7) ? dealer.priceEnding : random.pickSkewed(PRICE_ENDINGS);
    yield {
      ...NOTHING_KNOWN,
      id,
      dealer: dealer.domain,
      advertUrl: `https://${dealer.domain}/used-cars/${urlSlug(car)}-${id.toLowerCase()}`,
      year: car.year,
      make: car.model.make.make,
      model: car.model.name,
      mileageMiles: random.chance(MISSING_SHARES.mileage) ? null : car.mileageMiles,
      fuelType: car.engine.fuel,
      transmission: car.transmission,
      engineLitres: random.chance(MISSING_SHARES.engineSize) ? null : car.engine.litres,
      // Price on application.
      priceGbp: random.chance(MISSING_SHARES.price) ? null : roundToPriceEnding(car.valuationGbp, ending),
      loc: location.town,
      postcode: location.postcode,
      thumbnail: images[0] ?? null,
      images,
      fullDescription: random.chance(MISSING_SHARES.description) ? null : describe(random, car),
      arrivedAt: arrival(random, now),
    };
  }
}

/** `2019-ford-fiesta`. */
function urlSlug({ year, model }: DemoCar): string {
  const words = `${year} ${model.make.make} ${model.name}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}

function imagesOf(random: Random, car: DemoCar): string[] {
  const label = `${car.model.make.make} ${car.model.name}`;
  const angles = ANGLES.slice(0, random.whole(3, ANGLES.length));
  return angles.map((angle) => picturePath(car.body.body.name, car.colour, angle, label));
}

/** Arrival in whole minutes; half of the listings arrive in the last quarter of the time. */
function arrival(random: Random, now: number): number {
  const draw = random.fraction();
  const back = draw * draw * ARRIVALS_DAYS * MINUTES_A_DAY;
  return now - Math.ceil(back) * MINUTE_MS;
}
