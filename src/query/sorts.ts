// The table of sort orders, in the order in which the API lists them. In every order unknown values come last. Ties are broken
// by price and then by the listing's id; ties in relevance and in the default order by the fixed shuffle below.
import type { RangeProperty } from '../listing/fields.ts';
import { listingKey, type Listing } from '../listing/listing.ts';

export interface SortRow {
  readonly name: string;
  /** The property of the listing to sort by, and the values that come first; or a measure that depends on the search. */
  readonly by:
    { readonly property: RangeProperty; readonly first: 'lowest' | 'highest' } | 'relevance' | 'distance';
  /** The parameter that it needs; without it the default order applies. */
  readonly needs?: 'q' | 'location';
  /** The label for people: `Cheapest first`. */
  readonly label: string;
  /** The end of its part of the parameter's description. */
  readonly hint?: string;
  /** Words that people use for it, separated by commas; only for suggestions. */
  readonly otherNames: string;
}

export const SORT_ROWS = [
  {
    name: 'relevance',
    by: 'relevance',
    needs: 'q',
    label: 'Best match',
    otherNames: 'relevant, best, best match',
  },
  {
    name: 'price_asc',
    by: { property: 'priceGbp', first: 'lowest' },
    label: 'Cheapest first',
    hint: '("cheap")',
    otherNames:
      'price, cheap, cheapest, cheapest first, lowest price, price ascending, low to high, price low to high, ' +
      'lowest price first',
  },
  {
    name: 'price_desc',
    by: { property: 'priceGbp', first: 'highest' },
    label: 'Most expensive first',
    otherNames:
      'dearest, dearest first, expensive, most expensive, highest price, price descending, high to low, price high to low, ' +
      'highest price first',
  },
  {
    name: 'year_desc',
    by: { property: 'year', first: 'highest' },
    label: 'Newest first',
    hint: '("newest")',
    otherNames: 'year, newest, newest first, latest, year descending',
  },
  {
    name: 'miles_asc',
    by: { property: 'mileageMiles', first: 'lowest' },
    label: 'Lowest mileage first',
    otherNames: 'miles, mileage, lowest mileage, low mileage, lowest miles, mileage asc',
  },
  {
    name: 'distance',
    by: 'distance',
    needs: 'location',
    label: 'Nearest first',
    otherNames: 'near, nearest, nearest first, closest, closest first, distance asc',
  },
] as const satisfies readonly SortRow[];

export type Sort = (typeof SORT_ROWS)[number]['name'];

export const SORTS: readonly Sort[] = SORT_ROWS.map(({ name }) => name);

/** The row of the order of a search: best match first for words without a sort; undefined for the default order. */
export function findSort(query: {
  readonly sort?: Sort;
  readonly q?: string;
  readonly center?: unknown;
}): SortRow | undefined {
  const sort = query.sort ?? (query.q === undefined ? undefined : 'relevance');
  const row: SortRow | undefined = SORT_ROWS.find(({ name }) => name === sort);
  const needed = row?.needs === 'q' ? query.q : row?.needs === 'location' ? query.center : true;
  return needed === undefined ? undefined : row;
}

/**
 * A listing's place in the fixed shuffle, lowest first: a whole number below 2 ** 30. The shuffle breaks ties of the default
 * order and of relevance, so that the first page is filled neither by the cheapest listings nor by those of one dealer. The place
 * is a hash of dealer and id alone, so it is the same in every index, on every machine and in every later version. Changing the
 * hash changes the order of all pages, and requires a new layout of index files and a publish to clusters.
 *
 * The hash is 32-bit FNV-1a over the UTF-16 units of `dealer/id`, low byte first, finished by MurmurHash3's mixer, without its
 * two lowest bits. Among a million listings, some hundreds share a place; those are ordered by price, then by id.
 */
export function shufflePlaceOf(listing: Pick<Listing, 'dealer' | 'id'>): number {
  const key = listingKey(listing);
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 2;
}
