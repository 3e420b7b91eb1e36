// Compares complete results, page by page.
import { expect } from 'vitest';
import type { ListingIndex } from '../../src/stock/listing-index.ts';
import { listingKey } from '../../src/listing/listing.ts';
import { PER_PAGE, type SearchQuery, type SearchResult } from '../../src/query/search-query.ts';
import { listingOf } from '../support/hit.ts';

/** A result with its listings decoded. */
export function summarizeResult({ total, hits }: SearchResult) {
  return { total, hits: hits.map((hit) => ({ listing: listingOf(hit), distanceKm: hit.distanceKm })) };
}

/** Requests every page and the one after. Each must equal the model's, and together they have every match once. */
export async function expectEveryPageAlike(
  index: Pick<ListingIndex, 'search'>,
  model: ListingIndex,
  query: SearchQuery,
): Promise<void> {
  const keys: string[] = [];
  for (let page = 1; ; page++) {
    const result = await index.search({ ...query, page });
    const expected = await model.search({ ...query, page });
    expect({ ...summarizeResult(result), corrections: result.corrections }).toEqual({
      ...summarizeResult(expected),
      corrections: expected.corrections,
    });
    keys.push(...result.hits.map(listingKey));
    if (page * PER_PAGE <= result.total) continue;
    expect(keys).toHaveLength(result.total);
    expect(new Set(keys).size).toBe(result.total);
    return;
  }
}
