// The demo's dealers: invented names under `.example`, at real postcodes. A few are large and have several sites, most are
// small. They do not depend on the seed of the stock.
import { addToList } from '../lists-by-key.ts';
import { type Weighted, Random, weighted } from './random.ts';
import { type DealerPlace, type Trade, type DemoTables, TRADES } from './tables.ts';
import { type DemoCar } from './used-car.ts';
import { type PriceEnding, PRICE_ENDINGS } from './valuation.ts';

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

export class DealerBook {
  readonly #traders = new Map<Trade, Weighted<Dealer>>();

  constructor({ dealers, places }: Pick<DemoTables, 'dealers' | 'places'>) {
    const random = new Random(150);
    const free = random.sample(places, places.length);
    const byTrade = new Map<Trade, Dealer[]>();
    for (const { trade, name, sites } of dealers) {
      const first = free.pop();
      if (first === undefined) throw new Error('there are fewer places than sites');
      addToList(byTrade, trade, {
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
