// Atomic replacement of files. test/power tests power failures.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AtomicWrite, writeFileAtomic, makeDirectory } from '../../src/files/atomic-write.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Above any PID on Linux. */
const NO_PROCESS = 2 ** 22 + 1;

test('the old file stays until the new one is complete, and no temporary file remains', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'list.json');
  writeFileSync(path, 'old');
  const draft = new AtomicWrite(path, { mode: 0o600 });
  writeSync(draft.file, 'new');
  expect(readFileSync(path, 'utf8')).toBe('old');
  draft.commit();
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  draft.discard();
  expect(readdirSync(folder)).toEqual(['list.json']);
});

test('a failed write leaves the old file', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'list.json');
  writeFileSync(path, 'old');
  const failing = (file: number): void => {
    writeSync(file, 'half');
    throw new Error('no more');
  };
  expect(() => writeFileAtomic(path, failing)).toThrow('no more');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['list.json']);
});

test('temporary files and folders of dead processes are removed; those of living ones and other files stay', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'list.json');
  writeFileSync(`${path}.${NO_PROCESS}-3.new`, 'half');
  mkdirSync(join(`${path}.${NO_PROCESS}.new`, 'inner'), { recursive: true });
  const others = [`list.json.${process.ppid}-0.new`, `other.${NO_PROCESS}-0.new`, 'list.json.mine.new'];
  for (const name of others) writeFileSync(join(folder, name), '');
  writeFileAtomic(path, (file) => void writeSync(file, 'new'));
  expect(readdirSync(folder).sort()).toEqual(['list.json', ...others].sort());
});

test('missing directories are created', () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  makeDirectory(folder, 0o700);
  makeDirectory(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a directory of a short name is created in the working directory', () => {
  const before = process.cwd();
  const folder = temporaryFolder();
  process.chdir(folder);
  try {
    makeDirectory('d');
  } finally {
    process.chdir(before);
  }
  expect(readdirSync(folder)).toEqual(['d']);
});

test('a relative directory in a working directory that was removed does not take for ever', () => {
  const code = `
    import { rmSync } from 'node:fs';
    import { ensureDirectory } from ${JSON.stringify(join(import.meta.dirname, '../../src/files/atomic-write.ts'))};
    process.cwd();
    rmSync(process.cwd(), { recursive: true });
    try {
      ensureDirectory('stock/feeds');
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    console.log('went on');`;
  const { stdout, signal } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code],
    { cwd: temporaryFolder(), encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  );
  expect({ stdout, signal }).toEqual({ stdout: 'went on\n', signal: null });
});
