// The words that tables beside the records have for codes.
import { expect, it } from 'vitest';
import { CodeTables } from '../../../../src/ingest/read/beside/code-tables.ts';

it('looks at the values that own codes only for a column whose codes depend on one of them', () => {
  const tables = new CodeTables(() => undefined, new Set());
  tables.add(['fuels'], [['1', 'Petrol']], 'fuels');
  tables.add(['models'], [['Ford\n1', 'Focus']], 'models');
  let looks = 0;
  const owners = (): string[] => {
    looks += 1;
    return ['Ford'];
  };
  expect(tables.decoded('colour', '7', owners, '')).toBeUndefined();
  expect(looks).toBe(0);
  expect(tables.decoded('models', '1', owners, '')).toEqual(['models', 'Focus']);
  expect(looks).toBe(1);
});

it('knows at most a hundred of the values that own codes', () => {
  const tables = new CodeTables(() => undefined, new Set());
  const makes = Array.from({ length: 150 }, (_, n) => `make ${n}`);
  tables.add(
    ['models'],
    makes.map((make) => [`${make}\n1`, 'Focus'] as const),
    'models',
  );
  expect(tables.ownersAmong(['7', 'make 7', null, 'make 3', 'make 7'])).toEqual(['make 7', 'make 3']);
  expect(tables.ownersAmong(makes)).toHaveLength(100);
});
