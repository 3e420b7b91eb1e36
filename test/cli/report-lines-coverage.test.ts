import { expect, it } from 'vitest';
import { coverageLines } from '../../src/cli/report-lines.ts';

it.each([
  [5, 6, '83 %'],
  [1, 1000, '1 %'],
  [999, 1000, '99 %'],
  [1000, 1000, '100 %'],
  [0, 1000, '0 %'],
])('%i of %i listings are %s', (listings, of, share) => {
  const fields = [{ field: 'price', listings, unreadable: 0, from: [] }] as const;
  const [, row] = coverageLines({ coverage: { listings: of, fields } });
  expect(row).toContain(` ${share}`);
});
