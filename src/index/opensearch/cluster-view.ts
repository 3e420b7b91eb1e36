// One state of the stock in a cluster, held for searching: a point in time of all shards, which shows no later change. It
// is used only after it was seen to be exactly the state that was published: writes of the next change may be seen early
// where a copy of a shard has just come back.
//
// No answer is taken that is not of all shards.
import { ClusterFault, type Cluster } from './cluster.ts';
import type { Clause } from './clauses.ts';
import type { PublishedIndex } from './published-state.ts';

/** For so long a point in time is kept after its last use. */
const KEEP_ALIVE = '5m';

/** A search that takes longer is given up: a node that hangs must not keep everybody waiting. */
const TIMEOUT_MS = 5000;

export interface Found<Shown = unknown> {
  readonly _id: string;
  readonly _source?: { readonly shown: Shown };
  readonly sort?: readonly SortValue[];
  readonly _score?: number | null;
}

export type SortValue = string | number | null;

export interface SearchAnswer<Shown = unknown> {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Found<Shown>[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly suggest?: unknown;
}

interface RawAnswer extends SearchAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
}

export class ClusterView {
  readonly published: PublishedIndex;
  readonly #cluster: Cluster;
  readonly #pointInTime: string;
  /** Searches under way. */
  #users = 0;
  #isEnded = false;

  private constructor(cluster: Cluster, published: PublishedIndex, pointInTime: string) {
    this.#cluster = cluster;
    this.published = published;
    this.#pointInTime = pointInTime;
  }

  /** Undefined where the index does not show exactly this state now. Throws a ClusterFault. */
  static async open(cluster: Cluster, published: PublishedIndex): Promise<ClusterView | undefined> {
    const { pit_id: pointInTime } = await cluster.ask<{ readonly pit_id: string }>({
      method: 'POST',
      path: `/${encodeURIComponent(published.index)}/_search/point_in_time`,
      query: { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false },
    });
    const view = new ClusterView(cluster, published, pointInTime);
    try {
      if (await view.#showsWhatWasPublished()) return view;
    } catch (error) {
      view.end();
      throw error;
    }
    view.end();
    return undefined;
  }

  /** The answer of all shards to a search, with its exact total. Throws a ClusterFault. */
  async search<Shown = unknown>(body: Clause): Promise<SearchAnswer<Shown>> {
    this.#users += 1;
    try {
      const answer = await this.#cluster.ask<RawAnswer>({
        method: 'POST',
        path: '/_search',
        query: { allow_partial_search_results: false },
        timeoutMs: TIMEOUT_MS,
        retries: 1,
        body: { track_total_hits: true, ...body, pit: { id: this.#pointInTime, keep_alive: KEEP_ALIVE } },
      });
      if (answer.timed_out || answer._shards.failed > 0) {
        throw new ClusterFault('the cluster answered for some of its shards only', 503, true);
      }
      return answer as SearchAnswer<Shown>;
    } finally {
      this.#users -= 1;
      if (this.#isEnded) this.#release();
    }
  }

  /** Exact number of listings that match. */
  async count(query: Clause): Promise<number> {
    const { hits } = await this.search({ query, size: 0 });
    return hits.total.value;
  }

  /** To be called once no new search will begin; those under way are still answered. */
  end(): void {
    this.#isEnded = true;
    this.#release();
  }

  /** A state is its listings: as many as there should be, and none of a later change. */
  async #showsWhatWasPublished(): Promise<boolean> {
    const { sequence, listings } = this.published.state;
    const [all, later] = await Promise.all([
      this.count({ match_all: {} }),
      this.count({ range: { sequence: { gt: sequence } } }),
    ]);
    return all === listings && later === 0;
  }

  #release(): void {
    if (this.#users > 0) return;
    // Where that fails, the cluster lets go of it by itself.
    this.#cluster
      .ask({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [this.#pointInTime] } })
      .catch(() => undefined);
  }
}
