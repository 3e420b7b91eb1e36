// Forecourt's own engine as one of those compared: built from the same listings, asked through the same interface in the
// same kind of process. Its results are what the others' are compared with.
import { search } from '../../src/engine/search.ts';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { toEngineQuery } from '../../src/index/shared/engine-query.ts';
import { buildIndex } from '../../src/index/build/index-builder.ts';
import { LISTING_SCHEMA } from '../../src/index/shared/listing-schema.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { EngineResult } from './engine.ts';
import { queryWords, type QueryWord } from './query-words.ts';

/** The right result of one query. */
export interface Expected extends EngineResult {
  /** Whether the stock has every word of the query, so that none counts as a typing error. */
  readonly hasEveryWord: boolean;
}

export class ForecourtEngine {
  readonly #segments: readonly Segment[];
  readonly #snapshot: Snapshot;

  /** Of at least one listing. Memory beside the index does not grow with the stock. */
  constructor(listings: Iterable<Listing>, gazetteer: Gazetteer) {
    const segments = buildIndex(listings, gazetteer).map(({ data, liveRows }) => ({
      segment: new Segment(LISTING_SCHEMA, data),
      liveRows,
    }));
    // As a server does before it searches them.
    for (const { segment, liveRows } of segments) for (const step of segment.warm(liveRows)) void step;
    this.#segments = segments.map(({ segment }) => segment);
    this.#snapshot = Snapshot.fromSegments(segments);
  }

  search(query: SearchQuery): EngineResult {
    const { total, keys } = search(LISTING_SCHEMA, this.#snapshot, toEngineQuery(query));
    return { total, ids: keys };
  }

  expect(query: SearchQuery): Expected {
    return { ...this.search(query), hasEveryWord: this.#hasEveryWord(query) };
  }

  #hasEveryWord({ q = '' }: SearchQuery): boolean {
    return queryWords(q).every((word) => this.#segments.some((segment) => hasWord(segment, word)));
  }
}

function hasWord({ text }: Segment, { word, spellings, isPrefix }: QueryWord): boolean {
  if (spellings.some((spelling) => text.find(spelling) >= 0)) return true;
  const [first, end] = text.findPrefix(word);
  return isPrefix && end > first;
}
