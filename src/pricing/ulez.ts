// Whether a car probably meets the standards of London's Ultra Low Emission Zone, from its fuel and year. The standards are
// Euro 4 for petrol and Euro 6 for diesel. Which years meet them: Transport for London, "Ways to meet the standard",
// https://tfl.gov.uk/modes/driving/ultra-low-emission-zone/ways-to-meet-the-standard.
import type { IndexedFields } from '../listing/listing.ts';

export type UlezVerdict = 'likely' | 'unlikely' | 'unknown';

/** Why: each names a rule, which api/lookup-response.ts words. */
export type UlezRule = 'no_exhaust' | 'petrol' | 'diesel' | 'hybrid' | 'historic' | 'unknown_facts';

export interface Ulez {
  readonly verdict: UlezVerdict;
  readonly rule: UlezRule;
}

/** The first years in which every new car met the standard, and the years before in which some did. */
export const PETROL_YEARS = { someFrom: 2001, allFrom: 2006 } as const;
export const DIESEL_YEARS = { someFrom: 2014, allFrom: 2016 } as const;
/** Historic vehicles are exempt from this age on, if they are registered as such. */
export const HISTORIC_AGE_YEARS = 40;

export function ulezOf({ fuelType, year }: Pick<IndexedFields, 'fuelType' | 'year'>, thisYear: number): Ulez {
  if (fuelType === 'Electric') return { verdict: 'likely', rule: 'no_exhaust' };
  if (year === null) return { verdict: 'unknown', rule: 'unknown_facts' };
  const rule = RULES.get(fuelType ?? '');
  if (rule === undefined) return { verdict: 'unknown', rule: 'unknown_facts' };
  if (thisYear - year >= HISTORIC_AGE_YEARS) return { verdict: 'unknown', rule: 'historic' };
  const { name, someFrom, allFrom } = rule;
  const verdict = year >= allFrom ? 'likely' : year < someFrom ? 'unlikely' : 'unknown';
  return { verdict, rule: name };
}

interface Rule {
  readonly name: UlezRule;
  readonly someFrom: number;
  readonly allFrom: number;
}

const RULES: ReadonlyMap<string, Rule> = new Map([
  ['Petrol', { name: 'petrol', ...PETROL_YEARS }],
  ['Diesel', { name: 'diesel', ...DIESEL_YEARS }],
  // With a petrol or a diesel engine: certain only where both would have the same verdict.
  ['Hybrid', { name: 'hybrid', someFrom: PETROL_YEARS.someFrom, allFrom: DIESEL_YEARS.allFrom }],
]);
