// What the words before a limit make of it. They may turn it round or cancel it: `wouldn't go over 5k`, `doesn't need to be
// under 5k`. In a relative clause they turn it, and the refusal of what the clause describes turns it back: `nothing that isn't
// under 5k`. Between a refusal and a limit of what buyers like less may be other words: `won't be seen in anything older than
// 2016`.
import { isYearAlone, type Amounts, type Head, type Tail } from './amount.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { opposite, QUANTITIES, type Comparator, type QuantityTopic } from './quantity-words.ts';
import type { Phrase, WordRange } from '../words/tokenized-phrase.ts';

interface Lead {
  /** The word that it begins at. */
  readonly from: number;
  /** Undefined if the words before the limit leave it as it is. */
  readonly effect: Effect;
  /** What the limit is about. */
  readonly topic: QuantityTopic | undefined;
  /** It includes a refusal, with words for what is refused between that and the limit. */
  readonly includesRefusal?: true;
}

type Effect = 'negated' | 'needless' | 'unclear' | undefined;
type LeadMeaning = NonNullable<ReturnType<(typeof QUANTITIES)['before a limit']['get']>>;

/** Words of a clause that are read before an amount. */
export const MAX_BEFORE = 10;

const MAX_LEAD = 12;
const MAX_PHRASE = 4;

/** What the words before a limit, and those of its comparator, make of it. */
export interface Polarity {
  readonly lead?: Lead | undefined;
  /** The comparator that counts: turned round if words negate it. */
  readonly comparator: Comparator | undefined;
  readonly isTurned: boolean;
  /** Why it limits nothing. */
  readonly cancelled?: string;
}

export const UNCLEAR = 'This can be read either way, so it does not limit the search.';
export const NEEDLESS_LIMIT = 'You said that this does not matter, so it does not limit the search.';

export function readPolarity(phrase: Phrase, head: Head, { first, second }: Amounts, tail: Tail): Polarity {
  const { said, after } = tail;
  if (said === undefined || tail.isLater) return { comparator: said, isTurned: false };
  const isOfYears = said.ofYears === true || isYearAlone(first);
  const lead = leadBefore(phrase, { from: head.start, to: head.next }, said, isOfYears);
  // `2014 or newer, actually no 2016 or newer`
  const isAnswer =
    lead?.from === head.next - 1 && phrase.words[lead.from].key === 'no' && after !== undefined;
  if (lead === undefined || isAnswer) return { comparator: said, isTurned: false };
  // `couldn't not be under 8k`
  const isTwice =
    phrase.words[head.start]?.key === 'not' && isNegative(phrase, Math.max(0, head.start - 1), head.start);
  const isTurned = lead.effect === 'negated' && (!head.isNegative || isTwice);
  const comparator = isTurned ? opposite(said) : said;
  // Which of two comparators is negated is not clear.
  const isCancelled = isTurned
    ? comparator === undefined || second !== undefined || after !== undefined
    : lead.effect === 'needless' || lead.effect === 'unclear';
  if (!isCancelled) return { lead, comparator, isTurned };
  return { lead, comparator, isTurned, cancelled: lead.effect === 'needless' ? NEEDLESS_LIMIT : UNCLEAR };
}

/** What the words of the clause before word `at` say of the limit from there to `to`. `isOfYears`: its amount is a year. */
function leadBefore(
  phrase: Phrase,
  { from: at, to }: WordRange,
  limit: Comparator,
  isOfYears: boolean,
): Lead | undefined {
  let from = at;
  let start = at;
  const tiny = tinyBefore(phrase, at);
  let topic: QuantityTopic | undefined;
  let isRelative = false;
  let counts = noCounts();
  while (start > 0 && at - start < MAX_LEAD) {
    const found = phraseBefore(phrase, start);
    const before = found === undefined && topic === undefined ? topicBefore(phrase, start) : undefined;
    if (found === undefined && before === undefined) break;
    topic ??= before ?? tiny;
    start -= found?.length ?? 1;
    if (found !== undefined) counts[found.meaning]++;
    if (before !== undefined || found?.meaning === 'negative' || found?.meaning === 'unwilling') from = start;
    if (QUANTITIES.relative.has(phrase.words[start].key) && effectOf(counts) === 'negated') {
      isRelative = true;
      counts = noCounts();
    }
  }
  const own = effectOf(counts);
  const isLessLiked = limit.side === (isOfYears ? 'max' : 'min');
  // `don't show me Golfs that are up to 5k`
  const isOfThing = phrase.words
    .slice(Math.max(0, start - 2), at)
    .some(({ key }) => QUANTITIES.relative.has(key));
  const isOfShown = (isOfThing || !saysOwnLimit(phrase, { from: start, to })) && refusesShown(phrase, start);
  const mayBeRefused = own === undefined && (isRelative || isLessLiked || isOfShown);
  const refusal = mayBeRefused ? refusalBefore(phrase, start, to, isRelative || isOfShown) : undefined;
  const main = own ?? refusal ?? (tiny !== undefined && isLessLiked ? 'negated' : undefined);
  if (from === at && main === undefined) return undefined;
  const turned = main === 'negated' ? undefined : (main ?? 'negated');
  return {
    from,
    effect: isRelative ? turned : main,
    topic,
    ...(refusal !== undefined && { includesRefusal: true }),
  };
}

/** What a least amount right before word `at` is of, by which no limit is passed: `a penny over`. */
function tinyBefore({ words }: Phrase, at: number): QuantityTopic | undefined {
  const isOne =
    at > 1 && words[at].flows && words[at - 1].flows && QUANTITIES['before a least'].has(words[at - 2].key);
  return isOne ? QUANTITIES.least.get(words[at - 1].key) : undefined;
}

/** Whether words of a limit can only be about the buyer's own limit: `budget under 8k`, `max 5k`. */
export function saysOwnLimit({ words }: Phrase, { from, to }: WordRange): boolean {
  return words.slice(from, to).some(({ key }) => QUANTITIES['ceiling of what is wanted'].has(key));
}

/** Whether the clause before word `end` refuses to be shown something: `don't show me any Fiestas under 5k`. */
function refusesShown(phrase: Phrase, end: number): boolean {
  const { words } = phrase;
  for (let at = end - 1; at >= 0 && end - at < MAX_LEAD && words[at + 1].flows; at--) {
    if (!QUANTITIES['to show'].has(words[at].key)) continue;
    // `don't show`, `stop showing`
    return [at, at + 1].some((word) =>
      /^(?:negative|unwilling)$/.test(phraseBefore(phrase, word)?.meaning ?? ''),
    );
  }
  return false;
}

function noCounts(): Record<LeadMeaning, number> {
  return { negative: 0, unwilling: 0, needless: 0, neutral: 0 };
}

/**
 * The refusal in the clause before word `start`, if words between name what is refused: `not prepared to look at a Golf`.
 * `isOfThing`: it is about such a thing by itself, as a relative clause is.
 */
function refusalBefore(phrase: Phrase, start: number, to: number, isOfThing: boolean): Effect {
  const { words } = phrase;
  const counts = noCounts();
  let isNamed = isOfThing || words.slice(start, to).some(({ key }) => QUANTITIES['what is refused'].has(key));
  for (let end = start; end > 0 && start - end < MAX_LEAD && words.at(end)?.flows === true;) {
    const { key } = words[end - 1];
    if (QUANTITIES['end of a refusal'].has(key) || /[0-9]/.test(key)) break;
    const found = phraseBefore(phrase, end);
    isNamed ||= QUANTITIES['what is refused'].has(key);
    if (found !== undefined && isNamed) counts[found.meaning]++;
    end -= found?.length ?? 1;
  }
  const effect = effectOf(counts);
  return effect === 'needless' ? undefined : effect;
}

/** The longest phrase of the list that ends before word `end` of a clause. */
function phraseBefore({ words }: Phrase, end: number): PhraseMatch<LeadMeaning> | undefined {
  let key = '';
  let longest: PhraseMatch<LeadMeaning> | undefined;
  for (let length = 1; length <= Math.min(MAX_PHRASE, end); length++) {
    if (words.at(end - length + 1)?.flows === false) break;
    key = key === '' ? words[end - 1].key : `${words[end - length].key} ${key}`;
    const meaning = QUANTITIES['before a limit'].get(key);
    if (meaning !== undefined) longest = { length, meaning };
  }
  return longest;
}

/** The word that the words before a limit begin at, each of which says something of it. */
export function startOfLead(phrase: Phrase, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_LEAD) {
    const found = phraseBefore(phrase, start);
    if (found === undefined) break;
    start -= found.length;
  }
  return start;
}

/** Several negatives are one: `don't want nothing over 5k`. A refusal that is negated may mean either. */
export function effectOf({
  negative,
  unwilling,
  needless,
}: Readonly<Record<'negative' | 'unwilling' | 'needless', number>>): Effect {
  if (negative > 0 && needless > 0) return 'needless';
  if (unwilling > 1 || (unwilling === 1 && negative > 0)) return 'unclear';
  return negative + unwilling > 0 ? 'negated' : undefined;
}

/** The topic right before word `end`, unless it is the unit of a number before it. */
function topicBefore({ words }: Phrase, end: number): QuantityTopic | undefined {
  const topic = words[end].flows ? QUANTITIES.topic.get(words[end - 1].key) : undefined;
  const isUnit = end > 1 && words[end - 1].flows && /[0-9]/.test(words[end - 2].key);
  return isUnit ? undefined : topic;
}

/** Whether the words of a limit negate it themselves: `no more than`. */
export function isNegative({ words }: Phrase, from: number, to: number): boolean {
  return words.slice(from, to).some(({ key }) => QUANTITIES['before a limit'].get(key) === 'negative');
}
