// Requests whose turn does not come before their connection times out.
import { expect, test, vi } from 'vitest';
import { noChanges, type ChangesResult } from '../../src/search/waiting-searches.ts';
import { serveCars } from './routes/serve-cars.ts';

const CHANGES = '/api/v1/vehicles/changes/';
const SEARCH = '/api/v1/vehicles/';

/** A server whose changes are not found before `find` is called. */
async function serveSlowly() {
  const server = await serveCars(1, {
    timeouts: { socketTimeoutMs: 1500 },
  });
  const { service } = server;
  const running: (() => void)[] = [];
  const changes = vi.spyOn(service, 'changes').mockImplementation(
    () =>
      new Promise<ChangesResult>((resolve) => {
        running.push(() => resolve(noChanges(service.index.state)));
      }),
  );
  const find = (): void => {
    for (const resolve of running.splice(0)) resolve();
  };
  const send = (path: string) => fetch(`${server.url}${path}`);
  return { changes, running, find, send };
}

test('get a problem that says when to try again, not a closed connection', async () => {
  const { send, running, find, changes } = await serveSlowly();
  const first = send(CHANGES);
  await expect.poll(() => running.length).toBe(1);
  const responses = await Promise.all([first, send(CHANGES), send(`${CHANGES}?make=Ford`)]);
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual(['10', '10', '10']);
  expect(await responses[1].json()).toMatchObject({ code: 'overloaded' });
  find();
  expect((await send(SEARCH)).status).toBe(200);
  expect(changes).toHaveBeenCalledTimes(1);
});

test('are not answered a second time once their work is done', async () => {
  const { send, running, find } = await serveSlowly();
  expect((await send(CHANGES)).status).toBe(503);
  find();
  expect(running).toEqual([]);
  const bodies = await Promise.all([send(SEARCH), send(SEARCH)].map(async (sent) => (await sent).json()));
  expect(bodies).toMatchObject([{ results: { total_vehicles: 1 } }, { results: { total_vehicles: 1 } }]);
});
