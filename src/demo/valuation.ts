// Valuation of used cars: the price when new, depreciated by age and mileage, and rounded as dealers round. It uses only
// + - * /, so that every machine gets the same pound.
import type { Transmission } from '../vehicle/classes.ts';
import type { Model } from './catalogue.ts';
import type { BodyOption, Trim, Engine } from './model-entries.ts';

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

export function valuationGbp(car: ValuationInput): number {
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
