// Words that say nothing of a car. Words that no table knows may describe a car behind what somebody asks for (`Golf Rabbit`,
// `with a dog guard`), and are searched for. In talk they are not: of `to turn heads`, `cat walked on the keyboard` and `my
// back hurts`, adverts would be found that say `heads`, `cat` or `back`. Nor are the words of texts about something else than a
// vehicle for sale: `who is the prime minister`, `wing mirror for a Clio`, `van hire for a day`.
import {
  EXCLUDABLE,
  kinds,
  isName,
  NAMED,
  STOP_WORDS,
  unsupported,
  type Match,
  type Matcher,
} from './words/match.ts';
import { ASKING, NAMES, SUBJECTS } from './words/word-lists.ts';
import { NUMBERS_ALONE, readNumeral } from './words/numerals.ts';
import { BODIES, isTerm, resemblesTerm, saidBy } from './terms/term.ts';
import { type Phrase, flowsAt, keyAt, textOf } from './words/tokenized-phrase.ts';
import { isNameKey } from './words/vocabulary.ts';
import { isOtherVehicle } from './unwanted/other-vehicle-spans.ts';

const REASON = 'This was not understood, so it was not searched for.';

/** Lists of words that ask for what is after them, or join it. */
const BEFORE = [
  'filler',
  'request',
  'pronoun',
  'add',
  'replace',
  'only',
  'degree',
  'conjunction',
  'noun',
  'must',
] as const;
/** The same after it: `too fussy` asks for nothing. */
const AFTER = ['add after', 'replace after'] as const;

/** What is said of vehicles, and what stands to it as a word: `not`. */
const CONTENT = kinds(...EXCLUDABLE, 'range', 'sort', 'stance');

export function withoutTalk(matches: readonly Match[], phrase: Phrase): Match[] {
  const { words } = phrase;
  const isTalk = matches.map((match) => match.meaning.kind === 'stop_words' && !asks(match, phrase));
  if (!isTalk.includes(true)) return [...matches];
  const result: Match[] = [];
  matches.forEach((match, i) => {
    if (!isUnknown(match, phrase)) {
      result.push(match);
      return;
    }
    let before = i;
    while (before > 0 && words[matches[before].from].flows && isAsking(before - 1)) before--;
    const hasClause = before > 0 && words[matches[before].from].flows;
    const isAfterContent = hasClause && CONTENT.has(result[before - 1].meaning.kind);
    // `a city car for parking`
    const isPurpose = hasClause && words[match.from - 1].key === 'for';
    // `should you have any Bond Minicar`
    const isNamed =
      hasClause && words[match.from - 1].text === 'any' && /^\p{Lu}/u.test(words[match.from].text);
    // `, Advance trim`
    const isTrim = keyAt(phrase, match.to) === 'trim';
    const isKept = (isAfterContent && !isPurpose) || isNamed || isTrim;
    result.push(isKept ? match : unsupported(match, REASON));
  });
  return result;

  function isAsking(at: number): boolean {
    return matches[at].meaning.kind === 'stop_words' && !isTalk[at];
  }
}

function asks({ from, to }: Match, phrase: Phrase): boolean {
  const isFirst = from === 0 || !phrase.words[from].flows;
  const lists = isFirst ? BEFORE : [...BEFORE, ...AFTER];
  for (let at = from; at < to;) {
    if (ASKING.article.has(phrase.words[at].key)) {
      at++;
      continue;
    }
    const length = Math.max(...lists.map((list) => ASKING[list].lengthAt(phrase, at)));
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Whether a match is a word that no table knows. */
export function isUnknown(match: Match, phrase: Phrase): boolean {
  const said = saidBy(match, phrase);
  const isKind = match.meaning.kind === 'free_text' && match.meaning.plural !== undefined;
  return said !== undefined && !isKind && !/[0-9]/.test(said) && !isTerm(said);
}

/** Kinds that a letter behind them is not part of. */
const IDLE = kinds('stop_words', 'unsupported', 'stance');

const NO_UNIT = 'A number without a unit.';
/** `my 18th birthday` */
const ORDINAL = /^[0-9]{1,2}(?:st|nd|rd|th)$/;
/** Matches `thirty five`, unless it may be a part of a name before it. */
export const matchSpokenNumber: Matcher = (phrase, at, _context, previous) => {
  const number = previous !== undefined && isName(previous) ? undefined : readNumeral(phrase, at);
  return number?.spelt === true && number.length > 1 && number.suffix === ''
    ? { length: number.length, meaning: { kind: 'unsupported', reason: NO_UNIT } }
    : undefined;
};

/** Matches any word: words that no other matcher takes go to `q`. A number alone is unsupported. */
export const matchFreeText: Matcher = ({ words }, at, { vocabulary, hasSearch }, previous) => {
  const { key, gap, text } = words[at];
  // The 3 of `ST-3` belongs to it.
  const isPart = gap === '-' && previous?.meaning.kind === 'free_text';
  if (!isPart && /^[0-9.]+$/.test(key)) {
    return { length: 1, meaning: { kind: 'unsupported', reason: NO_UNIT } };
  }
  const isNamed = previous !== undefined && isName(previous);
  const next = words.at(at + 1);
  // `a Fiesta n a Polo`, but an `i30 n` is a version
  const isJoint =
    key.length === 1 &&
    NAMES['between values'].get(key) === 'joint' &&
    next?.flows === true &&
    (!isNamed || isNameKey(next.key, vocabulary) || ASKING.article.has(next.key));
  if (isJoint) return { length: 1, meaning: { kind: 'stop_words', joins: true } };
  // The `d` of `2.0 d` says something of the number.
  const isAlone = hasSearch !== true && (previous === undefined || IDLE.has(previous.meaning.kind));
  if (isAlone && !isPart && /^[a-z]$/.test(text))
    return { length: 1, meaning: { kind: 'unsupported', reason: REASON } };
  if (ORDINAL.test(key)) return { length: 1, meaning: STOP_WORDS };
  // `Mini One` is a trim, `a newer one` and `the VW one` are none.
  const isPronoun =
    isNamed && previous.from > 0 && words[previous.from - 1].key === 'the' && words[at].text === 'one';
  if (NUMBERS_ALONE.has(key) && (!isNamed || isPronoun) && !isPart) {
    return {
      length: 1,
      meaning: key === 'one' ? STOP_WORDS : { kind: 'unsupported', reason: NO_UNIT },
    };
  }
  const body = BODIES.get(key);
  if (body !== undefined) return { length: 1, meaning: { kind: 'free_text', as: body } };
  const mayBeMisspelt = vocabulary.resembles(key) || resemblesTerm(key);
  return { length: 1, meaning: mayBeMisspelt ? { kind: 'free_text', mayBeMisspelt } : { kind: 'free_text' } };
};

const ELSEWHERE = 'This does not describe a vehicle, so it was not searched for.';

const OF_VEHICLES = kinds(...NAMED, 'dealer', 'sort', 'distance', 'nearby');

export function withoutOtherSubjects(matches: readonly Match[], phrase: Phrase): readonly Match[] {
  const { words } = phrase;
  const isLetter = words.length === 1 && /^[a-z]$/.test(words[0].key);
  const opening = SUBJECTS.opening.find(phrase, 0)?.meaning;
  const end = opening === 'advice' ? words.length : endOfElsewhere(matches, phrase);
  const isOther = isLetter || opening !== undefined;
  if (end === 0 && (!isOther || matches.some((match) => isOfVehicles(match, phrase)))) return matches;
  // Another clause may ask for a vehicle: `not hire, a Golf`.
  const isAsked = end > 0 && matches.some(({ from, meaning }) => from >= end && NAMED.has(meaning.kind));
  return matches.map((match) =>
    match.meaning.kind === 'stop_words' ||
    match.meaning.kind === 'unsupported' ||
    (isAsked && match.from >= end)
      ? match
      : unsupported(match, ELSEWHERE),
  );
}

function endOfElsewhere(matches: readonly Match[], phrase: Phrase): number {
  const { words } = phrase;
  const isVehicle = (at: number): boolean =>
    ASKING.noun.find(phrase, at) !== undefined ||
    matches.some((match) => match.from === at && (NAMED.has(match.meaning.kind) || isOtherVehicle(match)));
  // `Ford Focus front bumper`, but not `Focus alloys`, which adverts have, nor `Juke with Golf wheels`
  const all = matches.filter(isName);
  const names = all.every((name, i) => i === 0 || all[i - 1].to === name.from) ? all : [];
  const isPartOf = (at: number): boolean => {
    const end = at + SUBJECTS.part.lengthAt(phrase, at);
    return (
      end > at &&
      !flowsAt(phrase, end) &&
      words[at].flows &&
      names.at(-1)?.to === at &&
      !isTerm(textOf(phrase, at, end))
    );
  };
  let isOfVehicle = false;
  let hasText = false;
  let end = 0;
  for (const match of matches) {
    const { from, to, meaning, isExcluded } = match;
    if (!words[from].flows) isOfVehicle = hasText = false;
    const isOwn = isOtherVehicle(match);
    // `alloy wheels for my Golf`, but not `a Golf with alloy wheels for my wife`
    const isPart = isOwn && hasText && SUBJECTS['of a vehicle'].find(phrase, from - 1) !== undefined;
    const isAsked = isExcluded !== true && !isOwn && (isElsewhere(phrase, from, isVehicle) || isPartOf(from));
    hasText ||= meaning.kind === 'free_text';
    if ((!isOfVehicle && (isPart || isAsked)) || (isOfVehicle && isPartOf(from))) {
      end = to;
      while (end < words.length && words[end].flows) end++;
    }
    isOfVehicle ||= NAMED.has(meaning.kind);
  }
  return end;
}

function isOfVehicles(match: Match, phrase: Phrase): boolean {
  const { meaning } = match;
  if (meaning.kind === 'range') return meaning.field !== 'year' || meaning.hasComparator === true;
  if (meaning.kind !== 'free_text') return OF_VEHICLES.has(meaning.kind);
  return meaning.plural !== undefined || isTerm(saidBy(match, phrase) ?? '');
}

/** Number of words between a part and what it is for, and between that and the vehicle. */
const MAX_WORDS_OF_PART = 3;

/**
 * Whether words at `at` ask for what is offered elsewhere, or for a part of a vehicle: `seats for my Golf`, but not `heated
 * seats for my wife`. `isVehicle`: whether a vehicle is named at a word.
 */
function isElsewhere(phrase: Phrase, at: number, isVehicle: (at: number) => boolean): boolean {
  const { words } = phrase;
  // `as a minicab driver`
  let before = at - 1;
  if (before > 0 && words[before].flows && /^an?$/.test(words[before].key)) before--;
  const isOther = before >= 0 && words[before + 1].flows && SUBJECTS['not elsewhere'].has(words[before].key);
  if (isOther) return false;
  // `205/55 R16`
  const isTyre =
    /^[1-3][0-9]5$/.test(words[at].key) && /^\/[2-8][05]\b/.test(phrase.text.slice(words[at].end));
  if (isTyre || SUBJECTS.elsewhere.find(phrase, at) !== undefined) return true;
  const end = at + SUBJECTS.part.lengthAt(phrase, at);
  for (let next = end; end > at && next < end + MAX_WORDS_OF_PART && flowsAt(phrase, next); next++) {
    const of = SUBJECTS['of a vehicle'].find(phrase, next);
    for (let i = 0; of !== undefined && i <= MAX_WORDS_OF_PART; i++)
      if (flowsAt(phrase, next + of.length + i) && isVehicle(next + of.length + i)) return true;
  }
  return false;
}
