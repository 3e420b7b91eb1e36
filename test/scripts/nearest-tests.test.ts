// Which tests `npm run test:mutants` runs for a change, and in which order.
import { expect, test } from 'vitest';
import { nearestTests, quickestFirst, testsWithPhrase } from '../../scripts/nearest-tests.ts';

const FILES = new Map([
  ['src/a/one.ts', ''],
  ['src/a/two.ts', "import { one } from './one.ts';"],
  ['src/b/three.ts', "import {\n  two,\n} from '../a/two.ts';"],
  ['src/b/pool.ts', "new Worker(new URL('./three.ts', import.meta.url));"],
  ['test/support/make.ts', "import type { One } from '../../src/a/one.ts';"],
  ['test/a/one.test.ts', "import { one } from '../../src/a/one.ts';"],
  ['test/a/made.test.ts', "import { make } from '../support/make.ts';\nimport '../../src/a/two.ts';"],
  ['test/a/pool.test.ts', "import { pool } from '../../src/b/pool.ts';"],
  ['test/a/other.test.ts', "import { other } from '../../src/a/other.ts';"],
]);
const TESTS = ['test/a/one.test.ts', 'test/a/made.test.ts', 'test/a/pool.test.ts', 'test/a/other.test.ts'];

test('the tests that import a file come first, then those through other files and workers; others are left out', () => {
  expect(nearestTests('src/a/one.ts', TESTS, FILES)).toEqual([
    ['test/a/one.test.ts'],
    ['test/a/made.test.ts'],
    ['test/a/pool.test.ts'],
  ]);
  expect(nearestTests('src/b/three.ts', TESTS, FILES)).toEqual([['test/a/pool.test.ts']]);
});

test('the tests of its name come before those that import it', () => {
  const files = new Map([['test/a/pool.test.ts', "import '../../src/a/made.ts';"]]);
  expect(nearestTests('src/a/made.ts', TESTS, files)).toEqual([
    ['test/a/made.test.ts'],
    ['test/a/pool.test.ts'],
  ]);
});

test('files that import each other end the search', () => {
  const files = new Map([
    ['src/a.ts', "import './b.ts'"],
    ['src/b.ts', "import './a.ts'"],
  ]);
  expect(nearestTests('src/a.ts', ['test/c.test.ts'], files)).toEqual([]);
});

test('a missing row of a table of phrases is looked for by the tests that have all its words, also in a file of theirs', () => {
  const files = new Map([
    ['test/a/one.test.ts', "expect('a Golf, I\\'ve got a Polo')"],
    ['test/a/two.test.ts', "import { ROWS } from '../fixtures/rows.ts';"],
    ['test/a/three.test.ts', "import { got } from '../../src/got.ts';"],
    ['test/fixtures/rows.ts', "['swapping my Polo', 'make=Ford']"],
    ['src/got.ts', 'swap'],
  ]);
  const tests = ['test/a/three.test.ts', 'test/a/one.test.ts', 'test/a/two.test.ts'];
  expect(testsWithPhrase('ive got|had {vehicle?}', tests, files).slice(1)).toEqual(['test/a/one.test.ts']);
  expect(testsWithPhrase('swap~ my? !<number>', tests, files).slice(1)).toEqual(['test/a/two.test.ts']);
  expect(testsWithPhrase('gave away', tests, files)).toEqual(['test/a/three.test.ts']);
});

test('a test that takes longer than all others runs last', () => {
  const durations = new Map([['long', 100], ['short', 1], ['far', 20], ['farther', 30]]);
  const groups = [['long', 'short'], ['far'], ['farther']];
  expect(quickestFirst(groups, (test) => durations.get(test) ?? 0)).toEqual([['short'], ['far', 'farther'], ['long']]);
}); // prettier-ignore
