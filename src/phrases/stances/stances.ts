// Applies what somebody says about words to these words: `not diesel` excludes, `don't need a sunroof` asks for nothing, `automatic if
// possible` is a wish, `petrol is fine too` an alternative.
import {
  asStopWords,
  kinds,
  isName,
  bareAmountOf,
  PLACES,
  unsupported,
  type Match,
  type Meaning,
  type MatchOf,
} from '../words/match.ts';
import { exclusiveGroupOf, saidBy } from '../terms/term.ts';
import { PREFERENCES } from './preferences.ts';
import {
  CANNOT_EXCLUDE,
  EXCLUDABLE,
  WISHABLE,
  flowsIn,
  hasRival,
  isExcludable,
  isOfTrade,
  itemsFrom,
  joinedMeaning,
  LIMITS,
  limitBehind,
  NAMED,
  NEARNESS,
  NEEDLESS,
  toEndOfWish,
  toKindBehind,
  type Item,
  WISH,
} from './stance-items.ts';
import { applyBackwards } from './stances-behind.ts';
import { flowsAt, type Phrase, textOf, type WordRange } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';

const EXCEPTED = 'An exception to this was named, which is searched for alone.';

const ALTERNATIVE = kinds('make', 'model', 'free_text', 'fuel', 'transmission');

const IDLE = kinds('stop_words', 'unsupported', 'anywhere', 'correction');

/**
 * The matches, with each stance applied to what it is about. A stance about nothing is a stop word, and a wish alone
 * what is asked for, if the phrase is a whole request or names only cars.
 */
export function withStances(matches: readonly Match[], phrase: Phrase, isWhole: boolean): Match[] {
  const result = applied(matches, phrase, isWhole);
  const isOfCars = matches.every((match) => isStance(match) || isName(match) || IDLE.has(match.meaning.kind));
  if (!isWhole && !isOfCars) return result;
  const hasWish = result.some(({ meaning }) => meaning.kind === 'unsupported' && meaning.reason === WISH);
  if (!hasWish || result.some(({ meaning }) => !IDLE.has(meaning.kind))) return result;
  const isNoWish = (match: Match): boolean =>
    !isStance(match) || !(match.meaning.stance === 'wish' || match.meaning.stance === 'also');
  return applied(
    matches.map((match) => (isNoWish(match) ? match : asStopWords(match))),
    phrase,
    isWhole,
  );
}

/**
 * The matches before a wish or a want, which is not a rival of what is allowed: `manual ok but prefer auto`, `could
 * live with a manual but want an auto`.
 */
function beforeAWish(matches: readonly Match[], phrase: Phrase): readonly Match[] {
  const isWanted = ({ meaning, from, to }: Match): boolean =>
    meaning.kind === 'stop_words' &&
    phrase.words.slice(from, to).some((_, i) => PREFERENCES['but want'].lengthAt(phrase, from + i) > 0);
  const wish = matches.findIndex(
    (match) =>
      isWanted(match) || (isStance(match) && match.meaning.stance === 'wish' && match.meaning.of === 'next'),
  );
  return wish === -1 ? matches : matches.slice(0, wish);
}

/** `drop those` is about what was said before, `drop those Fords` about Fords. */
function beforeName(match: Match, next: Match | undefined, phrase: Phrase): Match {
  const isPronoun = isStance(match) && match.meaning.of === 'pronoun';
  return isPronoun && flowsIn(phrase)(next) && next.from === match.to && NAMED.has(next.meaning.kind)
    ? { ...match, meaning: { ...match.meaning, of: 'next' } }
    : match;
}

function applied(said: readonly Match[], phrase: Phrase, isWhole: boolean): Match[] {
  const matches = said.map((match, i) => beforeName(match, said.at(i + 1), phrase));
  const result: Match[] = [];
  for (let i = 0; i < matches.length; i++) {
    const match = matches[i];
    if (!isStance(match)) {
      result.push(hasMinus(match, phrase) ? { ...match, isExcluded: true } : match);
      continue;
    }
    // `leather? not bothered`
    const isAnswer = phrase.words[match.from].gap.includes('?');
    if (isWhole && match.meaning.isGivenUp === true && !isAnswer) {
      result.push(asStopWords(match));
      continue;
    }
    if (match.meaning.of !== 'next') {
      applyBackwards(result, match, beforeAWish(matches.slice(i + 1), phrase), phrase, isWhole);
      result.push(asStopWords(match));
      continue;
    }
    const { first, stance } = objectOf(matches, i, phrase);
    const isExcepted = stance?.meaning.isException === true && first !== undefined && isName(matches[first]);
    if (first !== undefined && (stance === undefined || (isExcepted && exceptTo(result)))) {
      // `nothing without aircon`, `no Toyotas except the GT86`
      result.push(...matches.slice(i, first).map((one) => (isStance(one) ? asStopWords(one) : one)));
      i = first - 1;
      continue;
    }
    const scope = stance?.meaning.scope;
    const listed = first === undefined ? [] : itemsFrom(matches, first, phrase, scope === 'list');
    const isOpenWish = stance?.meaning.stance === 'wish' && scope === undefined;
    const items = isOpenWish
      ? toEndOfWish(matches, listed, phrase)
      : stance?.meaning.stance === 'exclude' && first !== undefined
        ? toKindBehind(matches, listed, first > i + 1, phrase)
        : listed;
    const limit = stance === undefined ? undefined : limitBehind(matches, items, stance, phrase);
    if (limit !== undefined && first !== undefined) {
      result.push(...withLimitOf(matches, { from: i, first, limit: limit.at }, limit.meaning, result));
      i = limit.at;
      continue;
    }
    const others = [...result, ...beforeAWish(matches.slice((items.at(-1)?.last ?? 0) + 1), phrase)];
    const objects =
      stance === undefined ? undefined : apply(match, stance, matches, items, others, phrase, isWhole);
    if (objects === undefined) result.push(asStopWords(match));
    else {
      result.push(...objects);
      i = items[items.length - 1].last;
    }
  }
  return result;
}

/** The matches of `no Golfs over 15k`, which asks for Golfs up to £15,000. Beside other names it is not clear what the limit is of. */
function withLimitOf(
  matches: readonly Match[],
  { from, first, limit }: { readonly from: number; readonly first: number; readonly limit: number },
  meaning: Meaning,
  before: readonly Match[],
): Match[] {
  const said = matches.slice(first, limit);
  const isRefused = meaning.kind === 'range' && meaning.includesRefusal === true;
  const isOfName = isRefused || (isName(said[0]) && ![...before, ...matches.slice(limit + 1)].some(isName));
  if (!isOfName) return [unsupported({ from: matches[from].from, to: matches[limit].to }, CANNOT_EXCLUDE)];
  return [...matches.slice(from, first).map(asStopWords), ...said, { ...matches[limit], meaning }];
}

/** Whether an exclusion is the last that was said: it then excludes nothing, because an exception to it follows. */
function exceptTo(result: Match[]): boolean {
  const last = result.findLastIndex(({ meaning }) => meaning.kind !== 'stop_words');
  const meaning = result.at(last)?.meaning;
  const isLeft = meaning?.kind === 'unsupported' && meaning.reason === CANNOT_EXCLUDE;
  const isExcluded = last !== -1 && (result[last].isExcluded === true || isLeft);
  if (isExcluded) result[last] = unsupported(result[last], EXCEPTED);
  return isExcluded;
}

/** `-diesel` or `!diesel`, as in `q`, but not `Land Rover - diesel`. */
function hasMinus(match: Match, phrase: Phrase): boolean {
  const { gap } = phrase.words[match.from];
  const isMinus = match.from === 0 ? /^[-!]$/.test(gap) : /\s[-!]$/.test(gap);
  const { kind } = match.meaning;
  return isMinus && EXCLUDABLE.has(kind) && (kind !== 'free_text' || isOfTrade(match, phrase));
}

function isStance(match: Match): match is MatchOf<'stance'> {
  return match.meaning.kind === 'stance';
}

/**
 * The first match that the stance at `at` is about, and the stance: of two exclusions, one of a lack, none is left (`nothing without
 * aircon`), of others the last counts. An exclusion that is not needed excludes nothing.
 */
function objectOf(
  matches: readonly Match[],
  at: number,
  phrase: Phrase,
): { first?: number; stance?: MatchOf<'stance'> } {
  const flows = flowsIn(phrase);
  let stance: MatchOf<'stance'> | undefined;
  let first = at;
  for (; first === at || flows(matches.at(first)); first++) {
    const match = matches[first];
    if (match.meaning.kind === 'stop_words') continue;
    if (!isStance(match)) return { first, ...(stance !== undefined && { stance }) };
    if (match.meaning.of !== 'next') return {};
    const turnsRound =
      stance?.meaning.stance === 'exclude' &&
      match.meaning.stance === 'exclude' &&
      match.meaning.isLack === true;
    // `I never said it couldn't be a diesel` neither asks for one nor excludes any.
    if (stance?.meaning.stance === 'needless' && match.meaning.stance === 'exclude') continue;
    stance = turnsRound ? undefined : match;
  }
  return {};
}

/** The matches of a stance and its items, or undefined if it has no effect on them. */
function apply(
  match: MatchOf<'stance'>,
  { meaning: { stance: wanted, scope } }: MatchOf<'stance'>,
  matches: readonly Match[],
  items: readonly Item[],
  others: readonly Match[],
  phrase: Phrase,
  isWhole: boolean,
): Match[] | undefined {
  const said = items.map(({ first }) => matches[first].meaning.kind);
  const end = items[items.length - 1];
  const all = { from: match.from, to: matches[end.last].to };
  const isUnexcludable = wanted === 'exclude' && !items.every((item) => isExcludable(matches, item, phrase));
  // `not the long one`: what only the search says goes.
  const isHeld = matches
    .slice(items[0].first, end.last + 1)
    .every(
      ({ meaning }) =>
        meaning.kind === 'stop_words' || (meaning.kind === 'free_text' && meaning.isHeld === true),
    );
  if (isUnexcludable && !isHeld) return [unsupported(all, CANNOT_EXCLUDE)];
  const stance = isUnexcludable ? 'needless' : wanted;
  // `don't need 9000`
  const isBare = items.every(({ first }) => bareAmountOf(matches[first])?.mayBeMiles === true);
  const isNeedless = stance === 'needless';
  if (isNeedless && (isWhole || !said.every((kind) => EXCLUDABLE.has(kind))))
    return said.some((kind) => LIMITS.has(kind)) && !isBare ? undefined : [unsupported(all, NEEDLESS)];
  if (stance === 'wish' && scope === 'equipment' && !isEquipment(matches, items, phrase)) return undefined;
  // `I can drive an automatic only`
  if (stance === 'also' && flowsAt(phrase, all.to) && ASKING.only.lengthAt(phrase, all.to) > 0)
    return undefined;
  // `petrol or hybrid would do` excludes diesel.
  const areFuels = items.length > 1 && said.every((kind) => kind === 'fuel');
  const isPermission = stance === 'also' && isWhole && !areFuels && isAlone(matches, items, others, phrase);
  const mayBeCar = scope === 'perhaps' && said.some((kind) => kind === 'make' || kind === 'model');
  if (stance === 'wish' && scope === 'perhaps' && said.includes('range')) return undefined;
  if (isPermission || (stance === 'wish' && !mayBeCar))
    return isWish(matches, items, stance === 'wish' && isWhole)
      ? wished(matches.slice(items[0].first, end.last + 1), all)
      : undefined;
  const isOfAny = stance === 'exclude' || isNeedless;
  if (!said.every((kind) => (isOfAny ? EXCLUDABLE : ALTERNATIVE).has(kind))) return undefined;
  return matches.slice(items[0].first, end.last + 1).flatMap((part, i): Match[] => {
    const item = items.find(({ first, last }) => first <= i + items[0].first && last >= i + items[0].first);
    if (item === undefined) return [part];
    const isFirst = item === items[0];
    if (stance !== 'exclude') {
      const as = saidBy(part, phrase);
      const meaning =
        part.meaning.kind === 'free_text' && as !== undefined ? { ...part.meaning, as } : part.meaning;
      const also = isNeedless ? { isNeedless } : { isAlternative: true as const };
      return [{ ...part, meaning, ...(isFirst && i === 0 && { from: match.from }), ...also }];
    }
    if (item.first !== i + items[0].first) return [];
    const meaning = joinedMeaning(matches.slice(item.first, item.last + 1), phrase);
    return [{ from: isFirst ? match.from : part.from, to: matches[item.last].to, meaning, isExcluded: true }];
  });
}

/** Whether what will do has no rival that it could be an alternative to, and describes no car behind it: then it limits nothing. */
function isAlone(
  matches: readonly Match[],
  items: readonly Item[],
  others: readonly Match[],
  phrase: Phrase,
): boolean {
  const next = matches.at(items[items.length - 1].last + 1);
  if (flowsIn(phrase)(next) && isName(next)) return false;
  return items.every(({ first }) => !hasRival(matches[first], others, phrase));
}

/** Whether items are words of which a car may have several, and no car follows: `hoping for leather`, but not `hoping for a red Juke`. */
function isEquipment(matches: readonly Match[], items: readonly Item[], phrase: Phrase): boolean {
  const next = matches.at(items[items.length - 1].last + 1);
  if (flowsIn(phrase)(next) && isName(next)) return false;
  return items.every(({ first, last }) => {
    const said = textOf(phrase, matches[first].from, matches[last].to);
    return matches[first].meaning.kind === 'free_text' && exclusiveGroupOf(said) === undefined;
  });
}

/** The matches of a wish from its first word on: a place still orders the results, the rest is listed. */
function wished(matches: readonly Match[], { from, to }: WordRange): Match[] {
  const place = matches.find(({ meaning }) => PLACES.has(meaning.kind));
  if (place === undefined) return [unsupported({ from, to }, WISH)];
  return [
    ...(matches[0] === place ? [] : [unsupported({ from, to: place.from }, WISH)]),
    { ...place, ...(matches[0] === place && { from }), isWished: true },
    ...(place.to === to ? [] : [unsupported({ from: place.to, to }, WISH)]),
  ];
}

/** Whether items can be a wish, or limit nothing if they are allowed: a make with its model and what is near a place cannot. */
function isWish(matches: readonly Match[], items: readonly Item[], mayBePlace: boolean): boolean {
  const mayBe = (kind: Meaning['kind']): boolean => WISHABLE.has(kind) && (mayBePlace || !NEARNESS.has(kind));
  return items.every(({ first, last }) =>
    matches.slice(first, last + 1).every(({ meaning }) => mayBe(meaning.kind)),
  );
}
