// A data folder without write permission: imports and feed runs fail with a message and change nothing, and a running server keeps
// serving. Root ignores permissions, so as root the commands run as nobody. Read-only file systems are not tested, because
// mounting one needs privileges.
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { start as startCommand } from '../support/process.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

function start(args: readonly string[]): { readonly child: ChildProcess; readonly said: { text: string } } {
  const child = startCommand(args, { unprivileged: true });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said.text += text));
  return { child, said };
}

async function run(...args: string[]): Promise<{ readonly code: unknown; readonly text: string }> {
  const { child, said } = start(args);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text: said.text };
}

function ownFolder(): string {
  const folder = temporaryFolder();
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

test('a read-only folder is still served, and imports fail', { timeout: 60_000 }, async () => {
  const folder = ownFolder();
  const place = ownFolder();
  const feed = fileIn(place, 'north.ndjson', THREE);
  const feeds = { feeds: [{ name: 'north', path: 'north.ndjson', dealers: '*', every: '1s' }] };
  const list = fileIn(place, 'feeds.json', JSON.stringify(feeds));
  const server = start(['serve', '--port', '0', '--data', folder, '--feeds', list]);
  const address = (): string | undefined => /answers on (\S+) /.exec(server.said.text)?.[1];
  await expect.poll(address).toBeDefined();
  const total = async (): Promise<number> => {
    const { results } = (await (await fetch(`${address()}/api/v1/vehicles/`)).json()) as {
      readonly results: { readonly total_vehicles: number };
    };
    return results.total_vehicles;
  };
  await expect.poll(total).toBe(3);
  // Between two runs: a lock that is there could no longer be removed.
  const closeBetweenRuns = (): boolean => {
    chmodSync(folder, 0o555);
    const isBetween = !readdirSync(folder).includes('writer.lock');
    if (!isBetween) chmodSync(folder, 0o755);
    return isBetween;
  };
  onTestFinished(() => chmodSync(folder, 0o755));
  await expect.poll(closeBetweenRuns, { interval: 20 }).toBe(true);
  const before = readFileSync(join(folder, 'stock.mdb'));
  writeFileSync(feed, THREE + ndjson(plainRecord('N9'), plainRecord('N10')));
  const message = `The data folder '${folder}' cannot be used: this user may not read and write it. Fix this, or choose another folder.\n`;
  expect(await run('import', feed, '--override-feeds', '--data', folder)).toEqual({
    code: 1,
    text: `forecourt: ${message}`,
  });
  const byHand = await run('feed', 'run', '--feeds', list, '--data', folder);
  expect(byHand).toEqual({ code: 1, text: expect.stringContaining(message) as string });
  await expect.poll(() => server.said.text).toContain(`north: ${message}`);
  expect(await total()).toBe(3);
  expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);

  chmodSync(folder, 0o755);
  expect(await run('import', feed, '--override-feeds', '--data', folder)).toMatchObject({ code: 0 });
  await expect.poll(total).toBe(5);
});

test('a file of rejected records in a read-only folder is refused before the import', async () => {
  const folder = ownFolder();
  const place = ownFolder();
  const feed = fileIn(place, 'north.ndjson', THREE);
  const list = fileIn(
    place,
    'feeds.json',
    '{"feeds":[{"name":"north","path":"north.ndjson","dealers":"*"}]}',
  );
  const rejects = fileIn(place, 'rejected.ndjson', '');
  chmodSync(place, 0o555);
  onTestFinished(() => chmodSync(place, 0o755));
  for (const path of [rejects, join(place, 'new/folder/rejected.ndjson')])
    for (const command of [
      ['import', feed],
      ['feed', 'run', 'north', '--feeds', list],
    ])
      expect(await run(...command, '--rejects', path, '--data', folder)).toEqual({
        code: 2,
        text: `forecourt: '${path}' cannot be used: this user has no permission.\n`,
      });
  expect(readdirSync(folder)).toEqual([]);
});
