// Where a search's text is split at what it excludes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryClauses, splitQuery } from '../../src/query/query-runs.ts';
import { stretchesOf } from '../support/reference-clauses.ts';

/** With a minus before what is excluded. */
const runs = (text: string): string[] =>
  splitQuery(text).map((run) => `${run.isExcluded ? '-' : ''}[${run.text}]`);

it.each([
  ['red golf', ['[red golf]']],
  ['golf -leather', ['[golf ]', '-[leather]']],
  ['-leather -"cat n" golf', ['-[leather]', '-[cat n]', '[ golf]']],
  ['golf not "cat n" red', ['[golf not ]', '-[cat n]', '[ red]']],
  ['golf without “cat n”', ['[golf without ]', '-[cat n]']],
  ['golf −leather –red', ['[golf ]', '-[leather]', '-[red]']],
  ["golf -'cat n'", ['[golf ]', '-[cat n]']],
  ['golf (-leather, red)', ['[golf (]', '-[leather]', '[, red)]']],
  ['golf,-leather;-red', ['[golf,]', '-[leather]', '[;]', '-[red]']],
  ['golf -"cat n', ['[golf ]', '-[cat n]']],
  ['-e-tron', ['-[e-tron]']],
  ['mx-5 e-tron', ['[mx-5 e-tron]']],
  ['320d - M Sport', ['[320d - M Sport]']],
  ['golf -', ['[golf -]']],
  ['--red', ['[--red]']],
  ['"red golf" gti', ['[red golf]', '[ gti]']],
  ['"red -golf"', ['[red -golf]']],
  ['golf "cat n"', ['[golf ]', '[cat n]']],
  ['', []],
])('splits %j', (text, expected) => {
  expect(runs(text)).toEqual(expected);
});

it('splits any text as the reference model does, which reads it letter by letter', () => {
  const anyPiece = fc.constantFrom('a', 'not', 'without', ' ', ' ', '-', '–', '"', '“', '”', "'", '’', '(', ',', 'é', '5', '. '); // prettier-ignore
  fc.assert(
    fc.property(fc.array(anyPiece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      expect(splitQuery(text)).toMatchObject(stretchesOf(text));
    }),
    { numRuns: 2000, seed: 20261124 },
  );
});

it.each([
  ['tow bar and heated seats', ['tow', 'bar', 'and heated', 'seats']],
  ['red or the blue golf', ['red or the blue', 'golf']],
  ['golf -leather -"cat n"', ['golf', '-leather', '-"cat n"']],
  ['golf not diesel red', ['golf', 'not diesel', 'red']],
  ['golf not "cat n" red', ['golf', 'not "cat n"', 'red']],
  ['mx-5 or z4 not e-tron', ['mx-5 or z4', 'not e-tron']],
  ['golf "cat n" or "the red"', ['golf', '"cat n" or "the red"']],
  ['or golf with', ['or golf']],
  ['golf, -leather, -red', ['golf,', '-leather', '-red']],
  ['-leather, and -red', ['-leather', 'and -red']],
  ['red , or blue', ['red or blue']],
  ['320d - M Sport!', ['320d', 'M', 'Sport!']],
  ['-leather, or red', ['-leather', 'or red']],
  ['red or -blue or mx-5', ['red', 'or -blue', 'or mx-5']],
  ['not red or blue', ['not red or blue']],
  ['red or not mx-5 or blue', ['red', 'or not mx-5 or blue']],
  ['not "cat n" or blue', ['not "cat n"', 'or blue']],
  ['the', []],
])('finds what can be left out of %j', (text, clauses) => {
  expect(queryClauses(text)).toEqual(clauses);
});
