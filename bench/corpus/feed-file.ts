// Listings as a feed that an import reads back to the same listings: NDJSON or CSV, written with bounded memory.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { RecordField } from '../../src/ingest/tables/feed-fields.ts';
import type { Listing } from '../../src/listing/listing.ts';

/** Characters that are gathered before they are written. */
const BATCH_BYTES = 1 << 20;

/** One record as NDJSON, without a line end. The listing's `sourceTerms` must be null: it is made by the import. */
export function feedRecord(listing: Listing): string {
  return JSON.stringify(recordOf(listing));
}

/** The columns of `csvRecord`. */
const CSV_HEADER =
  'id,dealer,advert_url,year,make,model,mileage,fuel_type,transmission,engine_size,price,loc,postcode,latitude,longitude,' +
  'thumbnail,images,full_description,arrived_at';

/** The same record as CSV. Unknown values are empty, and the addresses of images have bars between them. */
export function csvRecord(listing: Listing): string {
  const cells = Object.values(recordOf(listing)).map((value) => {
    const text = typeof value === 'object' ? (value ?? []).join('|') : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return cells.join(',');
}

type FeedValue = string | number | null | readonly string[];

function recordOf(listing: Listing): Record<RecordField, FeedValue> {
  if (listing.sourceTerms !== null)
    throw new Error(`the wording of ${listing.id} cannot be written to a feed`);
  return {
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
}

type OnListing = (listing: Listing, written: number) => void;

/** Writes a file of the listings as NDJSON, calling `onListing` for each; gives back their number. */
export function writeFeed(path: string, listings: Iterable<Listing>, onListing?: OnListing): number {
  return writeLines(path, '', feedRecord, listings, onListing);
}

/** The same as CSV. */
export function writeCsvFeed(path: string, listings: Iterable<Listing>, onListing?: OnListing): number {
  return writeLines(path, `${CSV_HEADER}\n`, csvRecord, listings, onListing);
}

function writeLines(
  path: string,
  head: string,
  lineOf: (listing: Listing) => string,
  listings: Iterable<Listing>,
  onListing: OnListing = () => undefined,
): number {
  const file = openSync(path, 'w');
  try {
    let written = 0;
    let batch = head;
    for (const listing of listings) {
      batch += `${lineOf(listing)}\n`;
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
