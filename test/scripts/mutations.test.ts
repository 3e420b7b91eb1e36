// The changes that `npm run test:mutants` makes.
import { expect, test } from 'vitest';
import { codeMutants, tableMutants, withProbes } from '../../scripts/mutations.ts';

test('operators, constants and conditions of code are changed one at a time, types and texts for people are not', () => {
  const text = [
    "import { b } from './b.ts';",
    "type Kind = 'near' | 'far';",
    'export function f(a: 1 | 2): string {',
    "  if (a < 2 && !b) throw new Error('a is too small');",
    "  return a === 1 ? 'one' : b;",
    '}',
  ].join('\n');
  expect(codeMutants(text).map(({ line, change }) => `${line}: ${change}`)).toEqual([
    '4: a < 2 && !b becomes false',
    '4: && becomes ||',
    '4: < becomes <=',
    '4: 2 becomes 3',
    '4: !b becomes b',
    '5: a === 1 becomes !(a === 1)',
    '5: === becomes !==',
    '5: 1 becomes 2',
    "5: 'one' becomes ''",
  ]);
  expect(codeMutants(text)[2].mutated).toBe(text.replace('a < 2', 'a <= 2'));
});

test('a table loses one row at a time, but neither its header nor comments', () => {
  const text = 'make\talias\n# cars\nFord\t\nSkoda\tŠkoda\n';
  expect(tableMutants(text)).toEqual([
    { line: 3, change: 'no row Ford', mutated: 'make\talias\n# cars\nSkoda\tŠkoda\n' },
    { line: 4, change: 'no row Skoda Škoda', mutated: 'make\talias\n# cars\nFord\t\n' },
  ]);
});

test('a change is within the innermost function around it, whose runs a probe reports', () => {
  const text = [
    'const a = 1;',
    'export function f(b = 2) { return [3].map((c) => c + (() => ({ d: 4 }))().d); }',
  ].join('\n');
  const within = codeMutants(text).map(({ change, functionAt }) => [
    change,
    functionAt && text.slice(functionAt),
  ]);
  expect(within).toEqual([
    ['1 becomes 2', undefined],
    ['2 becomes 3', undefined],
    ['3 becomes 4', '{ return [3].map((c) => c + (() => ({ d: 4 }))().d); }'],
    ['+ becomes -', 'c + (() => ({ d: 4 }))().d); }'],
    ['4 becomes 5', '({ d: 4 }))().d); }'],
  ]);
  expect(withProbes('f.ts', text)).toBe(
    [
      'const a = 1;',
      "export function f(b = 2) {globalThis.reached?.('f.ts:38'); return [3].map((c) => (globalThis.reached?.('f.ts:62'), " +
        "c + (() => (globalThis.reached?.('f.ts:73'), ({ d: 4 })))().d)); }",
    ].join('\n'),
  );
});
