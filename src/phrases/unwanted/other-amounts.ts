// Amounts that describe another vehicle than the wanted one: a vehicle that somebody has or had (`my gran did 3,000 miles`), or
// its price.
import { MAX_BEFORE } from '../limits/limit-lead.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { bareAmountOf, isPrice, type Match } from '../words/match.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';
import { isOtherVehicle } from './other-vehicle-spans.ts';
import { OTHER_VEHICLES, hadAt, isOwner, isThought } from './other-vehicle-words.ts';

export const OTHER_MONEY = 'This is not what you want to pay, so it does not limit the search.';
export const OWNED = 'This describes a vehicle that somebody has, so it does not limit the search.';

/** Words between an owner and a vehicle. */
const MAX_DESCRIPTION = 3;

/**
 * Whether the words before an amount, up to a wish, say it of a vehicle that somebody has or had: `my gran did`, `mine was a`.
 */
export function isOfOwned(match: Match, phrase: Phrase): boolean {
  const { words } = phrase;
  const { from, to } = match;
  // `had a budget of 10k`
  if (QUANTITIES.topic.find(phrase, from)?.meaning === 'pounds') return false;
  const wishLength = (at: number): number =>
    Math.max(OTHER_VEHICLES.want.lengthAt(phrase, at), ASKING.request.lengthAt(phrase, at));
  let start = from;
  while (start > 0 && from - start < MAX_BEFORE && words[start].flows && wishLength(start - 1) === 0) start--;
  if (isOfPast(phrase, start, from)) return true;
  // `I learnt in a 1989 Metro`
  if (!isPrice(match) && words[from - 1]?.key === 'a' && isHadBefore(phrase, start, from - 1)) return true;
  const wishEnd = start > 0 ? start - 1 + wishLength(start - 1) : 0;
  // `I want my own car under 5k`
  const isToBeOwned = (at: number): boolean =>
    at === wishEnd && OTHER_VEHICLES['owned from now on'].has(words.at(at + 1)?.key ?? '');
  // `selling my car so I can get a Golf under 9k`
  start += words.slice(start, from).findLastIndex(isThought) + 1;
  for (let at = start; at < to; at++)
    if (!isToBeOwned(at) && isOwner(phrase, at) && ownsVehicle(phrase, at, start)) return true;
  return false;
}

/** Whether a verb of the past is right before an amount at `end`, and its subject is somebody or something of theirs. */
function isOfPast(phrase: Phrase, start: number, end: number): boolean {
  const { words } = phrase;
  let verb = end - 1;
  while (
    verb > start &&
    QUANTITIES.filler.has(words[verb].key) &&
    !OTHER_VEHICLES['of the past'].has(words[verb].key)
  )
    verb--;
  if (verb <= start || !OTHER_VEHICLES['of the past'].has(words[verb].key)) return false;
  const isIf = words.slice(start, verb).some(({ key }) => OTHER_VEHICLES['of a condition'].has(key));
  // `he did say under 5k`
  const isAuxiliary = verb + 1 < end && QUANTITIES['of an example'].has(words[verb + 1].key);
  const { key, text } = words[verb - 1];
  const isSubject =
    OTHER_VEHICLES['subject of the past'].has(key) ||
    OTHER_VEHICLES.relative.has(key) ||
    /\p{L}['’]s$/u.test(text);
  return isSubject && !isIf && !isAuxiliary;
}

/** Whether strong words of having end before word `end`. */
function isHadBefore(phrase: Phrase, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const had = hadAt(phrase, at);
    if (had?.meaning === 'strong' && at + had.length === end) return true;
  }
  return false;
}

/** Whether the owner at a word has a vehicle, by a word such as `old` or by words of having from word `start` on. */
function ownsVehicle(phrase: Phrase, owner: number, start: number): boolean {
  let isOld = phrase.words.slice(start, owner).some((_, i) => hadAt(phrase, start + i) !== undefined);
  for (let at = owner + 1; at <= owner + MAX_DESCRIPTION && flowsAt(phrase, at); at++) {
    const { key } = phrase.words[at];
    const isOlder = OTHER_VEHICLES['owned before'].has(key);
    if (!isOlder && OTHER_VEHICLES['not mine'].has(key)) return false;
    if (isOld && ASKING.noun.find(phrase, at) !== undefined) return true;
    isOld ||= isOlder;
  }
  return false;
}

/** Whether a sum is what somebody wants for the vehicle that they have: `expects £2,800 for her old Micra`. */
export function isAskedForOwned(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { to } = matches[at];
  const [link, other] = matches.slice(at + 1, at + 3);
  return (
    bareAmountOf(matches[at])?.field === 'price' &&
    other !== undefined &&
    phrase.words[to].key === 'for' &&
    link.to === to + 1 &&
    isOtherVehicle(other) &&
    isOwner(phrase, other.from)
  );
}
