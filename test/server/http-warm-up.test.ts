// Requests that a server sends to itself before it is ready.
import { afterEach, expect, it, vi } from 'vitest';
import { warmUpHttp } from '../../src/server/http-warm-up.ts';
import { DataFolder } from '../support/data-folder.ts';
import { STOCK_LINES } from '../support/fixtures.ts';

const folder = new DataFolder();
afterEach(() => folder.remove());

it('searches the stock, and leaves nothing open', async () => {
  await folder.import(STOCK_LINES, { merge: false });
  const { service } = await folder.open();
  const search = vi.spyOn(service, 'search');
  const sockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  const before = sockets();
  await warmUpHttp(service, Infinity);
  expect(search.mock.calls.length).toBeGreaterThan(0);
  // Sockets close in a later turn.
  await vi.waitFor(() => expect(sockets()).toBe(before));
});

it('a search that fails does not fail the start', async () => {
  const { service } = await folder.open();
  vi.spyOn(service, 'search').mockRejectedValue(new Error('broken'));
  await expect(warmUpHttp(service)).resolves.toBeUndefined();
});
