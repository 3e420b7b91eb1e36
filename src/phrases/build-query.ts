// Builds a search from matches. If two matches limit one range, the more certain one wins, then the first, and the other is
// listed as unsupported. Decisions that depend on the whole text are made here, such as whether `50 miles` is a distance or a
// mileage.
import { withAdmittedLimits } from './admitted-limits.ts';
import { addChoices, addDealers, addTexts } from './names/build-choices.ts';
import {
  FROM_A_PLACE,
  NEAREST_TO_A_PLACE,
  addDistances,
  addLocation,
  addNearness,
  setDistance,
  setLocation,
} from './places/build-location.ts';
import { addNames } from './names/build-names.ts';
import { RANGE_FIELDS } from '../query/search-query.ts';
import { complementOf } from './stances/stance-items.ts';
import {
  limitOf,
  type Match,
  type Meaning,
  type MeaningOf,
  type MatchOf as Of,
  type RangeParameterName,
} from './words/match.ts';
import { QUANTITIES } from './limits/quantity-words.ts';
import type { QueryBuilder } from './words/query-builder.ts';
import type { Phrase } from './words/tokenized-phrase.ts';
import { isOr } from './words/word-lists.ts';

export function resolveSlots(builder: QueryBuilder, annotations: readonly Match[], phrase: Phrase): void {
  const matches = withCeilings(withAdmittedLimits(withSharedNegation(annotations, phrase), phrase));
  const of = <Kind extends Meaning['kind']>(kind: Kind): Of<Kind>[] =>
    matches.filter((match): match is Of<Kind> => match.meaning.kind === kind);

  const trims = addNames(builder, matches, phrase);
  addChoices(builder, 'fuel_type', of('fuel'), matches, phrase);
  addChoices(builder, 'transmission', of('transmission'), matches, phrase);
  addDealers(builder, of('dealer'));
  addTexts(
    builder,
    of('free_text').filter((match) => !trims.includes(match)),
    matches,
    phrase,
  );
  const location = addLocation(builder, of('location'), of('ambiguous_town'), phrase);
  addDistances(builder, of('distance'), location);
  addRanges(builder, withSharedUnits(matches, phrase), location);
  addNearness(builder, of('nearby'), location);
  addSort(builder, of('sort'), location);

  for (const match of matches) {
    const { meaning } = match;
    if (meaning.kind === 'stop_words' || meaning.kind === 'anywhere') builder.addIgnored(match);
    if (meaning.kind !== 'unsupported') continue;
    const { reason, keptInText = 0, asks } = meaning;
    if (keptInText === 0) builder.addUnsupported(match, reason, asks);
    else
      builder.addText(
        { from: match.to - keptInText, to: match.to },
        { within: { from: match.from, to: match.to, reason } },
      );
  }
}

/** The matches; what negates a limit negates those behind an `or` too: `nothing over 10k or older than 2015`. */
function withSharedNegation(matches: readonly Match[], { words }: Phrase): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const { from } = match;
    const before = result.findLast((other) => other.meaning.kind !== 'stop_words');
    const between = words.slice(before?.to ?? from, from + 1);
    // `nothing with over 70,000 miles, or anything made before 2017`
    const isNamed = between.some(({ key }) => QUANTITIES['refused again'].has(key));
    const isShared =
      between.some(({ key }) => isOr(key)) &&
      between.every(({ flows, key }) => flows || (isNamed && isOr(key)));
    const limit = isShared && limitOf(before)?.isTurned === true ? limitOf(match) : undefined;
    const turned = limit === undefined || limit.isTurned === true ? undefined : complementOf(limit);
    result.push(turned === undefined ? match : { ...match, meaning: { ...turned, isTurned: true } });
  }
  return result;
}

/** The ranges; in `min 20k max 40k miles` and `20k miles at least, no more than 40k` both amounts are miles. */
function withSharedUnits(matches: readonly Match[], { words }: Phrase): Of<'range'>[] {
  const said = matches.filter(({ meaning }) => meaning.kind !== 'stop_words');
  return said.flatMap(({ meaning, ...range }, i) => {
    if (meaning.kind !== 'range') return [];
    const { mayBeMiles, ...sure } = meaning;
    // `over 10k but with fewer than 60k miles`
    const next = said.at(i + 1);
    const between = words.slice(range.to, next?.from);
    const isApart = between.some(({ key }) => QUANTITIES['before another measure'].has(key));
    const neighbours = [
      isApart ? undefined : next,
      meaning.hasComparator === true ? said.slice(0, i).at(-1) : undefined,
    ];
    const isPair =
      mayBeMiles === true && neighbours.some((other) => other !== undefined && isOtherEnd(meaning, other));
    return [{ ...range, meaning: isPair ? { ...sure, field: 'miles' } : meaning }];
  });
}

/** Whether a match is a mileage that makes a range with an amount. */
function isOtherEnd({ min, max }: Of<'range'>['meaning'], { meaning: other }: Match): boolean {
  if (other.kind !== 'range' || other.field !== 'miles') return false;
  const isOpposite =
    (min === undefined) === (other.max === undefined) && (max === undefined) === (other.min === undefined);
  return isOpposite && (min ?? other.min ?? 0) < (max ?? other.max ?? 0);
}

/**
 * The matches; a number without a unit that ends an amount alone, a price right before it, or the range of a mileage, is
 * one: the 7 of `around 6 grand, 7 max`, the 9 of `over 6 grand but no more than 9`, the 130 of `a hundred thousand miles is
 * fine, up to a hundred and thirty`.
 */
function withCeilings(matches: readonly Match[]): Match[] {
  const limits = matches.flatMap(({ meaning }) =>
    meaning.kind === 'range'
      ? [meaning]
      : meaning.kind === 'unsupported' && meaning.limit !== undefined
        ? [meaning.limit]
        : [],
  );
  const ended = limits.filter(
    ({ field, isAround, hasComparator }) =>
      field === 'miles' || (field === 'price' && (isAround === true || hasComparator !== true)),
  );
  return matches.map((match, i) => {
    const { meaning } = match;
    if (meaning.kind !== 'unsupported') return match;
    const asked = meaning.asks?.choices.at(0)?.parameters;
    const [min, max] = [Number(asked?.price_min), Number(asked?.price_max)];
    const isSaid = (other: Match): boolean => other.meaning.kind !== 'stop_words';
    const before = saidLimit(matches.slice(0, i).findLast(isSaid));
    const next = saidLimit(matches.slice(i + 1).find(isSaid));
    // `not less than nine and not more than eleven thousand pounds`, `less than 8 grand but more than 4`
    const highest = [next, before].find(
      (limit) =>
        limit?.max !== undefined && limit.min === undefined && min <= limit.max && 4 * min >= limit.max,
    );
    if (highest !== undefined)
      return { ...match, meaning: { kind: 'range', field: highest.field, min, hasComparator: true } };
    const last = saidLimit(matches.slice(0, i).findLast((other) => saidLimit(other) !== undefined));
    const isLowest = last?.field === 'price' && last.max === undefined;
    const near = [...(isLowest ? [last] : []), ...ended].find(
      (limit) => max >= lowestCeiling(limit) && max <= 2 * (limit.max ?? limit.min ?? 0),
    );
    return near === undefined
      ? match
      : { ...match, meaning: { kind: 'range', field: near.field, max, hasComparator: true } };
  });
}

/** An amount alone may have a ceiling below it: `can borrow 10k but rather under 7`. */
function lowestCeiling({ min, max = 0, hasComparator }: MeaningOf<'range'>): number {
  return min ?? (hasComparator === true ? max : max / 2);
}

/** A limit, also one that was only allowed: `over 20 grand is fine, but under 30`. */
function saidLimit(match: Match | undefined): MeaningOf<'range'> | undefined {
  return limitOf(match) ?? (match?.meaning.kind === 'unsupported' ? match.meaning.limit : undefined);
}

/** In miles: of two limits without a unit, one this large is the mileage, even if it comes first. */
const MIN_MILES = 20_000;

/** Sets ranges. Amounts with a unit go first; the others take the parameters that are left. */
function addRanges(
  builder: QueryBuilder,
  ranges: readonly Of<'range'>[],
  location: Of<'location'> | undefined,
): void {
  // `about 15k, but I can't go over 16k`, `9k in the bank, 11k is my limit`
  const isCeiling = ({ meaning, isWished }: Of<'range'>): boolean =>
    meaning.hasComparator === true && meaning.min === undefined && isWished !== true;
  const ended = new Set(ranges.filter(isCeiling).map(({ meaning }) => meaning.field));
  const isEnded = ({ hasComparator, field, min }: Of<'range'>['meaning']): boolean =>
    ended.has(field) && hasComparator !== true && min === undefined;
  // `under 70k, under 7k`
  const isMileage = ({ hasComparator, max = 0 }: Of<'range'>['meaning']): boolean =>
    hasComparator === true &&
    max >= MIN_MILES &&
    ranges.some(
      ({ meaning: price }) => price.hasComparator && price.mayBeMiles && 2 * (price.max ?? max) <= max,
    );
  const rankOf = ({ meaning, isWished }: Of<'range'>): number => {
    if (isWished === true) return 5;
    // `around 3k but could go to 3.5k`
    if (meaning.isAround === true) return 4;
    if (meaning.isFallback === true || isEnded(meaning)) return 3;
    return meaning.mayBeMiles !== true ? 0 : isMileage(meaning) ? 2 : 1;
  };
  for (const match of [...ranges].sort((a, b) => rankOf(a) - rankOf(b))) {
    const { orDistanceKm, mayBeMiles, field } = match.meaning;
    const hasPlace = location !== undefined || builder.hasPlace;
    if (orDistanceKm !== undefined && hasPlace && !builder.has('distance')) {
      setDistance(builder, match, orDistanceKm);
      continue;
    }
    // `does it do 200 miles`: nobody looks for a vehicle that has run so little without a word that limits.
    if (orDistanceKm !== undefined && !hasPlace && match.meaning.hasComparator !== true) {
      builder.addUnsupported(match, FROM_A_PLACE);
      continue;
    }
    if (setRange(builder, match, field)) continue;
    if (mayBeMiles === true && mayBeMileage(match, ranges) && setRange(builder, match, 'miles')) continue;
    const noun =
      RANGE_FIELDS.find(({ filter }) => filter.min.parameter === `${field}_min`)?.filter.noun ?? '';
    builder.addUnsupported(match, `Another ${noun} was said, and counts.`);
  }
}

/** Whether an amount without a unit is a mileage beside a price: less than twice the price, it may as well be another price. */
function mayBeMileage({ meaning }: Of<'range'>, ranges: readonly Of<'range'>[]): boolean {
  const amountOf = ({ min, max }: Of<'range'>['meaning']): number => max ?? min ?? 0;
  const prices = ranges.filter((other) => other.meaning !== meaning && other.meaning.field === 'price');
  return prices.every((price) => amountOf(meaning) >= 2 * amountOf(price.meaning));
}

function setRange(builder: QueryBuilder, match: Of<'range'>, field: RangeParameterName): boolean {
  const { min, max, note } = match.meaning;
  const ends = [[`${field}_min`, min] as const, [`${field}_max`, max] as const];
  if (ends.some(([name, value]) => value !== undefined && !builder.isFree(name, String(value)))) return false;
  for (const [name, value] of ends) if (value !== undefined) builder.set(name, String(value), match, note);
  return true;
}

/** Sets the sort order: the strongest request, or nearest first if there is only a place. */
function addSort(
  builder: QueryBuilder,
  sorts: readonly Of<'sort'>[],
  location: Of<'location'> | undefined,
): void {
  const hasPlace = location !== undefined || builder.hasPlace;
  const possible = sorts.filter(({ meaning }) => meaning.sort !== 'distance' || hasPlace);
  const isIdle = ({ meaning }: Of<'sort'>): boolean =>
    meaning.strength === 0 && (hasPlace || builder.has('price_max'));
  const chosen =
    possible.find(({ meaning }) => meaning.strength === 2) ?? possible.find((match) => !isIdle(match));
  for (const match of sorts) {
    const { sort } = match.meaning;
    if (sort === chosen?.meaning.sort) builder.set('sort', sort, match);
    else if (isIdle(match)) builder.addIgnored(match);
    else if (!possible.includes(match)) builder.addUnsupported(match, NEAREST_TO_A_PLACE);
    else
      builder.addUnsupported(match, `Results have one order, which is ${chosen?.meaning.sort ?? ''} here.`);
  }
  if (location !== undefined) setLocation(builder, location, chosen?.meaning.sort);
}
