// Adverts by their addresses, in a cluster. An advert is listed if a listing of the state that is searched carries it.
// What was withdrawn is kept beside, and read as it was written last: so it is known before its listing is gone.
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../../listing/advert.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterIndex } from './cluster-index.ts';
import { advertsIndex } from './cluster-names.ts';
import { advertKey } from './listing-document.ts';

export class ClusterAdverts implements AdvertLookup {
  readonly #cluster: Cluster;
  readonly #index: ClusterIndex;

  constructor(cluster: Cluster, index: ClusterIndex) {
    this.#cluster = cluster;
    this.#index = index;
  }

  /** Problem `index_unavailable`. */
  findAdvert(advertUrl: string): Promise<AdvertState> {
    const key = advertKey(advertUrl);
    return this.#index.ask(async ({ view }): Promise<AdvertState> => {
      if ((await view.count({ term: { advert: key } })) > 0) return { state: 'listed' };
      const withdrawn = await this.#cluster.find<{ readonly _source: WithdrawnAdvert }>({
        method: 'GET',
        path: `/${encodeURIComponent(advertsIndex(view.published.index))}/_doc/${key}`,
      });
      if (withdrawn === undefined) return { state: 'unknown' };
      const { make, model } = withdrawn._source;
      return { state: 'withdrawn', was: { make, model } };
    });
  }
}
