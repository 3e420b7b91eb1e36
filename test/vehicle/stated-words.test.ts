// The table of how adverts word what they state of a car: what a row means, and which mistakes are refused.
import { expect, it } from 'vitest';
import { tradeTerms } from '../../src/vehicle/trade-terms.ts';
import { parseStatedWords, readStatedWords } from '../../src/vehicle/stated-words.ts';

const TERMS = new Set(['writeoff', 'neverwrittenoff', '1owner', 'mattpaint']);
const ROWS = [
  'write-off\tWrite-off',
  'never written off\tNever written off',
  'one owner\t1 owner',
  'finish\tMatt paint',
  'unit\tps | kw',
  'part\troof | leather',
];

function parse(rows: readonly string[]) {
  return parseStatedWords(['meaning\twords', ...rows, ''].join('\n'), TERMS);
}

it('has terms by their ids, and words of parts', () => {
  expect(parse(ROWS)).toEqual({
    writeOff: 'writeoff',
    neverWrittenOff: 'neverwrittenoff',
    oneOwner: '1owner',
    finishes: new Set(['mattpaint']),
    parts: new Set(['roof', 'leather']),
  });
});

it.each([
  ['a meaning twice', [...ROWS, 'part\tdash'], 'assets/terms/stated.tsv, line 8: part is on line 7 too'],
  ['a word twice', [...ROWS.slice(0, 4), 'part\troof | Roof'], 'assets/terms/stated.tsv, line 6: roof is on line 6 too'],
  ['another meaning', ['owner\tone owner'], 'assets/terms/stated.tsv, line 2: owner is no meaning'],
  ['no term', ['finish\tVelvet'], 'assets/terms/stated.tsv, line 2: velvet is no term of the trade'],
  ['a meaning too few', ROWS.slice(1), 'assets/terms/stated.tsv lacks the meaning write-off'],
])('refuses %s', (_what, rows, message) => {
  expect(() => parse(rows)).toThrow(message);
}); // prettier-ignore

it('refers to terms of the trade', () => {
  const ids = new Set(tradeTerms().terms.map(({ id }) => id));
  const { rows } = readStatedWords(ids);
  expect(rows.writeOff).toBe('writeoff');
  expect(rows.finishes.size).toBe(3);
  expect(rows.parts.has('leather')).toBe(true);
});
