// Which tests `npm run test:mutants` runs for a change, and in which order.
import { expect, test } from 'vitest';
import { nearestTests } from '../../scripts/nearest-tests.ts';

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
