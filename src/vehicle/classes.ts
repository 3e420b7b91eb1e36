// The classes of fuels and gearboxes that searches filter by, each with a row in the tables of words (classify.ts), and the terms
// that a search requires of a listing's value. It reads no tables, so pages can import it.

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const TRANSMISSIONS = ['Manual', 'Automatic'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

/** Terms that a value must have: one, all of several, or any of several. An empty list matches no value. */
export type TermQuery =
  string | { readonly all: readonly TermQuery[] } | { readonly any: readonly TermQuery[] };

export function hasTerms(terms: readonly string[], query: TermQuery): boolean {
  if (typeof query === 'string') return terms.includes(query);
  return 'all' in query
    ? query.all.every((one) => hasTerms(terms, one))
    : query.any.some((one) => hasTerms(terms, one));
}
