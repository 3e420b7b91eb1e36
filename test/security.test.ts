// What SECURITY.md names as proof is there: each row has a file, and a test of that name in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| could try'))
  .map((line) => line.slice(2, -2).split(' | '));

test('every row says what could be tried, what stops it and what proves that', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([]);
});

describe('the proof', () => {
  it.each(rows.map(([tried, , proof]) => [tried, proof]))(
    'that nobody succeeds %s is a test: %s',
    (_, proof) => {
      const [, file = '', name = ''] = /^`(test\/[a-z0-9/.-]+\.test\.ts)`: (.+)$/.exec(proof ?? '') ?? [];
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      // A star stands for the whole of a file.
      if (name === '*') return;
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\\(.)/g, '$1');
      expect(
        ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`)),
        name,
      ).toBe(true);
    },
  );
});

test('every other test that is named is there', () => {
  const named = Array.from(page.matchAll(/`(test\/[^`]+)`/g), ([, file]) => file ?? '');
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
