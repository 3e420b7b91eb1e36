// The table of sort orders, in the order in which the API lists them. In every order unknown values come last. Ties are broken
// by price and then by the listing's id, those of relevance and of the default order by the fixed shuffle (shuffle.ts).
import type { RangeProperty } from './field.ts';

export interface SortRow {
  readonly name: string;
  /** The property of the listing that it sorts by, and which values come first; or a measure that depends on the search. */
  readonly by:
    { readonly property: RangeProperty; readonly first: 'lowest' | 'highest' } | 'relevance' | 'distance';
  /** The parameter without which the default order stands in. */
  readonly needs?: 'q' | 'location';
  /** For people, on its own: `Cheapest first`. */
  readonly label: string;
  /** Ends its part of the parameter's description. */
  readonly hint?: string;
  /** What people write for it, separated by commas; only for suggestions. */
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

/** The row of the order that holds for a search: for words without a sort, the best match first; undefined for the default order. */
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
