// The cars of a corpus: make and model by Zipf's law, the rest by shares and roughly log-normal distributions. Only + -
// * / of numbers is used, so that every machine draws the same cars.
import { Random, weighted, type Weighted } from '../../src/demo/random.ts';
import { readMakes, TRIMS } from './makes.ts';
import { zipf } from './zipf.ts';

export interface Car {
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly mileageMiles: number;
  readonly priceGbp: number;
  readonly fuelType: string;
  readonly transmission: string;
  /** Null of electric cars. */
  readonly engineLitres: number | null;
}

export const MAKE_SHIFT = 2;
export const NEWEST_YEAR = 2025;
/** How common each age is, from the newest year's cars to the oldest. */
const AGE_WEIGHTS = [4, 8, 10, 12, 12, 10, 9, 8, 7, 5, 4, 3, 2.4, 1.8, 1.3, 1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.1, 0.05]; // prettier-ignore
/** Per cent. The last ones are of no class that can be filtered by. */
export const FUEL_SHARES = { Petrol: 55, Diesel: 33, Hybrid: 6, Electric: 4, LPG: 1.5, Hydrogen: 0.5 };
export const TRANSMISSION_SHARES = { Manual: 58, Automatic: 40, Other: 2 };
/** Litres and their weights; each model has a few of them. */
const ENGINES = [[1.0, 14], [1.2, 11], [1.3, 4], [1.4, 10], [1.5, 12], [1.6, 14], [1.8, 5], [2.0, 20], [2.2, 3], [2.5, 1.5], [3.0, 4], [3.5, 0.6], [4.0, 0.5], [5.0, 0.4]] as const; // prettier-ignore
const ENGINES_PER_MODEL = 4;

export const MEDIAN_NEW_GBP = 24_000;
export const MODEL_PRICE_SPREAD = 0.45;
export const PRICE_SPREAD = 0.2;
/** Share of the price that is left after each year. */
export const RETAINED_PER_YEAR = 0.87;
const MIN_GBP = 495;
export const MILES_PER_YEAR = 8000;
export const MILES_SPREAD = 0.45;
const MAX_MILES = 300_000;
/** Models with the trim in their name: `Golf GTI`. */
export const MODEL_WITH_TRIM = 0.08;

interface CorpusModel {
  readonly name: string;
  readonly newGbp: number;
  /** Commonest first. */
  readonly engines: readonly number[];
}

export class CarGenerator {
  readonly #random: Random;
  readonly #makes: Weighted<{ readonly name: string; readonly models: Weighted<CorpusModel> }>;
  readonly #ages = weighted([...AGE_WEIGHTS.keys()], (age) => AGE_WEIGHTS[age]);
  readonly #fuels = byShare(FUEL_SHARES);
  readonly #transmissions = byShare(TRANSMISSION_SHARES);

  constructor(random: Random) {
    this.#random = random;
    // The models are the same whatever the seed.
    const models = new Random(800);
    const engines = weighted(ENGINES, ([, weight]) => weight);
    this.#makes = zipf(
      readMakes().map((make) => ({
        name: make.name,
        models: zipf(
          make.models.map((name) => ({
            name,
            newGbp: MEDIAN_NEW_GBP * models.logNormal(MODEL_PRICE_SPREAD),
            engines: Array.from({ length: ENGINES_PER_MODEL }, () => models.pickWeighted(engines)[0]),
          })),
        ),
      })),
      MAKE_SHIFT,
    );
  }

  next(): Car {
    const random = this.#random;
    const make = random.pickWeighted(this.#makes);
    const model = random.pickWeighted(make.models);
    const age = random.pickWeighted(this.#ages);
    const fuelType = random.pickWeighted(this.#fuels);
    const miles = MILES_PER_YEAR * (age + random.fraction()) * random.logNormal(MILES_SPREAD);
    return {
      make: make.name,
      model: random.chance(MODEL_WITH_TRIM) ? `${model.name} ${random.pick(TRIMS)}` : model.name,
      year: NEWEST_YEAR - age,
      mileageMiles: Math.min(MAX_MILES, Math.round(miles)),
      priceGbp: roundPrice(random, model.newGbp * retainedAfter(age) * random.logNormal(PRICE_SPREAD)),
      fuelType,
      transmission: random.pickWeighted(this.#transmissions),
      engineLitres: fuelType === 'Electric' ? null : random.pickSkewed(model.engines),
    };
  }
}

function byShare(shares: Readonly<Record<string, number>>): Weighted<string> {
  return weighted(Object.keys(shares), (name) => shares[name]);
}

function retainedAfter(years: number): number {
  let retained = 1;
  for (let year = 0; year < years; year++) retained *= RETAINED_PER_YEAR;
  return retained;
}

/** Most prices end on 95, some on 00 or 50, a few on any pound. */
function roundPrice(random: Random, gbp: number): number {
  const draw = random.fraction();
  const rounded =
    draw < 0.6 ? Math.round(gbp / 100) * 100 - 5 : draw < 0.85 ? Math.round(gbp / 50) * 50 : Math.round(gbp);
  return Math.max(MIN_GBP, rounded);
}
