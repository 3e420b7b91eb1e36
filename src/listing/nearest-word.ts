// The known word that somebody probably meant by an unknown one. A guess that is not clearly the best is not made.
import { distance as editDistance } from 'fastest-levenshtein';
import { nameKey } from './name-key.ts';

/** The one of `known` that differs least from `text`, by one edit in three letters at most, and by two in all. */
export function suggestNearest<Word extends string>(text: string, known: readonly Word[]): Word | undefined {
  const key = nameKey(text);
  const maxEdits = Math.min(2, Math.floor(key.length / 3));
  const ranked = known
    .map((word) => ({ word, edits: editDistance(key, nameKey(word)) }))
    .sort((a, b) => a.edits - b.edits);
  const [best, second] = ranked;
  if (best === undefined || best.edits > maxEdits || best.edits === second?.edits) return undefined;
  return best.word;
}
