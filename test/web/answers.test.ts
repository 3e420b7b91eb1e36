// The page has types of its own for what it reads of the public API, as every client has. Here the compiler holds them to
// what the service writes.
import { expectTypeOf, test } from 'vitest';
import type { InterpretationAnswer } from '../../src/interpret/interpretation-answer.ts';
import type { SummaryResponse } from '../../src/listing/summary-json.ts';
import type { SearchResponse } from '../../src/listing/vehicle.ts';
import type { Reading, Results, Summary } from '../../src/web/view/answers.ts';

test('what the page reads is what the API writes', () => {
  expectTypeOf<SearchResponse['results']>().toExtend<Results>();
  expectTypeOf<SummaryResponse['summary']>().toExtend<Summary>();
  expectTypeOf<InterpretationAnswer>().toExtend<Reading>();
});
