// The writer's lock: one living writer at a time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Above any PID on Linux. */
const NO_PROCESS = 2 ** 22 + 1;
const SINCE = '2024-05-06T07:08:09.000Z';

function folderWithLock(content: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'writer.lock'), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

test('a second writer is rejected with the first one’s PID and start', () => {
  const folder = temporaryFolder();
  openWriter(folder);
  const lock = JSON.parse(readFileSync(join(folder, 'writer.lock'), 'utf8')) as { since: string };
  expect(Math.abs(Date.parse(lock.since) - Date.now())).toBeLessThan(60_000);
  expect(() => openWriter(folder)).toThrow(
    expect.objectContaining({
      code: 'data_locked',
      message:
        `Process ${process.pid} has been writing to the data folder '${folder}' since ${lock.since}. ` +
        'Wait until it has finished, or end it, and try again.',
    }),
  );
});

test('closing releases the lock', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.close();
  expect(existsSync(join(folder, 'writer.lock'))).toBe(false);
  const next = openWriter(folder);
  await writer.close();
  expect(existsSync(join(folder, 'writer.lock'))).toBe(true);
  expect(next.sequence).toBe(0);
});

test('readers need no lock', () => {
  const folder = temporaryFolder();
  openWriter(folder);
  expect(openReader(folder).sequence).toBe(0);
});

test('the lock of a dead process is taken over', () => {
  const folder = folderWithLock({ pid: NO_PROCESS, since: SINCE, processStart: '1' });
  openWriter(folder);
  expect(readFileSync(join(folder, 'writer.lock'), 'utf8')).toContain(`"pid":${process.pid}`);
});

test('the lock of a living process is respected, even if its start is unknown', () => {
  const folder = folderWithLock({ pid: process.pid, since: SINCE, processStart: null });
  expect(() => openWriter(folder)).toThrow(`Process ${process.pid} has been writing`);
  expect(readFileSync(join(folder, 'writer.lock'), 'utf8')).toContain(SINCE);
});

test.skipIf(!existsSync('/proc/self/stat'))('a process number used again is no living holder', () => {
  const folder = folderWithLock({ pid: process.pid, since: SINCE, processStart: '1' });
  openWriter(folder);
  expect(readFileSync(join(folder, 'writer.lock'), 'utf8')).not.toContain(SINCE);
});

test.each(['', '{', 'null', '[]', '{"pid":"1","since":"x"}', '{"pid":-1,"since":"x"}'])(
  'a lock that says %j is taken over',
  (content) => {
    const folder = folderWithLock(content);
    openWriter(folder);
    expect(readFileSync(join(folder, 'writer.lock'), 'utf8')).toContain(`"pid":${process.pid}`);
  },
);
