// Reads how people name a vehicle that they have or give up: whose it is, its age and trim, or its fuel alone (`my old 2012 Corsa SXi`,
// `the diesel`). The words are in own-vehicle-words.ts.
import { matchClass } from './classes.ts';
import type { MatchContext } from './match.ts';
import { LISTS } from './own-vehicle-words.ts';
import { PhraseReader } from './phrase-reader.ts';
import { isModelWord } from './short-names.ts';
import { BODIES, exclusiveGroupOf } from './term.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export const OWN_CAR = 'This is about a car that you have or had, so it was not searched for.';
/** After `with`, less may be money: `my Polo with 2000 cash`. */
export const MIN_MILEAGE_WITH = 20_000;

const MIN_YEAR = 1950;
const MAX_YEAR = 2099;
const MAX_DESCRIPTION = 10;
const MAX_ADJECTIVES = 6;

/** Reads `diesel`, `old petrol estate`: a car that is not named. */
export function takeUnnamed(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
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

export function takeVehicle(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
  if (!takeOwner(reader)) reader.skip(LISTS.article, 1);
  const start = reader.next;
  if (takeDescribedName(reader, context)) return true;
  reader.next = start;
  return takeUnnamed(reader, phrase, context);
}

/** Number of words between the car that is given up and the next one: `and into`, before `an automatic`. 0 if none follows. */
export function targetLength({ next }: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): number {
  if (next >= phrase.words.length) return 0;
  const reader = new PhraseReader(phrase, next);
  reader.skip(LISTS['on the way'], 2);
  if (!LISTS.target.has(reader.key)) return 0;
  reader.next++;
  const { length } = reader;
  return takeVehicle(reader, phrase, context) ? length : 0;
}

/** Reads `my`, `my wife's`, `the wife's`. */
export function takeOwner(reader: PhraseReader): boolean {
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
export function takeDescribedName(reader: PhraseReader, context: MatchContext, isMarked = false): boolean {
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
export function takeYear(reader: PhraseReader): boolean {
  const start = reader.next;
  if (reader.key === 'oh') reader.next++;
  const isPlate = reader.next > start;
  const number = reader.takeNumeral();
  const isYear = isPlate ? number?.spelt === true && number.value < 10 : number?.plain === true && number.value >= MIN_YEAR && number.value <= MAX_YEAR; // prettier-ignore
  if (!isYear) reader.next = start;
  return isYear;
}

/** Reads trims, sizes and the like after a name, up to a word that ends the description, unless another car comes first. */
export function takeDescription(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
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
