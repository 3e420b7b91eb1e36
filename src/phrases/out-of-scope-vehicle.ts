// Matches vehicles that nobody looks for: the one that somebody has (`part ex my 2012 Fiesta`, `currently driving a Golf`), or has lost,
// whosever it was (`the Zafira's finally died`). Its make, year and fuel limit no search. The words are in own-vehicle-words.ts.
import { matchClass } from './classes.ts';
import type { MatchContext, Matcher } from './match.ts';
import { PhraseReader } from './phrase-reader.ts';
import { LISTS, type Act } from './own-vehicle-words.ts';
import { isModelWord } from './short-names.ts';
import { BODIES, exclusiveGroupOf } from './term.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const OWN_CAR = 'This is about a car that you have or had, so it was not searched for.';
const RULED_OUT = 'This is about a car that you ruled out, so it was not searched for.';

const MIN_MILEAGE = 1000;
/** After `with`, less may be money: `my Polo with 2000 cash`. */
const MIN_MILEAGE_WITH = 20_000;
const MIN_YEAR = 1950;
const MAX_YEAR = 2099;
const MAX_DESCRIPTION = 10;
const MAX_ADJECTIVES = 6;
const MAX_PARENTHESIS = 6;

export const matchOwnCar: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const act = takeOffer(reader) ? 'weak' : takeAct(reader);
  const before = phrase.words[at].flows && at > 0 ? phrase.words[at - 1].key : '';
  const isAsked = act === 'definite' || LISTS.having.has(phrase.words[at].key);
  if (act !== undefined && isAsked && LISTS['asked before'].has(before)) return undefined;
  const afterAct = reader.next;
  const isOwn = takeOwner(reader);
  if (act === undefined && !isOwn) return matchReturned(phrase, at, context);
  // `show me Fiestas`
  if (act === undefined && before !== '' && phrase.words[at].key === 'me') return undefined;
  reader.take(LISTS['like an adjective']);
  const hasThe = !isOwn && LISTS.definite.has(reader.key);
  const isWeak = act === undefined || act === 'weak' || (act === 'definite' && !isOwn && !hasThe);
  if (!isOwn) reader.skip(LISTS.article, 1);
  const isMarked = (isOwn || hasThe) && !isWeak;
  const afterArticle = reader.next;
  const isNamed = takeDescribedName(reader, context, isMarked);
  if (!isNamed) {
    reader.next = afterArticle;
    if (isWeak || !takeUnnamed(reader, phrase, context)) return undefined;
    const isGiven = isOwn || afterArticle > afterAct || phrase.words[afterAct - 1].key === 'from';
    if (
      !isGiven &&
      LISTS.ending.find(phrase, reader.next) === undefined &&
      targetLength(reader, phrase, context) === 0
    )
      return undefined;
  }
  takeDescription(reader, phrase, context);
  const isValued = takeItsNumber(reader);
  const isOver = reader.take(LISTS.ending) === true;
  const isExchanged = act === 'definite' && targetLength(reader, phrase, context) > 0;
  if (isWeak && !isOwn && !isOver && !isExchanged && !(isValued && act === 'weak')) return undefined;
  takeItsNumber(reader);
  reader.take(LISTS.ending);
  if (isOver) takeRoad(reader);
  takeParenthesis(reader, phrase);
  if (isOwn || (act !== undefined && !isWeak)) takeListedFacts(reader, phrase, context);
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
};

/** Matches `A-Class going back` as a clause. */
function matchReturned(phrase: TokenizedPhrase, at: number, context: MatchContext): ReturnType<Matcher> {
  const reader = new PhraseReader(phrase, at);
  if (at > 0 && phrase.words[at].flows) return undefined;
  if (!reader.takeName(context) || reader.take(LISTS.returned) === undefined || reader.word !== undefined)
    return undefined;
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
}

/** Reads `diesel`, `old petrol estate`: a car that is not named. */
function takeUnnamed(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
  let isVehicle = false;
  for (let i = 0; i <= MAX_ADJECTIVES && reader.word !== undefined; i++) {
    const word = phrase.words[reader.next];
    const found = matchClass(phrase, reader.next, context, undefined);
    const isBody = exclusiveGroupOf(BODIES.get(word.key) ?? word.text) === 'body';
    if (found === undefined && !isBody && !LISTS.adjective.has(word.key)) break;
    isVehicle ||= found !== undefined || isBody;
    reader.next += found?.length ?? 1;
  }
  return isVehicle;
}

/** Matches `from petrol to electric`, `out of a manual and into an automatic`. */
const matchChange: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  if (reader.take(LISTS.source) === undefined) return undefined;
  if (at > 0 && phrase.words[at].flows && LISTS['before a range'].has(phrase.words[at - 1].key))
    return undefined;
  if (!takeVehicle(reader, phrase, context)) return undefined;
  const length = targetLength(reader, phrase, context);
  return length === 0
    ? undefined
    : { length: reader.length + length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
};

function takeVehicle(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
  if (!takeOwner(reader)) reader.skip(LISTS.article, 1);
  const start = reader.next;
  if (takeDescribedName(reader, context)) return true;
  reader.next = start;
  return takeUnnamed(reader, phrase, context);
}

/** Number of words between the car that is given up and the next one: `and into`, before `an automatic`. 0 if none follows. */
function targetLength({ next }: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): number {
  if (next >= phrase.words.length) return 0;
  const reader = new PhraseReader(phrase, next);
  reader.skip(LISTS['on the way'], 2);
  if (!LISTS.target.has(reader.key)) return 0;
  reader.next++;
  const { length } = reader;
  return takeVehicle(reader, phrase, context) ? length : 0;
}

/** Matches `a Mini but it's too small`. */
const matchRuledOut: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  reader.skip(LISTS.article, 1);
  if (!hasObjection(phrase, at) || !takeDescribedName(reader, context)) return undefined;
  takeDescription(reader, phrase, context);
  // A comma may come before `but`.
  const objection = LISTS.objection.find(phrase, reader.next);
  if (objection === undefined) return undefined;
  return { length: reader.length + objection.length, meaning: { kind: 'unsupported', reason: RULED_OUT } };
};

/** Whether an objection is near: names are slow to look up. */
function hasObjection({ words }: TokenizedPhrase, at: number): boolean {
  return words.slice(at, at + MAX_WORDS_BEFORE_FATE).some(({ key }) => key === 'but');
}

/** Matches `ex Golf owner`, `a Mini driver`. */
const matchHolder: Matcher = (phrase, at, context) => {
  const { words } = phrase;
  const holder = words.findIndex(
    ({ key }, i) => i > at && i <= at + MAX_WORDS_OF_HOLDER && LISTS.holder.has(key),
  );
  if (holder === -1) return undefined;
  const reader = new PhraseReader(phrase, at);
  if (!takeDescribedName(reader, context) || reader.next !== holder || !words[holder].flows) return undefined;
  reader.next++;
  // `a Golf, owner's manual`, `BMW driver assistance`
  const isEnd = reader.word === undefined || LISTS['end of the description'].has(reader.key);
  return isEnd ? { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } } : undefined;
};

/** Matches vehicles that are given up or ruled out without a verb of their own. */
export const matchGivenUp: Matcher = (phrase, at, context, previous) =>
  matchChange(phrase, at, context, previous) ??
  matchRuledOut(phrase, at, context, previous) ??
  matchHolder(phrase, at, context, previous);

/** Reads `swapping`, `next door's got`, `my brother drives`. */
function takeAct(reader: PhraseReader): Act | undefined {
  const start = reader.next;
  const isElse =
    reader.take(LISTS.possessive) === true ||
    (reader.take(LISTS.person) === true && (reader.take(LISTS.has) ?? reader.take(LISTS.act)) !== undefined);
  const length = reader.next - start;
  reader.next = start;
  const act = reader.take(LISTS.act);
  if (!isElse || (act !== undefined && reader.next - start >= length)) return act;
  reader.next = start + length;
  return 'strong';
}

/** Reads `been offered £2,200 for`. */
function takeOffer(reader: PhraseReader): boolean {
  const start = reader.next;
  if (reader.take(LISTS.offered) === true) {
    reader.skip(LISTS.roughly, 2);
    const number = reader.takeNumeral();
    reader.skip(LISTS.money, 1);
    if (number !== undefined && /^(?:for|against|on)$/.test(reader.key)) {
      reader.next++;
      return true;
    }
  }
  reader.next = start;
  return false;
}

/** Reads its mileage or its worth: `with 72,000 miles on it`, `on 90k`, `worth about 3 grand`. Whether it is its worth. */
function takeItsNumber(reader: PhraseReader): boolean {
  const start = reader.next;
  const leader = reader.key;
  if (!LISTS.valued.has(leader) && leader !== 'with' && leader !== 'on') return false;
  reader.next++;
  if (LISTS.valued.has(leader) && reader.key === 'at') reader.next++;
  reader.skip(LISTS.roughly, 2);
  const isPrice = reader.word?.gap.includes('£') === true;
  const number = reader.takeNumeral();
  if (LISTS.valued.has(leader)) reader.skip(LISTS.money, 1);
  const isMileage = !LISTS.valued.has(leader) && !isPrice && reader.take(LISTS['its mileage']) === true;
  const isLarge = number !== undefined && (number.grouped || number.value >= MIN_MILEAGE);
  const isRight =
    LISTS.valued.has(leader) ||
    isMileage ||
    (isLarge && !isPrice && (leader === 'on' || number.value >= MIN_MILEAGE_WITH));
  if (number === undefined || !isRight) reader.next = start;
  return reader.next > start && LISTS.valued.has(leader);
}

/** Reads `on the M6`. */
function takeRoad(reader: PhraseReader): void {
  const start = reader.next;
  if (reader.key === 'on') reader.next++;
  if (reader.next > start && reader.key === 'the') reader.next++;
  if (reader.next === start + 2 && /^(?:[am][0-9]{1,4}|motorway)$/.test(reader.key)) reader.next++;
  else reader.next = start;
}

/** Reads `(58 plate)`. */
function takeParenthesis(reader: PhraseReader, { words }: TokenizedPhrase): void {
  if (!/^\s*\($/.test(words.at(reader.next)?.gap ?? '')) return;
  for (let end = reader.next + 1; end <= Math.min(reader.next + MAX_PARENTHESIS, words.length); end++) {
    const gap = words.at(end)?.gap;
    if (gap === undefined || gap.includes(')')) {
      reader.next = end;
      return;
    }
  }
}

const MAX_FACTS = 4;
const MAX_WORDS_OF_HOLDER = 5;

/** Reads `, 2011, 88k` and `, 95k miles, worth £3500`: each fact a clause. A year alone may be of the vehicle that is wanted. */
function takeListedFacts(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
  const { words } = phrase;
  const ends = (at: number): boolean => words.at(at)?.flows !== true;
  const facts = new Set<string>();
  let { next } = reader;
  for (let i = 0; i < MAX_FACTS && /^\s*,/.test(words.at(next)?.gap ?? ''); i++) {
    const part = new PhraseReader(phrase, next);
    const fact = factAt(part, facts, phrase, context);
    if (fact === undefined || !ends(part.next)) break;
    facts.add(fact);
    ({ next } = part);
  }
  const isStatement = next === words.length || /[.;!?\n]/.test(words[next].gap);
  if (facts.has('number') || (facts.has('year') && isStatement)) reader.next = next;
}

function factAt(
  reader: PhraseReader,
  facts: ReadonlySet<string>,
  phrase: TokenizedPhrase,
  context: MatchContext,
): string | undefined {
  const start = reader.next;
  if (takeYear(reader)) return 'year';
  takeItsNumber(reader);
  if (reader.next > start) return 'number';
  const isPrice = reader.word?.gap.includes('£') === true;
  const number = reader.takeNumeral();
  if (number !== undefined && !isPrice && (number.grouped || number.value >= MIN_MILEAGE)) {
    const hasUnit = reader.take(LISTS['its mileage']) === true;
    return hasUnit || facts.has('year') ? 'number' : undefined;
  }
  reader.next = start;
  const found = matchClass(phrase, start, context, undefined);
  if (facts.size === 0 || (found === undefined && !LISTS.adjective.has(reader.key))) return undefined;
  reader.next += found?.length ?? 1;
  return 'description';
}

/** Reads `my`, `my wife's`, `the wife's`. */
function takeOwner(reader: PhraseReader): boolean {
  const start = reader.next;
  const isOwner = LISTS.owner.has(reader.key);
  if (isOwner || LISTS.article.has(reader.key)) reader.next++;
  const isRelative =
    (reader.next > start || /['’]s$/iu.test(reader.word?.text ?? '')) && LISTS["relative's"].has(reader.key);
  if (isRelative) reader.next++;
  else if (!isOwner) reader.next = start;
  return isOwner || isRelative;
}

/** Reads `2012 Corsa`, `old silver 1 series`. */
function takeDescribedName(reader: PhraseReader, context: MatchContext, isMarked = false): boolean {
  let isModel = isMarked;
  for (let i = 0; i <= MAX_ADJECTIVES; i++) {
    if (reader.takeName(context)) return true;
    if (isModel && isModelWord(reader.key)) {
      reader.next++;
      return true;
    }
    if (takeYear(reader)) {
      isModel = true;
      continue;
    }
    if (!LISTS.adjective.has(reader.key) && !/^[0-9.]+l?$/.test(reader.key)) return false;
    reader.next++;
  }
  return false;
}

/** Reads `2012`, `twenty eleven`, `oh nine`. */
function takeYear(reader: PhraseReader): boolean {
  const start = reader.next;
  if (reader.key === 'oh') reader.next++;
  const isPlate = reader.next > start;
  const number = reader.takeNumeral();
  const isYear = isPlate ? number?.spelt === true && number.value < 10 : number?.plain === true && number.value >= MIN_YEAR && number.value <= MAX_YEAR; // prettier-ignore
  if (!isYear) reader.next = start;
  return isYear;
}

/** Reads trims, sizes and the like after a name, up to a word that ends the description, unless another car comes first. */
function takeDescription(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
  const ahead = new PhraseReader(phrase, reader.next);
  while (ahead.length < MAX_DESCRIPTION) {
    const word = phrase.words.at(ahead.next);
    if (
      word?.flows !== true ||
      word.gap.includes(':') ||
      LISTS['end of the description'].has(word.key) ||
      LISTS.ending.find(phrase, ahead.next) !== undefined
    )
      break;
    if (LISTS['start of another'].has(word.key) || new PhraseReader(phrase, ahead.next).takeName(context))
      return;
    ahead.next++;
  }
  reader.next = ahead.next;
}

const MAX_VERBS = 4;
const MAX_WORDS_BEFORE_FATE = 16;

export const matchLostCar: Matcher = (phrase, at, context) => {
  // `has the Golf gone?`
  if (at > 0 && phrase.words[at].flows && LISTS.verb.has(phrase.words[at - 1].key)) return undefined;
  if (!hasFate(phrase, at)) return undefined;
  const reader = new PhraseReader(phrase, at);
  takeAgreement(reader);
  const agreement = reader.next;
  takeFault(reader);
  const isFault = reader.next > agreement;
  const isOwn = takeOwner(reader);
  const isDefinite = isOwn || LISTS.definite.has(reader.key);
  if (!isOwn) reader.skip(LISTS.article, 1);
  if (!isDefinite && (isFault || !opens(phrase, at))) return undefined;
  if (!takeDescribedName(reader, context, isDefinite)) return undefined;
  const isPossessive = /['’]s$/iu.test(phrase.words[reader.next - 1].text);
  const isWorn = !isFault && takeMileageBeforeFate(reader) && isDefinite;
  if (!isFault && !takeFate(reader, isDefinite, isPossessive) && !isWorn) return undefined;
  reader.take(LISTS.when);
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
};

/** Whether a fate is near: names are slow to look up. */
function hasFate(phrase: Parameters<Matcher>[0], at: number): boolean {
  const last = Math.min(at + MAX_WORDS_BEFORE_FATE, phrase.words.length - 1);
  for (let i = at + 1; i <= last; i++)
    if (
      [LISTS.fate, LISTS.breaks, LISTS['with its mileage']].some((list) => list.find(phrase, i) !== undefined)
    )
      return true;
  return false;
}

function opens({ words }: Parameters<Matcher>[0], at: number): boolean {
  return at === 0 || !words[at].flows || LISTS.opening.has(words[at - 1].key);
}

/** Reads `has 140,000 on it and`. Whether the car has done them, which nobody says of one that they look for. */
function takeMileageBeforeFate(reader: PhraseReader): boolean {
  const start = reader.next;
  const isDone = reader.take(LISTS['with its mileage']);
  if (isDone === undefined) return false;
  reader.skip(LISTS.roughly, 2);
  const number = reader.takeNumeral();
  const hasUnit = number !== undefined && reader.take(LISTS['its mileage']) === true;
  const isMileage =
    hasUnit || (isDone === 'done' && number !== undefined && number.value >= MIN_MILEAGE_WITH);
  if (!isMileage) reader.next = start;
  else if (reader.key === 'and' || reader.key === 'so') reader.next++;
  return isMileage && isDone === 'done';
}

/** Reads `has finally died`. */
function takeFate(reader: PhraseReader, isDefinite: boolean, isPossessive: boolean): boolean {
  let hasVerb = isPossessive;
  for (let i = 0; i < MAX_VERBS; i++) {
    const fate = reader.take(LISTS.fate);
    if (fate !== undefined) return fate === 'verb' || hasVerb || (fate === 'test' && isDefinite);
    if (LISTS.verb.has(reader.key)) hasVerb = true;
    else if (!LISTS.adverb.has(reader.key)) return false;
    reader.next++;
  }
  return reader.take(LISTS.fate) !== undefined;
}

/** Reads `the lease on`. */
function takeAgreement(reader: PhraseReader): void {
  const start = reader.next;
  reader.skip(LISTS.definite, 1);
  if (reader.take(LISTS.agreement) === true && /^(?:on|of|for)$/.test(reader.key)) reader.next++;
  else reader.next = start;
}

/** Reads `the gearbox has gone on`. */
function takeFault(reader: PhraseReader): void {
  const start = reader.next;
  reader.skip(LISTS.definite, 1);
  const hasPart = reader.take(LISTS.part) === true;
  reader.skip(LISTS.verb, 2);
  reader.skip(LISTS.adverb, 1);
  const isBroken = hasPart && reader.take(LISTS.breaks) === true;
  if (isBroken && /^(?:on|in)$/.test(reader.key)) reader.next++;
  else reader.next = start;
}
