// Generated used cars, before a dealer lists them: model, age, mileage, paint and value. Ages, mileages and colours are
// distributed as among cars on sale in Britain.
import { modelsSoldIn, modelYear, type Model, type ModelYear } from './catalogue.ts';
import type { BodyOption, Engine, Trim } from './model-entries.ts';
import { weighted, type Random, type Weighted } from './random.ts';
import { demoTables, type Paint } from './tables.ts';
import type { Transmission } from '../vehicle/classes.ts';

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
  readonly #years: Weighted<{ year: number; models: Weighted<Model> }>;
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
    const model = random.pickWeighted(models);
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

// Valuation of used cars: the price when new, depreciated by age and mileage, and rounded as dealers round. It uses only
// + - * /, so that every machine gets the same pound.

export interface ValuationInput {
  readonly model: Model;
  readonly body: BodyOption;
  readonly trim: Trim;
  readonly engine: Engine;
  readonly transmission: Transmission;
  readonly year: number;
  readonly ageYears: number;
  readonly mileageMiles: number;
  /** Usual mileage at that age. */
  readonly usualMiles: number;
}

/** The year of the catalogue's new prices. */
const PRICE_YEAR = 2020;
const YEARLY_INFLATION = 0.025;
/** Share of the price when new that a car is worth at its first resale. */
const FIRST_SALE_FACTOR = 0.87;
const MIN_GBP = 595;

function valuationGbp(car: ValuationInput): number {
  const aged =
    newPriceGbp(car) * FIRST_SALE_FACTOR * retainedAfter(car.ageYears, car.model.make.retainedPerYear);
  const milesOver = (car.mileageMiles - car.usualMiles) / 10_000;
  const worn = aged * Math.min(1.12, Math.max(0.6, 1 - 0.035 * milesOver));
  return Math.max(worn, MIN_GBP);
}

function newPriceGbp({ model, body, trim, engine, transmission, year }: ValuationInput): number {
  const inflation = Math.max(0.7, 1 + YEARLY_INFLATION * (year - PRICE_YEAR));
  const open = body.body.kinds.includes('open') && model.bodies.length > 1 ? 1.1 : 1;
  const automatic = transmission === 'Automatic' && engine.transmissions.length > 1 ? 1.05 : 1;
  // The price of a trim that names its engine includes the engine.
  const engineFactor = trim.engine === undefined ? engineCost(model, engine) : 1;
  return model.newPriceGbp * inflation * open * automatic * engineFactor * trim.priceFactor;
}

function engineCost(model: Model, engine: Engine): number {
  if (engine.batteryKwh !== null) {
    const batteries = model.engines.map((other) => other.batteryKwh ?? Infinity);
    const electricOnly = model.engines.every((other) => other.batteryKwh !== null);
    return (electricOnly ? 1 : 1.35) * (1 + 0.004 * (engine.batteryKwh - Math.min(...batteries)));
  }
  const litres = engine.litres ?? 0;
  const smallest = Math.min(...model.engines.map((other) => other.litres ?? Infinity));
  const fuel = engine.plugIn ? 1.2 : { Petrol: 1, Diesel: 1.05, Hybrid: 1.08, Electric: 1 }[engine.fuel];
  return fuel * (1 + 0.08 * (litres - smallest));
}

/** Share of its value that a car retains: `retainedPerYear` per year, from the age of eleven half as much depreciation. */
function retainedAfter(years: number, retainedPerYear: number): number {
  let retained = 1;
  let rest = years;
  for (let age = 0; rest > 0; age++, rest--) {
    const thisYear = age < 11 ? retainedPerYear : (1 + retainedPerYear) / 2;
    retained *= rest >= 1 ? thisYear : 1 - (1 - thisYear) * rest;
  }
  return retained;
}

/** Last two digits of a price in pounds. */
export const PRICE_ENDINGS = [95, 0, 99, 50] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** The nearest price with that ending: `8_463` with 95 is `8_495`. */
export function roundToPriceEnding(gbp: number, ending: PriceEnding): number {
  return Math.round((gbp - ending) / 100) * 100 + ending;
}
