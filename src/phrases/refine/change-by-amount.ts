// Applies a change by an amount or a factor to a search: `2 grand more` raises its price limit. What it has no such limit for is asked.
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import { bandOf } from '../resolve-quantity.ts';
import type { AmountStep, Measure } from './amount-steps.ts';
import type { Span } from '../query-builder.ts';
import type { SearchUnderChange } from './search-under-change.ts';

/** The bounds of a measure; the first that the search has is changed. */
const BOUNDS: Readonly<Record<Measure, readonly ParameterName[]>> = {
  price: ['price_max', 'price_min'],
  mileage: ['miles_max', 'miles_min'],
  distance: ['distance'],
  year: ['year_min', 'year_max'],
};

const QUESTIONS: Readonly<Record<Measure, string>> = {
  price: 'The search has no price limit to change. Say a highest price.',
  mileage: 'The search has no mileage limit to change. Say a highest mileage.',
  distance: 'The search has no distance to change. Say how far from where.',
  year: 'The search has no year to change. Say an earliest year.',
};

/** Nobody asks for a price or a mileage below. */
const MIN_LIMIT = 200;

/** Changes the search; returns why it could not, as a sentence. Of an amount that may be either, less than half of the limit is a difference. */
export function changeByAmount(search: SearchUnderChange, step: AmountStep, words: Span): string | undefined {
  const measure = step.measure ?? onlyMeasure(search, step);
  if (measure === undefined) return 'Say whether this is about the price, the mileage or the distance.';
  const bound = BOUNDS[measure].find((name) => search.get(name) !== undefined);
  const limit = bound === undefined ? undefined : search.number(bound);
  const size = measure === 'distance' && limit !== undefined ? DISTANCE_BANDS_KM[limit] : limit;
  const isBy = step.added !== undefined && size !== undefined && (step.value ?? 0) < size / 2;
  if (step.value !== undefined && !isBy) {
    search.change('set', bound ?? BOUNDS[measure][0], valueOf(step.value, measure), words);
    return undefined;
  }
  if (bound === undefined) return QUESTIONS[measure];
  const value = limit ?? 0;
  const changed = (from: number): number => from * (step.factor ?? 1) + (step.added ?? 0);
  const next = measure === 'distance' ? nextBand(value, changed) : Math.round(changed(value));
  if (!Number.isSafeInteger(next) || next < 0 || (next === 0 && measure !== 'distance') || next === value)
    return QUESTIONS[measure].replace(/^.*?\. /, '');
  const isMore = next > value;
  const operation = isMore === bound.endsWith('_min') ? 'tighten' : 'loosen';
  search.change(operation, bound, String(next), words, measure === 'distance' ? undefined : isMore ? 'more than' : 'less than'); // prettier-ignore
  return undefined;
}

/** `lower the budget to 7` means thousands. */
function valueOf(value: number, measure: Measure): string {
  if (measure === 'distance') return String(bandOf(value));
  return String(Math.round(measure !== 'year' && value < MIN_LIMIT ? value * 1000 : value));
}

/** In kilometres: a larger amount is no distance. */
const MAX_DISTANCE = 800;

/** What the search has a limit of, if it is one thing only. Beside none, thousands are a price, as they are alone: `I'd go up to 20k`. */
function onlyMeasure(search: SearchUnderChange, { value, added, isUp }: AmountStep): Measure | undefined {
  const isShort = Math.abs(value ?? added ?? 0) <= MAX_DISTANCE;
  // `down to 48k` is no mileage after 20,000 miles.
  const isPossible = (bound: ParameterName): boolean => {
    const limit = search.number(bound);
    if (limit === undefined) return false;
    return isUp === undefined || value === undefined || value < 1000 || isUp === value > limit;
  };
  const [measure, ...others] = (['price', 'mileage', 'distance'] as const).filter(
    (name) => (isShort || name !== 'distance') && BOUNDS[name].some(isPossible),
  );
  if (others.length > 0) return undefined;
  return measure ?? (value !== undefined && !isShort ? 'price' : undefined);
}

/** At least one band further or nearer. */
function nextBand(band: number, changed: (km: number) => number): number {
  const km = DISTANCE_BANDS_KM[band];
  if (km === Infinity) return band;
  const next = changed(km);
  if (next >= km) return Math.min(Math.max(bandOf(next), band + 1), DISTANCE_BANDS_KM.length - 1);
  const nearer = DISTANCE_BANDS_KM.findLastIndex((other) => other <= next);
  return Math.max(Math.min(nearer, band - 1), 0);
}
