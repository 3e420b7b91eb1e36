// The published state, open for searching: points in time without and with the past, and caches of its words and names.
import { runInSlices } from '../engine/time-slices.ts';
import { onceUnlessFailed } from '../memo.ts';
import { NameSounds } from '../index/shared/corrected-words.ts';
import { StockNames } from '../stock/stock-names.ts';
import { ClusterChanges } from './cluster-changes.ts';
import type { ClusterClient } from './cluster-client.ts';
import { fetchBuckets } from './composite-buckets.ts';
import type { ReadingContext } from './past-states.ts';
import { type Countable, PointInTime } from './point-in-time.ts';
import type { PublishedIndex } from './published-state.ts';
import { type SearchContext } from './result-page.ts';
import { SearchAfterCache } from './search-after-cache.ts';
import { WordCache } from './word-cache.ts';

export interface OpenState extends SearchContext {
  readonly pit: PointInTime;
  /** A point in time that includes the past. Searches avoid it, because the past would only slow them down. */
  readonly history: PointInTime;
  readonly changes: ClusterChanges;
  /** Last time at which it was known to be open, by `performance.now()`. */
  usedAt: number;
}

/** Opens a published state; undefined if the cluster does not show exactly this state. Throws a ClusterError. */
export async function openState(
  client: ClusterClient,
  published: PublishedIndex,
): Promise<OpenState | undefined> {
  const pit = await PointInTime.open(client, published);
  if (pit === undefined) return undefined;
  const opening = PointInTime.open(client, published, { withPast: true });
  const history = await opening.catch((error: unknown) => {
    pit.end();
    throw error;
  });
  if (history === undefined) {
    pit.end();
    return undefined;
  }
  const { listings } = published.state;
  const context = contextOf(pit, listings);
  return {
    ...context,
    pit,
    history,
    changes: new ClusterChanges(history, context, (view) => contextOf(view, listings)),
    correctWords: (q) => context.words.findCorrections(q),
    searchAfter: new SearchAfterCache(),
    usedAt: performance.now(),
  };
}

function contextOf(pit: Countable, listings: number): ReadingContext {
  const valuesOf = async (field: string) =>
    (await fetchBuckets<string>(pit, { match_all: {} }, `${field}.value`)).buckets.map(({ value }) => value);
  const found = onceUnlessFailed(() => Promise.all([valuesOf('make'), valuesOf('model')]));
  return {
    pit,
    words: new WordCache(pit, listings, async () => runInSlices(NameSounds.build(...(await found())))),
    names: onceUnlessFailed(async () => runInSlices(StockNames.build(...(await found())))),
  };
}
