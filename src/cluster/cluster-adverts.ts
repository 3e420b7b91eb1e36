// Looks up adverts of a cluster by their URL.
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/listing.ts';
import type { ClusterClient } from './cluster-client.ts';
import { advertsIndex } from './index-names.ts';
import { advertKey } from './listing-document.ts';
import type { OpenState } from './open-state.ts';

/** The part of ClusterIndex that adverts need. */
interface ContextSource {
  withSearchContext<T>(work: (context: Pick<OpenState, 'pit'>) => Promise<T>): Promise<T>;
}

/** Reads withdrawn adverts in their latest state, so a withdrawal shows before its listing is gone. */
export class ClusterAdverts implements AdvertLookup {
  readonly #client: ClusterClient;
  readonly #index: ContextSource;

  constructor(client: ClusterClient, index: ContextSource) {
    this.#client = client;
    this.#index = index;
  }

  /**
   * Whether an advert is listed, withdrawn or unknown. It is listed if a listing of the current state has its URL. Throws a
   * Problem `index_unavailable`.
   */
  findAdvert(advertUrl: string): Promise<AdvertState> {
    const key = advertKey(advertUrl);
    return this.#index.withSearchContext(async ({ pit }): Promise<AdvertState> => {
      if ((await pit.count({ term: { advert: key } })) > 0) return { state: 'listed' };
      const withdrawn = await this.#client.requestOptional<{ readonly _source: WithdrawnAdvert }>({
        method: 'GET',
        path: `/${encodeURIComponent(advertsIndex(pit.published.index))}/_doc/${key}`,
      });
      if (withdrawn === undefined) return { state: 'unknown' };
      const { make, model } = withdrawn._source;
      return { state: 'withdrawn', was: { make, model } };
    });
  }
}
