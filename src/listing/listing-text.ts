// A listing as one text: a JSON array with one value a line, what only we need on the first line and then every value of
// the public answer in its order. No JSON holds a raw line feed, so an answer is made of the lines without reading their
// values. Dealer and id are not in it: they are the listing's key. Equal listings give equal texts.
import type { Listing } from './listing.ts';

/** Whoever changes the order or the fields raises FORMAT in stock-tables.ts, and follows in vehicle-json.ts. */
type Fields = [
  // The first line. The arrival comes first, because it alone may be taken over from the text that is replaced.
  arrivedAt: number,
  postcode: string | null,
  point: [lat: number, lng: number] | null,
  wording: string | null,
  // A line each, as in the public answer.
  year: number | null,
  make: string | null,
  model: string | null,
  mileageMiles: number | null,
  fuelType: string | null,
  transmission: string | null,
  engineLitres: number | null,
  priceGbp: number | null,
  advertUrl: string,
  loc: string | null,
  thumbnail: string | null,
  images: string[],
  fullDescription: string | null,
];

const FIELD_COUNT = 17;

export function writeListingText(listing: Omit<Listing, 'arrivedAt'>, arrivedAt: number): string {
  const { point } = listing;
  // One by one, because JSON.stringify of them all would not break the lines. It is as fast.
  return (
    `[${arrivedAt},${quoted(listing.postcode)},${point === null ? 'null' : `[${point.lat},${point.lng}]`},` +
    `${quoted(listing.wording)},\n${listing.year},\n${quoted(listing.make)},\n${quoted(listing.model)},\n` +
    `${listing.mileageMiles},\n${quoted(listing.fuelType)},\n${quoted(listing.transmission)},\n` +
    `${listing.engineLitres},\n${listing.priceGbp},\n${quoted(listing.advertUrl)},\n${quoted(listing.loc)},\n` +
    `${quoted(listing.thumbnail)},\n${quotedList(listing.images)},\n${quoted(listing.fullDescription)}]`
  );
}

/** Undefined where the text is none of a listing. One with the right number of values is trusted. */
export function readListingText(
  { dealer, id }: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): Listing | undefined {
  const fields = parsed(text);
  if (fields === undefined) return undefined;
  const [
    arrivedAt,
    postcode,
    point,
    wording,
    year,
    make,
    model,
    mileageMiles,
    fuelType,
    transmission,
    engineLitres,
    priceGbp,
    advertUrl,
    loc,
    thumbnail,
    images,
    fullDescription,
  ] = fields;
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

/** The arrival that a text tells, at little cost. */
export function arrivalIn(text: string): number {
  return Number(text.slice(1, text.indexOf(',')));
}

function parsed(text: string): Fields | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    return Array.isArray(fields) && fields.length === FIELD_COUNT ? (fields as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Quotation marks, backslashes, controls and surrogates: with none of them, a text in JSON is itself in quotes. */
const NEEDS_CARE = /["\\\p{Cc}\ud800-\udfff]/u;

// The same as JSON.stringify, in half the time for what listings say.
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedList(texts: readonly string[]): string {
  let list = '';
  for (const text of texts) list += list === '' ? quoted(text) : `,${quoted(text)}`;
  return `[${list}]`;
}
