// Exports and feeds from a cluster: the listings of a search in its order, read in batches from one point in time. If the point
// in time is lost, an export continues from a new one while the cluster shows the same state.
import { toEngineQuery } from '../index/shared/engine-query.ts';
import { halvesByArrival, newestOf } from '../index/shared/newest-first.ts';
import type { ListingExport, NewestListings } from '../stock/listing-index.ts';
import type { ExportedHit } from '../stock/stock-changes.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { ClusterError } from './cluster-client.ts';
import { exportedHit, type SourceListing } from './listing-document.ts';
import { readMatches, searchPage, type SearchContext } from './result-page.ts';

/** Runs `work` on the same state, at another point in time if the last one is lost. */
export type OnSameState = <T>(work: (context: SearchContext) => Promise<T>) => Promise<T>;

/** The listings of a search from position `from` on. The point in time of `context` must be held while they are read. */
export async function exportCluster(
  context: SearchContext,
  query: SearchQuery,
  from: number,
  onSameState: OnSameState,
): Promise<Pick<ListingExport, 'total' | 'next' | 'close'>> {
  let position = from;
  let read: readonly SourceListing[] = [];
  let release = (): void => undefined;

  const openAt = (opened: SearchContext): ReturnType<typeof readMatches> =>
    readMatches(opened, { ...toEngineQuery(query), offset: position, limit: Infinity });
  const first = await openAt(context);
  const { total } = first;
  let { batches } = first;
  async function readBatch(): Promise<readonly SourceListing[]> {
    const batch = await batches.next();
    return batch.done === true ? [] : batch.value;
  }

  async function readBatchAgain(error: unknown): Promise<readonly SourceListing[]> {
    if (!(error instanceof ClusterError) || !error.isRetryable) throw error;
    return onSameState(async (another) => {
      ({ batches } = await openAt(another));
      release();
      release = another.pit.hold();
      return readBatch();
    });
  }

  return {
    total,
    async next(limit) {
      const hits: ExportedHit[] = [];
      while (hits.length < limit && position < total) {
        if (read.length === 0) read = await readBatch().catch(readBatchAgain);
        const some = read.slice(0, limit - hits.length);
        read = read.slice(some.length);
        position += some.length;
        hits.push(...some.map((source) => exportedHit(source, query)));
      }
      return hits;
    },
    close: () => release(),
  };
}

/** At most `limit` listings of a search from position `from` on, the newest arrivals first. */
export async function newestInCluster(
  context: SearchContext,
  query: SearchQuery,
  from: number,
  limit: number,
): Promise<Pick<NewestListings, 'total' | 'hits'>> {
  const end = from + limit;
  const halves = await Promise.all(
    halvesByArrival(query, end).map(async (half) => {
      const { total, listings } = await searchPage(context, half);
      return { total, hits: listings.map((source) => exportedHit(source, query)).values() };
    }),
  );
  return newestOf(halves, from, end);
}
