// The page has types of its own for what it reads of the public API, as every client has. Here the compiler holds them to
// what the service writes.
import { expect, expectTypeOf, test } from 'vitest';
import type { InterpretationResponse } from '../../../src/api/interpretation-response.ts';
import type { MapResponse } from '../../../src/api/map-response.ts';
import type { SummaryResponse } from '../../../src/api/summary-response.ts';
import type { StockPrices } from '../../../src/listing/stock-prices.ts';
import { PARAMETER_NAMES } from '../../../src/listing/parameters.ts';
import type { SearchResponse } from '../../../src/api/vehicle.ts';
import type {
  InterpretationResponse as PageInterpretation,
  MapCounts as PageMap,
  Prices as PagePrices,
  SearchResults as PageResults,
  Summary as PageSummary,
} from '../../../src/pages/search/view/api-types.ts';
import { PARAMETER_NAMES as NAMES_OF_THE_PAGE } from '../../../src/pages/search/view/search-fields.ts';

test('what the page reads is what the API writes', () => {
  expectTypeOf<SearchResponse['results']>().toExtend<PageResults>();
  expectTypeOf<SummaryResponse['summary']>().toExtend<PageSummary>();
  expectTypeOf<MapResponse['map']>().toExtend<PageMap>();
  expectTypeOf<StockPrices>().toExtend<PagePrices>();
  expectTypeOf<InterpretationResponse>().toExtend<PageInterpretation>();
});

test('the page knows every parameter', () => {
  expect(NAMES_OF_THE_PAGE).toEqual(PARAMETER_NAMES);
});
