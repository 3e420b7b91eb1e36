// Kinds of vehicles that no listing may be (`campervan`), and first words of texts about something else: assets/phrases/subjects.tsv.
import type { PhraseMatch } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { PHRASES, TEXTS, readLists } from './word-lists.ts';

const LISTS = readLists('subjects', {
  /** Kinds of vehicles, each with its plural. */
  kind: TEXTS,
  /** First words of a text that asks for something else. */
  opening: PHRASES,
});

/** The kind of vehicle that the words from `at` on name, with its plural. */
export function kindAt(phrase: TokenizedPhrase, at: number): PhraseMatch<string> | undefined {
  return LISTS.kind.find(phrase, at);
}

export function opensOtherSubject(phrase: TokenizedPhrase): boolean {
  return LISTS.opening.find(phrase, 0) !== undefined;
}
