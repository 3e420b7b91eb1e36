// What the clause of a limit makes of its side, apart from the words right before it: it changes the limit (`raised from 10k to
// 11k`), denies it (`over 150k isn't`), or leaves its side unclear.
import { bareAmountOf, isJoint, limitOf, unsupported, type Match } from '../words/match.ts';
import { textOf, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { isOr } from '../words/word-lists.ts';
import { isAmountField } from './bare-amount.ts';
import { MAX_BEFORE, saysOwnLimit, startOfLead, UNCLEAR } from './limit-lead.ts';
import { QUANTITIES } from './quantity-words.ts';

/** The new one of two amounts that a limit is changed from and to: `raised my budget from 10k to 11k`. */
export function changedTo({ meaning, ...range }: Match, phrase: Phrase): Match | undefined {
  const { words } = phrase;
  if (meaning.kind !== 'range' || !isAmountField(meaning.field)) return undefined;
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
  return { ...range, meaning: { kind: 'range', field, max, hasComparator: true } };
}

const CHANGES = QUANTITIES['change of a limit'];

/** Whether the verb behind a limit, at the end of its clause, denies it: `over 100,000 is fine, over 150,000 isn't`. */
export function isDenied(match: Match, phrase: Phrase): boolean {
  const { words } = phrase;
  const { to } = match;
  const limit = limitOf(match);
  if (limit === undefined || limit.isTurned === true) return false;
  const end = words.findIndex(({ flows }, i) => i > to && !flows);
  const rest = words.slice(to, end === -1 ? words.length : end);
  const denial = QUANTITIES['denial of a limit'].next(phrase, to);
  return denial !== undefined && denial.length === rest.length;
}

/** Whether it is not clear which side of an amount is limited. */
export function isUnclear(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  return (
    isAlternative(matches, at) ||
    isRefusedOtherwise(matches, at, phrase) ||
    isOfUnreadComparator(matches[at], phrase)
  );
}

/** Whether an amount is one of two, of which no range was made: `could be five grand or fifty grand`. */
function isAlternative(matches: readonly Match[], at: number): boolean {
  const isOpen = (match: Match | undefined): boolean => {
    const amount = bareAmountOf(match);
    return amount?.field === 'price' && amount.min === undefined;
  };
  const isPair = (first: number): boolean =>
    first >= 0 && isOpen(matches[first]) && isOpen(matches[first + 2]) && isJoint(matches[first + 1]);
  return isPair(at) || isPair(at - 2);
}

/** Whether a refusal before a limit, in its clause, may be of something else than the limit: nothing has turned it round. */
function isRefusedOtherwise(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { words } = phrase;
  const { from } = matches[at];
  const limit = limitOf(matches[at]);
  if (limit === undefined || limit.isTurned === true || limit.includesRefusal === true) return false;
  const read = startOfLead(phrase, from);
  for (let i = at - 1; i >= 0 && words[matches[i + 1].from].flows; i--) {
    const other = matches[i];
    const own = words.slice(other.from, Math.min(other.to, read));
    if (own.some(({ key }) => QUANTITIES['end of a refusal'].has(key)) || from - other.to > MAX_BEFORE)
      return false;
    if (other.isExcluded === true) return other.to === from && !saysOwnLimit(phrase, matches[at]);
  }
  return false;
}

/** Whether an amount is behind a comparator that was not read: `aulder than 2019`. */
function isOfUnreadComparator(match: Match, { words }: Phrase): boolean {
  const { from } = match;
  const isBehind = from > 1 && words[from].flows && words[from - 1].key === 'than';
  return isBehind && bareAmountOf(match) !== undefined;
}

/** The matches without amounts in a clause whose comparator was not understood: they might limit the wrong side. */
export function withoutUnreadSides(matches: readonly Match[], phrase: Phrase): Match[] {
  const { words } = phrase;
  const left = matches.flatMap(({ meaning, from, to }) => {
    // `1.2 Corsa or smaller engine`
    const isAfterOr = meaning.kind === 'stop_words' && from > 0 && isOr(words[from - 1].key);
    const isLeft = isAfterOr || meaning.kind === 'unsupported' || meaning.kind === 'free_text';
    const of = isLeft ? QUANTITIES['direction apart'].get(textOf(phrase, from, to).toLowerCase()) : undefined;
    return of === undefined ? [] : [{ of, from, to }];
  });
  if (left.length === 0) return [...matches];
  const isOfClause = (one: WordRange, other: WordRange): boolean =>
    words.slice(Math.min(one.to, other.to), Math.max(one.from, other.from) + 1).every(({ flows }) => flows);
  return matches.map((match) => {
    const field = bareAmountOf(match)?.field;
    if (field === undefined) return match;
    const isApart = left.some(
      (other) =>
        // `Golf, minimum, 10k`
        (other.to === match.from || isOfClause(other, match)) && (other.of === 'any' || other.of === field),
    );
    return isApart ? unsupported(match, UNCLEAR) : match;
  });
}
