// Watching a file: it is polled once a second, and invalid contents never replace valid ones.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WatchedFile } from '../../src/auth/watched-file.ts';
import { Problem } from '../../src/problem.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

function followed(content?: string) {
  const path = join(temporaryFolder(), 'word');
  if (content !== undefined) writeFileSync(path, content);
  const clock = { now: 1_000_000 };
  const notes: string[] = [];
  let parses = 0;
  const parse = (text: string): string => {
    parses += 1;
    if (text.startsWith('bad')) throw new Problem('data_damaged', `'${text}' is no word.`);
    return text.toUpperCase();
  };
  const open = (): WatchedFile<string> =>
    new WatchedFile(path, parse, { warn: (text) => notes.push(text), now: () => clock.now });
  return { path, clock, notes, open, parses: () => parses };
}

test('a change is noticed within a second, without polls in between', () => {
  const { path, clock, open } = followed('one');
  const file = open();
  expect(file.value).toBe('ONE');
  writeFileSync(path, 'two');
  clock.now += 999;
  expect(file.value).toBe('ONE');
  clock.now += 1;
  expect(file.value).toBe('TWO');
});

test('a file of the same length that is moved into place is noticed', () => {
  const { path, clock, open } = followed('one');
  const file = open();
  writeFileSync(`${path}.new`, 'two');
  renameSync(`${path}.new`, path);
  clock.now += 1000;
  expect(file.value).toBe('TWO');
});

test('an unchanged file is read once', () => {
  const { clock, open, parses } = followed('one');
  const file = open();
  for (let second = 0; second < 10; second += 1) {
    clock.now += 1000;
    expect(file.value).toBe('ONE');
  }
  expect(parses()).toBe(1);
});

test('a clock that is set back does not stop the polling', () => {
  const { path, clock, open } = followed('one');
  const file = open();
  writeFileSync(path, 'two');
  clock.now -= 3_600_000;
  expect(file.value).toBe('TWO');
});

test('the file may appear later', () => {
  const { path, clock, notes, open } = followed();
  const file = open();
  expect({ found: file.wasFound, value: file.value }).toEqual({ found: false, value: undefined });
  writeFileSync(path, 'one');
  clock.now += 1000;
  expect({ found: file.wasFound, value: file.value }).toEqual({ found: true, value: 'ONE' });
  expect(notes).toEqual([]);
});

test('valid contents stay in use while the file is invalid or missing, and each error is reported once', () => {
  const { path, clock, notes, open } = followed('one');
  const file = open();
  const values: (string | undefined)[] = [];
  const wait = (): void => {
    clock.now += 1000;
    values.push(file.value);
  };
  writeFileSync(path, 'bad');
  wait();
  wait();
  rmSync(path);
  wait();
  wait();
  writeFileSync(path, 'two');
  wait();
  expect(values).toEqual(['ONE', 'ONE', 'ONE', 'ONE', 'TWO']);
  expect(notes).toEqual([
    "'bad' is no word. Its previous contents stay in use.",
    `'${path}' is gone. Put it back. Its previous contents stay in use.`,
    `'${path}' can be used again.`,
  ]);
});

test('a file that appears with invalid contents is found and ignored', () => {
  const { path, clock, notes, open } = followed();
  const file = open();
  writeFileSync(path, 'bad');
  clock.now += 1000;
  expect({ found: file.wasFound, value: file.value }).toEqual({ found: true, value: undefined });
  expect(notes).toEqual(["'bad' is no word. It is ignored."]);
});

test('a file that is invalid from the start is a Problem', () => {
  const { open } = followed('bad');
  expect(open).toThrow(expect.objectContaining({ code: 'data_damaged' }));
});

test('a pipe, a directory or an oversized file is a Problem at once', () => {
  const { path, open } = followed();
  mkdirSync(path);
  expect(open).toThrow(
    expect.objectContaining({ code: 'data_unusable', message: `'${path}' is not a file. Remove it.` }),
  );
  rmSync(path, { recursive: true });
  symlinkSync('/dev/zero', path);
  expect(open).toThrow(expect.objectContaining({ code: 'data_unusable' }));
  rmSync(path);
  writeFileSync(path, Buffer.alloc(8 * 1024 * 1024 + 1));
  expect(open).toThrow(
    expect.objectContaining({
      message: `'${path}' is larger than 8388608 bytes. Replace it with the right one.`,
    }),
  );
});
