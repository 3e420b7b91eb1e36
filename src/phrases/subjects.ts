// Kinds of vehicles that no listing may be (`campervan`), and words that make a text one about something else than a vehicle for sale:
// assets/phrases/subjects.tsv.
import type { PhraseMatch } from './phrase-matcher.ts';
import { flowsAt, type Phrase } from './tokenized-phrase.ts';
import { PHRASES, TEXTS, WORDS, phrasesMeaning, readLists } from './word-lists.ts';

export const SUBJECTS = readLists('subjects', {
  kind: TEXTS,
  'other kind': TEXTS,
  towing: WORDS,
  opening: phrasesMeaning<'perhaps' | 'advice'>({ '': 'perhaps', advice: 'advice' }),
  elsewhere: PHRASES,
  'not elsewhere': WORDS,
  part: PHRASES,
  'of a vehicle': PHRASES,
});

export interface Kind {
  readonly plural: string;
  /** Whether no listing is one, whatever it says. */
  readonly isOther?: true;
}

const MAX_WORDS_AFTER_TOWING = 4;

export function kindAt(phrase: Phrase, at: number): PhraseMatch<Kind> | undefined {
  const kind = SUBJECTS.kind.find(phrase, at);
  if (kind !== undefined) return { length: kind.length, meaning: { plural: kind.meaning } };
  const other = SUBJECTS['other kind'].find(phrase, at);
  const before = phrase.words.slice(Math.max(0, at - MAX_WORDS_AFTER_TOWING), at);
  const isTowed = before.some(({ key }) => SUBJECTS.towing.has(key));
  if (other === undefined || isTowed) return undefined;
  return { length: other.length, meaning: { plural: other.meaning, isOther: true } };
}

/** Number of words between a part and what it is for, and between that and the vehicle. */
const MAX_WORDS_OF_PART = 3;

/** `205/55 R16` */
function isTyreSize({ words }: Phrase, at: number): boolean {
  const width = words.at(at + 1);
  return /^[1-3][0-9]5$/.test(words[at].key) && width?.gap === '/' && /^[2-8][05]$/.test(width.key);
}

/**
 * Whether words at `at` ask for what is offered elsewhere, or for a part of a vehicle: `seats for my Golf`, but not `heated seats for my
 * wife`. `isVehicle`: whether a vehicle is named at a word.
 */
export function isElsewhere(phrase: Phrase, at: number, isVehicle: (at: number) => boolean): boolean {
  const { words } = phrase;
  const isOther = at > 0 && words[at].flows && SUBJECTS['not elsewhere'].has(words[at - 1].key);
  if (isOther) return false;
  if (SUBJECTS.elsewhere.find(phrase, at) !== undefined || isTyreSize(phrase, at)) return true;
  const end = at + SUBJECTS.part.lengthAt(phrase, at);
  for (let next = end; end > at && next < end + MAX_WORDS_OF_PART && flowsAt(phrase, next); next++) {
    const of = SUBJECTS['of a vehicle'].find(phrase, next);
    for (let i = 0; of !== undefined && i <= MAX_WORDS_OF_PART; i++)
      if (flowsAt(phrase, next + of.length + i) && isVehicle(next + of.length + i)) return true;
  }
  return false;
}
