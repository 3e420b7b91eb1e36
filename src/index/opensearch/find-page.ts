// A page of a search in a view: the filters, the words and the order put together, and the way to pages of any depth.
import type { EngineQuery } from '../../engine/schema.ts';
import { LISTING_SCHEMA } from '../listing-schema.ts';
import { allOf, filterClauses, type Clause } from './clauses.ts';
import type { ClusterView, Found, SearchAnswer, SortValue } from './cluster-view.ts';
import { shownOf, type FoundPage } from './found-page.ts';
import type { ShownListing } from './listing-document.ts';
import { findByLongText, isLongText } from './long-text.ts';
import { sortClauses } from './sort-clauses.ts';
import type { ViewCursors } from './view-cursors.ts';
import type { MatchedWord, ViewWords } from './view-words.ts';

/** A view with what is known of it. */
export interface SearchedView {
  readonly view: Pick<ClusterView, 'search' | 'count' | 'published'>;
  readonly words: ViewWords;
  readonly cursors: ViewCursors;
}

/** `index.max_result_window` as clusters have it where nobody changes it. */
const WINDOW = 10_000;

const NOTHING: FoundPage = { total: 0, listings: [] };

export async function findPage(searched: SearchedView, query: EngineQuery): Promise<FoundPage> {
  const words = query.text === undefined ? [] : await searched.words.match(query.text);
  if (query.text !== undefined && words.length === 0) return NOTHING;
  const { offset, limit } = query;
  if (query.sortOrder.by === 'relevance' && isLongText(words)) {
    return findByLongText(searched.view, filterClauses(query), words, query);
  }
  const asked = {
    query: query.sortOrder.by === 'relevance' ? scoredQuery(query, words) : matchQuery(query, words),
    sort: sortClauses(query, LISTING_SCHEMA),
  };
  if (offset + limit <= WINDOW) {
    const answer = await searched.view.search<ShownListing>({ ...asked, from: offset, size: limit });
    return { total: answer.hits.total.value, listings: shownOf(answer) };
  }
  return findDeepPage(searched, asked, query);
}

/** Everything that passes the filters and has all words; not scored. */
export function matchQuery(query: EngineQuery, words: readonly MatchedWord[]): Clause {
  return allOf([...filterClauses(query), ...words.map(({ reading }) => reading.filter)]);
}

/** The same, scored by the words. */
function scoredQuery(query: EngineQuery, words: readonly MatchedWord[]): Clause {
  return {
    bool: {
      filter: filterClauses(query),
      must: words.map(({ reading, rarity }) => reading.scored(rarity)),
    },
  };
}

interface Asked {
  readonly query: Clause;
  readonly sort: readonly Clause[];
}

/** One request for each ten thousand listings that lie before the page, and that nobody has walked over before. */
async function findDeepPage(
  { view, cursors }: SearchedView,
  asked: Asked,
  { offset, limit }: EngineQuery,
): Promise<FoundPage> {
  const total = await view.count(asked.query);
  if (offset >= total) return { total, listings: [] };
  const name = JSON.stringify(asked);
  const start = cursors.nearest(name, offset);
  let at = start?.offset ?? 0;
  let after = start?.after;
  const step = async (size: number, more: Clause): Promise<SearchAnswer<ShownListing>> => {
    const answer = await view.search<ShownListing>({
      ...asked,
      ...more,
      size,
      ...(after !== undefined && { search_after: after }),
      // It was counted before.
      track_total_hits: false,
    });
    const last = answer.hits.hits.at(-1);
    if (last === undefined) throw new Error(`a search for ${total} listings ended at ${at}`);
    after = sortOf(last);
    at += answer.hits.hits.length;
    cursors.keep(name, { offset: at, after });
    return answer;
  };
  while (at < offset) await step(Math.min(WINDOW, offset - at), { _source: false });
  return { total, listings: shownOf(await step(limit, {})) };
}

function sortOf({ _id, sort }: Found): readonly SortValue[] {
  if (sort === undefined) throw new Error(`the document ${_id} came back without its sort keys`);
  return sort;
}
