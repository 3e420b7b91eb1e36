// The changes that `npm run test:mutants` makes.
import { expect, test } from 'vitest';
import { codeMutants, tableMutants } from '../../scripts/mutations.ts';

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
