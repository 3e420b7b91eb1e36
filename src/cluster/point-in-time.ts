// A point in time of all shards, which later changes do not affect. It is used only if it shows exactly the published state:
// recovered copies of shards may show writes of the next change early. A response that lacks a shard is an error.
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { pastIndex } from './index-names.ts';
import type { QueryDsl } from './query-dsl.ts';
import type { PublishedIndex } from './published-state.ts';

/** How long the cluster keeps a point in time after its last use. */
const KEEP_ALIVE = '5m';

/** Matches current listings, not past ones. */
export const CURRENT: QueryDsl = { bool: { must_not: [{ exists: { field: 'until' } }] } };

/** Search timeout, because a hanging node must not delay all searches. */
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

/** A point in time, or one earlier state of it. */
export type Searchable = Pick<PointInTime, 'search'>;
export type Countable = Pick<PointInTime, 'search' | 'count'>;

export class PointInTime {
  readonly published: PublishedIndex;
  readonly #client: ClusterClient;
  readonly #id: string;
  /** Searches in flight. */
  #users = 0;
  #isEnded = false;

  private constructor(client: ClusterClient, published: PublishedIndex, pointInTime: string) {
    this.#client = client;
    this.published = published;
    this.#id = pointInTime;
  }

  /** Opens this exact state; undefined if the index shows another. `withPast` adds past listings. Throws a ClusterError. */
  static async open(
    client: ClusterClient,
    published: PublishedIndex,
    { withPast }: { readonly withPast: boolean } = { withPast: false },
  ): Promise<PointInTime | undefined> {
    const { index } = published;
    const indices = withPast ? [index, pastIndex(index)] : [index];
    const { pit_id: pointInTime } = await client.request<{ readonly pit_id: string }>({
      method: 'POST',
      path: `/${indices.map(encodeURIComponent).join()}/_search/point_in_time`,
      query: { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false },
    });
    const pit = new PointInTime(client, published, pointInTime);
    try {
      if (await pit.#showsPublishedState(withPast)) return pit;
    } catch (error) {
      pit.end();
      throw error;
    }
    pit.end();
    return undefined;
  }

  /** The response of all shards to a search, with an exact total. Throws a ClusterError. */
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
        throw new ClusterError('the cluster responded for some of its shards only', 503, true);
      }
      return response as ClusterResponse<Source>;
    } finally {
      this.#leave();
    }
  }

  /** Exact number of matching listings. */
  async count(query: QueryDsl): Promise<number> {
    const { hits } = await this.search({ query, size: 0 });
    return hits.total.value;
  }

  /** Keeps it open, even after `end`, until the returned function is called, which is idempotent. */
  hold(): () => void {
    this.#users += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave();
    };
  }

  /** Must be called when no new searches will start. Searches in flight and holders can still use it. */
  end(): void {
    this.#isEnded = true;
    this.#release();
  }

  /** Whether it has as many current and past listings as the state, and none of a later change. */
  async #showsPublishedState(withPast: boolean): Promise<boolean> {
    const { sequence, listings, floor, past } = this.published.state;
    const [all, later, earlier] = await Promise.all([
      this.count(CURRENT),
      this.count({ bool: { filter: [CURRENT, { range: { sequence: { gt: sequence } } }] } }),
      withPast ? this.count({ range: { until: { gt: floor, lte: sequence } } }) : past,
    ]);
    return all === listings && later === 0 && earlier === past;
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#isEnded) this.#release();
  }

  #release(): void {
    if (this.#users > 0) return;
    // If the deletion fails, the cluster drops it after KEEP_ALIVE.
    this.#client
      .request({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [this.#id] } })
      .catch(() => undefined);
  }
}
