// Every installed package has an allowed licence, and the check finds violations.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { checkLicences } from '../../scripts/licence-check.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('every package of the lock file has an allowed licence', () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/licences.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(printed).toMatch(/^Delivered: MIT [0-9]+, .*\.\nTools: MIT [0-9]+, .*\.\n$/);
});

const GOOD = {
  version: '1.0.0',
  license: 'MIT',
  integrity: 'sha512-AAAA',
  resolved: 'https://packages.example/a.tgz',
};

function errorsOf(change: object, installed?: string): readonly string[] {
  const packages = { '': {}, 'node_modules/b/node_modules/a': { ...GOOD, ...change } };
  return checkLicences({ packages }, () => installed).faults;
}

describe('a package', () => {
  it('that is free passes, also in either of two ways', () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ license: '(GPL-3.0 OR MIT)' })).toEqual([]);
    expect(errorsOf({ license: 'MIT AND ISC' }, 'MIT AND ISC')).toEqual([]);
    expect(errorsOf({ resolved: undefined })).toEqual([]);
  });

  it('under another licence is a fault', () => {
    expect(errorsOf({ license: 'GPL-3.0' })).toEqual(['a 1.0.0 is under GPL-3.0']);
    expect(errorsOf({ license: 'MIT AND GPL-3.0' })).toEqual(['a 1.0.0 is under MIT AND GPL-3.0']);
    expect(errorsOf({ license: 'SEE LICENSE IN FILE' })).toEqual(['a 1.0.0 is under SEE LICENSE IN FILE']);
  });

  it('that is delivered must ask for less than a tool', () => {
    expect(errorsOf({ license: 'MPL-2.0', dev: true })).toEqual([]);
    expect(errorsOf({ license: 'MPL-2.0' })).toEqual(['a 1.0.0 is under MPL-2.0']);
  });

  it('without a licence, or with one that it does not name itself, is a fault', () => {
    expect(errorsOf({ license: undefined })).toEqual(['a 1.0.0 names no licence']);
    expect(errorsOf({ license: undefined }, 'MIT')).toEqual([]);
    expect(errorsOf({}, 'GPL-3.0')).toEqual(['a 1.0.0 is locked as MIT and installed as GPL-3.0']);
  });

  it('without a strong checksum, or from anywhere, is a fault', () => {
    expect(errorsOf({ integrity: 'sha1-AAAA' })).toEqual(['a 1.0.0 has no checksum']);
    expect(errorsOf({ integrity: undefined })).toEqual(['a 1.0.0 has no checksum']);
    expect(errorsOf({ resolved: 'git+ssh://code.example/a.git' })).toEqual([
      'a 1.0.0 does not come from a registry',
    ]);
  });
});
