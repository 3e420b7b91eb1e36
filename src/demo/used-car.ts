// Generated used cars, before a dealer lists them: model, age, mileage, paint and value. Ages, mileages and colours are
// distributed as among cars on sale in Britain.
import { modelsSoldIn, modelYear, type Model, type ModelYear } from './catalogue.ts';
import type { BodyOption, Engine } from './model-entries.ts';
import { weighted, type Random, type Weighted } from './random.ts';
import { demoTables, type Paint } from './tables.ts';
import { type ValuationInput, valuationGbp } from './valuation.ts';

export interface DemoCar extends ValuationInput {
  /** Of a picture. */
  readonly colour: string;
  /** As in adverts: `Midnight Blue`. */
  readonly paintName: string;
  /** Value before rounding to a price ending. */
  readonly valuationGbp: number;
}

/** Relative frequency of each age in years among cars on sale, starting at 0. */
const AGE_WEIGHTS = [3, 7, 9, 12, 11, 9.5, 9, 8, 7, 6, 5, 4, 3, 2.2, 1.6, 1.2, 0.9, 0.6, 0.4, 0.3];

/** Usual miles per year, by fuel and use. */
const YEARLY_MILES = { Petrol: 7_800, Diesel: 10_800, Hybrid: 9_200, Electric: 8_400 };
const YEARLY_MILES_WORKING = 12_500;
const YEARLY_MILES_FOR_FUN = 5_200;
const MAX_MILES = 220_000;
/** About two weeks. */
const MIN_AGE_YEARS = 0.04;

/** Generates cars on sale at `now`, in milliseconds since 1970. */
export class CarGenerator {
  readonly #random: Random;
  readonly #today: number;
  readonly #paints: Weighted<Paint>;
  readonly #years: Weighted<{ year: number; models: ReturnType<typeof modelsSoldIn> }>;
  readonly #modelYears = new Map<Model, Map<number, ModelYear>>();

  constructor(random: Random, now: number) {
    this.#random = random;
    this.#paints = weighted([...demoTables().paints.values()], ({ share }) => share);
    const thisYear = new Date(now).getUTCFullYear();
    const start = Date.UTC(thisYear, 0);
    this.#today = thisYear + (now - start) / (Date.UTC(thisYear + 1, 0) - start);
    const ages = AGE_WEIGHTS.map((weight, age) => ({ weight, year: thisYear - age }));
    const sold = ages
      .map(({ weight, year }) => ({ weight, year, models: modelsSoldIn(year) }))
      .filter(({ models }) => models.values.length > 0);
    if (sold.length === 0) throw new Error(`the catalogue knows no car sold in ${thisYear} or before`);
    this.#years = weighted(sold, ({ weight, year }) => weight * Math.min(1, this.#today - year));
  }

  next(): DemoCar {
    const random = this.#random;
    const { year, models } = random.pickWeighted(this.#years);
    const { model } = random.pickWeighted(models);
    const options = this.#optionsOf(model, year);
    const { trim, engines } = random.pickSkewed(options.trims);
    const engine = random.pickSkewed(engines);
    const transmission = random.pickSkewed(engine.transmissions);
    // A fast version, at least a quarter more expensive, comes in the most common body only.
    const body = trim.priceFactor >= 1.25 ? options.bodies[0] : random.pickSkewed(options.bodies);
    if (body === undefined) throw new Error(`${model.make.make} ${model.name} had no body in ${year}`);
    const registered = year + random.fraction() * Math.min(1, this.#today - year);
    const ageYears = Math.max(MIN_AGE_YEARS, this.#today - registered);
    const usual = usualMiles(ageYears, body, engine);
    const input: ValuationInput = {
      year,
      ageYears,
      model,
      body,
      trim,
      engine,
      transmission,
      mileageMiles: this.#mileageMiles(usual),
      usualMiles: usual,
    };
    const paint = random.pickWeighted(this.#paints);
    return {
      ...input,
      colour: paint.colour,
      paintName: random.pick(paint.names),
      valuationGbp: valuationGbp(input) * random.logNormal(0.07),
    };
  }

  #optionsOf(model: Model, year: number): ModelYear {
    const years = this.#modelYears.get(model) ?? new Map<number, ModelYear>();
    this.#modelYears.set(model, years);
    const options = years.get(year) ?? modelYear(model, year);
    years.set(year, options);
    return options;
  }

  #mileageMiles(usual: number): number {
    const miles = usual * this.#random.logNormal(0.38) + this.#random.whole(5, 60);
    const exact = Math.floor(miles <= MAX_MILES ? miles : MAX_MILES - this.#random.whole(0, 40_000));
    // Some dealers round.
    return exact > 10_000 && this.#random.chance(0.15) ? exact - (exact % 1000) : exact;
  }
}

/** Usual mileage at that age. Old cars are driven less. */
function usualMiles(ageYears: number, { body }: BodyOption, { fuel }: Engine): number {
  const yearly = body.kinds.includes('working')
    ? YEARLY_MILES_WORKING
    : body.kinds.includes('fun')
      ? YEARLY_MILES_FOR_FUN
      : YEARLY_MILES[fuel];
  return yearly * (Math.min(ageYears, 5) + 0.6 * Math.max(0, ageYears - 5));
}
