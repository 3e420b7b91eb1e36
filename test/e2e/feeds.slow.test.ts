// A server that pulls feeds: a listing appears, changes and is withdrawn by itself; a killed child leaves the stock unchanged and
// restarts; and both end together.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { dealerServer } from '../ingest/fetch/dealer-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { search, startServer, stopServer, type Server } from './server.ts';

interface Status {
  readonly feeds: readonly {
    readonly feed: string;
    readonly lastRun: { readonly outcome: string };
    readonly lastReport: unknown;
  }[];
}

async function statusOf({ url }: Server): Promise<Status> {
  const response = await fetch(`${url}/status`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return (await response.json()) as Status;
}

async function soon<T>(look: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(look, { interval: 50 }).toEqual(expected);
}

/** The pid of the process that the server started, from Linux's /proc. */
function childOf({ child }: Server): number | undefined {
  for (const name of readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[1]) === child.pid && fields[0] !== 'Z') return Number(name);
    } catch {
      // It ended while we looked.
    }
  }
  return undefined;
}

test('a server runs its scheduled feeds', { timeout: 90_000 }, async () => {
  const folder = join(temporaryFolder(), 'data');
  let stock = ndjson({ ...plainRecord('N1'), price: 5000 }, plainRecord('N2'), { id: 'X' });
  let hold = false;
  const dealer = await dealerServer((_, response) => {
    if (hold) response.write(stock);
    else response.end(stock);
  });
  const north = {
    name: 'north',
    address: `${dealer.url}/feed?key=hush`,
    allowPrivate: true,
    dealer: 'north.example',
    every: '1s',
  };
  const feeds = { feeds: [north] };
  const list = fileIn(temporaryFolder(), 'feeds.json', JSON.stringify(feeds));
  const server = await startServer(folder, ['--feeds', list]);
  const prices = async (): Promise<readonly (number | null)[]> =>
    (await search(server, 'sort=price_asc')).prices;

  await soon(prices, [5000, null]);
  stock = ndjson({ ...plainRecord('N1'), price: 4500 }, plainRecord('N2'), plainRecord('N3'));
  await soon(prices, [4500, null, null]);
  stock = ndjson({ ...plainRecord('N1'), price: 4500 });
  await soon(prices, [4500]);

  // A status may be a second old, so older than the listings.
  await expect
    .poll(async () => (await statusOf(server)).feeds, { interval: 50 })
    .toMatchObject([
      {
        feed: 'north',
        lastRun: { outcome: 'not_modified' },
        lastReport: { withdrawn: 2, unchanged: 1 },
      },
    ]);
  expect(JSON.stringify(await statusOf(server))).not.toMatch(/hush|127\.0\.0\.1|\/tmp/);

  // Killed in the middle of a run: the stock stays, and the next process goes on.
  hold = true;
  stock = ndjson({ ...plainRecord('N1'), price: 4000 });
  const requested = dealer.requested.length;
  await expect.poll(() => dealer.requested.length).toBeGreaterThan(requested);
  const child = childOf(server);
  if (child === undefined) throw new Error('the server has no child');
  process.kill(child, 'SIGKILL');
  hold = false;
  expect(await prices()).toEqual([4500]);
  await soon(prices, [4000]);
  expect(server.output.stderr).toBe('The feed scheduler exited (SIGKILL). It restarts in 1 s.\n');

  const next = childOf(server);
  expect(await stopServer(server)).toBe(0);
  expect(() => process.kill(next ?? 0, 0)).toThrow('ESRCH');
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('a server with an invalid list of feeds does not start', async () => {
  const list = fileIn(temporaryFolder(), 'feeds.json', '{"feeds":[{"name":"north"}]}');
  await expect(startServer(temporaryFolder(), ['--feeds', list])).rejects.toThrow(
    "feed 'north': either address or path must be given",
  );
});
