// Which words of a phrase no live listing has. A word counts as said if a listing has it or a synonym of it: a search corrects
// misspelt words, but `urgent` must not count because some listing says `argent`.
import { MATCH_WEIGHTS } from '../engine/query/bm25f.ts';
import { expandWords } from '../engine/query/word-expansion.ts';
import { WordFilter } from '../engine/query/word-filter.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { TextPiece } from '../listing/listing-index.ts';
import { SEARCH_SYNONYMS } from './synonyms.ts';

/** The texts of the pieces of which a search would find some word in no listing (ListingIndex.findMissingWords). */
export function findMissingWords(snapshot: Snapshot, pieces: readonly TextPiece[]): ReadonlySet<string> {
  const missing = pieces.filter(
    ({ text, mayBeMisspelt }, i) => !isSaid(snapshot, text, mayBeMisspelt, i === pieces.length - 1),
  );
  return new Set(missing.map(({ text }) => text));
}

/** Whether each word of a text is in some live listing. Completions count if the text is the last. */
function isSaid(snapshot: Snapshot, text: string, mayBeMisspelt: boolean, isLast: boolean): boolean {
  const { fuzzy, prefix } = MATCH_WEIGHTS;
  const counts = (weight: number): boolean =>
    (mayBeMisspelt || weight !== fuzzy) && (isLast || weight !== prefix);
  return expandWords(snapshot, text, SEARCH_SYNONYMS).every(({ terms }) =>
    snapshot.segments.some(({ segment, liveRows }, segmentOrd) => {
      const counted = terms[segmentOrd].filter(({ matchWeight }) => counts(matchWeight));
      return counted.length > 0 && new WordFilter(segment.text, counted).count(liveRows) > 0;
    }),
  );
}
