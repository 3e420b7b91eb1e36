// That no rule of the contract is without a case, and no case without a rule.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CASES } from './cases.ts';
import { HTTP_CASES } from './http-cases.ts';

const CONTRACT = new URL('../../../shared/contract.md', import.meta.url);

/** First cells of the contract's table rows, and its headings. */
function rulesIn(contract: string): { rows: string[]; headings: string[] } {
  const plain = contract.replaceAll('`', '').split('\n');
  const cells = plain.filter((line) => line.startsWith('|')).map((line) => line.split('|')[1].trim());
  return {
    // Without the head of the table and the rule under it.
    rows: cells.filter((cell) => cell !== 'Case' && !/^-+$/.test(cell)),
    headings: plain.filter((line) => line.startsWith('## ')).map((line) => line.slice(3)),
  };
}

it.skipIf(!existsSync(CONTRACT))(
  'every row of the contract (../shared) has a case, and every case a row',
  () => {
    const { rows, headings } = rulesIn(readFileSync(CONTRACT, 'utf8'));
    expect(rows).toHaveLength(22);
    const named = new Set([...CASES, ...HTTP_CASES].map(({ row }) => row));
    expect(rows.filter((row) => !named.has(row))).toEqual([]);
    expect([...named].filter((row) => !rows.includes(row) && !headings.includes(row))).toEqual([]);
  },
);
