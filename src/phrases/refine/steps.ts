// The operations of a phrase on the search beside it, and the readers of those that name what changes (`raise the budget`,
// `bump the miles up to 80k`), of exchanges and of pages. amount-steps.ts reads differences and factors, operations.ts clauses.
import { type WordRange, type Phrase, flowsAt } from '../words/tokenized-phrase.ts';
import type { ParameterName } from '../../query/parameters.ts';
import type { Span } from '../words/query-builder.ts';
import {
  AMOUNT_MEASURES,
  isOfSide,
  MEASURES,
  measureOfAmount,
  measureOfTopic,
  type Bound,
  type Comparative,
  type Measure,
  type LimitSide,
} from './measures.ts';
import { type Topic, REFINEMENTS, endOfFillers, orderEnd } from './refine-words.ts';
import type { SearchParameters } from './search-under-change.ts';
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { readAmount, type Amount } from '../limits/amount.ts';
import { ASKING } from '../words/word-lists.ts';
import { PhraseReader } from '../names/phrase-reader.ts';

/** What a clause does with what it names. */
export type ClauseAction = 'set' | 'add' | 'remove';

/** What goes besides the values of a search that a removal names: `bin the diesels`, `anything over 100k miles`. */
type Removed = 'matching cars' | 'everything beyond the limit';

export type Step =
  | ClauseStep
  | AmountStep
  | (WordRange & { readonly kind: 'topics'; readonly topics: readonly Topic[] })
  | CompareStep
  | PageStep;

export interface ClauseStep {
  readonly kind: 'clause';
  readonly action: ClauseAction;
  /** Its values go for others, or take the place of others: `swap the Audi for a Jaguar`. */
  readonly exchanges?: true;
  /** It is an addition that `or` introduces. */
  readonly joinedByOr?: true;
  readonly removes?: Removed | undefined;
  readonly words: readonly number[];
}

export interface CompareStep extends WordRange {
  readonly kind: 'compare';
  readonly by: Comparative;
  readonly isLarge: boolean;
  /** Only the order is asked for: `closer ones first`. */
  readonly isOrder: boolean;
  /** It is allowed rather than asked for: `older is fine`. */
  readonly isAllowed: boolean;
  /** It may be the reason for what else the phrase changes, which is all that then changes: `too dear, forget the leather`. */
  readonly isReason: boolean;
}

export interface Operations {
  readonly steps: readonly Step[];
  /** Words that say what is done and hold no value. */
  readonly markers: readonly WordRange[];
  /** `strong`: nothing but a search before it gives the phrase a meaning. `weak`: it may also be a request of its own. */
  readonly reference: 'strong' | 'weak' | 'none';
  /** Whether names follow words that introduce them to the search: `what about an Audi`, `or a Polo`. */
  readonly introduces: boolean;
  readonly resets: boolean;
  /** Whether it corrects the phrase before it: `no, 2015`. */
  readonly corrects: boolean;
}

/** What the words of a clause say besides their values. */
export interface ClauseWords {
  /** Whether what it excludes only goes if the search asks for it: `leave out the towbar`. */
  readonly leavesOut: boolean;
  /** Whether it says that its values will do as well (`also`), or only makes a statement about them: `orange is cute`. */
  readonly permits: 'also' | 'statement' | undefined;
  /** Whether its order was asked for, rather than following from its place. */
  readonly hasOrder: boolean;
}

export interface Clause extends Omit<ClauseStep, 'kind' | 'words'>, ClauseWords {
  readonly asked: SearchParameters;
  /** Whether words such as `what about` introduce what takes the place of a value. */
  readonly replaces: boolean;
  /** Whether it corrects the phrase before it: a bound keeps its side then. */
  readonly corrects: boolean;
  readonly wordsOf: (parameter: ParameterName) => Span;
  /** Told what of it changes nothing, and why. */
  readonly onUnclear: (parameter: ParameterName, why: string) => void;
}

export interface AmountStep extends WordRange {
  readonly kind: 'amount';
  /** Undefined: what the search has one limit of. */
  readonly measure: Measure | undefined;
  /** The limit, if the words say which of the two; of a measure that they do not name, its side. */
  readonly bound?: Bound;
  readonly side?: LimitSide;
  /** The limit times this, with this added, or this; of the latter two, whichever fits. A distance is in kilometres. */
  readonly factor?: number;
  readonly added?: number;
  readonly value?: number;
  /** The value that it takes the place of: `40 is too much, 35`. */
  readonly ruledOut?: number;
  /** Whether a new value is more than the limit. */
  readonly isUp?: boolean | undefined;
}

/** Whether an amount is of none of the measures that an amount can change: a rate, an engine size or the like. */
export function isOther(amount: Amount): boolean {
  return (amount.unit !== undefined && measureOfAmount(amount) === undefined) || amount.part === true;
}

/** The size of an amount; that of a distance is in kilometres. */
export function sizeOf({ number, unit }: Amount, measure: Measure | undefined): number {
  return number.value * (measure === 'distance' && unit !== 'km' ? KM_PER_MILE : 1);
}

export function topicAt(
  phrase: Phrase,
  from: number,
): (Pick<AmountStep, 'bound'> & { readonly to: number; readonly measure: Measure }) | undefined {
  let at = from;
  while (
    flowsAt(phrase, at) &&
    (ASKING.article.has(phrase.words[at].key) || REFINEMENTS['by what'].has(phrase.words[at].key))
  )
    at++;
  const topic = REFINEMENTS.topic.next(phrase, at);
  const measure = topic && amountMeasureOf(topic.meaning);
  return topic === undefined || measure === undefined
    ? undefined
    : { to: at + topic.length, measure, ...namedBound(topic.meaning) };
}

/** What an amount beside a topic is of; undefined for an engine, whose litres are a limit of their own. */
function amountMeasureOf(topic: Topic): Measure | undefined {
  return AMOUNT_MEASURES.find((measure) => measure === measureOfTopic(topic));
}

const SIDES: Readonly<Partial<Record<Topic, LimitSide>>> = { 'lower limits': 'min', 'upper limits': 'max' };

/** The limit that a topic names, if it names one of the two of a measure. */
function namedBound(topic: Topic): Pick<AmountStep, 'bound'> {
  return isOfSide(topic, 'min') || isOfSide(topic, 'max') ? { bound: topic } : {};
}

interface TopicChange extends WordRange {
  readonly topic: Topic;
  /** Undefined: only its new value says. */
  readonly isUp: boolean | undefined;
  readonly isLarge: boolean;
  readonly side?: LimitSide;
}

const MAX_ARTICLES = 3;
const MAX_AUX = 4;

/** `a bit cheaper`, `closer ones first`, `older is fine`, `lower the mileage`. */
export function comparisonAt(phrase: Phrase, from: number): CompareStep | undefined {
  const reader = new PhraseReader(phrase, from);
  const degrees = [1, 2, 3].map(() => reader.take(ASKING.degree));
  const { key } = reader;
  const found = reader.take(REFINEMENTS.comparative);
  const ofTopic = topicComparisonAt(phrase, from);
  const by = found ?? ofTopic?.by;
  if (by === undefined) return undefined;
  const isLarge = degrees.includes('large') || ofTopic?.isLarge === true;
  if (found === undefined && ofTopic !== undefined) reader.next = ofTopic.to;
  // `cheaper than 6k` and `closer to Leeds` have a limit and a place of their own.
  if (reader.take(REFINEMENTS.than) === undefined && ['than', 'to'].includes(reader.key)) return undefined;
  const first = orderEnd(phrase, reader.next);
  const isOrder = first !== undefined;
  // `older is fine`, `or newer`
  const isAdded =
    from > 0 && flowsAt(phrase, from) && REFINEMENTS['before what is fine'].has(phrase.words[from - 1].key);
  const isAllowed = !isOrder && (reader.take(ASKING['add after']) === 'permits' || isAdded);
  const isReason = by === 'undone' || (found !== undefined && key === 'too');
  return { kind: 'compare', by, isLarge, isOrder, isAllowed, isReason, from, to: first ?? reader.next };
}

/** Words from a verb to the one that belongs to it: `leave the silver Ford Fiestas out`. */
export const MAX_SPLIT = 7;

/** The words between a verb and what comes for them, or what they are preferred to. */
export function exchangeAt(
  phrase: Phrase,
  at: number,
): (WordRange & { readonly isPreference: boolean }) | undefined {
  const verb = REFINEMENTS.exchange.find(phrase, at);
  if (verb === undefined) return undefined;
  const joints = REFINEMENTS[verb.meaning];
  const from = at + verb.length;
  for (let to = from + 1; to <= from + MAX_SPLIT && flowsAt(phrase, to - 1) && flowsAt(phrase, to); to++)
    if (joints.has(phrase.words[to].key))
      return flowsAt(phrase, to + 1)
        ? { from, to, isPreference: verb.meaning === 'preferred to' }
        : undefined;
  return undefined;
}

/** More or less of what a topic is, without a number. */
function topicComparisonAt(
  phrase: Phrase,
  at: number,
): { readonly by: Comparative; readonly isLarge: boolean; readonly to: number } | undefined {
  const change = changeAt(phrase, at);
  const measure = change && measureOfTopic(change.topic);
  if (change?.isUp === undefined || measure === undefined) return undefined;
  // `lower the minimum price` asks for nothing cheaper; `lower the age` and `lower the year` are opposites.
  if (isOfSide(change.topic, 'min') || measure === 'year') return undefined;
  const { more, less } = MEASURES[measure];
  const by = change.isUp ? more : less;
  return by && { by, isLarge: change.isLarge, to: change.to };
}

/**
 * A limit that moves by an amount, or to one. `isOneMore`: another one was just before it: `the price to 9k and the miles to
 * 80k`.
 */
export function topicAmountAt(phrase: Phrase, at: number, isOneMore: boolean): AmountStep | undefined {
  const joint = isOneMore ? (ASKING.conjunction.find(phrase, at)?.length ?? 0) : 0;
  const change = changeAt(phrase, at + joint, isOneMore);
  if (change === undefined) return undefined;
  const { key, flows } = phrase.words.at(change.to) ?? { key: '', flows: false };
  const isBy = key === 'by';
  const isTo = key === 'to' || key === 'at';
  // `raise it a grand` is by an amount, `raise it 9k` to one: the limit of the search tells which.
  const isOpen = !isBy && !isTo && (change.isUp !== undefined || change.topic !== 'limits');
  const read =
    flows && (isBy || isTo || isOpen) ? readAmount(phrase, change.to + (isOpen ? 0 : 1)) : undefined;
  if (read === undefined || read.plus || (isBy && change.isUp === undefined)) return undefined;
  const { amount, next } = read;
  const side = SIDES[change.topic] ?? change.side;
  const isOfAny = change.topic === 'limits' || side !== undefined;
  // `up to 1.2` may be litres.
  const isSmall =
    amount.unit === undefined &&
    !amount.pound &&
    amount.number.value < 10 &&
    !Number.isInteger(amount.number.value);
  if (change.topic === 'limits' && isSmall) return undefined;
  if (isOpen && phrase.words.at(next)?.flows === true) return undefined;
  const measure = amountMeasureOf(change.topic) ?? (isOfAny ? measureOfAmount(amount) : undefined);
  if (isOther(amount) || (measure === undefined && !isOfAny)) return undefined;
  const size = sizeOf(amount, measure);
  const step = {
    kind: 'amount',
    from: at,
    to: next,
    measure,
    ...namedBound(change.topic),
    ...(side && { side }),
  } as const;
  const added = !isTo && change.isUp !== undefined && { added: change.isUp ? size : -size };
  return { ...step, ...added, ...(!isBy && { value: size, isUp: change.isUp }) };
}

/** A topic with words of a direction before or after it. */
function changeAt(phrase: Phrase, at: number, isOneMore = false): TopicChange | undefined {
  const reader = new PhraseReader(phrase, at);
  const degrees = [reader.take(ASKING.degree), reader.take(ASKING.degree)];
  const before = reader.take(REFINEMENTS.direction);
  reader.skip(ASKING.article, MAX_ARTICLES);
  // `up to 20k`
  const isUpTo = before === 'up' && reader.key === 'to';
  const topic =
    reader.take(REFINEMENTS.topic) ?? (before !== undefined && isPronoun(reader) ? 'limits' : undefined);
  if (topic === undefined) return undefined;
  reader.skip(REFINEMENTS.aux, MAX_AUX);
  degrees.push(reader.take(ASKING.degree));
  const after = reader.take(REFINEMENTS.direction);
  degrees.push(reader.take(ASKING.degree));
  const given = before === undefined || before === 'move' ? (after ?? before) : before;
  // `price to 9k`
  const isMoved = isOneMore || (given === undefined && reader.key === 'to');
  const direction = given ?? (isMoved ? 'move' : undefined);
  if (direction === undefined) return undefined;
  // `price up to 9k` is a limit.
  if (
    before === undefined &&
    !isMoved &&
    (reader.key === 'than' || (reader.key === 'to' && direction === 'up'))
  )
    return undefined;
  return {
    from: at,
    to: reader.next,
    topic,
    isUp: direction === 'move' ? undefined : direction === 'up',
    isLarge: degrees.includes('large'),
    ...(isUpTo && { side: 'max' }),
  };
}

/** `raise it by 500`, `go up by 500`. */
function isPronoun(reader: PhraseReader): boolean {
  return reader.take(REFINEMENTS['that much']) !== undefined || reader.key === 'by' || reader.key === 'to';
}

export interface PageStep extends WordRange {
  readonly kind: 'page';
  readonly page: number | 'next' | 'previous';
}

/** The page that all of the phrase asks for. */
export function pageStepOf(phrase: Phrase): PageStep | undefined {
  const { words } = phrase;
  const end = words.length;
  for (let from = 0; from < end; from++) {
    const named = REFINEMENTS.page.find(phrase, from);
    if (named !== undefined && endOfFillers(phrase, from + named.length) === end)
      return { kind: 'page', from: 0, to: end, page: named.meaning === 'first' ? 1 : named.meaning };
    const numbered = REFINEMENTS['page number'].find(phrase, from);
    const number = words.at(from + (numbered?.length ?? 0))?.key ?? '';
    const isLast = numbered !== undefined && endOfFillers(phrase, from + numbered.length + 1) === end;
    if (isLast && /^[1-9][0-9]{0,5}$/.test(number))
      return { kind: 'page', from: 0, to: end, page: Number(number) };
    const filler = ASKING.filler.find(phrase, from);
    if (filler === undefined) return undefined;
    from += filler.length - 1;
  }
  return undefined;
}
