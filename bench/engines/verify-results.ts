// Compares an engine's results with Forecourt's before its times count. The strictness depends on the query: filters and
// orders have one meaning, relevance has not.
import type { Row } from '../../src/engine/schema.ts';
import { search } from '../../src/engine/search.ts';
import { buildSegment } from '../../src/engine/segment/segment-builder.ts';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { toEngineQuery } from '../../src/index/engine-query.ts';
import { toRow, LISTING_SCHEMA } from '../../src/index/listing-schema.ts';
import { canonicalQuery } from '../../src/listing/canonical-query.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import type { Comparable, EngineResult, OpenEngine, OtherEngine } from './engine.ts';
import { listingKeyOf } from './stock-row.ts';
import { queryWords, type QueryWord } from './query-words.ts';

/** The right results. */
export interface Reference {
  search(query: SearchQuery): EngineResult;
  /** Whether the stock has every word of the query, so that none counts as a typing error. */
  hasEveryWord(query: SearchQuery): boolean;
}

/** Forecourt's own results, straight from its engine. */
export class ReferenceResults implements Reference {
  readonly #segment: Segment;
  readonly #snapshot: Snapshot;

  /** Of at least one listing. */
  constructor(listings: Iterable<Listing>, gazetteer: Gazetteer) {
    const rows: Row[] = [];
    for (const listing of listings) rows.push(toRow(listing, gazetteer));
    this.#segment = new Segment(LISTING_SCHEMA, buildSegment(LISTING_SCHEMA, rows));
    this.#snapshot = Snapshot.empty.applyChange(this.#segment, []);
  }

  search(query: SearchQuery): EngineResult {
    const { total, keys } = search(LISTING_SCHEMA, this.#snapshot, toEngineQuery(query));
    return { total, ids: keys.map(listingKeyOf) };
  }

  hasEveryWord({ q = '' }: SearchQuery): boolean {
    const { text } = this.#segment;
    return queryWords(q).every(({ word, spellings, isPrefix }: QueryWord) => {
      if (spellings.some((spelling) => text.find(spelling) >= 0)) return true;
      const [first, end] = text.findPrefix(word);
      return isPrefix && end > first;
    });
  }
}

interface Agreement {
  /** Queries that were compared; the others are unsupported, or nothing is expected of them. */
  readonly compared: number;
  /** Each reason once. */
  readonly unsupported: readonly string[];
  /** One sentence for each result that differs. */
  readonly disagreements: readonly string[];
}

/** Runs the queries on both sides, one after the other. */
export async function verifyResults(
  engine: OtherEngine,
  open: OpenEngine,
  reference: Reference,
  queries: readonly SearchQuery[],
): Promise<Agreement> {
  const unsupported = new Set<string>();
  const disagreements: string[] = [];
  let compared = 0;
  for (const query of queries) {
    const reason = engine.unsupported(query);
    if (reason !== undefined) {
      unsupported.add(reason);
      continue;
    }
    const expected = [expectedOf(query, reference), engine.comparable?.(query) ?? 'page'];
    if (expected.includes('nothing')) continue;
    compared += 1;
    const totalOnly = expected.includes('total');
    const difference = differenceOf(await open.search(query), reference.search(query), totalOnly);
    if (difference !== undefined)
      disagreements.push(`${engine.name}: ${canonicalQuery(query)}: ${difference}`);
  }
  return { compared, unsupported: [...unsupported], disagreements };
}

/** Engines may differ in what they find relevant, and in what a mistyped word was meant to be. */
function expectedOf(query: SearchQuery, reference: Reference): Comparable {
  if (query.q === undefined) return 'page';
  if (!reference.hasEveryWord(query)) return 'nothing';
  return query.sort === 'relevance' ? 'total' : 'page';
}

function differenceOf(result: EngineResult, right: EngineResult, totalOnly: boolean): string | undefined {
  if (result.total !== right.total) return `finds ${result.total} listings instead of ${right.total}`;
  if (result.ids.length !== right.ids.length) {
    return `shows ${result.ids.length} listings on the page instead of ${right.ids.length}`;
  }
  const at = result.ids.findIndex((id, place) => id !== right.ids[place]);
  if (totalOnly || at < 0) return undefined;
  return `shows '${result.ids[at]}' in place ${at + 1} instead of '${right.ids[at]}'`;
}
