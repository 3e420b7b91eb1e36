// A running server whose data folder gets damaged: requests that need the damaged part get a problem, the others work, and operators
// see the damage until a restart.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { damageText } from '../support/damage.ts';
import { startServer, stopServer, type Server } from './server.ts';

// The first hundreds are read when a server starts, and stay in memory.
const records = Array.from({ length: 900 }, (_, i) => i + 100).map((n) => ({
  ...plainRecord(`car-${n}`),
  make: n === 777 ? 'Jaguar' : 'Ford',
  full_description: `Car number ${n} with seats.`,
}));

async function serverOf(data: string): Promise<Server> {
  const feed = fileIn(temporaryFolder(), 'feed.ndjson', ndjson(...records));
  expect(await forecourt(['import', feed, '--data', data])).toMatchObject({ code: 0 });
  return startServer(data);
}

test('a listing that is damaged while a server runs is a problem, and operators see it', async () => {
  const data = join(temporaryFolder(), 'data');
  const server = await serverOf(data);
  const get = (path: string): Promise<Response> => fetch(`${server.url}${path}`);
  expect((await get('/readyz')).status).toBe(200);

  damageText(data, 'Car number 777 with', 'Car number 778 with');
  const damaged = await get('/api/v1/vehicles/?make=Jaguar');
  expect(damaged.status).toBe(500);
  const problem = (await damaged.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    title: 'The data folder is damaged',
    detail: 'Part of the stock is damaged, so no reliable response is possible. It has been logged.',
    code: 'data_damaged',
    type: `${server.url}/problems/data-damaged`,
  });
  expect(JSON.stringify(problem)).not.toContain(data);
  // The listing is not on this page.
  expect((await get('/api/v1/vehicles/?make=Ford&sort=price_asc')).status).toBe(200);

  const ready = await get('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    code: 'not_ready',
    detail:
      'Part of the stock is damaged. The log names what, "forecourt verify" lists all of it; restore a backup and restart.',
  });
  expect((await get('/healthz')).status).toBe(200);
  expect(await (await get('/status')).json()).toMatchObject({ damaged: true });
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toMatch(/^forecourt_damage_found_total 1$/m);
  expect(metrics).toMatch(/^forecourt_ready 0$/m);
  expect(metrics).toMatch(/^forecourt_problems_total\{code="data_damaged"\} 1$/m);
  expect(server.output.stderr).toContain(
    `ERROR in request ${String(problem['request_id'])}: Problem: The stock in the data folder '${data}' is damaged: ` +
      'the entry "north.example/car-777" of listings does not match its checksum.',
  );

  const verified = await forecourt(['verify', '--data', data]);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain(
    '- the entry "north.example/car-777" of listings does not match its checksum\n',
  );
  expect(verified.stdout).toContain('Dealers whose listings are damaged: north.example.\n');
  expect(verified.stderr).toContain(`forecourt: The data folder '${data}' is damaged. Stop the server, `);
  expect(await stopServer(server)).toBe(0);
});

test('a server that finds damage in an import keeps serving its last state', async () => {
  const data = join(temporaryFolder(), 'data');
  const server = await serverOf(data);
  const total = async (): Promise<number> => {
    const body = (await (await fetch(`${server.url}/api/v1/vehicles/`)).json()) as {
      results: { total_vehicles: number };
    };
    return body.results.total_vehicles;
  };
  expect(await total()).toBe(900);
  const more = { ...plainRecord('new'), dealer: 'south.example', advert_url: 'https://south.example/1' };
  // Everything that LMDB has to look up to find the last change is whole; the change itself is not.
  const importing = forecourt(['import', '--data', data, '-'], { input: ndjson(more) });
  await expect.poll(total).toBe(901);
  expect((await importing).code).toBe(0);

  const next = ndjson({ ...more, id: 'next', advert_url: 'https://south.example/2' });
  process.kill(server.child.pid ?? 0, 'SIGSTOP');
  expect((await forecourt(['import', '--merge', '--data', data, '-'], { input: next })).code).toBe(0);
  damageText(data, '["south.example/next"]', '["south.example/nex1"]');
  process.kill(server.child.pid ?? 0, 'SIGCONT');
  await expect
    .poll(() => server.output.stderr)
    .toContain('The stock cannot be followed: The stock in the data folder');
  expect(server.output.stderr).toContain('the entry [3,0] of log does not match its checksum');
  expect(await total()).toBe(901);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(await stopServer(server)).toBe(0);

  // Whoever starts now does not answer at all without an index of that state.
  const verified = await forecourt(['verify', '--data', data]);
  expect(verified).toMatchObject({ code: 1 });
  expect(verified.stdout).toContain('- the entry [3,0] of log does not match its checksum\n');
});

test.each(['SIGBUS', 'SIGSEGV'] as const)(
  'a fault of the process (%s) ends it, because it could not go on',
  async (signal) => {
    const data = join(temporaryFolder(), 'data');
    expect(await stopServer(await serverOf(data), signal)).toBe(signal);
  },
);
