// The proofs of SECURITY.md and of the rules of docs/changes.md exist: each row names a file and a test in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const changes = readFileSync(join(ROOT, 'docs/changes.md'), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:attack|failure) \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

const rules = Array.from(changes.matchAll(/^\| (\d+)\. .+ \| (.+) \|$/gm), ([, number, proof]) => [
  number,
  proof,
]);

test('there are ten rules of changes', () => {
  expect(rules.map(([number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('every row has an attack, a defence and a proof', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([]);
});

describe('the proof of the defence', () => {
  it.each([...rows.map(([attack, , proof]) => [attack, proof]), ...rules])(
    'of %s is a test: %s',
    (_, proof) => {
      const [, file = '', name = ''] = /^`(test\/[a-z0-9/.-]+\.test\.ts)`: (.+)$/.exec(proof ?? '') ?? [];
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      // A star stands for the whole file.
      if (name === '*') return;
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\\(.)/g, '$1');
      expect(
        ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`)),
        name,
      ).toBe(true);
    },
  );
});

test('all other tests in the text exist', () => {
  const named = Array.from(page.matchAll(/`(test\/[^`]+)`/g), ([, file]) => file ?? '');
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
