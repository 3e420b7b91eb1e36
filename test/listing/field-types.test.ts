// What the compiler refuses in the field table and in the table of sort orders: `npm run check:types` fails if one of these mistakes
// compiles, because then its `@ts-expect-error` is one too many.
import { expect, it } from 'vitest';
import type { Vehicle } from '../../src/api/responses.ts';
import type {
  DistributionOptions,
  FacetOptions,
  FieldFacts,
  FieldRow,
  RangeFilter,
  ValueFilter,
} from '../../src/listing/field.ts';
import type { ResponseField } from '../../src/listing/fields.ts';
import { FIELDS } from '../../src/listing/fields.ts';
import type { SortRow } from '../../src/query/sorts.ts';

declare const valueFilter: ValueFilter;
declare const rangeFilter: RangeFilter;
declare const facts: FieldFacts;
declare const facet: FacetOptions;
declare const distribution: DistributionOptions;

/** Compiled, and never called: it has no values to run with. */
export function mistakes(): readonly (FieldRow | SortRow['by'])[] {
  return [
    { ...facts, property: 'make', filter: valueFilter },
    { ...facts, property: 'year', filter: rangeFilter },
    { ...facts, property: 'sourceTerms' },
    // @ts-expect-error Listing has no such member
    { ...facts, property: 'bodyType' },
    // @ts-expect-error a number is limited by a range
    { ...facts, property: 'year', filter: valueFilter },
    // @ts-expect-error a text is in no range
    { ...facts, property: 'make', filter: rangeFilter },
    { ...facts, property: 'year', filter: rangeFilter, facet, distribution },
    // @ts-expect-error summaries describe the distribution of a number that searches limit
    { ...facts, property: 'make', filter: valueFilter, distribution },
    // @ts-expect-error summaries describe the distribution of a number that searches limit
    { ...facts, property: 'year', distribution },
    // @ts-expect-error summaries count what searches filter
    { ...facts, property: 'loc', facet },
    { property: 'priceGbp', first: 'lowest' },
    // @ts-expect-error the index has no number column of it
    { property: 'arrivedAt', first: 'highest' },
    // @ts-expect-error a text is no number
    { property: 'make', first: 'lowest' },
  ];
}

type None<T extends readonly never[]> = T;
/** Compiles if the table and the type of vehicles have the same names. */
export type Names = None<[Exclude<keyof Vehicle, ResponseField>, Exclude<ResponseField, keyof Vehicle>]>;

it('the table has each name once', () => {
  expect(new Set(FIELDS.map(({ name }) => name)).size).toBe(FIELDS.length);
});
