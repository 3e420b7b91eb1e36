// Parses quantities: topic, comparator, amount, unit, second amount, trailing comparator. resolve-quantity.ts gives them
// their meaning.
import { COMPARATORS_AFTER, COMPARATORS_BEFORE, comparatorSign, type Comparator } from './comparators.ts';
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import type { PhraseMatch, PhraseMatcher } from './phrase-matcher.ts';
import { resolveQuantity, type Amount, type Quantity } from './resolve-quantity.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { FILLERS, TOPICS, UNITS, type Unit } from './units.ts';

const TO_SECOND = new Set(['to', 'and', 'until', 'till', 'upto']);
const DASH = /^\s*[-‐‑–—]\s*£?\s*$/u;
const OF_A_DISTANCE = new Set(['of', 'from', 'away', 'radius', 'around', 'drive', 'distance']);
/** Words after a distance that belong to it. */
const ENDS_A_DISTANCE = new Set(['away', 'radius', 'drive', 'distance']);
/** Nouns that may precede or follow their number. */
const EITHER_SIDE = new Set(['mileage', 'budget', 'price', 'engine', 'registration']);

export const matchQuantity: Matcher = (phrase, at, context, previous) => {
  const head = readHead(phrase, at);
  const first = readAmount(phrase, head.next);
  if (first === undefined) return undefined;
  const second = readSecond(phrase, first, head.comparator);
  let next = (second ?? first).next;

  const sign = comparatorSign(phrase.words[head.next].gap);
  const after = comparatorAfter(phrase, next);
  next += after?.length ?? 0;
  // `miles on the clock` may come after `or less`.
  const following = phrase.words.at(next);
  const follows = following?.flows === true ? following.key : '';
  const distant = OF_A_DISTANCE.has(follows) || (previous?.meaning.kind === 'location' && head.next === at);
  const meaning = resolveQuantity(
    {
      topic: head.topic,
      comparator: after?.meaning ?? sign ?? head.comparator,
      first: first.amount,
      second: second?.amount,
      distant,
    },
    context.thisYear,
  );
  if (meaning === undefined) return undefined;
  // `after a 7 seater`: a comparator of years does not apply to other units.
  if (meaning.kind === 'unsupported' && head.comparator?.ofYears === true) return undefined;
  if (meaning.kind === 'distance' && ENDS_A_DISTANCE.has(follows)) next++;
  return { length: next - at, meaning };
};

function readHead(
  phrase: TokenizedPhrase,
  at: number,
): Pick<Quantity, 'topic' | 'comparator'> & { next: number } {
  let next = at;
  const take = <Meaning>(table: PhraseMatcher<Meaning>): Meaning | undefined => {
    const found = next === at || phrase.words.at(next)?.flows === true ? table.find(phrase, next) : undefined;
    next += found?.length ?? 0;
    return found?.meaning;
  };
  const skipFillers = (limit: number): void => {
    for (let i = 0; i < limit && next > at && FILLERS.has(flowingKey(phrase, next)); i++) next++;
  };
  const leading = take(TOPICS);
  skipFillers(2);
  const comparator = take(COMPARATORS_BEFORE);
  skipFillers(2);
  // `minimum price 5000`
  const topic = leading ?? (comparator === undefined ? undefined : take(TOPICS));
  skipFillers(2);
  // `between about`, `no more than around`: the first comparator wins.
  if (comparator !== undefined && COMPARATORS_BEFORE.get(flowingKey(phrase, next))?.side === 'around') next++;
  return { topic, comparator, next };
}

interface Read {
  readonly amount: Amount;
  readonly next: number;
}

function readAmount(phrase: TokenizedPhrase, at: number): Read | undefined {
  const number = readNumeral(phrase, at);
  if (number === undefined) return undefined;
  const pound = phrase.words[at].gap.trimEnd().endsWith('£');
  const next = at + number.length;
  const within = number.suffix === '' ? undefined : UNITS.get(number.suffix);
  if (number.suffix !== '' && within === undefined) return undefined;
  const found = unitAt(phrase, next);
  // `10k miles` and `60miles on the clock`: the unit may be words or letters.
  if (
    found !== undefined &&
    (within === undefined || within === found.meaning || found.meaning === 'monthly')
  ) {
    return { amount: { number, unit: found.meaning, pound }, next: next + found.length };
  }
  return { amount: { number, unit: within, pound }, next };
}

function unitAt(phrase: TokenizedPhrase, at: number): PhraseMatch<Unit> | undefined {
  const word = phrase.words.at(at);
  if (word?.flows !== true) return undefined;
  const found = UNITS.find(phrase, at);
  if (found === undefined || !EITHER_SIDE.has(word.key) || found.length > 1) return found;
  // `price under 4000 mileage under 80000`: the noun belongs to what comes after it.
  const next = phrase.words.at(at + 1);
  const leads =
    next?.flows === true &&
    (COMPARATORS_BEFORE.find(phrase, at + 1) !== undefined || /[:=<>]/.test(next.gap));
  return leads ? undefined : found;
}

function readSecond(
  phrase: TokenizedPhrase,
  first: Read,
  comparator: Comparator | undefined,
): Read | undefined {
  const word = phrase.words.at(first.next);
  if (word?.flows !== true) return undefined;
  if (DASH.test(word.gap)) return joinable(first, readAmount(phrase, first.next));
  if (!TO_SECOND.has(word.key)) return undefined;
  const isRange = comparator?.side === 'between' || comparator === undefined || comparator.side === 'min';
  if (!isRange || (word.key === 'and' && comparator?.side !== 'between' && comparator?.side !== 'min'))
    return undefined;
  if (phrase.words.at(first.next + 1)?.flows !== true) return undefined;
  return joinable(first, readAmount(phrase, first.next + 1));
}

/** The second amount, if both can bound one range: `2015 - 30k miles` cannot. */
function joinable({ amount: first }: Read, read: Read | undefined): Read | undefined {
  if (read === undefined) return undefined;
  const { amount: second } = read;
  const sameUnit = first.unit === undefined || second.unit === undefined || first.unit === second.unit;
  const isYear = (amount: Amount): boolean =>
    amount.number.plain && amount.number.value > 1900 && amount.number.value < 2100;
  const yearAndOther = isYear(first) && first.unit === undefined && !first.pound && !isYear(second);
  return sameUnit && !yearAndOther ? read : undefined;
}

/** The comparator after a number: words such as `or newer`, or a plus sign. */
function comparatorAfter(phrase: TokenizedPhrase, next: number): PhraseMatch<Comparator> | undefined {
  const word = phrase.words.at(next);
  const end = phrase.words[next - 1].end;
  if (phrase.text.charAt(end) === '+') return { meaning: { side: 'min' }, length: 0 };
  return word?.flows === true ? COMPARATORS_AFTER.find(phrase, next) : undefined;
}

function flowingKey(phrase: TokenizedPhrase, at: number): string {
  const word = phrase.words.at(at);
  return word?.flows === true ? word.key : '';
}
