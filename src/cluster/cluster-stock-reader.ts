// Reads single listings of one point in time of a cluster, as index/stock-reader.ts does in this process.
import { toNearestEngineQuery } from '../index/engine-query.ts';
import { decodeIndexedRecord } from '../listing/codec.ts';
import { listingKey, type IndexedFields } from '../listing/listing.ts';
import type { Candidate, NearestQuery, StockReader } from '../listing/listing-index.ts';
import { UNKNOWN_ENGINE } from '../listing/nearest.ts';
import { advertKey, documentId, type SourceListing } from './listing-document.ts';
import type { ClusterHit, PointInTime } from './point-in-time.ts';
import { boolFilter, filterDsl, nearestSortDsl } from './query-dsl.ts';

type Reader = Pick<PointInTime, 'search'>;

export function clusterStockReader(pit: Reader): StockReader {
  return {
    async findListed(advertUrl) {
      const { hits } = await pit.search<SourceListing>({
        query: { term: { advert: advertKey(advertUrl) } },
        sort: [{ key: { order: 'asc' } }],
        size: 1,
      });
      const found = hits.hits.at(0)?._source?.source;
      if (found === undefined) return undefined;
      const { dealer, id, record } = found;
      return { dealer, id, record: Buffer.from(record), distanceKm: null };
    },
    async findNearest(query) {
      return findNearest(pit, query);
    },
    async getListings(keys) {
      const { hits } = await pit.search<SourceListing>({
        query: { ids: { values: keys.map(documentId) } },
        size: keys.length,
      });
      const found = new Map(hits.hits.map(({ _id, _source }) => [_id, _source?.source.record]));
      return keys.map((key): IndexedFields => {
        const record = found.get(documentId(key));
        const listing = record === undefined ? undefined : decodeIndexedRecord(listingKey(key), record);
        if (listing === undefined) throw new Error(`the cluster has no listing ${listingKey(key)}`);
        return listing;
      });
    },
  };
}

async function findNearest(pit: Reader, query: NearestQuery): Promise<Candidate[]> {
  const { hits } = await pit.search<Pick<SourceListing, 'dealer' | 'id'>>({
    query: boolFilter(filterDsl(toNearestEngineQuery(query))),
    sort: nearestSortDsl(query.mileageMiles),
    _source: ['source.dealer', 'source.id'],
    size: query.limit,
    track_total_hits: false,
  });
  return hits.hits.map(toCandidate);
}

/** The sort keys of a hit are its facts, in the order of `nearestSortDsl`. */
function toCandidate({ _id, _source, sort }: ClusterHit<Pick<SourceListing, 'dealer' | 'id'>>): Candidate {
  if (_source === undefined || sort === undefined)
    throw new Error(`the document ${_id} came back without its facts`);
  const { dealer, id } = _source.source;
  const [, mileageMiles, year, priceGbp, engineLitres] = sort.map(Number);
  return {
    dealer,
    id,
    year,
    mileageMiles,
    priceGbp,
    engineLitres: engineLitres === UNKNOWN_ENGINE ? null : engineLitres,
  };
}
