// Listings on their way to the thread that indexes them, as columns. They were sent as stored records before, which the thread
// had to parse: without that, imports of 300,000 listings took 5 % less CPU time and a fifth less memory.
// Texts that listings share are sent once: the thread then finds what it knows of a text by its identity, and takes 9 % less CPU
// time for 100,000 listings.
import { FIELDS } from '../listing/fields.ts';
import type { IndexedFields } from '../listing/listing.ts';

/** Listings as columns. */
export interface ListingBatch {
  /** Texts that were in no earlier batch of the writer, and that later listings may refer to. */
  readonly shared: readonly string[];
  /** By listing and property of SHARED: the number of its text among all that were shared, or NONE or OWN. */
  readonly references: Uint32Array;
  /** By listing, its other texts. */
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
/** Texts of one listing. */
const TEXTS: Properties = ['id', 'advertUrl', 'fullDescription'];
/** Texts that listings share. */
const SHARED: Properties = [
  ...propertiesOf(['text', 'class', 'domain', 'postcode']).filter((property) => !TEXTS.includes(property)),
  'sourceTerms',
];
/** In place of the number of a shared text: there is none, or it is among the listing's own. */
const NONE = 0xffffffff;
const OWN = 0xfffffffe;
/** Maximum number of shared texts: both threads keep them. */
const MAX_SHARED = 100_000;
const NUMBERS = propertiesOf(['integer', 'number', 'year', 'instant']);
/** Of pictures, indexes read only whether there are any. */
const PICTURES = ADDRESSES.filter((property) => property !== 'advertUrl');
const PICTURE_LISTS = propertiesOf(['addresses']);

const NUMBERS_OF_LISTING = NUMBERS.length + PICTURES.length + PICTURE_LISTS.length + 2;

type Values = Readonly<Record<string, unknown>>;

export class ListingBatchWriter {
  readonly #capacity: number;
  /** The number of each shared text. */
  readonly #known = new Map<string, number>();
  #size = 0;
  #shared: string[] = [];
  #texts: (string | null)[] = [];
  readonly #references: Uint32Array;
  readonly #numbers: Float64Array;

  /** A batch has at most `capacity` listings. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#references = new Uint32Array(capacity * SHARED.length);
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
    let reference = this.#size * SHARED.length;
    for (const property of SHARED)
      this.#references[reference++] = this.#referenceTo(values[property] as string | null);
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
    const batch = {
      shared: this.#shared,
      references: this.#references.slice(0, this.#size * SHARED.length),
      texts: this.#texts,
      numbers: this.#numbers.slice(0, this.#size * NUMBERS_OF_LISTING),
    };
    this.#size = 0;
    this.#shared = [];
    this.#texts = [];
    return batch;
  }

  /** The number of a text, or what stands in its place; new texts join the batch. */
  #referenceTo(text: string | null): number {
    if (text === null) return NONE;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const { size } = this.#known;
    if (size === MAX_SHARED) {
      this.#texts.push(text);
      return OWN;
    }
    this.#known.set(text, size);
    this.#shared.push(text);
    return size;
  }
}

/** Reads all batches of one writer, in their order. */
export class ListingBatchReader {
  readonly #shared: string[] = [];

  /** The listings of the next batch. */
  *read({ shared, references, texts, numbers }: ListingBatch): Iterable<IndexedFields> {
    for (const text of shared) this.#shared.push(text);
    let text = 0;
    let reference = 0;
    for (let number = 0; number < numbers.length;) {
      const values: Record<string, unknown> = {};
      for (const property of SHARED) {
        const to = references[reference++];
        values[property] = to === NONE ? null : to === OWN ? texts[text++] : this.#shared[to];
      }
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
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
