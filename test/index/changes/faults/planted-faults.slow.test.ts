// The property test of changes notices each planted fault, and as what it is: a fault that does not compile would be noticed by anything.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PLANTED_FAULTS } from './faults.ts';

const CONFIG = new URL('vitest.config.ts', import.meta.url).pathname;
const VITEST = new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;

test.each(PLANTED_FAULTS.map(({ name, breaches }, number) => [name, number, breaches] as const))(
  'the property test notices that %s',
  (_, number, breaches) => {
    const env = { ...process.env, FAULT: String(number), HISTORIES: '200' };
    const { status, stdout } = spawnSync(
      process.execPath,
      [VITEST, 'run', '--config', CONFIG, '--reporter', 'json'],
      { env, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    const [, breach] = /The list of changes ([^.]*)\./.exec(stdout) ?? [];
    expect(breaches, stdout).toContain(breach);
  },
  600_000,
);
