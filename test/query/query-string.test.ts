import { expect, test } from 'vitest';
import { queryStringOf } from '../../src/query/query-string.ts';

test.each([
  ['', ''],
  ['?', ''],
  ['make=Ford', 'make=Ford'],
  ['?make=Ford&price_max=9000', 'make=Ford&price_max=9000'],
  ['https://cars.example/api/v1/vehicles/?make=Ford', 'make=Ford'],
  ['/a=b/?make=Ford', 'make=Ford'],
  ['api/v1/vehicles/?make=Ford', 'make=Ford'],
  ['/?q=golf?', 'q=golf?'],
])('of %j the query string is %j', (sent, query) => {
  expect(queryStringOf(sent)).toBe(query);
});

test.each(['q=golf?&make=Ford', 'make=Ford&q=golf/polo?', 'golf?&make=Ford', 'q?=golf'])(
  'a question mark within a query string drops nothing: %j',
  (sent) => {
    expect(queryStringOf(sent)).toBe(sent);
  },
);
