// Matches the vehicle that somebody has or had (`part ex my 2012 Fiesta`, `currently driving a Golf`). Its make, year and fuel limit no
// search. The words are in own-vehicle-words.ts.
import { matchClass } from './classes.ts';
import {
  MIN_MILEAGE_WITH,
  OWN_CAR,
  takeDescribedName,
  takeDescription,
  takeOwner,
  takeUnnamed,
  takeYear,
  targetLength,
} from './described-vehicle.ts';
import type { MatchContext, Matcher } from './match.ts';
import { LISTS, type Act } from './own-vehicle-words.ts';
import { PhraseReader } from './phrase-reader.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const MIN_MILEAGE = 1000;
const MAX_PARENTHESIS = 6;
const MAX_FACTS = 4;

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
