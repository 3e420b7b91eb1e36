// The demo's stock: used cars as dealers in Great Britain would list them, generated from a seed; `seedDemo` puts them into an
// empty folder. The same options give the same listings on every machine. Only models, towns and postcodes are real.
import { NOTHING_KNOWN, type Listing } from '../listing/listing.ts';
import {
  CarGenerator,
  type DemoCar,
  roundToPriceEnding,
  PRICE_ENDINGS,
  type PriceEnding,
} from './used-car.ts';
import { describe } from './description.ts';
import { picturePath, ANGLES } from './picture.ts';
import { Random, weighted, type Weighted } from './random.ts';
import { demoTables, TRADES, type DealerPlace, type DemoTables, type Trade } from './tables.ts';
import { openStore, useStore } from '../store/store.ts';

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
const MINUTE_MS = 60_000;

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

// The demo's dealers: invented names under `.example`, at real postcodes. A few are large and have several sites, most are
// small. They do not depend on the seed of the stock.

export interface Dealer {
  readonly domain: string;
  readonly sites: readonly [DealerPlace, ...DealerPlace[]];
  /** Last two digits of most of this dealer's prices. */
  readonly priceEnding: PriceEnding;
}

const PRESTIGE_FROM_GBP = 24_000;
/** From this price only specialists sell a car. */
const DEAR_FROM_GBP = 60_000;
const BUDGET_TO_GBP = 4_500;

class DealerBook {
  readonly #traders = new Map<Trade, Weighted<Dealer>>();

  constructor({ dealers, places }: Pick<DemoTables, 'dealers' | 'places'>) {
    const random = new Random(150);
    const free = random.sample(places, places.length);
    const byTrade = new Map<Trade, Dealer[]>();
    for (const { trade, name, sites } of dealers) {
      const first = free.pop();
      if (first === undefined) throw new Error('there are fewer places than sites');
      const traders = byTrade.get(trade) ?? [];
      byTrade.set(trade, traders);
      traders.push({
        domain: `${name}.example`,
        sites: [first, ...free.splice(0, sites - 1)],
        priceEnding: random.pickSkewed(PRICE_ENDINGS),
      });
    }
    for (const [trade, traders] of byTrade) this.#traders.set(trade, weighted(traders, sizeAt));
  }

  pick(random: Random, car: DemoCar): Dealer {
    const trades = tradesFor(car);
    const special = trades.length > 0 && (car.valuationGbp >= DEAR_FROM_GBP || random.chance(0.35));
    const trade = special ? random.pick(trades) : 'general';
    const traders = this.#traders.get(trade);
    if (traders === undefined) throw new Error(`there is no dealer of the trade ${trade}`);
    return random.pickWeighted(traders);
  }
}

/** Relative size by rank within the trade: the tenth has about a quarter of the first one's stock. */
function sizeAt(_: Dealer, rank: number): number {
  return 1 / (rank + 3);
}

function tradesFor(car: DemoCar): Trade[] {
  const { kinds } = car.body.body;
  const { trades } = car.model.make;
  const isWorking = kinds.includes('working');
  const isFor: Record<Trade, boolean> = {
    general: false,
    commercial: isWorking,
    prestige: !isWorking && (trades.includes('prestige') || car.valuationGbp >= PRESTIGE_FROM_GBP),
    electric: car.engine.fuel === 'Electric' || car.engine.plugIn,
    offroad: trades.includes('offroad') || kinds.includes('offroad'),
    budget: car.valuationGbp <= BUDGET_TO_GBP,
  };
  return TRADES.filter((trade) => isFor[trade]);
}

// Seeding an empty data folder with demo stock.

export const DEMO_LISTINGS = 20_000;

/** Listings between two progress reports, each followed by a tick that draws it. */
const BATCH_SIZE = 500;

/** Seeds an empty folder, on every machine with the same stock. False, without a change, if the folder has stock. */
export async function seedDemo(folder: string, onProgress: (done: number) => void): Promise<boolean> {
  // Checked without the writer's lock, which a folder with stock does not need.
  if (!(await isEmpty(folder))) return false;
  return useStore(openStore(folder, { mode: 'write' }), async (store) => {
    // Another process may have written before this one got the lock.
    if (store.sequence > 0) return false;
    await store.write(async (transaction) => {
      let done = 0;
      for (const listing of demoStock({ count: DEMO_LISTINGS })) {
        transaction.upsert(listing);
        done += 1;
        if (done % BATCH_SIZE !== 0) continue;
        onProgress(done);
        await new Promise((resume) => setImmediate(resume));
      }
    });
    return true;
  });
}

async function isEmpty(folder: string): Promise<boolean> {
  return useStore(openStore(folder, { mode: 'read' }), (store) => store.sequence === 0);
}
