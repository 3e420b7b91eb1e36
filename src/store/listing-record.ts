// How a listing is written down: a JSON array in a fixed order, without names, and without the dealer and the id, which
// are the record's key. Equal listings give equal texts, so a change is found by comparing strings. The arrival comes
// first, because it alone may be taken over from the record that is replaced. Whoever changes the order or the fields
// raises FORMAT in stock-file.ts.
import type { IncomingListing, Listing, ListingKey } from '../listing/listing.ts';

type RecordFields = [
  arrivedAt: number,
  advertUrl: string,
  year: number | null,
  make: string | null,
  model: string | null,
  mileageMiles: number | null,
  fuelType: string | null,
  transmission: string | null,
  engineLitres: number | null,
  priceGbp: number | null,
  loc: string | null,
  postcode: string | null,
  point: [lat: number, lng: number] | null,
  thumbnail: string | null,
  images: string[],
  fullDescription: string | null,
  wording: string | null,
];

const FIELD_COUNT = 17;

/** The record of `incoming`, with the arrival it names, or else with that of `earlier`, or else with `now`. */
export function writeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  const arrivedAt = incoming.arrivedAt ?? (earlier === undefined ? now : arrivalOf(earlier));
  const { point } = incoming;
  const fields: RecordFields = [
    arrivedAt,
    incoming.advertUrl,
    incoming.year,
    incoming.make,
    incoming.model,
    incoming.mileageMiles,
    incoming.fuelType,
    incoming.transmission,
    incoming.engineLitres,
    incoming.priceGbp,
    incoming.loc,
    incoming.postcode,
    point === null ? null : [point.lat, point.lng],
    incoming.thumbnail,
    incoming.images as string[],
    incoming.fullDescription,
    incoming.wording,
  ];
  return JSON.stringify(fields);
}

/** The listing of a record, or undefined where the text is none. */
export function readRecord(key: ListingKey, text: string): Listing | undefined {
  const fields = parsed(text);
  if (fields === undefined) return undefined;
  const [
    arrivedAt,
    advertUrl,
    year,
    make,
    model,
    mileageMiles,
    fuelType,
    transmission,
    engineLitres,
    priceGbp,
    loc,
    postcode,
    point,
    thumbnail,
    images,
    fullDescription,
    wording,
  ] = fields;
  const { dealer, id } = partsOf(key);
  return {
    id,
    dealer,
    advertUrl,
    year,
    make,
    model,
    mileageMiles,
    fuelType,
    transmission,
    engineLitres,
    priceGbp,
    loc,
    postcode,
    point: point === null ? null : { lat: point[0], lng: point[1] },
    thumbnail,
    images,
    fullDescription,
    arrivedAt,
    wording,
  };
}

/** Takes a key apart again. */
export function partsOf(key: ListingKey): { readonly dealer: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { dealer: key.slice(0, slash), id: key.slice(slash + 1) };
}

// A record that parses to the right number of fields is trusted: only writeRecord makes them.
function parsed(text: string): RecordFields | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    return Array.isArray(fields) && fields.length === FIELD_COUNT ? (fields as RecordFields) : undefined;
  } catch {
    return undefined;
  }
}

function arrivalOf(record: string): number {
  return Number(record.slice(1, record.indexOf(',')));
}
