// A listing as one text: a JSON array with one value a line, what only we need on the first line and then every value of
// the public answer in its order. No JSON holds a raw line feed, so an answer is made of the lines without reading their
// values. Dealer and id are not in it: they are the listing's key. Equal listings give equal texts.
import type { Listing, SearchedListing } from './listing.ts';

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

/**
 * What the text says to a search; undefined where it is none of a listing. Lines of addresses are passed over and the
 * others read one by one: less than half the work of parsing the whole text.
 */
export function readSearchedListing(
  key: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): SearchedListing | undefined {
  try {
    return readLines(key, text);
  } catch {
    return undefined;
  }
}

function readLines(
  { dealer, id }: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): SearchedListing | undefined {
  const lines = new Lines(text);
  const first: unknown = JSON.parse(`${lines.next()}0]`);
  const year = lines.nextNumber();
  const make = lines.nextWord();
  const model = lines.nextWord();
  const mileageMiles = lines.nextNumber();
  const fuelType = lines.nextWord();
  const transmission = lines.nextWord();
  const engineLitres = lines.nextNumber();
  const priceGbp = lines.nextNumber();
  lines.next();
  const loc = lines.nextWord();
  const thumbnail = lines.next() === NULL_LINE ? null : true;
  const images = lines.next() === NO_IMAGES ? [] : [true];
  const fullDescription = lines.last();
  if (fullDescription === undefined || !Array.isArray(first)) return undefined;
  const [arrivedAt, postcode, point, wording] = first as Fields;
  return {
    id,
    dealer,
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

const NULL_LINE = 'null,';
const NO_IMAGES = '[],';

/** The lines of a text one after the other; empty ones where it has ended. */
class Lines {
  readonly #text: string;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** With the comma at its end. */
  next(): string {
    const start = this.#start;
    const end = this.#text.indexOf('\n', start);
    if (end < 0) return '';
    this.#start = end + 1;
    return this.#text.slice(start, end);
  }

  nextNumber(): number | null {
    const line = this.next();
    return line === NULL_LINE ? null : Number(line.slice(0, -1));
  }

  nextWord(): string | null {
    return unquoted(this.next().slice(0, -1));
  }

  /** The value on the last line; undefined where this is not the last, or not whole. */
  last(): string | null | undefined {
    const rest = this.#text.slice(this.#start);
    if (!rest.endsWith(']') || this.#start === 0 || rest.includes('\n')) return undefined;
    return unquoted(rest.slice(0, -1));
  }
}

/** The text that a line holds in JSON. */
function unquoted(json: string): string | null {
  if (json === 'null') return null;
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
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
// Without the flag for `\p`, it takes a third of the time.
const NEEDS_CARE = /["\\\0-\x1f\ud800-\udfff]/;

// The same as JSON.stringify, in half the time for what listings say.
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedList(texts: readonly string[]): string {
  if (texts.length === 0) return '[]';
  // Joined, because each piece that is added makes the record dearer to write out.
  return NEEDS_CARE.test(texts.join('')) ? JSON.stringify(texts) : `["${texts.join('","')}"]`;
}
