// One state of the stock in a cluster, held for searching: a point in time of all shards, which shows no later change. It
// is used only after it was seen to be exactly the state that was published: writes of the next change may be seen early
// where a copy of a shard has just come back.
//
// No answer is taken that is not of all shards.
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import type { QueryDsl } from './query-dsl.ts';
import type { PublishedIndex } from './published-state.ts';

/** For so long a point in time is kept after its last use. */
const KEEP_ALIVE = '5m';

/** A search that takes longer is given up: a node that hangs must not keep everybody waiting. */
const SEARCH_TIMEOUT_MS = 5000;

export interface ClusterHit<Source = unknown> {
  readonly _id: string;
  readonly _source?: { readonly source: Source };
  readonly sort?: readonly SortValue[];
  readonly _score?: number | null;
}

export type SortValue = string | number | null;

export interface ClusterResponse<Source = unknown> {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly ClusterHit<Source>[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly suggest?: unknown;
}

interface RawResponse extends ClusterResponse {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
}

export class PointInTime {
  readonly published: PublishedIndex;
  readonly #client: ClusterClient;
  readonly #id: string;
  /** Searches under way. */
  #users = 0;
  #isEnded = false;

  private constructor(client: ClusterClient, published: PublishedIndex, pointInTime: string) {
    this.#client = client;
    this.published = published;
    this.#id = pointInTime;
  }

  /** Undefined where the index does not show exactly this state now. Throws a ClusterError. */
  static async open(client: ClusterClient, published: PublishedIndex): Promise<PointInTime | undefined> {
    const { pit_id: pointInTime } = await client.request<{ readonly pit_id: string }>({
      method: 'POST',
      path: `/${encodeURIComponent(published.index)}/_search/point_in_time`,
      query: { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false },
    });
    const pit = new PointInTime(client, published, pointInTime);
    try {
      if (await pit.#showsWhatWasPublished()) return pit;
    } catch (error) {
      pit.end();
      throw error;
    }
    pit.end();
    return undefined;
  }

  /** The answer of all shards to a search, with its exact total. Throws a ClusterError. */
  async search<Source = unknown>(body: QueryDsl): Promise<ClusterResponse<Source>> {
    this.#users += 1;
    try {
      const response = await this.#client.request<RawResponse>({
        method: 'POST',
        path: '/_search',
        query: { allow_partial_search_results: false },
        timeoutMs: SEARCH_TIMEOUT_MS,
        retries: 1,
        body: { track_total_hits: true, ...body, pit: { id: this.#id, keep_alive: KEEP_ALIVE } },
      });
      if (response.timed_out || response._shards.failed > 0) {
        throw new ClusterError('the cluster answered for some of its shards only', 503, true);
      }
      return response as ClusterResponse<Source>;
    } finally {
      this.#users -= 1;
      if (this.#isEnded) this.#release();
    }
  }

  /** Exact number of listings that match. */
  async count(query: QueryDsl): Promise<number> {
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
    this.#client
      .request({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [this.#id] } })
      .catch(() => undefined);
  }
}
