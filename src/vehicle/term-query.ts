// What a search asks of the terms of a listing's value. Apart from what makes terms, because pages know fields without the
// tables of makes and models.

/** Terms that a value must have: one, all of several, or any of them. Without any, no value matches. */
export type TermQuery =
  string | { readonly all: readonly TermQuery[] } | { readonly any: readonly TermQuery[] };

export function hasTerms(terms: readonly string[], query: TermQuery): boolean {
  if (typeof query === 'string') return terms.includes(query);
  return 'all' in query
    ? query.all.every((one) => hasTerms(terms, one))
    : query.any.some((one) => hasTerms(terms, one));
}
