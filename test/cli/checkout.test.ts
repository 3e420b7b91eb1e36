// The command in a checkout whose packages are not installed, as `npx /path/to/checkout` finds it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';

const BIN = new URL('../../bin/', import.meta.url).pathname;

test('a checkout without its packages says what to do, and nothing on standard output', () => {
  const checkout = join(temporaryFolder(), 'checkout');
  mkdirSync(checkout);
  cpSync(BIN, join(checkout, 'bin'), { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(checkout, 'bin/forecourt.js'), 'mcp'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe(
    `Forecourt's packages are not installed. Run this once: npm ci --prefix ${checkout}/\n`,
  );
  expect(stdout).toBe('');
  expect(status).toBe(1);
});
