// What a stance is about: a match with those that continue it, and the items that are listed with it (`not diesel or hybrid`);
// or a limit: `2018 or newer where possible` is a wish, `over 10k is not too much` limits nothing, and if `over 10k` will not
// do, a car may cost up to £10,000.
import {
  DESCRIBING,
  EXCLUDABLE,
  kinds,
  isJoint,
  isName,
  limitOf,
  PLACES,
  type Match,
  type MatchOf,
  type Meaning,
  type MeaningOf,
} from '../words/match.ts';
import { PREFERENCES } from './preferences.ts';
import { groupOf, isTerm, isTrim, saidBy } from '../terms/term.ts';
import { type Phrase, textOf } from '../words/tokenized-phrase.ts';
import { isOr, NAMES } from '../words/word-lists.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';

export const CANNOT_EXCLUDE =
  'A search cannot leave this out: it was not searched for, and nothing is excluded.';
export const WISH = 'This was said as a wish, so it does not limit the search.';
export const NEEDLESS = 'This is not needed, so it was not searched for.';

/** Limits that stay although they are `not needed`. */
export const LIMITS = kinds('range', 'distance', 'location', 'ambiguous_town');

/** Words that a stance covers: `without heated seats`. */
const MAX_WORDS = 3;

/** Kinds that say where a car is. */
export const NEARNESS = kinds('distance', ...PLACES);

/** What a wish may be about. A model is what the phrase is about. */
export const WISHABLE = kinds('make', ...DESCRIBING, 'range', 'unsupported', ...NEARNESS);

export interface Item {
  readonly first: number;
  readonly last: number;
}

/**
 * The item at `first` and those listed with it: `not diesel or hybrid`, `not black, white or grey`, `no Fords/Kias`. Commas need
 * an `or` after them, or a third car or colour, unless it is a list: `nice to have: leather, sat nav`.
 */
export function itemsFrom(matches: readonly Match[], first: number, phrase: Phrase, isList = false): Item[] {
  const { words } = phrase;
  const flows = flowsIn(phrase);
  const items = [{ first, last: lastContinuation(matches, first, phrase) }];
  let certain = 1;
  for (;;) {
    const { last } = items[items.length - 1];
    const { kind } = matches[items[items.length - 1].first].meaning;
    // `no white cars or black ones`
    const noun = matches.at(last + 1);
    const at =
      flows(noun) && /^(?:car|one)s?$/i.test(textOf(phrase, noun.from, noun.to)) ? last + 2 : last + 1;
    const joint = matches.at(at);
    const gap = joint === undefined ? '' : words[joint.from].gap;
    const isComma = /^\s*,\s*$/.test(gap);
    let next: number;
    // `not white, black, or silver`
    const beginsWithOr = joint !== undefined && isComma && isOr(words[joint.from].key);
    if (joint !== undefined && (flows(joint) || beginsWithOr) && isJoint(joint)) {
      const isAnd = NAMES.joint.get(words[joint.from].key) === 'both';
      next = at + 1;
      // `Fords, Fiats and anything manual`
      const isAnything = words.at(matches.at(next)?.from ?? Infinity)?.key === 'anything';
      while ((!isAnd || kind !== 'free_text') && flows(matches.at(next)) && isArticle(matches[next], words))
        next++;
      const found = matches.at(next);
      const isListed =
        found?.meaning.kind === kind ||
        // `not 1 or 3 series`
        ((!isAnd || isAnything) &&
          EXCLUDABLE.has(found?.meaning.kind ?? 'anywhere') &&
          (EXCLUDABLE.has(kind) || kind === 'unsupported'));
      if (!flows(found) || !isListed) break;
      certain = items.length + 1;
    } else {
      next = at;
      // `a Fabia, a Citigo or a Rapid`; without commas `peugeots citroens or renaults`
      if (isComma && joint !== undefined && isArticle(joint, words) && flows(matches.at(next + 1))) next++;
      const found = matches.at(next);
      const areCars = kind === 'make' || kind === 'model';
      const isBeside = flows(joint) && areCars;
      const isSlash = /^\s*[/&]\s*$/.test(gap);
      if (found === undefined || !(isComma || isSlash || isBeside)) break;
      if (found.meaning.kind !== kind && !(isList && isComma && WISHABLE.has(found.meaning.kind))) break;
      const group = groupOf(found, phrase);
      const areAlike = areCars || (group !== undefined && groupOf(matches[first], phrase) === group);
      if (isSlash || (areAlike && items.length > 1)) certain = items.length + 1;
    }
    items.push({ first: next, last: lastContinuation(matches, next, phrase) });
  }
  return isList ? items : items.slice(0, certain);
}

function isArticle({ from, to, meaning }: Match, words: Phrase['words']): boolean {
  return (
    meaning.kind === 'stop_words' && to === from + 1 && PREFERENCES['before an item'].has(words[from].key)
  );
}

const CONTINUED = kinds('make', 'model', 'free_text');

/** Number of the last match that continues one: `BMW 3 Series`, `Corsa VXR`, `bright yellow`. A term of the trade is complete. */
function lastContinuation(matches: readonly Match[], first: number, phrase: Phrase): number {
  const { kind } = matches[first].meaning;
  const flows = flowsIn(phrase);
  let last = first;
  for (; last - first + 1 < MAX_WORDS; last++) {
    const next = matches.at(last + 1);
    const { meaning, from, to } = matches[last];
    const isComplete = kind === 'free_text' ? isTerm(textOf(phrase, from, to)) : meaning.kind === 'free_text';
    if (isComplete || !flows(next)) break;
    const isNext =
      meaning.kind === 'make' ? next.meaning.kind === 'model' : next.meaning.kind === 'free_text';
    if (!isNext || (meaning.kind === 'model' && !isTrim(next, phrase)) || !CONTINUED.has(meaning.kind)) break;
  }
  return last;
}

/** Whether an item can be excluded: of words, only those of the trade, because adverts too say `no time wasters`. */
export function isExcludable(matches: readonly Match[], { first, last }: Item, phrase: Phrase): boolean {
  const { kind } = matches[first].meaning;
  return EXCLUDABLE.has(kind) && (kind !== 'free_text' || isOfTrade(matches[last], phrase));
}

export function isOfTrade(match: Match, phrase: Phrase): boolean {
  const isMisspelt = match.meaning.kind === 'free_text' && match.meaning.mayBeMisspelt === true;
  return isMisspelt || isTerm(saidBy(match, phrase) ?? '');
}

/**
 * Words that cannot be excluded, with the class that they describe: `not the puretech petrol, so diesel` asks for no petrol, nor
 * does `no noisy petrols`, and `no old Fords` for no Ford.
 */
export function toKindBehind(
  matches: readonly Match[],
  items: readonly Item[],
  hasArticle: boolean,
  phrase: Phrase,
): readonly Item[] {
  let next = (items.at(-1)?.last ?? Infinity) + 1;
  // `no 1.0 ecoboost` asks for no Ecoboost.
  if (items.length === 1 && matches[items[0].first].meaning.kind === 'range') {
    while (flowsIn(phrase)(matches.at(next)) && DESCRIBING.has(matches[next].meaning.kind)) next++;
    return next - 1 > items[0].last ? [...items, { first: items[0].last + 1, last: next - 1 }] : items;
  }
  const isQuality = matches.at(next - 1)?.meaning.kind === 'unsupported';
  while (matches.at(next)?.meaning.kind === 'unsupported') next++;
  const match = matches.at(next);
  const kind = match?.meaning.kind;
  const isClass = flowsIn(phrase)(match) && (kind === 'fuel' || kind === 'transmission');
  if (items.length !== 1 || isExcludable(matches, items[0], phrase)) return items;
  if (isQuality && flowsIn(phrase)(match) && EXCLUDABLE.has(match.meaning.kind))
    return [...items, { first: next, last: lastContinuation(matches, next, phrase) }];
  if (!isClass) return items;
  const isOneOf = matches.slice(next + 1).some(({ meaning }) => meaning.kind === kind);
  const isPlural = phrase.words[match.to - 1].key.endsWith('s');
  return hasArticle || isOneOf || isPlural ? [...items, { first: next, last: next }] : items;
}

/**
 * The items of a wish and what else it is about: all that follows in its clause, up to a car or a limit (`ideally a red
 * automatic`).
 */
export function toEndOfWish(matches: readonly Match[], items: readonly Item[], phrase: Phrase): Item[] {
  const flows = flowsIn(phrase);
  const result = [...items];
  const ends = ({ from, to }: Match): boolean =>
    phrase.words.slice(from, to).some(({ key }) => PREFERENCES['end of a wish'].has(key));
  for (let i = (items.at(-1)?.last ?? Infinity) + 1; flows(matches.at(i)); i++) {
    const match = matches[i];
    const { kind } = match.meaning;
    if (kind === 'stop_words' && !ends(match)) continue;
    if (!DESCRIBING.has(kind)) break;
    result.push({ first: i, last: i });
  }
  return result;
}

export function flowsIn({ words }: Phrase) {
  return (match: Match | undefined): match is Match => match !== undefined && words[match.from].flows;
}

/**
 * `2018 or newer where possible`, `near Leeds ideally`, `100k on the clock doesn't scare me`, `over 100k miles is fine`; but
 * `under 100k is fine` is a limit.
 */
export function isAboutLimit(match: Match, stance: MatchOf<'stance'>, phrase: Phrase): boolean {
  const { meaning } = match;
  const said = stance.meaning.stance;
  if (said === 'wish' && NEARNESS.has(meaning.kind)) return true;
  if (meaning.kind !== 'range') return false;
  if (said === 'exclude') return turnedLimit(match, stance, phrase) !== undefined;
  if (said !== 'also') return true;
  const { field, max } = meaning;
  if (field === 'miles') return max === undefined;
  return field !== 'engine' && isSaidLimit(match, phrase) && isOfLessLiked(meaning);
}

/**
 * The limit right behind excluded items which is of what buyers like less, and what is left of it: `no Golfs with over 80k
 * miles`.
 */
export function limitBehind(
  matches: readonly Match[],
  items: readonly Item[],
  stance: MatchOf<'stance'>,
  phrase: Phrase,
): { readonly at: number; readonly meaning: Meaning } | undefined {
  const { words } = phrase;
  const isOfOthers = PREFERENCES['all but'].has(words[stance.to - 1].key);
  if (stance.meaning.stance !== 'exclude' || items.length === 0 || isOfOthers) return undefined;
  const flows = flowsIn(phrase);
  let at = items[items.length - 1].last + 1;
  for (let i = at; flows(matches.at(i)); i++) {
    const { meaning } = matches[i];
    if (meaning.kind === 'range' && meaning.includesRefusal === true) return { at: i, meaning };
  }
  const isOver = ({ from }: Match): boolean => QUANTITIES['end of a refusal'].has(words[from].key);
  while (
    flows(matches.at(at)) &&
    matches[at].meaning.kind === 'stop_words' &&
    !isJoint(matches[at]) &&
    !isOver(matches[at])
  )
    at++;
  const match = matches.at(at);
  const meaning = flows(match) ? turnedLimit(match, stance, phrase) : undefined;
  return meaning && { at, meaning };
}

/**
 * What is left if `over 10k`, `more than 90k miles` or `older than 2016` will not do. A limit of the other side is turned round
 * only if a whole predicate rules it out: `under 10k is not enough`.
 */
export function turnedLimit(match: Match, stance: MatchOf<'stance'>, phrase: Phrase): Meaning | undefined {
  const { meaning } = match;
  if (meaning.kind !== 'range' || !isSaidLimit(match, phrase)) return undefined;
  if (!isOfLessLiked(meaning) && !isSubject(match, stance, phrase)) return undefined;
  return complementOf(meaning);
}

/** The cars that a limit leaves out; undefined if it has two ends. */
export function complementOf({ field, min, max }: MeaningOf<'range'>): MeaningOf<'range'> | undefined {
  const step = field === 'year' ? 1 : 0;
  if (min === undefined && max !== undefined)
    return { kind: 'range', field, min: max + step, hasComparator: true };
  return min === undefined || max !== undefined
    ? undefined
    : { kind: 'range', field, max: min - step, hasComparator: true };
}

/** Whether words give a limit its side, other than those of what is wanted: `at least 5k, no thanks` may refuse an offer. */
function isSaidLimit(match: Match, { words }: Phrase): boolean {
  const isOfWanted = ({ key }: Phrase['words'][number]): boolean => QUANTITIES['of what is wanted'].has(key);
  return limitOf(match) !== undefined && !words.slice(match.from, match.to).some(isOfWanted);
}

/** Whether a limit is of what buyers like less: high prices and mileages, large engines, early years. */
function isOfLessLiked({ field, min, max }: MeaningOf<'range'>): boolean {
  return field === 'year' ? min === undefined : max === undefined;
}

/**
 * Whether a stance is a whole predicate of the words right before it: not `under 10k, no good if it smells`, `under 10k is out
 * of my reach`.
 */
function isSubject({ to }: Match, stance: MatchOf<'stance'>, phrase: Phrase): boolean {
  const { words } = phrase;
  const verb = words[stance.from];
  const isVerb =
    PREFERENCES.be.has(verb.key) || PREFERENCES['is not'].find(phrase, stance.from) !== undefined;
  const next = words.at(stance.to);
  const isEnd = next?.flows !== true || PREFERENCES['end of a wish'].has(next.key);
  return stance.from === to && verb.flows && isVerb && isEnd;
}

export function hasRival(match: Match, others: readonly Match[], phrase: Phrase): boolean {
  const { kind } = match.meaning;
  const group = groupOf(match, phrase);
  const isRival = (other: Match): boolean =>
    kind !== 'free_text' || (group !== undefined && groupOf(other, phrase) === group);
  const wanted = others.filter(({ meaning, isExcluded }) => meaning.kind === kind && isExcluded !== true);
  return isName(match) || wanted.some(isRival);
}

export function joinedMeaning(matches: readonly Match[], phrase: Phrase): Meaning {
  const { meaning } = matches[matches.length - 1];
  if (meaning.kind !== 'free_text') return meaning;
  const model = matches.at(-2)?.meaning;
  const trim = saidBy(matches[matches.length - 1], phrase);
  if (model?.kind === 'model' && trim !== undefined) return { ...model, trim };
  const as = matches.map((match) => saidBy(match, phrase)).join(' ');
  return {
    kind: 'free_text',
    as,
    ...(matches.length === 1 && meaning.mayBeMisspelt && { mayBeMisspelt: true }),
  };
}
