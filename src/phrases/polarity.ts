// Whether the words before a limit turn it round or cancel it: `wouldn't go over 5k`, `refuse to pay over 5k`, `doesn't need to be under 5k`;
// and what it is about, if that comes before them: `mileage shouldn't really be above 50k`. The words are the list `before a limit` of
// assets/phrases/quantities.tsv.
import { QUANTITIES, type Comparator, type LeadMeaning, type QuantityTopic } from './quantity-words.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export interface Lead {
  /** The word that it begins at. */
  readonly from: number;
  /** Undefined if the words before the limit leave it as it is. */
  readonly polarity: 'negated' | 'needless' | 'unclear' | undefined;
  /** What the limit is about. */
  readonly topic: QuantityTopic | undefined;
}

/** In words. */
const MAX_LEAD = 12;
const MAX_PHRASE = 4;

/** What the words of the clause before word `at` say of the limit there. */
export function leadBefore(phrase: TokenizedPhrase, at: number): Lead | undefined {
  let from = at;
  let start = at;
  let topic: QuantityTopic | undefined;
  const counts = { negative: 0, unwilling: 0, needless: 0, neutral: 0 };
  while (start > 0 && at - start < MAX_LEAD) {
    const found = phraseBefore(phrase, start);
    const before = found === undefined && topic === undefined ? topicBefore(phrase, start) : undefined;
    if (found === undefined && before === undefined) break;
    topic ??= before;
    start -= found?.length ?? 1;
    if (found !== undefined) counts[found.meaning]++;
    if (before !== undefined || found?.meaning === 'negative' || found?.meaning === 'unwilling') from = start;
  }
  const polarity = polarityOf(counts);
  return from === at ? undefined : { from, polarity, topic };
}

/** The longest phrase of the list that ends before word `end` of a clause. */
function phraseBefore(
  { words }: TokenizedPhrase,
  end: number,
): { readonly length: number; readonly meaning: LeadMeaning } | undefined {
  let key = '';
  let longest: ReturnType<typeof phraseBefore>;
  for (let length = 1; length <= Math.min(MAX_PHRASE, end); length++) {
    if (words.at(end - length + 1)?.flows === false) break;
    key = key === '' ? words[end - 1].key : `${words[end - length].key} ${key}`;
    const meaning = QUANTITIES['before a limit'].get(key);
    if (meaning !== undefined) longest = { length, meaning };
  }
  return longest;
}

/** Several negatives are one: `don't want nothing over 5k`. A refusal that is negated may mean either. */
export function polarityOf(counts: Readonly<Record<string, number>>): Lead['polarity'] {
  const { negative = 0, unwilling = 0, needless = 0 } = counts;
  if (negative > 0 && needless > 0) return 'needless';
  if (unwilling > 1 || (unwilling === 1 && negative > 0)) return 'unclear';
  return negative + unwilling > 0 ? 'negated' : undefined;
}

/** The topic right before word `end`, unless it is the unit of a number before it. */
function topicBefore({ words }: TokenizedPhrase, end: number): QuantityTopic | undefined {
  const topic = words[end].flows ? QUANTITIES.topic.get(words[end - 1].key) : undefined;
  const isUnit = end > 1 && words[end - 1].flows && /[0-9]/.test(words[end - 2].key);
  return isUnit ? undefined : topic;
}

/** Whether the words of a limit negate it themselves: `no more than`. */
export function isNegative({ words }: TokenizedPhrase, from: number, to: number): boolean {
  return words.slice(from, to).some(({ key }) => QUANTITIES['before a limit'].get(key) === 'negative');
}

/** The opposite direction, or undefined if there is none: `not from 2015` says nothing of other years. */
export function opposite({ side, ofYears, strict, within }: Comparator): Comparator | undefined {
  if (within === true || side === 'around' || side === 'between' || (ofYears === true && strict !== true))
    return undefined;
  return { side: side === 'min' ? 'max' : 'min', ...(ofYears === true && { ofYears }) };
}
