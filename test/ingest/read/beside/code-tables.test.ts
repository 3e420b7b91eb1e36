// The words that tables beside the records have for codes.
import { expect, it } from 'vitest';
import { CodeTables } from '../../../../src/ingest/read/beside/code-tables.ts';

it('looks at the other values of a record only for a column whose codes depend on one of them', () => {
  const tables = new CodeTables(() => undefined, new Set());
  tables.add(['fuels'], [['1', 'Petrol']], 'fuels');
  tables.add(['models'], [['Ford\n1', 'Focus']], 'models');
  let looks = 0;
  const others = (): string[] => {
    looks += 1;
    return ['Ford'];
  };
  expect(tables.decoded('colour', '7', others, '')).toBeUndefined();
  expect(looks).toBe(0);
  expect(tables.decoded('models', '1', others, '')).toEqual(['models', 'Focus']);
  expect(looks).toBe(1);
});
