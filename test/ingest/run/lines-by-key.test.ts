// Lines are found by the keys at their beginnings, in their order or in any other.
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LinesByKey } from '../../../src/ingest/run/lines-by-key.ts';

const keyOf = (name: string): string => hash('sha256', name, 'base64url').slice(0, 16);

it('finds lines in any order, and none for other keys', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(5000), { maxLength: 300 }),
      fc.array(fc.nat(5000), { maxLength: 300 }),
      (lines, asked) => {
        const texts = lines.map((line) => `${keyOf(String(line))}\tline ${line}\n`);
        const text = `${texts.join('')}the end\n`;
        const found = new LinesByKey(text, text.length - 'the end\n'.length);
        for (const one of [...lines, ...asked]) {
          const range = found.find(keyOf(String(one)));
          const line = range === undefined ? undefined : text.slice(range[0] + 17, range[1]);
          expect(line).toBe(lines.includes(one) ? `line ${one}` : undefined);
        }
      },
    ),
    { numRuns: 200, seed: 20261130 },
  );
});

it('finds nothing behind the lines', () => {
  const text = `${keyOf('a')}\ta\n${keyOf('b')}\tb\n`;
  const found = new LinesByKey(text, text.indexOf('\n') + 1);
  expect([found.find(keyOf('a')), found.find(keyOf('b'))]).toEqual([[0, 18], undefined]);
});
