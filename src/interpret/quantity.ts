// Numbers with all that is said about them: topic, bound, amount, unit, a second amount, a bound after it. This file
// reads the grammar; what the amounts mean is quantity-meaning.ts's business.
import { BOUNDS_AFTER, BOUNDS_BEFORE, signBound, type Bound } from './bounds.ts';
import type { Recogniser } from './claim.ts';
import { readNumber, type ReadNumber } from './number-words.ts';
import type { Found, PhraseTable } from './phrase-table.ts';
import { meaningOfQuantity } from './quantity-meaning.ts';
import type { Tokens } from './tokens.ts';
import { FILLERS, TOPICS, UNITS, type Unit } from './units.ts';

export interface Amount {
  readonly number: ReadNumber;
  readonly unit: Unit | undefined;
  /** A pound sign stands before it. */
  readonly pound: boolean;
}

export interface Quantity {
  readonly topic: 'pounds' | 'miles' | 'litres' | 'year' | undefined;
  readonly bound: Bound | undefined;
  readonly first: Amount;
  /** The upper end of a range. */
  readonly second: Amount | undefined;
  /** The word after it says that it is a distance: `20 miles from`. */
  readonly distant: boolean;
}

const TO_SECOND = new Set(['to', 'and', 'until', 'till', 'upto']);
const DASH = /^\s*[-‐‑–—]\s*£?\s*$/u;
const OF_A_DISTANCE = new Set(['of', 'from', 'away', 'radius', 'around', 'drive', 'distance']);
/** Said after a distance and part of it. */
const ENDS_A_DISTANCE = new Set(['away', 'radius', 'drive', 'distance']);
/** Nouns that stand before their number as well as after it. */
const EITHER_SIDE = new Set(['mileage', 'budget', 'price', 'engine', 'registration']);

export const recogniseQuantity: Recogniser = (tokens, at, knowledge, previous) => {
  const head = readHead(tokens, at);
  const first = readAmount(tokens, head.next);
  if (first === undefined) return undefined;
  const second = readSecond(tokens, first, head.bound);
  let next = (second ?? first).next;

  const sign = signBound(tokens.words[head.next].gap);
  const after = boundAfter(tokens, next);
  next += after?.length ?? 0;
  // `miles on the clock` may come after `or less`.
  const following = tokens.words.at(next);
  const follows = following?.flows === true ? following.key : '';
  const distant = OF_A_DISTANCE.has(follows) || (previous?.meaning.kind === 'place' && head.next === at);
  const meaning = meaningOfQuantity(
    {
      topic: head.topic,
      bound: after?.meaning ?? sign ?? head.bound,
      first: first.amount,
      second: second?.amount,
      distant,
    },
    knowledge.thisYear,
  );
  if (meaning === undefined) return undefined;
  // `after a 7 seater`: a word that is only said of years was no bound.
  if (meaning.kind === 'refused' && head.bound?.ofYears === true) return undefined;
  if (meaning.kind === 'distance' && ENDS_A_DISTANCE.has(follows)) next++;
  return { length: next - at, meaning };
};

function readHead(tokens: Tokens, at: number): Pick<Quantity, 'topic' | 'bound'> & { next: number } {
  let next = at;
  const take = <Meaning>(table: PhraseTable<Meaning>): Meaning | undefined => {
    const found = next === at || tokens.words.at(next)?.flows === true ? table.find(tokens, next) : undefined;
    next += found?.length ?? 0;
    return found?.meaning;
  };
  const skipFillers = (most: number): void => {
    for (let i = 0; i < most && next > at && FILLERS.has(flowingKey(tokens, next)); i++) next++;
  };
  const leading = take(TOPICS);
  skipFillers(2);
  const bound = take(BOUNDS_BEFORE);
  skipFillers(2);
  // `minimum price 5000`
  const topic = leading ?? (bound === undefined ? undefined : take(TOPICS));
  skipFillers(2);
  // `between about`, `no more than around`: the first word counts.
  if (bound !== undefined && BOUNDS_BEFORE.get(flowingKey(tokens, next))?.side === 'around') next++;
  return { topic, bound, next };
}

interface Read {
  readonly amount: Amount;
  readonly next: number;
}

function readAmount(tokens: Tokens, at: number): Read | undefined {
  const number = readNumber(tokens, at);
  if (number === undefined) return undefined;
  const pound = tokens.words[at].gap.trimEnd().endsWith('£');
  const next = at + number.length;
  const within = number.suffix === '' ? undefined : UNITS.get(number.suffix);
  if (number.suffix !== '' && within === undefined) return undefined;
  const found = unitAt(tokens, next);
  // `10k miles` and `60miles on the clock`: the words say no less than the letters.
  if (
    found !== undefined &&
    (within === undefined || within === found.meaning || found.meaning === 'monthly')
  ) {
    return { amount: { number, unit: found.meaning, pound }, next: next + found.length };
  }
  return { amount: { number, unit: within, pound }, next };
}

function unitAt(tokens: Tokens, at: number): Found<Unit> | undefined {
  const word = tokens.words.at(at);
  if (word?.flows !== true) return undefined;
  const found = UNITS.find(tokens, at);
  if (found === undefined || !EITHER_SIDE.has(word.key) || found.length > 1) return found;
  // `price under 4000 mileage under 80000`: the noun belongs to what comes after it.
  const next = tokens.words.at(at + 1);
  const leads =
    next?.flows === true && (BOUNDS_BEFORE.find(tokens, at + 1) !== undefined || /[:=<>]/.test(next.gap));
  return leads ? undefined : found;
}

function readSecond(tokens: Tokens, first: Read, bound: Bound | undefined): Read | undefined {
  const word = tokens.words.at(first.next);
  if (word?.flows !== true) return undefined;
  if (DASH.test(word.gap)) return joinable(first, readAmount(tokens, first.next));
  if (!TO_SECOND.has(word.key)) return undefined;
  const isRange = bound?.side === 'between' || bound === undefined || bound.side === 'min';
  if (!isRange || (word.key === 'and' && bound?.side !== 'between' && bound?.side !== 'min'))
    return undefined;
  if (tokens.words.at(first.next + 1)?.flows !== true) return undefined;
  return joinable(first, readAmount(tokens, first.next + 1));
}

/** The second amount, if both can be ends of one range: `2015 - 30k miles` are two things. */
function joinable({ amount: first }: Read, read: Read | undefined): Read | undefined {
  if (read === undefined) return undefined;
  const { amount: second } = read;
  const sameUnit = first.unit === undefined || second.unit === undefined || first.unit === second.unit;
  const isYear = (amount: Amount): boolean =>
    amount.number.plain && amount.number.value > 1900 && amount.number.value < 2100;
  const yearAndOther = isYear(first) && first.unit === undefined && !first.pound && !isYear(second);
  return sameUnit && !yearAndOther ? read : undefined;
}

/** Words such as `or newer`, or a plus sign, which is no word. */
function boundAfter(tokens: Tokens, next: number): Found<Bound> | undefined {
  const word = tokens.words.at(next);
  const end = tokens.words[next - 1].end;
  if (tokens.text.charAt(end) === '+') return { meaning: { side: 'min' }, length: 0 };
  return word?.flows === true ? BOUNDS_AFTER.find(tokens, next) : undefined;
}

function flowingKey(tokens: Tokens, at: number): string {
  const word = tokens.words.at(at);
  return word?.flows === true ? word.key : '';
}
