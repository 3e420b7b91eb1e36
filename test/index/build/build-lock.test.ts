// Several processes need the same index: one builds it, the others wait for its file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  acquireBuildLock,
  waitForBuildLock,
  releaseBuildLock,
  saveIfNewer,
} from '../../../src/index/build/build-lock.ts';
import { findSavedSequence, saveIndex } from '../../../src/index/build/index-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-'));
  path = join(folder, 'index.seg');
});
afterEach(() => rmSync(folder, { recursive: true }));

const ORIGIN = { identity: 'here', gazetteerVersion: 'now' };

/** A lock held by a process that lives until it is ended. */
async function claimOfAnother(): Promise<{ end(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  writeFileSync(
    join(folder, 'index.lock'),
    JSON.stringify({ pid: child.pid, since: '2026-01-01T00:00:00.000Z', processStart: null }),
  );
  return {
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

it('is acquired once, again by the same process, and free once released', () => {
  expect(acquireBuildLock(folder)).toBe(true);
  expect(acquireBuildLock(folder)).toBe(true);
  releaseBuildLock(folder);
  expect(statSync(join(folder, 'index.lock'), { throwIfNoEntry: false })).toBeUndefined();
});

it('is not acquired while another process holds it, but once that has died', async () => {
  const other = await claimOfAnother();
  expect(acquireBuildLock(folder)).toBe(false);
  releaseBuildLock(folder);
  expect(acquireBuildLock(folder)).toBe(false);
  const released = waitForBuildLock(folder);
  await other.end();
  await released;
  expect(acquireBuildLock(folder)).toBe(true);
});

it('is acquired by all processes if nothing can be written', () => {
  expect(acquireBuildLock(join(folder, 'missing'))).toBe(true);
});

it('is not overwritten by a process that knows an older file only', async () => {
  saveIndex(path, { ...ORIGIN, sequence: 7, parts: [] });
  expect(await saveIfNewer(folder, path, { ...ORIGIN, sequence: 8, parts: [] }, 5)).toBe(7);
  expect(findSavedSequence(path, ORIGIN)).toBe(7);
  expect(await saveIfNewer(folder, path, { ...ORIGIN, sequence: 8, parts: [] }, 7)).toBe(8);
  expect(findSavedSequence(path, ORIGIN)).toBe(8);
});

it('is written by the process that holds the lock to build, whatever file exists', async () => {
  saveIndex(path, { ...ORIGIN, sequence: 7, parts: [] });
  expect(acquireBuildLock(folder)).toBe(true);
  expect(await saveIfNewer(folder, path, { ...ORIGIN, sequence: 6, parts: [] }, -1)).toBe(6);
  expect(findSavedSequence(path, ORIGIN)).toBe(6);
  expect(statSync(join(folder, 'index.lock'), { throwIfNoEntry: false })).toBeUndefined();
});

it('of another stock or other postcodes is overwritten', async () => {
  saveIndex(path, { ...ORIGIN, identity: 'elsewhere', sequence: 7, parts: [] });
  expect(await saveIfNewer(folder, path, { ...ORIGIN, sequence: 3, parts: [] }, -1)).toBe(3);
  expect(findSavedSequence(path, { ...ORIGIN, identity: 'elsewhere' })).toBeUndefined();
  expect(findSavedSequence(path, { ...ORIGIN, gazetteerVersion: 'before' })).toBeUndefined();
  expect(findSavedSequence(path, ORIGIN)).toBe(3);
});
