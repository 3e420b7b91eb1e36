// Following a service whose folder has no stock yet: the first import is a change like any other.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatCursor } from '../../../src/search/cursor.ts';
import { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { afterTest } from '../../support/after-test.ts';
import { carLine } from '../../support/car-line.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { listen } from './listen-to-events.ts';
import { brief, readChanges, serveBackend } from './serve-cars.ts';

const CHANGES = '/api/v1/vehicles/changes/?make=Ford';

/** Two servers over a folder that does not exist yet. */
async function serveNothing() {
  const folder = new DataFolder(join(temporaryFolder(), 'data'));
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const search = openEmbeddedBackend(folder.path, { threads: false });
      await search.catchUp();
      return { ...(await serveBackend(search)), search };
    }),
  );
  afterTest(async () => {
    await Promise.all(servers.map(({ app }) => app.close()));
    await Promise.all(servers.map(({ search }) => search.close()));
    await folder.remove();
  });
  const [first, second] = servers;
  return {
    ...{ first, second },
    importCars: (...numbers: readonly number[]) =>
      folder.import(
        numbers.map((number) => carLine(number, { make: 'Ford' })),
        { merge: true },
      ),
    /** This process can write to a file that it reads only if it opened it for writing first. */
    catchUp: async ({ search }: typeof first) => {
      const writer = openStore(folder.path, { mode: 'write' });
      await search.catchUp();
      await writer.close();
    },
  };
}

describe('before the first import', () => {
  test('a cursor leads to all that is imported later', async () => {
    const { importCars, catchUp, first } = await serveNothing();
    const { cursor } = await readChanges(`${first.url}${CHANGES}`);
    await importCars(1, 2);
    await catchUp(first);
    await importCars(3);
    await catchUp(first);
    expect(brief(await readChanges(`${first.url}${CHANGES}&since=${cursor}`))).toEqual([
      'entered /1',
      'entered /2',
      'entered /3',
    ]);
  });

  test('a request that waits and a stream get what it brings', async () => {
    const { importCars, catchUp, first } = await serveNothing();
    const { cursor } = await readChanges(`${first.url}${CHANGES}`);
    const waiting = readChanges(`${first.url}${CHANGES}&since=${cursor}&wait=60`);
    const stream = await listen(`${first.url}${CHANGES}`);
    expect(await stream.next()).toEqual({ id: cursor, data: undefined });
    await expect.poll(() => first.service.waiting.stats.searches).toBe(1);
    await importCars(1);
    await catchUp(first);
    expect(brief(await waiting)).toEqual(['entered /1']);
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ change: 'entered' });
  });

  test('a server that has not read it returns the cursor of one that has', async () => {
    const { importCars, catchUp, first, second } = await serveNothing();
    await importCars(1);
    await catchUp(first);
    const { cursor } = await readChanges(`${first.url}${CHANGES}`);
    expect(await readChanges(`${second.url}${CHANGES}&since=${cursor}`)).toEqual({
      changes: [],
      cursor,
      more: false,
    });
    await importCars(2);
    await catchUp(second);
    expect(brief(await readChanges(`${second.url}${CHANGES}&since=${cursor}`))).toEqual(['entered /2']);
  });

  test("a cursor of a stock that is not the folder's is expired", async () => {
    const { first } = await serveNothing();
    const state = { ...first.service.index.state, storeId: 'other', sequence: 3 };
    const response = await fetch(`${first.url}${CHANGES}&since=${formatCursor({ state })}`);
    expect(response.status).toBe(410);
  });
});
