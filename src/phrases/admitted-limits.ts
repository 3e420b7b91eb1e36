// Admits amounts as limits of the search. What the rules read of an amount counts only where all that decides it was
// understood: what it is of, its side, and that its clause is about the vehicle that is looked for. What is not admitted is
// listed.
import { fieldOf, isReference, REFERENCE } from './limits/bare-amount.ts';
import { changedTo, isDenied, isUnclear, withoutUnreadSides } from './limits/limit-clause.ts';
import { UNCLEAR } from './limits/limit-lead.ts';
import { QUANTITIES } from './limits/quantity-words.ts';
import { priceOrMileage } from './limits/resolve-quantity.ts';
import { complementOf } from './stances/stance-items.ts';
import { isUnknown } from './talk.ts';
import { slotOf } from './unwanted/corrections.ts';
import { isCondition } from './unwanted/other-vehicle-spans.ts';
import { isAskedForOwned, isOfOwned, OTHER_MONEY, OWNED } from './unwanted/other-amounts.ts';
import { bareAmountOf, EXCLUDABLE, unsupported, type Match, type MeaningOf } from './words/match.ts';
import { textOf, type Phrase } from './words/tokenized-phrase.ts';
import { isOr, NAMES } from './words/word-lists.ts';

export function withAdmittedLimits(matches: readonly Match[], phrase: Phrase): Match[] {
  const all = { phrase, matches, left: matches.map((match) => isLeft(match, phrase)) };
  const admitted = matches.map((match, at) => {
    const { meaning } = match;
    if (meaning.kind !== 'range') return match;
    const { mayBeMiles, ...sure } = meaning;
    const field = mayBeMiles === true ? fieldOf(all, at) : undefined;
    const limit = field === undefined || field === 'unclear' ? meaning : { ...sure, field };
    const changed = changedTo({ ...match, meaning: limit }, phrase);
    if (changed !== undefined) return changed;
    const range: Match = { ...match, meaning: inOrder(limit) };
    if (isReference(all, at)) return unsupported(match, REFERENCE);
    if (isOfOwned(match, phrase)) return unsupported(match, OWNED);
    if (isAskedForOwned(matches, at, phrase)) return unsupported(match, OTHER_MONEY);
    if (isUnclear(matches, at, phrase)) return unsupported(match, UNCLEAR);
    if (isDenied(match, phrase)) {
      const opposite = complementOf(limit);
      return opposite === undefined ? unsupported(match, UNCLEAR) : { ...range, meaning: opposite };
    }
    return field === 'unclear' ? { ...match, meaning: priceOrMileage(meaning) } : range;
  });
  return withAlternatives(withoutUnreadSides(admitted, phrase), phrase);
}

/** `10k to 8k` */
function inOrder(limit: MeaningOf<'range'>): MeaningOf<'range'> {
  const { min = 0, max = Infinity } = limit;
  return min > max ? { ...limit, min: max, max: min } : limit;
}

/**
 * The matches; limits of one measure that are of alternatives become one that holds both, because a search takes one range: `a
 * Polo under 6k or a Golf under 8k`, `a 2.0 or a 1.5`, `12k for an automatic, 10k for a manual`.
 */
function withAlternatives(matches: readonly Match[], phrase: Phrase): Match[] {
  const { words } = phrase;
  let result = [...matches];
  matches.forEach(({ from, to, meaning }, at) => {
    if (meaning.kind !== 'range') return;
    const lastOf = (field: string): number =>
      matches
        .slice(0, at)
        .findLastIndex(({ meaning: said }) => said.kind === 'range' && said.field === field);
    // `60k miles for a petrol, 90k for a diesel`
    const isUnsure = meaning.mayBeMiles === true && lastOf(meaning.field) === -1;
    const first = lastOf(isUnsure ? 'miles' : meaning.field);
    const said = result.at(first)?.meaning;
    if (first === -1 || said?.kind !== 'range') return;
    const between = matches.slice(first + 1, at);
    const isExact = [matches[first], matches[at]].every((match) =>
      /^(?:year|engine)$/.test(bareAmountOf(match)?.field ?? ''),
    );
    // `1.0, 1.2 or 1.6`, `2014 2015 and 2016`
    const end = isExact && between.length === 0 ? to + 1 : from;
    const keys = words.slice(matches[first].to, end).map(({ key }) => key);
    const areApart = isExact || between.some((match) => EXCLUDABLE.has(match.meaning.kind));
    const isJoined = keys.some((key) => isOr(key) || (isExact && NAMES.joint.has(key)));
    const other = otherValue(matches, first, at, phrase);
    const isEither =
      other !== undefined ||
      (!isUnsure &&
        (keys.some((key) => QUANTITIES.otherwise.has(key)) ||
          (isJoined && areApart) ||
          [first, at].some((limit) => isCondition(matches.at(limit + 1)))));
    const whole = isEither ? wholeOf(said, meaning) : undefined;
    if (whole === undefined) return;
    result = result.map((match, i) =>
      i === at || match.meaning === said
        ? { ...match, meaning: whole }
        : matches[i] === other
          ? { ...match, isAlternative: true }
          : match,
    );
  });
  return result;
}

/**
 * The value that the second of two limits is for, if the first is for another value of that kind: the manual of `12k for an
 * automatic, 10k for a manual` and of `autos up to 12k, manuals up to 10k`.
 */
function otherValue(
  matches: readonly Match[],
  first: number,
  second: number,
  phrase: Phrase,
): Match | undefined {
  const groups = [matches.slice(0, first), matches.slice(first + 1, second), matches.slice(second + 1)].map(
    (group) => group.filter(({ meaning, isExcluded }) => EXCLUDABLE.has(meaning.kind) && isExcluded !== true),
  );
  const isOther = (one: Match, match: Match): boolean =>
    slotOf(one, phrase) !== undefined &&
    slotOf(one, phrase) === slotOf(match, phrase) &&
    textOf(phrase, one.from, one.to) !== textOf(phrase, match.from, match.to);
  return groups
    .slice(1)
    .flatMap((group, i) => group.filter((match) => groups[i].some((one) => isOther(one, match))))
    .at(0);
}

const EITHER = 'searches take one range, so this one covers both limits and everything between';

/** The range that holds two others; undefined if they are its two ends, or hardly of one measure. */
function wholeOf(one: MeaningOf<'range'>, other: MeaningOf<'range'>): MeaningOf<'range'> | undefined {
  const { min: low = -1, max: high = Infinity } = one;
  const [min, max] = [Math.min(low, other.min ?? -1), Math.max(high, other.max ?? Infinity)];
  const [small, large] = [one, other].map((range) => range.max ?? range.min ?? 0).sort((a, b) => a - b);
  if ((min < 0 && max === Infinity) || large > 4 * small) return undefined;
  const ends = { ...(min >= 0 && { min }), ...(max < Infinity && { max }) };
  return { kind: 'range', field: one.field, hasComparator: true, note: EITHER, ...ends };
}

/** Whether nothing has understood a match. */
function isLeft(match: Match, phrase: Phrase): boolean {
  return match.meaning.kind === 'unsupported'
    ? match.to === match.from + 1 && match.meaning.limit === undefined
    : isUnknown(match, phrase);
}
