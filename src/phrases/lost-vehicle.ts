// Matches vehicles that somebody has lost or is about to lose, whosever they were: `the Zafira's finally died`, `the lease on the Kona is up`.
import { MIN_MILEAGE_WITH, OWN_CAR, takeDescribedName, takeOwner } from './described-vehicle.ts';
import type { Matcher } from './match.ts';
import { LISTS } from './own-vehicle-words.ts';
import { PhraseReader } from './phrase-reader.ts';

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
