// Matches vehicles that are given up or ruled out without a verb of their own: `from petrol to electric`, `a Mini but it's too small`.
import {
  OWN_CAR,
  takeDescribedName,
  takeDescription,
  takeVehicle,
  targetLength,
} from './described-vehicle.ts';
import type { Matcher } from './match.ts';
import { LISTS } from './own-vehicle-words.ts';
import { PhraseReader } from './phrase-reader.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const RULED_OUT = 'This is about a car that you ruled out, so it was not searched for.';
const MAX_WORDS_BEFORE_OBJECTION = 16;
const MAX_WORDS_OF_HOLDER = 5;

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
  return words.slice(at, at + MAX_WORDS_BEFORE_OBJECTION).some(({ key }) => key === 'but');
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

export const matchGivenUp: Matcher = (phrase, at, context, previous) =>
  matchChange(phrase, at, context, previous) ??
  matchRuledOut(phrase, at, context, previous) ??
  matchHolder(phrase, at, context, previous);
