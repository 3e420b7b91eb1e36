// Listings for tests, varied by the fields that a test is about.
import { type IncomingListing, type Listing, NOTHING_KNOWN } from '../../src/listing/listing.ts';

/** Every field is known. */
export function aListing(variation: Partial<IncomingListing> = {}): IncomingListing {
  const { id = 'A1', dealer = 'north.example' } = variation;
  return {
    ...NOTHING_KNOWN,
    id,
    dealer,
    advertUrl: `https://${dealer}/used/${id.toLowerCase()}`,
    year: 2019,
    make: 'Volkswagen',
    model: 'Golf',
    mileageMiles: 31250,
    fuelType: 'Hybrid',
    transmission: 'Automatic',
    engineLitres: 1.4,
    priceGbp: 17995.5,
    loc: 'Leeds',
    postcode: 'LS1 4AP',
    point: { lat: 53.7965, lng: -1.5478 },
    thumbnail: 'https://img.north.example/a1.jpg',
    images: ['https://img.north.example/a1.jpg', 'https://img.north.example/a1-back.jpg'],
    fullDescription: 'One owner, “as new”.\nHeated seats.',
    arrivedAt: 1_700_000_000_000,
    sourceTerms: 'VW Plug-in Hybrid DSG',
    ...variation,
  };
}

/** Nothing is known but the dealer, the id and the advert. */
export function unknownListing(variation: Partial<Listing> = {}): Listing {
  const { id = '1', dealer = 'north.example' } = variation;
  return {
    ...NOTHING_KNOWN,
    id,
    dealer,
    advertUrl: `https://${dealer}/${id}`,
    arrivedAt: 0,
    ...variation,
  };
}
