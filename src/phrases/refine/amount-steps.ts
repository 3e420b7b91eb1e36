// Reads changes of a limit by an amount or a factor: `2 grand more`, `another thousand`, `double the distance`, `half that`. Read as
// limits of their own, such amounts would ask for a car at £2,000.
import { KM_PER_MILE } from '../resolve-quantity.ts';
import { readAmount, type Amount } from '../amount.ts';
import { type TokenizedPhrase, flowsAt, type WordRange } from '../tokenized-phrase.ts';
import { ASKING_LISTS } from '../asking-words.ts';
import { REFINEMENT_LISTS, type Topic } from './refine-words.ts';

/** What may be changed by an amount. */
export type Measure = 'price' | 'mileage' | 'distance' | 'year';

export interface AmountStep extends WordRange {
  readonly kind: 'amount';
  /** Undefined: what the search has one limit of. */
  readonly measure: Measure | undefined;
  /** The limit times this, with this added, or this; of the latter two, whichever fits. A distance is in kilometres. */
  readonly factor?: number;
  readonly added?: number;
  readonly value?: number;
  /** Of a new value: whether it is more than the limit. */
  readonly isUp?: boolean | undefined;
}

/** Smaller amounts without a unit may be of anything: `another 3`. */
const MIN_PLAIN_AMOUNT = 100;

export const MEASURES: Readonly<Partial<Record<Topic, Measure>>> = {
  price: 'price',
  'highest price': 'price',
  mileage: 'mileage',
  'highest mileage': 'mileage',
  distance: 'distance',
  place: 'distance',
  year: 'year',
};

export function amountStepAt(phrase: TokenizedPhrase, at: number): AmountStep | undefined {
  return multipleAt(phrase, at) ?? differenceAt(phrase, at);
}

/** `double that`, `twice the distance`, `half as far`. */
function multipleAt(phrase: TokenizedPhrase, at: number): AmountStep | undefined {
  const factor = REFINEMENT_LISTS.factor.find(phrase, at);
  if (factor === undefined) return undefined;
  const after = at + factor.length;
  if (!flowsAt(phrase, after)) return undefined;
  const whole = { kind: 'amount', from: at, factor: factor.meaning } as const;
  const as = REFINEMENT_LISTS['as much'].find(phrase, after);
  if (as !== undefined) return { ...whole, to: after + as.length, measure: as.meaning };
  const topic = topicAt(phrase, after);
  if (topic !== undefined) return { ...whole, ...topic };
  const pronoun = REFINEMENT_LISTS['that much'].find(phrase, after);
  return pronoun === undefined ? undefined : { ...whole, to: after + pronoun.length, measure: undefined };
}

/** `2 grand more`, `another thousand`, `knock 500 off`, `two years newer`. */
function differenceAt(phrase: TokenizedPhrase, at: number): AmountStep | undefined {
  const before = REFINEMENT_LISTS['by before'].find(phrase, at);
  const start = at + (before?.length ?? 0);
  if (before !== undefined && !flowsAt(phrase, start)) return undefined;
  const read = readAmount(phrase, start);
  if (read === undefined || read.plus || read.amount.part === true) return undefined;
  const { amount, next } = read;
  const after = flowsAt(phrase, next) ? REFINEMENT_LISTS['by after'].find(phrase, next) : undefined;
  // `£500 off` alone is a discount.
  const sign = after?.meaning.isOfVerb === true ? before?.meaning : (after?.meaning.sign ?? before?.meaning);
  if (sign === undefined) return undefined;
  let to = next + (after?.length ?? 0);
  const about = flowsAt(phrase, to) ? topicAt(phrase, to) : undefined;
  to = about?.to ?? to;
  // `another 2 grand car`, `2 more doors`.
  if (flowsAt(phrase, to) && ASKING_LISTS.conjunction.find(phrase, to) === undefined && ASKING_LISTS['add after'].find(phrase, to) === undefined && ASKING_LISTS.filler.find(phrase, to) === undefined) return undefined; // prettier-ignore
  const measure = after?.meaning.measure ?? about?.measure ?? measureOf(amount);
  const isLong = measure === 'distance' && amount.unit !== 'km';
  const isKnown = measure !== undefined || amount.number.value >= MIN_PLAIN_AMOUNT;
  if (!isKnown || amount.unit === 'other' || amount.unit === 'monthly') return undefined;
  const size = amount.number.value * (isLong ? KM_PER_MILE : 1);
  return { kind: 'amount', from: at, to, measure, added: sign * size };
}

function measureOf({ unit, pound, number }: Amount): Measure | undefined {
  if (pound || unit === 'pounds') return 'price';
  if (unit === 'years' || unit === 'age') return 'year';
  // Nobody drives a thousand miles to see a car.
  if (unit === 'miles' || unit === 'km') return number.value < 1000 ? 'distance' : 'mileage';
  return undefined;
}

/** `to the budget`, `miles`. */
function topicAt(
  phrase: TokenizedPhrase,
  from: number,
): { readonly to: number; readonly measure: Measure } | undefined {
  let at = from;
  while (
    flowsAt(phrase, at) &&
    (ASKING_LISTS.article.has(phrase.words[at].key) || REFINEMENT_LISTS['by what'].has(phrase.words[at].key))
  )
    at++;
  const topic = flowsAt(phrase, at) ? REFINEMENT_LISTS.topic.find(phrase, at) : undefined;
  const measure = topic && MEASURES[topic.meaning];
  return topic === undefined || measure === undefined ? undefined : { to: at + topic.length, measure };
}
