// The unit of a number, by the words beside it: pounds, miles, litres, a plate. Units that no parameter has (mpg, doors,
// months) are listed too, so their numbers are not read as anything else.
import { PhraseMatcher } from './phrase-matcher.ts';

export type Unit =
  | 'on it'
  | 'pounds'
  | 'monthly'
  | 'miles'
  | 'km'
  | 'litres'
  | 'cc'
  | 'plate'
  | 'age'
  | 'years'
  | 'range'
  | 'other';

/** After a number, as separate words or in one word with it. */
export const UNITS = new PhraseMatcher<Unit>([
  ['on it', 'on it, on her, on him, grand on it, grand on her, grand on him'],
  [
    'pounds',
    'pounds, pound, quid, gbp, grand, sterling, to spend, budget, price, pounds sterling, quid budget, grand budget, pounds budget, ' +
      'grand to spend, pounds to spend, quid to spend',
  ],
  [
    'monthly',
    'a month, per month, pm, pcm, monthly, each month, month, pounds a month, pounds per month, quid a month, deposit, ' +
      'pounds deposit, grand deposit, tax, road tax, a year tax, a year, per year, pounds tax, insurance, pounds a year, a week, per week, each week, weekly, ' +
      'pw, p w, p m, p c m, per calendar month, calendar month, mo, a mo, mth, a mth, per mth, monthly payment, monthly payments, monthly budget, month budget, ' +
      'down, upfront, up front, down payment, initial payment, initial rental, a month budget, a month max, per annum, pa, apr, a year insurance, a year road tax',
  ],
  [
    'miles',
    'miles, mile, mi, mls, mileage, on the clock, miles on the clock, miles on it, miles on her, on clock, miles mileage, ' +
      'miles on clock, mi on the clock, miles done, on the dial, on the odometer, on the odo, on the speedo, under its belt, ' +
      'under her belt, under his belt, miles under its belt, miles on the dial, grand on the clock, grand on clock, grand on the dial, ' +
      'grand under its belt, grand miles',
  ],
  ['km', 'km, kms, kilometres, kilometers, kilometre, kilometer, km on the clock, kms on the clock, kilometres on the clock'],
  [
    'litres',
    'l, litre, litres, liter, liters, ltr, ltrs, lt, litre engine, litres engine, l engine, engine, engine size, litre engines',
  ],
  ['cc', 'cc, ccs, cc engine'],
  ['plate', 'plate, plates, reg, regs, registration, plated, reg plate'],
  ['age', 'years old, year old, yrs old, yr old, years of age, y o, yo'],
  ['years', 'years, year, yrs, yr'],
  [
    'range',
    'miles range, mile range, miles of range, miles of electric range, miles electric range, mile electric range, miles per charge, miles on a charge, ' +
      'miles on one charge, miles battery range, mile battery, mile battery range, mile ev range, miles ev range, miles wltp range, mile plus range',
  ],
  [
    'other',
    'mpg, bhp, hp, ps, kw, kwh, nm, door, doors, dr, drs, seat, seats, seater, seaters, owner, owners, keeper, keepers, previous owners, former keepers, ' +
      'months, months mot, month mot, months warranty, month warranty, mot, speed, inch, inches, percent, seconds, secs, mph, gears, valve, v, cylinder, cylinders, ' +
      'keys, key, day, days, years warranty, year warranty, years mot, year mot, week, weeks, weeks old, g km, co2, stamps, services, star, people, kids, children, adults, wheel drive, pack, tone, stage, wheels, ' +
      'miles to the gallon, miles per gallon, miles to a gallon, horsepower, brake horsepower, bhp plus, lb ft, litre boot, litres boot, litres of boot, ' +
      'litres of boot space, litre boot space, g km co2, airbags, kg, kgs, tonne, tonnes, metres, feet, cm, mm, former owners, previous keepers, years servicing, ' +
      'years free servicing, years service, years finance, year finance, years history, months tax, month tax, years free',
  ],
]); // prettier-ignore

/** Before a number: its topic. */
export const TOPICS = new PhraseMatcher<'pounds' | 'miles' | 'litres' | 'year' | 'plate' | 'age'>([
  [
    'pounds',
    'price, priced, price range, prices, budget, cost, costs, costing, spend, worth, asking price, to spend, pay, paying, to pay, spending',
  ],
  ['miles', 'mileage, miles, odometer, mileage range, done, with mileage, covered, has covered, having covered, has done'],
  ['litres', 'engine, engine size, engine capacity, capacity'],
  ['plate', 'plate, plates, number plate, reg, reg plate, registration, registration plate'],
  ['age', 'age, aged, age of'],
  ['year', 'year, years, registered, built, made, manufactured, reg year, model year, year of manufacture, registered in'],
]); // prettier-ignore

/** Words that may separate a topic or a comparator from its number. */
export const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'is', 'of', 'was', 'at', 'about', 'in', 'be', 'being', 'my', 'your']); // prettier-ignore
