// What an amount without a unit is of: the measure that a word of its clause says (`under 40k on the clock`), or miles behind a
// wish for few of them. Behind other words it may be of either, so it limits nothing and a question is asked. A bare number may
// also be that of a thread, an advert or a telephone.
import { NearWords } from '../../vehicle/name-key.ts';
import {
  bareAmountOf,
  isJoint,
  isName,
  isPrice,
  kinds,
  type Match,
  type RangeParameterName,
} from '../words/match.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { isTableWord } from '../words/word-lists.ts';
import { MAX_BEFORE } from './limit-lead.ts';
import { FIELDS, QUANTITIES } from './quantity-words.ts';

export const REFERENCE = 'This looks like a reference number. If it is an amount, say pounds or miles.';

type AmountField = 'price' | 'miles';

/** Whether a bare amount may be of this field. */
export function isAmountField(field: RangeParameterName): field is AmountField {
  return field === 'price' || field === 'miles';
}

/** Words of a clause that are read behind an amount. */
const MAX_BEHIND = 4;

interface Annotated {
  readonly phrase: Phrase;
  readonly matches: readonly Match[];
  /** Of each match, whether nothing has understood it. */
  readonly left: readonly boolean[];
}

/** What the amount without a unit at `at` is of. */
export function fieldOf(all: Annotated, at: number): AmountField | 'unclear' | undefined {
  const { from, meaning } = all.matches[at];
  if (meaning.kind !== 'range') return undefined;
  const field = fieldAround(all, at);
  if (field !== undefined || meaning.hasComparator !== true) return field;
  const wished = orderBefore(all, at, meaning.max ?? meaning.min ?? 0);
  // `a Golf with under 30,000`
  const isOfVehicle = QUANTITIES['before another measure'].has(all.phrase.words[from - 1]?.key ?? '');
  return wished ?? (isOfVehicle ? 'unclear' : undefined);
}

/** Kinds that may come between an amount and the word of its measure. */
const PASSED = kinds('make', 'model', 'stop_words', 'anywhere');

const MEASURES = [QUANTITIES['word of a measure'], QUANTITIES['unit of a measure']];
const NEAR_MEASURES = new NearWords(MEASURES.flatMap((list) => [...list.keys()]));

/**
 * The measure that a word of its clause says of the amount, perhaps misspelt, or a clause that is nothing else: `Mileage? Under
 * 40k`.
 */
function fieldAround({ phrase, matches, left }: Annotated, at: number): AmountField | undefined {
  const { words } = phrase;
  const { from, to } = matches[at];
  const fieldIn = (i: number, mayBeUnit: boolean): AmountField | undefined => {
    const { meaning, ...range } = matches[i];
    for (const { key } of words.slice(range.from, range.to)) {
      const near = left[i] && !isTableWord(key) ? NEAR_MEASURES.near(key)[0] : key;
      const unit = mayBeUnit ? QUANTITIES['unit of a measure'].get(near) : undefined;
      const field = QUANTITIES['word of a measure'].get(near) ?? unit;
      if (field !== undefined && (left[i] || meaning.kind === 'stop_words')) return FIELDS[field];
    }
    return undefined;
  };
  const isPassed = (i: number): boolean =>
    matches[i] !== undefined && (left[i] || PASSED.has(matches[i].meaning.kind));
  for (
    let i = at + 1;
    isPassed(i) && matches[i].from < to + MAX_BEHIND && flowsAt(phrase, matches[i].from);
    i++
  ) {
    const field = fieldIn(i, true);
    if (field !== undefined) return field;
  }
  const startsClause = (i: number): boolean => !words[matches[i].from].flows;
  let first = at;
  for (; first > 0 && !startsClause(first) && isPassed(first - 1); first--) {
    if (from - matches[first - 1].to >= MAX_BEFORE) break;
    const field = fieldIn(first - 1, false);
    if (field !== undefined) return field;
  }
  const isWhole =
    first > 0 &&
    startsClause(first) &&
    matches.slice(first, at).every(({ meaning }) => meaning.kind === 'stop_words');
  // `any mileage, under 5k`
  const isMeasure = ({ key }: Phrase['words'][number]): boolean =>
    QUANTITIES.filler.has(key) || MEASURES.some((list) => list.has(key));
  const label = matches[first - 1];
  const isLabel =
    isWhole &&
    (first === 1 || startsClause(first - 1)) &&
    (left[first - 1] || words.slice(label.from, label.to).every(isMeasure));
  return isLabel ? fieldIn(first - 1, true) : undefined;
}

/** A smaller amount behind a wish for few miles is more likely a price. */
const MIN_MILES = 10_000;
const MIN_MILES_APART = 20_000;

/**
 * What a wish for few miles before a limit makes of it: miles right before it (`low miles, 35k at most`, `low miles, say less
 * than 9k`). Other words between leave the field open: `low mileage TT, nothing over 45k`.
 */
function orderBefore({ phrase, matches }: Annotated, at: number, amount: number) {
  const { words } = phrase;
  const { from } = matches[at];
  // The full stop of `i.e.` does not end one.
  const endsSentence = (word: number): boolean =>
    /[!?;\n]|\.\s+$/.test(words[word].gap) && words[word - 1].key.length > 1;
  let start = from;
  let isExplained = false;
  for (let i = at - 1; i >= 0 && !endsSentence(matches[i + 1].from); i--) {
    const match = matches[i];
    const { kind } = match.meaning;
    const own = words.slice(match.from, match.to);
    if (kind === 'sort' && match.meaning.sort === 'miles_asc') {
      // `lowest mileage first, under 18k`
      if (own.some(({ key }) => QUANTITIES['of an order'].has(key))) return undefined;
      const least = isExplained ? 0 : start === from ? MIN_MILES : MIN_MILES_APART;
      // `low miles, up to 15k` may be either, unless there is a price.
      const isSure =
        isExplained || amount >= MIN_MILES_APART || matches.some((other, j) => j !== at && isPrice(other));
      return amount < least ? undefined : start === from && isSure ? 'miles' : 'unclear';
    }
    if (kind === 'range' || isJoint(match)) return undefined;
    isExplained ||= start === from && own.some(({ key }) => QUANTITIES['of an example'].has(key));
    if (kind !== 'stop_words') start = match.from;
  }
  return undefined;
}

/** Whether a bare number is a reference: beside a word that nothing has understood, letters or another number. */
export function isReference({ phrase, matches, left }: Annotated, at: number): boolean {
  const { words } = phrase;
  const { from, to } = matches[at];
  if (!isBareNumber(matches[at], phrase) || bareAmountOf(matches[at]) === undefined) return false;
  const before = matches.at(at - 1);
  const isAfter = at > 0 && words[from].flows && before?.to === from;
  const next = matches.at(at + 1);
  const isNumber = (word: number): boolean =>
    /^[0-9]+$/.test(words[word].key) && /^[ -]$/.test(words[Math.max(word, from)].gap);
  const isUnread = (i: number): boolean =>
    left[i] ||
    matches[i].meaning.kind === 'unsupported' ||
    (isBareNumber(matches[i], phrase) && [matches[i], matches[at]].every(isPrice));
  if (isAfter && isNumber(from - 1) && (isUnread(at - 1) || words[from - 1].key.startsWith('0'))) return true;
  if (next !== undefined && isUnread(at + 1) && words[to].flows && isNumber(to)) return true;
  const isJoined = next !== undefined && left[at + 1] && /^[-/]$/.test(words[to].gap);
  const isNamed = isAfter && at > 1 && isName(matches[at - 2]) && matches[at - 2].to === matches[at - 1].from;
  return isJoined || (isAfter && left[at - 1] && !isNamed);
}

function isBareNumber({ from, to }: Match, { words }: Phrase): boolean {
  return to === from + 1 && /^[0-9]+$/.test(words[from].key) && !words[from].gap.includes('£');
}
