// Which words of a phrase no listing of the cluster has, as in index/missing-words.ts: one request counts all words.
import { foldText, onlyExact, tokenize } from '../engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../index/synonyms.ts';
import type { TextPiece } from '../listing/listing-index.ts';
import type { PointInTime } from './point-in-time.ts';
import { exactWordQuery, fuzzyWordQuery } from './word-query-dsl.ts';
import { boolShould, type QueryDsl } from './query-dsl.ts';

interface CountsResponse {
  readonly buckets: readonly { readonly doc_count: number }[];
}

/** The texts of the pieces of which a search would find some word in no listing (ListingIndex.findMissingWords). */
export async function findMissingClusterWords(
  pit: Pick<PointInTime, 'search'>,
  pieces: readonly TextPiece[],
): Promise<ReadonlySet<string>> {
  const rows = pieces.flatMap(({ text, mayBeMisspelt }, i) => {
    const words = tokenize(foldText(text));
    return words.map((word, at) => {
      const isLast = i === pieces.length - 1 && at === words.length - 1;
      return { text, filter: filterOf(word, mayBeMisspelt, isLast) };
    });
  });
  if (rows.length === 0) return new Set();
  const { aggregations } = await pit.search({
    query: { match_all: {} },
    size: 0,
    aggs: { words: { filters: { filters: rows.map(({ filter }) => filter) } } },
  });
  const { buckets } = aggregations?.['words'] as CountsResponse;
  return new Set(rows.filter((_row, i) => buckets[i].doc_count === 0).map(({ text }) => text));
}

function filterOf(word: string, mayBeMisspelt: boolean, isLast: boolean): QueryDsl {
  const exact = exactWordQuery(word, isLast, SEARCH_SYNONYMS.get(word) ?? []).filter;
  return mayBeMisspelt && !onlyExact(word) ? boolShould([exact, fuzzyWordQuery(word).filter]) : exact;
}
