// A search as one text: equal for all ways to ask the same thing, so that it can name a cached answer and stand in a
// link to another page. Parsing it gives a query with the same answer.
import type { ParameterName } from './parameter-names.ts';
import { plainDecimal } from './parse-number.ts';
import type { SearchQuery } from './search-query.ts';

/** Percent-encoded, without a question mark: what was asked, in the specification's order, and always the page. */
export function canonicalQuery(query: SearchQuery): string {
  const pairs: readonly (readonly [ParameterName, string | number | undefined])[] = [
    ['q', text(query.q)],
    ['make', text(query.make)],
    ['model', text(query.model)],
    ['fuel_type', query.fuelType],
    ['transmission', query.transmission],
    ['dealer', query.dealer?.join(',')],
    ['price_min', query.priceGbp?.min],
    ['price_max', query.priceGbp?.max],
    ['miles_min', query.mileageMiles?.min],
    ['miles_max', query.mileageMiles?.max],
    ['year_min', query.year?.min],
    ['year_max', query.year?.max],
    ['engine_min', query.engineLitres?.min],
    ['engine_max', query.engineLitres?.max],
    ['location', query.origin?.postcode],
    ['distance', query.distanceBand],
    ['sort', query.sort],
    ['page', query.page],
  ];
  return pairs
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(value)}`]))
    .join('&');
}

/**
 * Free text in lower case with single spaces, which is all the same to every search. No longer than `text`: `İ` is
 * the one letter with a lower case of two characters, and becomes `i`.
 */
export function canonicalText(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replace(/\s+/g, ' ');
}

function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : canonicalText(value);
}

function encoded(value: string | number): string {
  return encodeURIComponent(typeof value === 'number' ? plainDecimal(value) : value);
}
