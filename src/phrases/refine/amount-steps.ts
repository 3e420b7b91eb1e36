// Reads changes of a limit that are an amount or a factor: `double that`, `2 grand more`, `knock 500 off`, and an amount that
// is too much (`40 is too much, 35`), whose place the next amount takes. Read as limits of their own, `2 grand more` would ask
// for a car at £2,000.
import { readAmount } from '../limits/amount.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';
import { measureOfAmount } from './measures.ts';
import { endOfFillers, REFINEMENTS } from './refine-words.ts';
import { isOther, sizeOf, topicAt, type AmountStep } from './steps.ts';

/** Smaller amounts without a unit may be of anything: `another 3`. */
const MIN_PLAIN_AMOUNT = 100;

export function amountStepAt(phrase: Phrase, at: number): AmountStep | undefined {
  return multipleAt(phrase, at) ?? differenceAt(phrase, at) ?? replacementAt(phrase, at);
}

/** `double that`, `twice the distance`, `half as far`. */
function multipleAt(phrase: Phrase, at: number): AmountStep | undefined {
  const factor = REFINEMENTS.factor.find(phrase, at);
  if (factor === undefined) return undefined;
  const after = at + factor.length;
  if (!flowsAt(phrase, after)) return undefined;
  const whole = { kind: 'amount', from: at, factor: factor.meaning } as const;
  const as = REFINEMENTS['as much'].find(phrase, after);
  if (as !== undefined) return { ...whole, to: after + as.length, measure: as.meaning };
  const topic = topicAt(phrase, after);
  if (topic !== undefined) return { ...whole, ...topic };
  const pronoun = REFINEMENTS['that much'].find(phrase, after);
  return pronoun === undefined ? undefined : { ...whole, to: after + pronoun.length, measure: undefined };
}

/** `2 grand more`, `another thousand`, `knock 500 off`, `two years newer`. */
function differenceAt(phrase: Phrase, at: number): AmountStep | undefined {
  const before = REFINEMENTS['by before'].find(phrase, at);
  const start = at + (before?.length ?? 0);
  if (before !== undefined && !flowsAt(phrase, start)) return undefined;
  const read = readAmount(phrase, start);
  if (read === undefined || read.plus || isOther(read.amount)) return undefined;
  const { amount, next } = read;
  const after = REFINEMENTS['by after'].next(phrase, next);
  // `£500 off` alone is a discount.
  const sign = after?.meaning.isOfVerb === true ? before?.meaning : (after?.meaning.sign ?? before?.meaning);
  if (sign === undefined) return undefined;
  let to = next + (after?.length ?? 0);
  const about = topicAt(phrase, to);
  to = about?.to ?? pronounAfter(phrase, to);
  // `another 2 grand car`, `2 more doors`.
  const mayFollow = [ASKING.conjunction, ASKING['add after'], ASKING.filler];
  if (flowsAt(phrase, to) && mayFollow.every((list) => list.lengthAt(phrase, to) === 0)) return undefined;
  const measure = after?.meaning.measure ?? about?.measure ?? measureOfAmount(amount);
  if (measure === undefined && amount.number.value < MIN_PLAIN_AMOUNT) return undefined;
  return {
    kind: 'amount',
    from: at,
    to,
    measure,
    ...(about?.bound && { bound: about.bound }),
    added: sign * sizeOf(amount, measure),
  };
}

/** The end of `off that`, `to it`. */
function pronounAfter(phrase: Phrase, at: number): number {
  const from = at + (flowsAt(phrase, at) && REFINEMENTS['by what'].has(phrase.words[at].key) ? 1 : 0);
  const pronoun = REFINEMENTS['that much'].next(phrase, from);
  return pronoun === undefined ? at : from + pronoun.length;
}

/** `40 is too much, 35 tops`. Without the next amount, it is asked for. */
function replacementAt(phrase: Phrase, at: number): AmountStep | undefined {
  const ruledOut = readAmount(phrase, at);
  const words = ruledOut && REFINEMENTS['ruled out'].next(phrase, ruledOut.next);
  if (ruledOut === undefined || words === undefined || isOther(ruledOut.amount)) return undefined;
  const about = topicAt(phrase, ruledOut.next + words.length);
  const end = about?.to ?? ruledOut.next + words.length;
  const own = measureOfAmount(ruledOut.amount) ?? about?.measure;
  const step = {
    kind: 'amount',
    from: at,
    ruledOut: ruledOut.amount.number.value,
    side: words.meaning,
  } as const;
  const next = readAmount(phrase, endOfLead(phrase, end));
  const measure = (next && measureOfAmount(next.amount)) ?? own;
  if (next === undefined || next.plus || isOther(next.amount) || (own ?? measure) !== measure)
    return { ...step, to: end, measure: own };
  const limit = QUANTITIES['limit after'].next(phrase, next.next);
  return { ...step, to: next.next + (limit?.length ?? 0), measure, value: next.amount.number.value };
}

/** The end of words before an amount that takes the place of another: `so make it`, `no more than`. */
function endOfLead(phrase: Phrase, from: number): number {
  const lists = [REFINEMENTS.correction, ASKING.replace, ASKING.conjunction, QUANTITIES['limit before']];
  for (let at = from; ;) {
    const length = Math.max(endOfFillers(phrase, at) - at, ...lists.map((list) => list.lengthAt(phrase, at)));
    if (length === 0) return at;
    at += length;
  }
}
