// Adverts by their addresses, in a cluster. An advert is listed if a listing of the state that is searched carries it.
// What was withdrawn is kept beside, and read as it was written last: so it is known before its listing is gone.
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/advert.ts';
import type { ClusterClient } from './cluster-client.ts';
import type { ClusterIndex } from './cluster-index.ts';
import { advertsIndex } from './index-names.ts';
import { advertKey } from './listing-document.ts';

export class ClusterAdverts implements AdvertLookup {
  readonly #client: ClusterClient;
  readonly #index: ClusterIndex;

  constructor(client: ClusterClient, index: ClusterIndex) {
    this.#client = client;
    this.#index = index;
  }

  /** Problem `index_unavailable`. */
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
