// Converts between listings and hits, which carry stored records.
import type { Listing } from '../../src/listing/listing.ts';
import { factReader } from '../../src/index/words/stated-facts.ts';
import { decodeListing, encodeListing } from '../../src/listing/codec.ts';
import type { Hit } from '../../src/query/search-query.ts';

export function hitOf(listing: Listing, distanceKm: number | null): Hit {
  const { dealer, id, arrivedAt } = listing;
  const record = Buffer.from(encodeListing(listing, arrivedAt));
  return { dealer, id, record, stated: factReader().read(listing), distanceKm };
}

export function listingOf(hit: Hit): Listing {
  const listing = decodeListing(hit, Buffer.from(hit.record).toString());
  if (listing === undefined) throw new Error(`the hit '${hit.id}' of ${hit.dealer} holds no listing`);
  return listing;
}
