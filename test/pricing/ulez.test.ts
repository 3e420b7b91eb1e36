import { expect, it } from 'vitest';
import { ulezOf } from '../../src/pricing/ulez.ts';

it.each([
  ['Petrol', 1986, 'unknown', 'historic'],
  ['Petrol', 1987, 'unlikely', 'petrol'],
  ['Petrol', 2000, 'unlikely', 'petrol'],
  ['Petrol', 2001, 'unknown', 'petrol'],
  ['Petrol', 2005, 'unknown', 'petrol'],
  ['Petrol', 2006, 'likely', 'petrol'],
  ['Diesel', 2013, 'unlikely', 'diesel'],
  ['Diesel', 2014, 'unknown', 'diesel'],
  ['Diesel', 2015, 'unknown', 'diesel'],
  ['Diesel', 2016, 'likely', 'diesel'],
  ['Hybrid', 2000, 'unlikely', 'hybrid'],
  ['Hybrid', 2012, 'unknown', 'hybrid'],
  ['Hybrid', 2016, 'likely', 'hybrid'],
  ['Electric', 2012, 'likely', 'no_exhaust'],
  ['Electric', null, 'likely', 'no_exhaust'],
  ['Petrol', null, 'unknown', 'unknown_facts'],
  [null, 2020, 'unknown', 'unknown_facts'],
  ['Hydrogen', 2020, 'unknown', 'unknown_facts'],
] as const)('%s of %s: %s by the rule %s', (fuelType, year, verdict, rule) => {
  expect(ulezOf({ fuelType, year }, 2026)).toEqual({ verdict, rule });
});
