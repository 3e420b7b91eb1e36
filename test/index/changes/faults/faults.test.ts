// The planted faults have their place in the source, which changes more often than the slow test of them runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANTED_FAULTS } from './faults.ts';

test.each(PLANTED_FAULTS)('there is one place for the fault that $name', ({ file, from }) => {
  const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});
