// Reads single listings at one point in time of a cluster, as index/state/stock-reader.ts does in this process.
import { advertUrlOfRecord } from '../listing/codec.ts';
import { toNearestEngineQuery } from '../index/shared/engine-query.ts';
import {
  type Candidate,
  type NearestQuery,
  type StockReader,
  UNKNOWN_ENGINE,
} from '../stock/stock-reader.ts';
import { advertKey, documentId, hitOf, type SourceListing } from './listing-document.ts';
import type { ClusterHit, Searchable } from './point-in-time.ts';
import { boolFilter, filterDsl, nearestSortDsl } from './query-dsl.ts';

/** Candidates in the first request: usually enough, and a fifth of the maximum that price ratings visit. */
const FIRST_CANDIDATES = 400;

/** The fields read for a candidate. Its sort keys are its other facts. */
type CandidateSource = Pick<SourceListing, 'dealer' | 'id' | 'stated'>;

export function clusterStockReader(pit: Searchable): StockReader {
  return {
    async findListed(advertUrl, center) {
      const { hits } = await pit.search<SourceListing>({
        query: { term: { advert: advertKey(advertUrl) } },
        sort: [{ key: { order: 'asc' } }],
        size: 1,
      });
      const found = hits.hits.at(0)?._source?.source;
      if (found === undefined) return undefined;
      return hitOf(found, { center });
    },
    async visitNearest(query, visit) {
      let visited = 0;
      for (const size of [FIRST_CANDIDATES, query.limit]) {
        const found = await findNearest(pit, { ...query, limit: size });
        for (const candidate of found.slice(visited)) if (!visit(candidate)) return;
        if (found.length < size) return;
        visited = found.length;
      }
    },
    async readAdverts(listings) {
      const ids = listings.map(documentId);
      const { hits } = await pit.search<Pick<SourceListing, 'record'>>({
        query: { ids: { values: ids } },
        _source: ['source.record'],
        size: ids.length,
        track_total_hits: false,
      });
      const records = new Map(hits.hits.map(({ _id, _source }) => [_id, _source?.source.record]));
      return ids.map((id) => advertUrlOfRecord(Buffer.from(records.get(id) ?? '')));
    },
  };
}

async function findNearest(pit: Searchable, query: NearestQuery): Promise<Candidate[]> {
  const { hits } = await pit.search<CandidateSource>({
    query: boolFilter(filterDsl(toNearestEngineQuery(query))),
    sort: nearestSortDsl(query.mileageMiles),
    _source: ['source.dealer', 'source.id', 'source.stated'],
    size: query.limit,
    track_total_hits: false,
  });
  return hits.hits.map(toCandidate);
}

/** A hit as a candidate. Its sort keys are facts, in the order of `nearestSortDsl`. */
function toCandidate({ _id, _source, sort }: ClusterHit<CandidateSource>): Candidate {
  if (_source === undefined || sort === undefined)
    throw new Error(`the document ${_id} came back without its facts`);
  const {
    dealer,
    id,
    stated: { consumptionMpg, trims, written_off },
  } = _source.source;
  const [, mileageMiles, year, priceGbp, engineLitres] = sort.map(Number);
  return {
    dealer,
    id,
    year,
    mileageMiles,
    priceGbp,
    engineLitres: engineLitres === UNKNOWN_ENGINE ? null : engineLitres,
    consumptionMpg,
    trims,
    written_off,
  };
}
