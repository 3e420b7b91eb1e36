// Listings on their way to the thread that indexes them, as columns. They were sent as stored records before, which the thread
// had to parse: without that, imports of 300,000 listings took 5 % less CPU time and a fifth less memory.
import { FIELDS } from '../listing/fields.ts';
import type { IndexedFields } from '../listing/listing.ts';

/** Listings as columns. */
export interface ListingBatch {
  /** By listing, its texts. */
  readonly texts: readonly (string | null)[];
  /** By listing, its numbers, latitude and longitude; NaN for null. */
  readonly numbers: Float64Array;
}

type Properties = readonly (keyof IndexedFields)[];

/** Properties of these kinds, each once. */
function propertiesOf(kinds: readonly string[]): Properties {
  const found = FIELDS.filter(({ property, kind }) => property !== null && kinds.includes(kind));
  const properties = new Set(found.map(({ property }) => property as keyof IndexedFields));
  return [...properties].filter((property) => property !== 'point');
}

const ADDRESSES = propertiesOf(['address']);
const TEXTS: Properties = [
  ...propertiesOf(['text', 'class', 'domain', 'postcode']),
  ...ADDRESSES.filter((property) => property === 'advertUrl'),
  'sourceTerms',
];
const NUMBERS = propertiesOf(['integer', 'number', 'year', 'instant']);
/** Of pictures, indexes read only whether there are any. */
const PICTURES = ADDRESSES.filter((property) => property !== 'advertUrl');
const PICTURE_LISTS = propertiesOf(['addresses']);

const NUMBERS_OF_LISTING = NUMBERS.length + PICTURES.length + PICTURE_LISTS.length + 2;

type Values = Readonly<Record<string, unknown>>;

export class ListingBatchWriter {
  readonly #capacity: number;
  #size = 0;
  #texts: (string | null)[] = [];
  #numbers: Float64Array;

  /** A batch has at most `capacity` listings. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#numbers = new Float64Array(capacity * NUMBERS_OF_LISTING);
  }

  /** Listings since the last batch. */
  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size === this.#capacity;
  }

  /** Adds a listing, with its values as they are stored. */
  add(listing: IndexedFields): void {
    const values = listing as unknown as Values;
    for (const property of TEXTS) this.#texts.push(values[property] as string | null);
    const numbers = this.#numbers;
    let at = this.#size * NUMBERS_OF_LISTING;
    // A stored record has no negative zeros.
    for (const property of NUMBERS) numbers[at++] = ((values[property] as number | null) ?? NaN) + 0;
    for (const property of PICTURES) numbers[at++] = values[property] === null ? NaN : 1;
    for (const property of PICTURE_LISTS) numbers[at++] = (values[property] as readonly unknown[]).length;
    const { point } = listing;
    numbers[at++] = point === null ? NaN : point.lat + 0;
    numbers[at++] = point === null ? NaN : point.lng + 0;
    this.#size++;
  }

  /** The listings since the last batch. */
  take(): ListingBatch {
    const batch = { texts: this.#texts, numbers: this.#numbers.slice(0, this.#size * NUMBERS_OF_LISTING) };
    this.#size = 0;
    this.#texts = [];
    return batch;
  }
}

/** The listings of a batch. */
export function* listingsOf({ texts, numbers }: ListingBatch): Iterable<IndexedFields> {
  let text = 0;
  for (let number = 0; number < numbers.length;) {
    const values: Record<string, unknown> = {};
    for (const property of TEXTS) values[property] = texts[text++];
    for (const property of NUMBERS) values[property] = orNull(numbers[number++]);
    for (const property of PICTURES) values[property] = orNull(numbers[number++]);
    for (const property of PICTURE_LISTS) values[property] = { length: numbers[number++] };
    const lat = orNull(numbers[number++]);
    const lng = orNull(numbers[number++]);
    values.point = lat === null || lng === null ? null : { lat, lng };
    yield values as unknown as IndexedFields;
  }
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
