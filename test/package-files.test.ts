// Which program a restart would run.
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installedVersion } from '../src/package-files.ts';
import { temporaryFolder } from './store/temporary-folder.ts';

/** A package with a command, and the path of that command. */
function install(folder: string, name: string, version: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'bin/forecourt.js'), '');
  return join(folder, 'bin/forecourt.js');
}

describe('the version of the program that a restart would run', () => {
  it('is undefined for the running program', () => {
    expect(installedVersion(fileURLToPath(new URL('../bin/forecourt.js', import.meta.url)))).toBe(undefined);
  });

  it('is that of another folder, also if it is reached by a symlink', () => {
    const folder = temporaryFolder();
    install(join(folder, 'forecourt-7.1.0'), 'forecourt', '7.1.0');
    install(join(folder, 'forecourt-7.2.0'), 'forecourt', '7.2.0');
    symlinkSync('forecourt-7.1.0', join(folder, 'forecourt'));
    const command = join(folder, 'forecourt/bin/forecourt.js');
    expect(installedVersion(command)).toBe('7.1.0');
    unlinkSync(join(folder, 'forecourt'));
    symlinkSync('forecourt-7.2.0', join(folder, 'forecourt'));
    expect(installedVersion(command)).toBe('7.2.0');
  });

  it('is undefined if the command is missing or of another package', () => {
    const folder = temporaryFolder();
    expect(installedVersion(join(folder, 'bin/forecourt.js'))).toBe(undefined);
    expect(installedVersion(install(folder, 'tester', '4.0.0'))).toBe(undefined);
  });
});
