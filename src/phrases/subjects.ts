// Kinds of vehicles that no listing may be (`campervan`), and words that make a text one about something else than a vehicle for sale:
// assets/phrases/subjects.tsv.
import type { PhraseMatch } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { PART, PHRASES, TEXTS, WORDS, phrasesMeaning, readLists } from './word-lists.ts';

const LISTS = readLists('subjects', {
  /** Kinds of vehicles, each with its plural. */
  kind: TEXTS,
  /** The same of those that adverts name as what a vehicle tows or carries: no listing is one. */
  'other kind': TEXTS,
  /** Before such a kind that is towed or carried. */
  towing: WORDS,
  /** First words of a text that asks for something else; `advice`: also if it names a vehicle. */
  opening: phrasesMeaning<'perhaps' | 'advice'>({ '': 'perhaps', advice: 'advice' }),
  /** What is offered elsewhere: hire, lessons. */
  elsewhere: PHRASES,
  'not elsewhere': WORDS,
  part: PHRASES,
  'of a vehicle': PHRASES,
  'to hire': PART,
  'to rent': PART,
});

export interface Kind {
  readonly plural: string;
  /** Whether no listing is one, whatever it says. */
  readonly isOther: boolean;
}

const MAX_WORDS_AFTER_TOWING = 4;

/** The kind of vehicle that the words from `at` on name. */
export function kindAt(phrase: TokenizedPhrase, at: number): PhraseMatch<Kind> | undefined {
  const kind = LISTS.kind.find(phrase, at);
  if (kind !== undefined) return { length: kind.length, meaning: { plural: kind.meaning, isOther: false } };
  const other = LISTS['other kind'].find(phrase, at);
  const before = phrase.words.slice(Math.max(0, at - MAX_WORDS_AFTER_TOWING), at);
  const isTowed = before.some(({ key }) => LISTS.towing.has(key));
  return other && !isTowed ? { length: other.length, meaning: { plural: other.meaning, isOther: true } } : undefined; // prettier-ignore
}

/** Whether the first words of a text ask for something else; `advice`: also if it names a vehicle. */
export function openingOf(phrase: TokenizedPhrase): 'perhaps' | 'advice' | undefined {
  return LISTS.opening.find(phrase, 0)?.meaning;
}

/** Whether words at `at` say of what vehicle something is a part. */
export function isOfAVehicle(phrase: TokenizedPhrase, at: number): boolean {
  return LISTS['of a vehicle'].find(phrase, at) !== undefined;
}

/** Number of words between a part and the vehicle that it is for. */
const MAX_WORDS_OF_PART = 3;

/** The number of words at word `at` that ask for what is offered elsewhere, or for a part of a vehicle. */
export function elsewhereAt(phrase: TokenizedPhrase, at: number): number {
  const { words } = phrase;
  const isOther = at > 0 && words[at].flows && LISTS['not elsewhere'].has(words[at - 1].key);
  if (isOther) return 0;
  const elsewhere = LISTS.elsewhere.find(phrase, at);
  if (elsewhere !== undefined) return elsewhere.length;
  const part = LISTS.part.find(phrase, at);
  if (part === undefined) return 0;
  for (let next = at + part.length; next < at + part.length + MAX_WORDS_OF_PART; next++) {
    if (words.at(next)?.flows !== true) return 0;
    const of = LISTS['of a vehicle'].find(phrase, next);
    if (of !== undefined) return next + of.length - at;
  }
  return 0;
}
