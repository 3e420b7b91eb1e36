// Listings as a feed that an import reads back to the same listings: NDJSON, written with bounded memory.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { FeedField } from '../../src/ingest/record-result.ts';
import type { Listing } from '../../src/listing/listing.ts';

/** Characters that are gathered before they are written. */
const BATCH_BYTES = 1 << 20;

/** One record in the import format, without a line end. The listing's `sourceTerms` must be null: it is made by the import. */
export function feedRecord(listing: Listing): string {
  if (listing.sourceTerms !== null)
    throw new Error(`the wording of ${listing.id} cannot be written to a feed`);
  const record: Record<FeedField, unknown> = {
    id: listing.id,
    dealer: listing.dealer,
    advert_url: listing.advertUrl,
    year: listing.year === null ? null : String(listing.year),
    make: listing.make,
    model: listing.model,
    mileage: listing.mileageMiles,
    fuel_type: listing.fuelType,
    transmission: listing.transmission,
    engine_size: listing.engineLitres,
    price: listing.priceGbp,
    loc: listing.loc,
    postcode: listing.postcode,
    latitude: listing.point?.lat ?? null,
    longitude: listing.point?.lng ?? null,
    thumbnail: listing.thumbnail,
    images: listing.images,
    full_description: listing.fullDescription,
    arrived_at: new Date(listing.arrivedAt).toISOString(),
  };
  return JSON.stringify(record);
}

/** Writes a file of the listings, calling `onListing` for each; gives back their number. */
export function writeFeed(
  path: string,
  listings: Iterable<Listing>,
  onListing: (listing: Listing, written: number) => void = () => undefined,
): number {
  const file = openSync(path, 'w');
  try {
    let written = 0;
    let batch = '';
    for (const listing of listings) {
      batch += `${feedRecord(listing)}\n`;
      onListing(listing, ++written);
      if (batch.length < BATCH_BYTES) continue;
      writeFileSync(file, batch);
      batch = '';
    }
    writeFileSync(file, batch);
    return written;
  } finally {
    closeSync(file);
  }
}
