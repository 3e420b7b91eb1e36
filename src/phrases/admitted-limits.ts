// Admits amounts as limits of the search. What the rules read of an amount counts only where all that decides it was understood: what it is
// of, its direction, and that its clause is about the vehicle that is looked for. An amount without a unit is of the topic of its clause;
// what is not admitted is listed.
import { NearWords } from '../vehicle/name-key.ts';
import {
  isJoint,
  isName,
  kinds,
  unsupported,
  type Match,
  type MatchOf as Of,
  type Meaning,
} from './words/match.ts';
import { OTHER_VEHICLES, hadAt, isOwner } from './unwanted/other-vehicle-words.ts';
import { isOtherVehicle } from './unwanted/other-vehicle-spans.ts';
import { complementOf } from './stances/stance-items.ts';
import { saysOwnLimit, startOfLead } from './limits/limit-lead.ts';
import { QUANTITIES } from './limits/quantity-words.ts';
import { UNCLEAR } from './limits/quantity.ts';
import { OTHER_MONEY, OWNED, REFERENCE } from './patterns.ts';
import { priceOrMileage } from './limits/resolve-quantity.ts';
import { isUnknown } from './talk.ts';
import { flowsAt, textOf, type Phrase, type PhraseToken, type WordRange } from './words/tokenized-phrase.ts';
import { ASKING, isTableWord } from './words/word-lists.ts';

/** Words of a clause that are read before an amount, and behind it. */
const MAX_BEFORE = 10;
const MAX_BEHIND = 4;

export function withAdmittedLimits(matches: readonly Match[], phrase: Phrase): Match[] {
  const left = matches.map((match) => isLeft(match, phrase));
  const admitted = matches.map((match, at) => {
    if (match.meaning.kind !== 'range') return match;
    const wished = orderBefore(matches, at, phrase);
    const isNear = wished?.to === match.from;
    const topic = topicAround(matches, at, left, phrase) ?? (isNear ? 'miles' : undefined);
    const range = { ...match, meaning: withTopic(match.meaning, topic) };
    const changed = changedTo(range, phrase);
    if (changed !== undefined) return changed;
    const { meaning } = range;
    if (isReference(matches, at, left, phrase)) return unsupported(match, REFERENCE);
    if (isOfAnother(match, phrase)) return unsupported(match, OWNED);
    if (isForAnother(matches, at, phrase)) return unsupported(match, OTHER_MONEY);
    if (
      isAlternative(matches, at) ||
      isRefusedOtherwise(matches, at, phrase) ||
      isOfUnreadComparator(matches[at], phrase)
    )
      return unsupported(match, UNCLEAR);
    if (isDenied(matches, at, phrase)) {
      const opposite = complementOf(match.meaning);
      return opposite === undefined ? unsupported(match, UNCLEAR) : { ...range, meaning: opposite };
    }
    const isOfUnknown =
      meaning.unsure === true && phrase.words[match.from - 1]?.key === 'with' && meaning.compared === true;
    const isOfOrder = wished !== undefined && !isNear && range.meaning.unsure === true;
    return isOfUnknown || isOfOrder ? { ...match, meaning: priceOrMileage(meaning) } : range;
  });
  return withoutDirectionApart(admitted, phrase);
}

/** Whether nothing has understood a word. */
function isLeft(match: Match, phrase: Phrase): boolean {
  return match.meaning.kind === 'unsupported'
    ? match.to === match.from + 1 && match.meaning.limit === undefined
    : isUnknown(match, phrase);
}

function withTopic(
  meaning: Of<'range'>['meaning'],
  topic: 'price' | 'miles' | undefined,
): Of<'range'>['meaning'] {
  const { unsure, ...sure } = meaning;
  return unsure !== true || topic === undefined ? meaning : { ...sure, field: topic };
}

/** What may stand between an amount and the word of its measure. */
const PASSED = kinds('make', 'model', 'stop_words', 'anywhere');

const MEASURES = { pounds: 'price', miles: 'miles' } as const;
const NEAR_MEASURES = new NearWords([
  ...QUANTITIES['word of a measure'].keys(),
  ...QUANTITIES['unit of a measure'].keys(),
]);

/** The measure that a word of its clause says of the amount, perhaps misspelt, or a clause that is nothing else: `Mileage? Under 40k`. */
function topicAround(
  matches: readonly Match[],
  at: number,
  left: readonly boolean[],
  phrase: Phrase,
): 'price' | 'miles' | undefined {
  const { words } = phrase;
  const { from, to } = matches[at];
  const topicOf = (i: number, mayBeUnit: boolean): 'price' | 'miles' | undefined => {
    const { meaning, ...range } = matches[i];
    for (const { key } of words.slice(range.from, range.to)) {
      const near = left[i] && !isTableWord(key) ? NEAR_MEASURES.near(key)[0] : key;
      const unit = mayBeUnit ? QUANTITIES['unit of a measure'].get(near) : undefined;
      const topic = QUANTITIES['word of a measure'].get(near) ?? unit;
      if (topic !== undefined && (left[i] || meaning.kind === 'stop_words')) return MEASURES[topic];
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
    const topic = topicOf(i, true);
    if (topic !== undefined) return topic;
  }
  let i = at - 1;
  for (
    ;
    i >= 0 && words[matches[i + 1].from].flows && isPassed(i) && from - matches[i].to < MAX_BEFORE;
    i--
  ) {
    const topic = topicOf(i, false);
    if (topic !== undefined) return topic;
  }
  const isWhole =
    i >= 0 &&
    !words[matches[i + 1].from].flows &&
    matches.slice(i + 1, at).every(({ meaning }) => meaning.kind === 'stop_words');
  const isLabel = isWhole && (i === 0 || !words[matches[i].from].flows);
  return isLabel ? topicOf(i, true) : undefined;
}

/** Of a wish for few miles; less is more likely a price. */
const MIN_MILES = 10_000;
const MIN_MILES_APART = 20_000;

/**
 * The order by few miles before a limit without a unit, which is its topic: `low miles, 35k at most`, `low miles, say less than 9k`. Other
 * words between leave open what the limit is of: `low mileage TT, nothing over 45k`.
 */
function orderBefore(matches: readonly Match[], at: number, { words }: Phrase): WordRange | undefined {
  const { from, meaning } = matches[at];
  if (meaning.kind !== 'range' || meaning.unsure !== true || meaning.compared !== true) return undefined;
  const amount = meaning.max ?? meaning.min ?? 0;
  // `i.e.` ends none.
  const endsSentence = (word: number): boolean =>
    /[!?;\n]|\.\s+$/.test(words[word].gap) && words[word - 1].key.length > 1;
  let start = from;
  let isExplained = false;
  for (let i = at - 1; i >= 0 && !endsSentence(matches[i + 1].from); i--) {
    const match = matches[i];
    const { kind } = match.meaning;
    if (kind === 'sort' && match.meaning.sort === 'miles_asc') {
      const least = isExplained ? 0 : start === from ? MIN_MILES : MIN_MILES_APART;
      return amount < least ? undefined : { from: match.from, to: start === from ? from : match.to };
    }
    const own = words.slice(match.from, match.to);
    if (kind === 'range' || isJoint(match)) return undefined;
    isExplained ||= start === from && own.some(({ key }) => QUANTITIES['of an example'].has(key));
    if (kind !== 'stop_words') start = match.from;
  }
  return undefined;
}

/** Whether a bare number is one of a thread, an advert or a telephone: beside a word that is not understood, letters or another number. */
function isReference(
  matches: readonly Match[],
  at: number,
  left: readonly boolean[],
  phrase: Phrase,
): boolean {
  const { words } = phrase;
  const { from, to, meaning } = matches[at];
  if (!isBareNumber(matches[at], phrase) || meaning.kind !== 'range' || meaning.compared === true)
    return false;
  const before = matches.at(at - 1);
  const isAfter = at > 0 && words[from].flows && before?.to === from;
  const next = matches.at(at + 1);
  const isNumber = (word: number): boolean =>
    /^[0-9]+$/.test(words[word].key) && /^[ -]$/.test(words[Math.max(word, from)].gap);
  const isUnread = (i: number): boolean =>
    left[i] ||
    matches[i].meaning.kind === 'unsupported' ||
    (isBareNumber(matches[i], phrase) && [matches[i], matches[at]].every(isPrice));
  if (
    isAfter &&
    isNumber(from - 1) &&
    /^[ -]$/.test(words[from].gap) &&
    (isUnread(at - 1) || words[from - 1].key.startsWith('0'))
  )
    return true;
  if (next !== undefined && isUnread(at + 1) && words[to].flows && isNumber(to)) return true;
  const isJoined = next !== undefined && left[at + 1] && /^[-/]$/.test(words[to].gap);
  const isNamed = isAfter && at > 1 && isName(matches[at - 2]) && matches[at - 2].to === matches[at - 1].from;
  return isJoined || (isAfter && left[at - 1] && !isNamed);
}

function isBareNumber({ from, to }: Match, { words }: Phrase): boolean {
  return to === from + 1 && /^[0-9]+$/.test(words[from].key) && !words[from].gap.includes('£');
}

function isPrice({ meaning }: Match): boolean {
  return meaning.kind === 'range' && meaning.field === 'price';
}

/** Whether the words before an amount, up to a wish, say it of a vehicle that somebody has or had: `my gran did`, `mine was a`. */
function isOfAnother({ from, to, meaning }: Match, phrase: Phrase): boolean {
  const { words } = phrase;
  // `had a budget of 10k`
  if (QUANTITIES.topic.find(phrase, from)?.meaning === 'pounds') return false;
  let start = from;
  const wishLength = (at: number): number =>
    Math.max(OTHER_VEHICLES.want.lengthAt(phrase, at), ASKING.request.lengthAt(phrase, at));
  while (start > 0 && from - start < MAX_BEFORE && words[start].flows && wishLength(start - 1) === 0) start--;
  // `I want my own car under 5k`
  const wishEnd = start > 0 ? start - 1 + wishLength(start - 1) : 0;
  const isToBeOwned = (at: number): boolean => at === wishEnd && OTHER_VEHICLES['owned from now on'].has(words.at(at + 1)?.key ?? ''); // prettier-ignore
  let verb = from - 1;
  while (
    verb > start &&
    QUANTITIES.filler.has(words[verb].key) &&
    !OTHER_VEHICLES['of the past'].has(words[verb].key)
  )
    verb--;
  const isIf = words.slice(start, verb).some(({ key }) => OTHER_VEHICLES['of a condition'].has(key));
  const isPast = verb > start && OTHER_VEHICLES['of the past'].has(words[verb].key);
  // `he did say under 5k`
  const isAuxiliary = verb + 1 < from && QUANTITIES['of an example'].has(words[verb + 1].key);
  if (isPast && !isIf && !isAuxiliary && isOtherSubject(phrase, verb - 1)) return true;
  // `I learnt in a 1989 Metro`
  const isSum = meaning.kind === 'range' && meaning.field === 'price';
  if (!isSum && words[from - 1]?.key === 'a' && isHadBefore(phrase, start, from - 1)) return true;
  // `selling my car so I can get a Golf under 9k`
  const isThought = ({ key }: PhraseToken): boolean =>
    QUANTITIES['end of a refusal'].has(key) && !/^(?:and|just|only)$/.test(key);
  start += words.slice(start, from).findLastIndex(isThought) + 1;
  for (let at = start; at < to; at++)
    if (!isToBeOwned(at) && isOwner(phrase, at) && isOwned(phrase, { from: at + 1, to: at + 4 }, start))
      return true;
  return false;
}

function isOtherSubject({ words }: Phrase, at: number): boolean {
  const { key, text } = words[at];
  return (
    OTHER_VEHICLES['subject of the past'].has(key) ||
    OTHER_VEHICLES.relative.has(key) ||
    /\p{L}['’]s$/u.test(text)
  );
}

/** Whether strong words of having end before word `end`. */
function isHadBefore(phrase: Phrase, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const had = hadAt(phrase, at);
    if (had?.meaning === 'strong' && at + had.length === end) return true;
  }
  return false;
}

function isOwned(phrase: Phrase, { from, to }: WordRange, start: number): boolean {
  const isHad = Array.from({ length: Math.max(0, from - 1 - start) }, (_, i) => start + i).some(
    (at) => hadAt(phrase, at) !== undefined,
  );
  let isOld = isHad;
  for (let at = from; at < to && flowsAt(phrase, at); at++) {
    const { key } = phrase.words[at];
    const isOlder = OTHER_VEHICLES['owned before'].has(key);
    if (!isOlder && OTHER_VEHICLES['not mine'].has(key)) return false;
    if (isOld && ASKING.noun.find(phrase, at) !== undefined) return true;
    isOld ||= isOlder;
  }
  return false;
}

/** The new one of two amounts that a limit is changed from and to: `raised my budget from 10k to 11k`. */
function changedTo({ meaning, ...range }: Match, phrase: Phrase): Match | undefined {
  const { words } = phrase;
  if (meaning.kind !== 'range' || (meaning.field !== 'price' && meaning.field !== 'miles')) return undefined;
  const { field, min, max: other } = meaning;
  const from = words.findIndex(({ key }, i) => i >= range.from && i < range.to && key === 'from');
  if (min === undefined || other === undefined || from === -1) return undefined;
  const isOfLimit = (at: number): boolean =>
    /^(?:pounds|miles)$/.test(QUANTITIES.topic.find(phrase, at)?.meaning ?? '') ||
    QUANTITIES['limit noun'].find(phrase, at) !== undefined;
  let at = from - 1;
  while (at >= 0 && from - at < MAX_BEFORE && words[at + 1].flows && !CHANGES.has(words[at].key)) at--;
  const way = at >= 0 && words[at + 1].flows ? CHANGES.get(words[at].key) : undefined;
  const between = words.slice(at + 1, from);
  if (way === undefined || between.some(({ key }) => QUANTITIES['end of a refusal'].has(key)))
    return undefined;
  // `my budget dropped from 9k to 7k`, `was raised`
  const subject = QUANTITIES.filler.has(words[at - 1]?.key ?? '') ? at - 2 : at - 1;
  const isSubject = between.length === 0 && subject >= 0 && words[at].flows && isOfLimit(subject);
  if (!isSubject && min <= other && !between.some((_, i) => isOfLimit(at + 1 + i))) return undefined;
  const max = way === 'up' ? Math.max(min, other) : Math.min(min, other);
  return { ...range, meaning: { kind: 'range', field, max, compared: true } };
}

const CHANGES = QUANTITIES['change of a limit'];

/** Whether a sum is what somebody wants for the vehicle that they have: `expects £2,800 for her old Micra`. */
function isForAnother(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { meaning, to } = matches[at];
  const [link, other] = matches.slice(at + 1, at + 3);
  if (meaning.kind !== 'range' || meaning.field !== 'price' || meaning.compared === true) return false;
  return (
    other !== undefined &&
    phrase.words[to].key === 'for' &&
    link.to === to + 1 &&
    isOtherVehicle(other) &&
    isOwner(phrase, other.from)
  );
}

/** Whether an amount is behind a comparator that was not read: `aulder than 2019`. */
function isOfUnreadComparator({ from, meaning }: Match, { words }: Phrase): boolean {
  const isBehind = from > 1 && words[from].flows && words[from - 1].key === 'than';
  return isBehind && meaning.kind === 'range' && meaning.compared !== true;
}

/** Whether the verb behind a limit, at the end of its clause, denies it: `over 100,000 is fine, over 150,000 isn't`. */
function isDenied(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { words } = phrase;
  const { meaning, to } = matches[at];
  if (meaning.kind !== 'range' || meaning.compared !== true || meaning.turned === true) return false;
  const end = words.findIndex(({ flows }, i) => i > to && !flows);
  const rest = words.slice(to, end === -1 ? words.length : end);
  return rest.length > 0 && rest[0].flows && DENIALS.find(phrase, to)?.length === rest.length;
}

const DENIALS = QUANTITIES['denial of a limit'];

/** Whether an amount is one of two, of which no range was made: `could be five grand or fifty grand`. */
function isAlternative(matches: readonly Match[], at: number): boolean {
  const isOpen = ({ kind, ...meaning }: Meaning): boolean =>
    kind === 'range' &&
    'field' in meaning &&
    meaning.field === 'price' &&
    meaning.compared !== true &&
    meaning.min === undefined;
  const isOr = (i: number): boolean => isJoint(matches[i]);
  const isPair = (one: number, other: number): boolean =>
    matches[other] !== undefined &&
    isOr((one + other) / 2) &&
    isOpen(matches[one].meaning) &&
    isOpen(matches[other].meaning);
  return isPair(at, at + 2) || (at > 1 && isPair(at, at - 2));
}

/** Whether a refusal before a limit, in its clause, may be one of what it limits: nothing has turned it round. */
function isRefusedOtherwise(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { words } = phrase;
  const { from, meaning } = matches[at];
  if (
    meaning.kind !== 'range' ||
    meaning.compared !== true ||
    meaning.turned === true ||
    meaning.isRefused === true
  )
    return false;
  const read = startOfLead(phrase, from);
  for (let i = at - 1; i >= 0 && words[matches[i + 1].from].flows; i--) {
    const other = matches[i];
    const own = words.slice(other.from, Math.min(other.to, read));
    if (own.some(({ key }) => QUANTITIES['end of a refusal'].has(key)) || from - other.to > MAX_BEFORE)
      return false;
    if (other.isExcluded === true) return other.to === from && !saysOwnLimit(phrase, matches[at]);
    if (
      other.meaning.kind === 'stop_words' &&
      own.some(({ key }) => key !== 'no' && QUANTITIES['before a limit'].get(key) === 'negative')
    )
      return true;
  }
  return false;
}

/** The matches without amounts in a clause whose words of a direction were not understood: they might limit the wrong side. */
function withoutDirectionApart(matches: readonly Match[], phrase: Phrase): Match[] {
  const { words } = phrase;
  const left = matches.flatMap(({ meaning, from, to }) => {
    // `1.2 Corsa or smaller engine`
    const isOr = meaning.kind === 'stop_words' && from > 0 && words[from - 1].key === 'or';
    const isLeft = isOr || meaning.kind === 'unsupported' || meaning.kind === 'free_text';
    const of = isLeft ? QUANTITIES['direction apart'].get(textOf(phrase, from, to).toLowerCase()) : undefined;
    return of === undefined ? [] : [{ of, from, to }];
  });
  if (left.length === 0) return [...matches];
  const isOfClause = (one: WordRange, other: WordRange): boolean =>
    words.slice(Math.min(one.to, other.to), Math.max(one.from, other.from) + 1).every(({ flows }) => flows);
  return matches.map((match) => {
    const { meaning } = match;
    if (meaning.kind !== 'range' || meaning.compared === true) return match;
    const isUnclear = left.some(
      (other) => (other.of === 'any' || other.of === meaning.field) && isOfClause(other, match),
    );
    return isUnclear ? unsupported(match, UNCLEAR) : match;
  });
}
