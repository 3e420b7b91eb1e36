// The socket that shows other PID namespaces that a folder is in use. Two real namespaces are tried in
// test/e2e/namespaces.slow.test.ts.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NamespaceLock, PID_NAMESPACE } from '../../src/files/namespace-lock.ts';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

const onLinux = test.skipIf(!existsSync('/proc/self/ns/pid'));
/** Another PID namespace of this machine. */
const OTHER = `in-use-${PID_NAMESPACE}0-77-0`;
const OF_THE_DEAD = `in-use-${PID_NAMESPACE}-${2 ** 22 + 1}-0`;

function listenAt(folder: string, name: string): Promise<void> {
  const server = createServer().listen(join(folder, name));
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.once('listening', resolve));
}

onLinux('a folder is in use until all that have it open have closed it', async () => {
  const folder = temporaryFolder();
  const reader = openReader(folder);
  const name = `in-use-${PID_NAMESPACE}-${process.pid}-0`;
  expect(readdirSync(folder)).toEqual([name]);
  const writer = openWriter(folder);
  await writer.close();
  expect(readdirSync(folder)).toContain(name);
  await reader.close();
  expect(readdirSync(folder)).not.toContain(name);
});

onLinux('a folder with a long path is locked too', () => {
  const folder = join(temporaryFolder(), 'a'.repeat(120), 'b'.repeat(120));
  mkdirSync(folder, { recursive: true });
  const lock = NamespaceLock.acquire(folder);
  expect(lock.isExclusive).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
  lock.release();
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

onLinux('while a process of another namespace listens, nobody here reads or writes', async () => {
  const folder = temporaryFolder();
  await listenAt(folder, OTHER);
  const refused = expect.objectContaining({
    code: 'data_locked',
    message:
      `The data folder '${folder}' is in use by process 77 of another container (PID namespace), and only one at a time ` +
      'may use it. Run this command in that container, or stop that container first.',
  }) as Error;
  expect(() => openReader(folder)).toThrow(refused);
  expect(() => openWriter(folder)).toThrow(refused);
  expect(readdirSync(folder)).toEqual([OTHER]);
});

onLinux('a store opened before there was a folder is refused when it finds one in use', async () => {
  const folder = join(temporaryFolder(), 'later');
  const reader = openReader(folder);
  expect(reader.sequence).toBe(0);
  mkdirSync(folder);
  await listenAt(folder, OTHER);
  expect(() => reader.sequence).toThrow('is in use by process 77 of another container');
});

onLinux('what killed processes left is removed, and in nobody’s way', () => {
  const folder = temporaryFolder();
  for (const name of [OTHER, OF_THE_DEAD, 'in-use-by-nobody']) writeFileSync(join(folder, name), '');
  const lock = NamespaceLock.acquire(folder);
  expect(new Set(readdirSync(folder))).toEqual(
    new Set([`in-use-${PID_NAMESPACE}-${process.pid}-0`, 'in-use-by-nobody']),
  );
  lock.release();
});

onLinux('a connection to the socket is closed, and gets nothing', async () => {
  const folder = temporaryFolder();
  const lock = NamespaceLock.acquire(folder);
  onTestFinished(() => lock.release());
  const socket = connect(join(folder, `in-use-${PID_NAMESPACE}-${process.pid}-0`));
  socket.on('error', () => undefined);
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes));
  socket.write('are you there?');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toEqual([]);
});
