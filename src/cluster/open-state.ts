// The published state, open for searching: points in time without and with the past, and caches of its words and names.
import { runInSlices } from '../engine/time-slices.ts';
import { NameSounds } from '../index/shared/corrected-words.ts';
import { StockNames } from '../stock/stock-names.ts';
import { ClusterChanges } from './cluster-changes.ts';
import type { ClusterClient } from './cluster-client.ts';
import { fetchBuckets } from './composite-buckets.ts';
import { PastContexts, type ReadingContext } from './past-states.ts';
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
  const opened = await openBoth(client, published);
  if (opened === undefined) return undefined;
  const { pit, history } = opened;
  const { listings } = published.state;
  const context = contextOf(pit, listings);
  const past = new PastContexts(history, (view) => contextOf(view, listings));
  return {
    ...context,
    pit,
    history,
    changes: new ClusterChanges(history, context, past),
    correctWords: (q) => context.words.findCorrections(q),
    searchAfter: new SearchAfterCache(),
    usedAt: performance.now(),
  };
}

async function openBoth(
  client: ClusterClient,
  published: PublishedIndex,
): Promise<Pick<OpenState, 'pit' | 'history'> | undefined> {
  const pit = await PointInTime.open(client, published);
  if (pit === undefined) return undefined;
  try {
    const history = await PointInTime.open(client, published, { withPast: true });
    if (history !== undefined) return { pit, history };
  } catch (error) {
    pit.end();
    throw error;
  }
  pit.end();
  return undefined;
}

function contextOf(pit: Countable, listings: number): ReadingContext {
  const found = namesIn(pit);
  let names: Promise<StockNames> | undefined;
  return {
    pit,
    words: new WordCache(pit, listings, async () => runInSlices(NameSounds.build(...(await found())))),
    names: () => {
      names ??= found().then(([makes, titles]) => runInSlices(StockNames.build(makes, titles)));
      names.catch(() => (names = undefined));
      return names;
    },
  };
}

/** The makes and titles of listings at a point in time, read once. */
function namesIn(pit: Countable): () => Promise<readonly [makes: string[], titles: string[]]> {
  let found: Promise<[string[], string[]]> | undefined;
  const valuesOf = async (field: string) =>
    (await fetchBuckets<string>(pit, { match_all: {} }, `${field}.value`)).buckets.map(({ value }) => value);
  return () => {
    found ??= Promise.all([valuesOf('make'), valuesOf('model')]);
    found.catch(() => (found = undefined));
    return found;
  };
}
