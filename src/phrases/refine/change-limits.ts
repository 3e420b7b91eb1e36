// Changes the limits of a search. A new limit takes the place of the earlier one of its side, and of one that it contradicts.
// An amount or a factor changes the limit that the search has: `2 grand more`. A comparative orders (`cheaper` puts the
// cheapest first), takes the next distance or lifts a limit (`older is fine`); any other number would be made up. What the
// search has no limit for is asked.
import { DISTANCE_BANDS_KM } from '../../query/search-query.ts';
import type { ParameterName } from '../../query/parameters.ts';
import { SORTS, type Sort } from '../../query/sorts.ts';
import type { Span } from '../words/query-builder.ts';
import {
  AMOUNT_MEASURES,
  BOUND_PAIRS,
  COMPARATIVES,
  isOfSide,
  limitBeyond,
  type Limit,
  type Measure,
  MEASURES,
  measureOfTopic,
} from './measures.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import { isYearBeside } from './words-beside-search.ts';
import { bandOf } from '../limits/resolve-quantity.ts';
import type { AmountStep, Clause, CompareStep } from './steps.ts';

/** Changes the search; returns why it could not, as a sentence. */
export function compare(search: SearchUnderChange, step: CompareStep, words: Span): string | undefined {
  const { by, isLarge, isOrder, isAllowed } = step;
  const { sort: sortOf, isUnclear, question } = COMPARATIVES[by];
  const lifts = limitBeyond(by);
  const sort = by === 'other order' ? turned(search.before('sort'), search.get('sort')) : sortOf;
  if (isAllowed && lifts !== undefined) {
    search.change('remove', lifts, undefined, words);
    return undefined;
  }
  const isOfPlace = by === 'closer' || by === 'further';
  if (isOfPlace && search.get('location') === undefined) return question;
  if (isOfPlace && !isOrder) return moveBand(search, by, isLarge ? 2 : 1, words);
  if (isUnclear === true && !isOrder) return question;
  if (sort === undefined) return isOrder ? COMPARATIVES['other order'].question : question;
  if (search.get('sort') === sort) return `The order is already this one. ${question}`;
  search.change('set', 'sort', sort, words);
  return undefined;
}

/**
 * The order from the other end; of one that the phrase named (`the price order the other way round`), what it was before if
 * that is of the same field.
 */
function turned(before: string | undefined, now = ''): Sort | undefined {
  const [field] = now.split('_');
  const from = before?.startsWith(`${field}_`) === true ? before : now;
  return SORTS.find((sort) => sort !== from && sort.startsWith(`${field}_`));
}

const UNLIMITED = DISTANCE_BANDS_KM.length - 1;
/** The band that `near` a place means. */
const NEAR = 4;

function moveBand(
  search: SearchUnderChange,
  by: 'closer' | 'further',
  steps: number,
  words: Span,
): string | undefined {
  const band = search.number('distance') ?? UNLIMITED;
  if (by === 'further') {
    if (band === UNLIMITED) return 'The distance has no limit.';
    search.change('loosen', 'distance', String(Math.min(band + steps, UNLIMITED)), words);
    return undefined;
  }
  if (band === 0) return 'This is the shortest distance that can be searched in.';
  search.change('tighten', 'distance', String(band === UNLIMITED ? NEAR : Math.max(band - steps, 0)), words);
  return undefined;
}

/** Nobody asks for a price or a mileage below. */
const MIN_LIMIT = 200;

/**
 * Changes the search; returns why it could not, as a sentence. Of an amount that may be either, less than half of the limit is
 * a difference.
 */
export function changeByAmount(search: SearchUnderChange, step: AmountStep, words: Span): string | undefined {
  const replaced = replacedBy(search, step);
  const measure = step.measure ?? (replaced && measureOfTopic(replaced)) ?? onlyMeasure(search, step);
  if (measure === undefined) return 'Say whether this is about the price, the mileage or the distance.';
  const bounds = MEASURES[measure].limits.filter((name) => fitsSide(name, step));
  const bound = step.bound ?? replaced ?? bounds.find((name) => search.get(name) !== undefined);
  const limit = bound === undefined ? undefined : search.number(bound);
  const size = measure === 'distance' && limit !== undefined ? DISTANCE_BANDS_KM[limit] : limit;
  const isBy = step.added !== undefined && size !== undefined && (step.value ?? 0) < size / 2;
  if (step.value !== undefined && !isBy) {
    const set = bound ?? bounds[0];
    search.change('set', set, valueOf(step.value, measure), words);
    settle(search, set, words);
    return undefined;
  }
  if (bound === undefined || limit === undefined) return MEASURES[measure].question;
  const changed = (from: number): number => from * (step.factor ?? 1) + (step.added ?? 0);
  const next = measure === 'distance' ? nextBand(limit, changed) : Math.round(changed(limit));
  if (!Number.isSafeInteger(next) || next < 0 || (next === 0 && measure !== 'distance') || next === limit)
    return MEASURES[measure].question.replace(/^.*?\. /, '');
  const isMore = next > limit;
  const operation = isMore === bound.endsWith('_min') ? 'tighten' : 'loosen';
  search.change(
    operation,
    bound,
    String(next),
    words,
    measure === 'distance' ? undefined : isMore ? 'more than' : 'less than',
  );
  return undefined;
}

/** The limit of the search that an amount is too much for: of 30,000 to 40,000, `40 is too much, 35` is about the latter. */
function replacedBy(search: SearchUnderChange, { ruledOut, measure }: AmountStep): ParameterName | undefined {
  if (ruledOut === undefined) return undefined;
  const all = (measure === undefined ? AMOUNT_MEASURES : [measure]).flatMap((name) => MEASURES[name].limits);
  const [bound, ...others] = all.filter(
    (name) => name !== 'distance' && [ruledOut, ruledOut * 1000].includes(search.number(name) ?? 0),
  );
  return others.length === 0 ? bound : undefined;
}

function fitsSide(limit: Limit, { side }: AmountStep): boolean {
  return side === undefined || limit === 'distance' || isOfSide(limit, side);
}

/** `lower the budget to 7` means thousands. */
function valueOf(value: number, measure: Measure): string {
  if (measure === 'distance') return String(bandOf(value));
  const isOfThousands = measure === 'price' || measure === 'mileage';
  return String(Math.round(isOfThousands && value < MIN_LIMIT ? value * 1000 : value));
}

/** In kilometres: a larger amount is no distance. */
const MAX_DISTANCE = 800;

/**
 * What the search has a limit of, if it is one thing only. Beside none, thousands are a price, as they are alone: `I'd go up to
 * 20k`.
 */
function onlyMeasure(search: SearchUnderChange, step: AmountStep): Measure | undefined {
  const { value, added, isUp } = step;
  // `up to 2008`
  if (value !== undefined && isYearBeside(value, search)) return 'year';
  const isShort = Math.abs(value ?? added ?? 0) <= MAX_DISTANCE;
  // `down to 48k` is no mileage after 20,000 miles.
  const isPossible = (bound: Limit): boolean => {
    const limit = search.number(bound);
    const isEitherWay = isUp === undefined || value === undefined || value < 1000 || !fitsSide(bound, step);
    return limit !== undefined && (isEitherWay || isUp === value > limit);
  };
  const [measure, ...others] = (['price', 'mileage', 'distance'] as const).filter(
    (name) => (isShort || name !== 'distance') && MEASURES[name].limits.some(isPossible),
  );
  if (others.length > 0) return undefined;
  return measure ?? (value !== undefined && !isShort ? 'price' : undefined);
}

/** At least one band further or nearer. */
function nextBand(band: number, changed: (km: number) => number): number {
  const km = DISTANCE_BANDS_KM[band];
  const next = changed(km);
  if (next >= km) return Math.min(Math.max(bandOf(next), band + 1), DISTANCE_BANDS_KM.length - 1);
  const nearer = DISTANCE_BANDS_KM.findLastIndex((other) => other <= next);
  return Math.max(Math.min(nearer, band - 1), 0);
}

type BoundPair = (typeof BOUND_PAIRS)[number];

export function applyBounds(search: SearchUnderChange, clause: Clause): void {
  for (const bounds of BOUND_PAIRS) {
    const named = bounds.filter((name) => clause.asked[name] !== undefined);
    const limited = bounds.filter((name) => search.get(name) !== undefined);
    const isOneValue = named.length === 2 && new Set(named.map((name) => clause.asked[name])).size === 1;
    // After `2017 or newer`, `no, 2015` means 2015 or newer.
    const asked = clause.corrects && isOneValue && limited.length === 1 ? limited : named;
    if (clause.action === 'add' && asked.length === 1 && asked[0] === allowanceOf(bounds)) {
      lift(search, clause, bounds);
      continue;
    }
    // `or under 10k miles` after up to 80,000
    const narrower = asked.find(
      (name) => clause.joinedByOr && named.length === 1 && isNarrower(search, name, clause),
    );
    if (narrower !== undefined) {
      clause.onUnclear(narrower, NARROWER);
      continue;
    }
    for (const name of asked) {
      const value =
        clause.action === 'remove'
          ? undefined
          : widerBound(search, clause, name, named.length === 2 && limited.length === 2);
      search.change(clause.action === 'remove' ? 'remove' : 'set', name, value, clause.wordsOf(name));
    }
    const [set, other] = asked;
    if (set !== undefined) settle(search, set, clause.wordsOf(set), other === undefined);
  }
  if (clause.corrects && clause.action === 'set') dropCorrected(search, clause);
}

const NARROWER = 'The search finds these already. Say the limits that you want.';

function isNarrower(search: SearchUnderChange, name: ParameterName, { asked }: Clause): boolean {
  const [named, limit] = [Number(asked[name]), search.number(name)];
  return limit !== undefined && (name.endsWith('_min') ? named >= limit : named <= limit);
}

/** Removes a limit that was of something else: `I meant 8,000 miles` after £8,000, `no, over 2 litres` after up to 2 litres. */
function dropCorrected(search: SearchUnderChange, { asked, wordsOf }: Clause): void {
  const all = BOUND_PAIRS.flat();
  for (const name of all) {
    const named = all.find((other) => asked[other] !== undefined && asked[other] === search.before(name));
    if (named !== undefined && asked[name] === undefined)
      search.change('remove', name, undefined, wordsOf(named));
  }
}

/** The bound of what buyers like less: `over 100k miles is fine`, `before 2015 is fine`. */
function allowanceOf([min, max]: BoundPair): ParameterName {
  return min === 'year_min' ? max : min;
}

/**
 * What is left without all that a bound holds: up to 100,000 miles without `anything over 100,000 miles`. A bound of the search
 * only goes.
 */
export function complement(search: SearchUnderChange, { asked, wordsOf }: Clause): Partial<Clause> {
  const sides = BOUND_PAIRS.flatMap(([min, max]) => [[min, max] as const, [max, min] as const]);
  const [[from, to] = [], ...others] = sides.filter(([name]) => asked[name] !== undefined);
  if (from === undefined || to === undefined || others.length > 0 || search.get(from) !== undefined)
    return {};
  const [value, whole] = [Number(asked[from]), from.startsWith('year') ? 1 : 0];
  const left = String(from.endsWith('_min') ? value - whole : value + whole);
  return { action: 'set', asked: { [to]: left }, wordsOf: () => wordsOf(from) };
}

/** Removes a limit that what is allowed goes beyond. The allowance sets no limit of its own. */
function lift(search: SearchUnderChange, clause: Clause, bounds: BoundPair): void {
  const allowed = allowanceOf(bounds);
  const [min, max] = bounds;
  const limit = allowed === min ? max : min;
  const [asks, has] = [Number(clause.asked[allowed]), search.number(limit)];
  if (has !== undefined && (allowed === min ? asks >= has : asks <= has))
    search.change('remove', limit, undefined, clause.wordsOf(allowed));
}

/** The asked value of a bound, or that of the search if it is wider: 2019 to 2020, if `or 2020` follows 2019. */
function widerBound(
  search: SearchUnderChange,
  { action, asked }: Clause,
  name: ParameterName,
  isRange: boolean,
): string | undefined {
  const [value, before] = [asked[name], search.get(name)];
  if (action !== 'add' || !isRange || value === undefined || before === undefined) return value;
  const isWider = name.endsWith('_min') ? Number(before) < Number(value) : Number(before) > Number(value);
  return isWider ? before : value;
}

/** Removes the bound on the other side if nothing could match beside the one that was just set. */
function settle(search: SearchUnderChange, set: ParameterName, words: Span, isAlone = false): void {
  const pair = BOUND_PAIRS.find((bounds) => bounds.some((name) => name === set));
  if (pair === undefined) return;
  const [min, max] = pair;
  const [low, high] = [search.number(min), search.number(max)];
  // Nobody wants a price to be exact: `at least 8k` after `up to 8k`.
  const isExact = low === high && isAlone && /^(?:price|miles)/.test(set);
  if (low === undefined || high === undefined || (low <= high && !isExact)) return;
  search.change('remove', set === min ? max : min, undefined, words, 'which contradicts the new one');
}
