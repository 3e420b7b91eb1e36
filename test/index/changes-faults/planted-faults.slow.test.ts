// The property test of changes notices each planted fault. That it failed by an assertion is part of the test: a fault that does not
// compile would be noticed by anything.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PLANTED_FAULTS } from './faults.ts';

const CONFIG = new URL('vitest.config.ts', import.meta.url).pathname;
const VITEST = new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;

test.each(PLANTED_FAULTS.map(({ name }, number) => [name, number] as const))(
  'the property test notices that %s',
  (_, number) => {
    const env = { ...process.env, FAULT: String(number), HISTORIES: '200' };
    const { status, stdout } = spawnSync(
      process.execPath,
      [VITEST, 'run', '--config', CONFIG, '--reporter', 'json'],
      { env, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stdout).toContain('Property failed after');
  },
  600_000,
);
