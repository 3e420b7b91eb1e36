// A search's words as MiniSearch takes them: a tree of queries.
import type { AskedWord } from '../asked-words.ts';
import type { Vocabulary } from '../vocabulary.ts';

export interface WordQuery {
  readonly combineWith: 'AND' | 'OR';
  readonly queries: readonly (string | WordQuery)[];
  readonly prefix?: boolean;
  /** Edits. */
  readonly fuzzy?: number;
}

/** A swap of two letters is two steps of MiniSearch's distance. */
const EDITS = 2;

/** Of at least one word. */
export function wordQuery(words: readonly AskedWord[], vocabulary: Vocabulary): WordQuery {
  return { combineWith: 'AND', queries: words.map((asked) => queryOf(asked, vocabulary)) };
}

function queryOf(asked: AskedWord, vocabulary: Vocabulary): WordQuery {
  const { word, spellings, completed, correctable } = asked;
  if (correctable && !vocabulary.has(asked)) return { combineWith: 'OR', queries: [word], fuzzy: EDITS };
  const aliases = spellings.filter((spelling) => spelling !== word);
  const itself: WordQuery = { combineWith: 'OR', queries: [word], prefix: completed };
  return aliases.length === 0 ? itself : { combineWith: 'OR', queries: [itself, ...aliases], prefix: false };
}
