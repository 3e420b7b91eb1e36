// Several servers over one folder: what one that has not read the last change yet responds to cursors of one that has.
import { describe, expect, test } from 'vitest';
import { formatCursor, searchKey } from '../../../src/search/cursor.ts';
import { listen } from './listen-to-events.ts';
import { brief, readChanges, serveCars } from './serve-cars.ts';

const CHANGES = '/api/v1/vehicles/changes/?make=Ford';
const EXPORT = '/api/v1/vehicles/export/?make=Ford';

/** The status, Retry-After and code of a response that is no 200. */
async function problemOf(address: string): Promise<unknown[]> {
  const response = await fetch(address);
  const { code } = (await response.json()) as { readonly code: string };
  return [response.status, response.headers.get('retry-after'), code];
}

/** Two servers over one folder, of which `behind` has not read the last change. `cursor` is that of the other. */
async function twoServers(count = 4) {
  const ahead = await serveCars(count);
  const behind = await ahead.serveBeside();
  await ahead.change([ahead.car(0, { price: 500 })]);
  const { cursor } = await readChanges(`${ahead.url}${CHANGES}`);
  return { ahead, behind, cursor };
}

describe('a server that is behind another', () => {
  test('lists no changes since a cursor of the other and returns it, then what changed after it', async () => {
    const { ahead, behind, cursor } = await twoServers();
    expect(await readChanges(`${behind.url}${CHANGES}&since=${cursor}`)).toEqual({
      changes: [],
      cursor,
      more: false,
    });
    await ahead.change([ahead.car(2, { price: 600 })]);
    await behind.catchUp();
    expect(brief(await readChanges(`${behind.url}${CHANGES}&since=${cursor}`))).toEqual(['changed /2']);
  });

  test('answers a request that waits with the first change after its cursor', async () => {
    const { ahead, behind, cursor } = await twoServers();
    const waiting = readChanges(`${behind.url}${CHANGES}&since=${cursor}&wait=60`);
    await expect.poll(() => behind.service.waiting.stats.searches).toBe(1);
    await behind.catchUp();
    await ahead.change([ahead.car(2, { price: 600 })]);
    await behind.catchUp();
    expect(brief(await waiting)).toEqual(['changed /2']);
  });

  test('continues a stream after the last event of the other', async () => {
    const { ahead, behind, cursor } = await twoServers();
    const stream = await listen(`${behind.url}${CHANGES}`, { 'last-event-id': cursor });
    expect(await stream.next()).toEqual({ id: cursor, data: undefined });
    await ahead.change([ahead.car(2, { price: 600 })]);
    await behind.catchUp();
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({
      change: 'changed',
      advert: 'https://north.example/2?a=1&b=%C3%A9',
    });
  });

  test('is not ready for the rest of a list of changes, until it has caught up', async () => {
    const { ahead, behind } = await twoServers(1100);
    const { cursor: since } = await readChanges(`${behind.url}${CHANGES}`);
    const lines = Array.from({ length: 550 }, (_, i) => ahead.car(2 * i, { price: 5000 + i }));
    await ahead.change(lines);
    const part = await readChanges(`${ahead.url}${CHANGES}&since=${since}`);
    expect([part.changes.length, part.more]).toEqual([500, true]);
    const rest = `${behind.url}${CHANGES}&since=${part.cursor}`;
    expect(await problemOf(rest)).toEqual([503, '1', 'not_ready']);
    await behind.catchUp();
    expect((await readChanges(rest)).changes.length).toBe(50);
  });

  test('is not ready for the rest of an export, until it has caught up', async () => {
    const { ahead, behind } = await twoServers();
    const { query } = ahead.service.parse([['make', 'Ford']]);
    const cut = formatCursor({ state: ahead.state(), next: { search: searchKey(query), position: 1 } });
    const rest = `${behind.url}${EXPORT}&cursor=${cut}`;
    expect(await problemOf(rest)).toEqual([503, '1', 'not_ready']);
    await behind.catchUp();
    const text = await (await fetch(rest)).text();
    const [first, last] = text.trimEnd().split('\n');
    expect(JSON.parse(first)).toMatchObject({ advert: 'https://north.example/2?a=1&b=%C3%A9' });
    expect(JSON.parse(last)).toMatchObject({ total: 2 });
  });

  test.each([
    ['that nobody has made yet', { sequence: 99 }],
    ['of a copy of the stock that went its own way', { changedAt: 1 }],
    ['of another stock', { storeId: 'other' }],
  ])('responds 410 to the cursor of a change %s', async (_, different) => {
    const { ahead, behind } = await twoServers();
    const state = { ...ahead.state(), ...different };
    expect(await problemOf(`${behind.url}${CHANGES}&since=${formatCursor({ state })}`)).toEqual([
      410,
      null,
      'cursor_expired',
    ]);
    const { query } = ahead.service.parse([['make', 'Ford']]);
    const cut = formatCursor({ state, next: { search: searchKey(query), position: 1 } });
    expect(await problemOf(`${behind.url}${EXPORT}&cursor=${cut}`)).toEqual([410, null, 'cursor_expired']);
  });
});
