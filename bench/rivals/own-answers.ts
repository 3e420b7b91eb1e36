// Forecourt's own answers in the form of a rival's, straight from the engine: what a rival is compared with.
import { search } from '../../src/engine/search.ts';
import { buildSegment, Segment } from '../../src/engine/segment.ts';
import type { Row } from '../../src/engine/schema.ts';
import { Snapshot } from '../../src/engine/snapshot.ts';
import type { Gazetteer } from '../../src/geo/gazetteer.ts';
import { engineQuery } from '../../src/index/engine-query.ts';
import { rowOf, STOCK_SCHEMA } from '../../src/index/stock-schema.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import { askedWords, type AskedWord } from './asked-words.ts';
import type { RivalAnswer } from './rival.ts';
import { listingKeyOf } from './stock-row.ts';

export class OwnAnswers {
  readonly #segment: Segment;
  readonly #snapshot: Snapshot;

  /** Of at least one listing. */
  constructor(listings: Iterable<Listing>, gazetteer: Gazetteer) {
    const rows: Row[] = [];
    for (const listing of listings) rows.push(rowOf(listing, gazetteer));
    this.#segment = new Segment(STOCK_SCHEMA, buildSegment(STOCK_SCHEMA, rows));
    this.#snapshot = Snapshot.empty.with(this.#segment, []);
  }

  ask(query: SearchQuery): RivalAnswer {
    const { total, keys } = search(STOCK_SCHEMA, this.#snapshot, engineQuery(query));
    return { total, ids: keys.map(listingKeyOf) };
  }

  /** Whether the stock has every word that is asked for as it is asked, so that none is taken for a typing error. */
  hasEveryWord({ q = '' }: SearchQuery): boolean {
    return askedWords(q).every((asked) => this.#has(asked));
  }

  #has({ word, spellings, completed }: AskedWord): boolean {
    const { text } = this.#segment;
    if (spellings.some((spelling) => text.find(spelling) >= 0)) return true;
    const [first, end] = text.findPrefix(word);
    return completed && end > first;
  }
}
