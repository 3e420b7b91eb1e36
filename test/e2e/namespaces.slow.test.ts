// Two containers on one volume: each has its own PID namespace, where the same ids mean other processes. Only one of them may open
// the data folder; the other is refused with a message, and nothing is damaged.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { forecourt, outcomeOf, start, startProcess, type Outcome } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { openStore } from '../../src/store/store.ts';
import { inNamespace, NO_NAMESPACES } from '../store/pid-namespace.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));
const REFUSED =
  /^forecourt: The data folder '[^']+' is in use by process \d+ of another container \(PID namespace\), and only one at a time may use it\. Run this command in that container, or stop that container first\.\n$/;

const startApart = (...args: readonly string[]) =>
  startProcess(...inNamespace(process.execPath, COMMAND, ...args));

function apart(...args: readonly string[]): Promise<Outcome> {
  const child = startApart(...args);
  child.stdin.end();
  return outcomeOf(child);
}

async function addressOf(server: ReturnType<typeof start>): Promise<string> {
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const address = () => /answers on (\S+) /.exec(said)?.[1];
  await expect.poll(address).toBeDefined();
  return address() ?? '';
}

async function totalAt(address: string): Promise<number> {
  const { results } = (await (await fetch(`${address}/api/v1/vehicles/`)).json()) as {
    readonly results: { readonly total_vehicles: number };
  };
  return results.total_vehicles;
}

async function idsIn(folder: string): Promise<string[]> {
  const store = openStore(folder, { mode: 'read' });
  try {
    return Array.from(store.listings(), ({ id }) => id);
  } finally {
    await store.close();
  }
}

const sockets = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('in-use-'));

describe.skipIf(NO_NAMESPACES !== '')(`a data folder of two PID namespaces${NO_NAMESPACES}`, () => {
  it('is open in one of them: every command in the other is refused', { timeout: 120_000 }, async () => {
    const place = temporaryFolder();
    const folder = join(place, 'data');
    const feed = fileIn(place, 'three.ndjson', THREE);
    const other = fileIn(place, 'other.ndjson', ndjson(plainRecord('N9')));
    expect(await apart('import', feed, '--data', folder)).toMatchObject({ code: 0 });
    expect(sockets(folder)).toEqual([]);
    const feeds = { feeds: [{ name: 'north', path: 'other.ndjson', dealer: 'north.example' }] };
    const list = fileIn(place, 'feeds.json', JSON.stringify(feeds));
    const server = startApart('serve', '--port', '0', '--data', folder);
    const address = await addressOf(server);

    const commands = [
      ['import', other],
      ['search'],
      ['status'],
      ['backup', join(place, 'copy')],
      ['token', 'create', 'Partner'],
      ['feed', 'run', '--feeds', list],
      ['postcodes', 'import', fileIn(place, 'units.csv', 'pcds,lat,long\nZE1 0AA,60.15,-1.14\n')],
      ['serve', '--port', '0'],
    ];
    for (const command of commands) {
      const { code, stderr } = await apart(...command, '--data', folder);
      expect({ command, code, stderr }).toEqual({
        command,
        code: 1,
        stderr: expect.stringMatching(REFUSED) as string,
      });
    }
    expect(existsSync(join(place, 'copy'))).toBe(false);
    expect(existsSync(join(folder, 'tokens.json'))).toBe(false);
    expect(await totalAt(address)).toBe(3);

    // Killed as a container is: the next one starts at once.
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    await expect.poll(async () => (await apart('import', other, '--data', folder)).code).toBe(0);
    expect(await idsIn(folder)).toEqual(['N9', 'S1']);
    expect(sockets(folder)).toEqual([]);
  });

  it('is shared by all processes of one of them', { timeout: 60_000 }, async () => {
    const place = temporaryFolder();
    const folder = join(place, 'data');
    const feed = fileIn(place, 'three.ndjson', THREE);
    const server = start(['serve', '--port', '0', '--workers', '2', '--data', folder]);
    const address = await addressOf(server);
    expect(await forecourt(['import', feed, '--data', folder])).toMatchObject({ code: 0 });
    await expect.poll(() => totalAt(address)).toBe(3);
    expect((await apart('import', feed, '--data', folder)).stderr).toMatch(REFUSED);
  });

  it(
    'keeps the lock of a living writer, whose number means somebody else there',
    { timeout: 60_000 },
    async () => {
      const place = temporaryFolder();
      const folder = join(place, 'data');
      const writer = startApart('import', '-', '--data', folder);
      const ended = outcomeOf(writer);
      writer.stdin.write(ndjson(plainRecord('N1')));
      await expect.poll(() => existsSync(join(folder, 'writer.lock'))).toBe(true);
      const lock = readFileSync(join(folder, 'writer.lock'), 'utf8');
      // Both are process 1 of their namespace.
      expect(JSON.parse(lock)).toMatchObject({ pid: 1 });
      const second = await apart('import', fileIn(place, 'three.ndjson', THREE), '--data', folder);
      expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(REFUSED) as string });
      expect(readFileSync(join(folder, 'writer.lock'), 'utf8')).toBe(lock);
      writer.stdin.end();
      expect(await ended).toMatchObject({ code: 0 });
      expect(await idsIn(folder)).toEqual(['N1']);
    },
  );

  it('admits at most one of two that start together', { timeout: 60_000 }, async () => {
    const place = temporaryFolder();
    const folder = join(place, 'data');
    expect(
      await apart('import', fileIn(place, 'old.ndjson', ndjson(plainRecord('N0'))), '--data', folder),
    ).toMatchObject({
      code: 0,
    });
    const feeds = ['N1', 'N2', 'N3'].map((id) => fileIn(place, `${id}.ndjson`, ndjson(plainRecord(id))));
    const outcomes = await Promise.all(feeds.map((feed) => apart('import', feed, '--data', folder)));
    for (const { code, stderr } of outcomes) if (code !== 0) expect(stderr).toMatch(REFUSED);
    const imported = ['N1', 'N2', 'N3'].filter((_, i) => outcomes[i]?.code === 0);
    // One after the other, if at all: whichever was last.
    expect(imported.length === 0 ? ['N0'] : imported).toEqual(expect.arrayContaining(await idsIn(folder)));
    expect(await idsIn(folder)).toHaveLength(1);
  });

  it('takes over the locks of a killed container', { timeout: 60_000 }, async () => {
    const place = temporaryFolder();
    const folder = join(place, 'data');
    const writer = startApart('import', '-', '--data', folder);
    const ended = once(writer, 'exit');
    writer.stdin.write(ndjson(plainRecord('N1')));
    await expect.poll(() => existsSync(join(folder, 'writer.lock'))).toBe(true);
    writer.kill('SIGKILL');
    await ended;
    const left = readFileSync(join(folder, 'writer.lock'), 'utf8');
    writeFileSync(join(folder, 'tokens.lock'), left);
    const feed = fileIn(place, 'three.ndjson', THREE);
    await expect.poll(async () => (await forecourt(['import', feed, '--data', folder])).code).toBe(0);
    expect(await forecourt(['token', 'create', 'Partner', '--data', folder])).toMatchObject({ code: 0 });
    expect(await idsIn(folder)).toHaveLength(3);
  });
});
