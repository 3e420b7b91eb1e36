// What the words of a search stand for, before a rival looks into its own vocabulary: the rules that are the same for
// every engine. All words must match; a word matches by itself, by an alias or, if it is the last, as a beginning.
import { foldText, onlyExact, wordsOf } from '../../src/engine/text/words.ts';
import { TEXT_ALIASES } from '../../src/index/text-aliases.ts';

export interface AskedWord {
  readonly word: string;
  /** The word itself and its aliases. */
  readonly spellings: readonly string[];
  /** Whether every longer word that begins with it matches too. */
  readonly completed: boolean;
  /** Whether it may stand for similar words, if nothing matches it as it is. */
  readonly correctable: boolean;
}

/** Each word once. None: the text holds no word, and nothing matches. */
export function askedWords(text: string): AskedWord[] {
  const words = wordsOf(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) => ({
    word,
    spellings: [word, ...(TEXT_ALIASES.get(word) ?? [])],
    completed: word === last && !onlyExact(word),
    correctable: !onlyExact(word),
  }));
}
