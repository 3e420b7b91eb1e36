// Applies what somebody says about words to these words: `not diesel` excludes, `don't need a sunroof` asks for nothing,
// `automatic if possible` is a wish, `petrol is fine too` an alternative.
import {
  asStopWords,
  EXCLUDABLE,
  kinds,
  isName,
  isPrice,
  bareAmountOf,
  NAMED,
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
  WISHABLE,
  flowsIn,
  hasRival,
  isExcludable,
  isOfTrade,
  itemsFrom,
  joinedMeaning,
  LIMITS,
  limitBehind,
  NEARNESS,
  NEEDLESS,
  toEndOfWish,
  toKindBehind,
  type Item,
  WISH,
} from './stance-items.ts';
import { applyBackwards, dropConditionalExclusion, exceptTo, NO_EXCEPTION } from './stances-behind.ts';
import { flowsAt, type Phrase, textOf, type WordRange } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';

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
  // `prefer manual but auto ok` asks for either.
  const hasRank = matches.some((match) => isStance(match) && match.meaning.stance === 'wish');
  const isNoWish = (match: Match): boolean =>
    !isStance(match) || !(match.meaning.stance === 'wish' || (match.meaning.stance === 'also' && !hasRank));
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
      if (dropConditionalExclusion(result, match, phrase)) result.push(unsupported(match, NO_EXCEPTION));
      else result.push(hasMinus(match, phrase) ? { ...match, isExcluded: true } : match);
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
    const except = first === undefined ? undefined : exceptTo(result, stance, isName(matches[first]), phrase);
    if (first !== undefined && (stance === undefined || except === 'asked')) {
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
    const last = items.at(-1)?.last ?? i;
    if (except === 'unread') {
      result.push(unsupported({ from: match.from, to: matches[last].to }, NO_EXCEPTION));
      i = last;
      continue;
    }
    const limit = stance === undefined ? undefined : limitBehind(matches, items, stance, phrase);
    if (limit !== undefined && first !== undefined) {
      result.push(...withLimitOf(matches, { from: i, first, limit: limit.at }, limit.meaning, result));
      i = limit.at;
      continue;
    }
    const others = [...result, ...beforeAWish(matches.slice((items.at(-1)?.last ?? 0) + 1), phrase)];
    const objects = matches.slice(first, last + 1);
    // `failing that a big estate`
    const lead = matches.slice(i, first);
    const isDescribed = lead.some(({ meaning }) => meaning.kind === 'unsupported');
    const found =
      stance &&
      apply({
        stance,
        items,
        matches,
        all: { from: isDescribed ? objects[0].from : match.from, to: matches[last].to },
        objects,
        kindsOf: items.map((item) => matches[item.first].meaning.kind),
        others,
        phrase,
        isWhole,
      });
    if (found !== undefined && isDescribed)
      result.push(...lead.map((one) => (isStance(one) ? asStopWords(one) : one)));
    result.push(...(found ?? [asStopWords(match)]));
    if (found !== undefined) i = last;
  }
  return result;
}

/**
 * The matches of `no Golfs over 15k`, which asks for Golfs up to £15,000. Beside other names it is not clear what the limit is
 * of.
 */
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
 * The first match that the stance at `at` is about, and the stance: of two exclusions, one of a lack or an exception, none is
 * left (`nothing without aircon`, `no cars unless they're automatic`), of others the last counts. An exclusion that is not needed
 * excludes nothing.
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
    // `never had one so an estate`, but `not so keen on diesel`
    if (matches[at].to < match.from && concludes(match, matches.at(first + 1), phrase)) return {};
    const isOfOne = stance?.meaning.stance === 'also' || stance?.meaning.stance === 'wish';
    const next = matches.at(first + 1);
    const isQuality =
      match.meaning.kind === 'unsupported' && flows(next) && EXCLUDABLE.has(next.meaning.kind);
    if (match.meaning.kind === 'stop_words' || (isOfOne && isQuality)) continue;
    if (!isStance(match)) return { first, ...(stance !== undefined && { stance }) };
    if (match.meaning.of !== 'next') return {};
    const turnsRound =
      stance?.meaning.stance === 'exclude' &&
      match.meaning.stance === 'exclude' &&
      (match.meaning.isLack === true || match.meaning.isException === true);
    // `I never said it couldn't be a diesel` neither asks for one nor excludes any.
    if (stance?.meaning.stance === 'needless' && match.meaning.stance === 'exclude') continue;
    stance = turnsRound ? undefined : match;
  }
  return {};
}

/** Whether a word such as `so` is followed by what is wanted, or by who wants it. */
function concludes({ from, meaning }: Match, behind: Match | undefined, { words }: Phrase): boolean {
  if (meaning.kind !== 'stop_words' || !ASKING.conclusion.has(words[from].key)) return false;
  const next = words.at(from + 1);
  if (next?.flows !== true) return false;
  const isItem = behind?.from === from + 1 && EXCLUDABLE.has(behind.meaning.kind);
  return isItem || ASKING.article.has(next.key) || PREFERENCES['after a conclusion'].has(next.key);
}

/** A stance and the items that it is about. */
interface Said {
  readonly stance: MatchOf<'stance'>;
  readonly items: readonly Item[];
  readonly matches: readonly Match[];
  /** From the first word of the stance to the last of the items. */
  readonly all: WordRange;
  /** The matches of the items, and those between. */
  readonly objects: readonly Match[];
  /** The kinds of the items. */
  readonly kindsOf: readonly Meaning['kind'][];
  /** What else is wanted. */
  readonly others: readonly Match[];
  readonly phrase: Phrase;
  readonly isWhole: boolean;
}

/** The matches of a stance and its items, or undefined if it has no effect on them. */
function apply(said: Said): readonly Match[] | undefined {
  switch (said.stance.meaning.stance) {
    case 'exclude':
      return excluded(said);
    case 'needless':
      return needless(said);
    case 'wish':
      return hoped(said);
    case 'also':
      return allowed(said);
  }
}

function excluded(said: Said): readonly Match[] | undefined {
  const { items, matches, all, objects, phrase } = said;
  if (!items.every((item) => isExcludable(matches, item, phrase))) {
    // `not the long one`: what only the search says goes.
    const isHeld = objects.every(
      ({ meaning }) =>
        meaning.kind === 'stop_words' || (meaning.kind === 'free_text' && meaning.isHeld === true),
    );
    return isHeld ? needless(said) : [unsupported(all, CANNOT_EXCLUDE)];
  }
  return objects.flatMap((part, i): Match[] => {
    const item = itemAt(said, i);
    if (item === undefined) return [part];
    const own = matches.slice(item.first, item.last + 1);
    if (part !== own[0]) return [];
    const from = item === items[0] ? all.from : part.from;
    return [{ from, to: own[own.length - 1].to, meaning: joinedMeaning(own, phrase), isExcluded: true }];
  });
}

function needless(said: Said): readonly Match[] | undefined {
  const { items, matches, all, kindsOf, isWhole } = said;
  if (!isWhole && kindsOf.every((kind) => EXCLUDABLE.has(kind))) return marked(said, { isNeedless: true });
  // `don't need 9000`
  const isBare = items.every(({ first }) => bareAmountOf(matches[first])?.mayBeMiles === true);
  const isLimit = kindsOf.some((kind) => LIMITS.has(kind)) && !isBare;
  return isLimit ? undefined : [unsupported(all, NEEDLESS)];
}

function hoped(said: Said): readonly Match[] | undefined {
  const { stance, kindsOf, isWhole } = said;
  const { scope } = stance.meaning;
  if (scope === 'equipment' && !isEquipment(said)) return undefined;
  if (scope === 'perhaps' && kindsOf.includes('range')) return undefined;
  const mayBeCar = scope === 'perhaps' && (kindsOf.includes('make') || kindsOf.includes('model'));
  return mayBeCar ? alternatives(said) : wished(said, isWhole);
}

function allowed(said: Said): readonly Match[] | undefined {
  const { items, all, kindsOf, phrase, isWhole } = said;
  // `I can drive an automatic only`
  if (flowsAt(phrase, all.to) && ASKING.only.lengthAt(phrase, all.to) > 0) return undefined;
  // `petrol or hybrid would do` excludes diesel.
  const areFuels = items.length > 1 && kindsOf.every((kind) => kind === 'fuel');
  const limitsNothing = isWhole && !areFuels && isAlone(said);
  return limitsNothing ? wished(said, false) : alternatives(said);
}

function alternatives(said: Said): readonly Match[] | undefined {
  return said.kindsOf.every((kind) => EXCLUDABLE.has(kind))
    ? marked(said, { isAlternative: true })
    : undefined;
}

function marked(said: Said, as: Pick<Match, 'isNeedless'> | Pick<Match, 'isAlternative'>): readonly Match[] {
  return said.objects.map((part, i) => {
    if (itemAt(said, i) === undefined) return part;
    const words = part.meaning.kind === 'free_text' ? saidBy(part, said.phrase) : undefined;
    const meaning = words === undefined ? part.meaning : { ...part.meaning, as: words };
    return { ...part, meaning, ...(i === 0 && { from: said.all.from }), ...as };
  });
}

/** The item that has the match with this number among the objects. */
function itemAt({ items }: Said, i: number): Item | undefined {
  const at = items[0].first + i;
  return items.find(({ first, last }) => first <= at && last >= at);
}

/**
 * Whether what will do has no rival that it could be an alternative to, and describes no car behind it: then it limits nothing.
 */
function isAlone(said: Said): boolean {
  const { items, matches, others, phrase } = said;
  return !isBeforeCar(said) && items.every(({ first }) => !hasRival(matches[first], others, phrase));
}

/**
 * Whether items are words of which a car may have several, and no car follows: `hoping for leather`, but not `hoping for a red
 * Juke`.
 */
function isEquipment(said: Said): boolean {
  const { items, matches, phrase } = said;
  const isOneOfSeveral = ({ first, last }: Item): boolean =>
    matches[first].meaning.kind === 'free_text' &&
    exclusiveGroupOf(textOf(phrase, matches[first].from, matches[last].to)) === undefined;
  return !isBeforeCar(said) && items.every(isOneOfSeveral);
}

function isBeforeCar({ items, matches, phrase }: Said): boolean {
  const next = matches.at(items[items.length - 1].last + 1);
  return flowsIn(phrase)(next) && isName(next);
}

/**
 * The matches of a wish from its first word on: a place still orders the results, a price counts unless another one was said,
 * and the rest is listed. Undefined if the items can be no wish, or do not limit nothing if they are allowed: a make with its
 * model, and what is near a place unless it `mayBePlace`.
 */
function wished({ objects, items, matches, all }: Said, mayBePlace: boolean): Match[] | undefined {
  const mayBe = ({ meaning: { kind } }: Match): boolean =>
    WISHABLE.has(kind) && (mayBePlace || !NEARNESS.has(kind));
  if (!items.every(({ first, last }) => matches.slice(first, last + 1).every(mayBe))) return undefined;
  const { from, to } = all;
  const kept = objects.find((match) => PLACES.has(match.meaning.kind) || isPrice(match));
  if (kept === undefined) return [unsupported({ from, to }, WISH)];
  return [
    ...(objects[0] === kept ? [] : [unsupported({ from, to: kept.from }, WISH)]),
    { ...kept, ...(objects[0] === kept && { from }), isWished: true },
    ...(kept.to === to ? [] : [unsupported({ from: kept.to, to }, WISH)]),
  ];
}
