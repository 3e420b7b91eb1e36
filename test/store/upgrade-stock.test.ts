// An upgrade is all or nothing: whatever stops it leaves the old stock as it was, and the next one begins anew.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../src/problem.ts';
import { VERSION } from '../../src/package-files.ts';
import { NamespaceLock, PID_NAMESPACE } from '../../src/files/namespace-lock.ts';
import { LmdbFile } from '../../src/store/lmdb-file.ts';
import { openStore } from '../../src/store/store.ts';
import { FORMAT } from '../../src/store/tables.ts';
import { planUpgrade, upgradeStock } from '../../src/store/upgrade/upgrade-stock.ts';
import { addChangeTimes } from '../../src/store/upgrade/add-change-times.ts';
import { damageText } from '../support/damage.ts';
import { readFixture, unpackFixture } from '../support/stock-fixture.ts';
import { nextMessage, startScript } from '../support/process.ts';
import { openReader } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

const OLD = readFixture('5-1u1db1y');

function oldFolder(): string {
  const folder = temporaryFolder();
  unpackFixture(OLD, folder);
  return folder;
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof Problem) return error;
  throw new Error('a Problem was expected', { cause: error });
}

const stockIn = (folder: string): Buffer => readFileSync(join(folder, 'stock.mdb'));

test('only opening an old stock says how to upgrade it, and changes nothing', () => {
  for (const mode of ['read', 'write'] as const) {
    const folder = oldFolder();
    const before = stockIn(folder);
    let message = '';
    try {
      if (mode === 'read') openStore(folder, { mode });
      else openStore(folder, { mode });
    } catch (error) {
      message = (error as Problem).message;
    }
    expect(message).toBe(
      `The stock in the data folder '${folder}' was written by an earlier version: stock.mdb has format 5-1u1db1y, not ` +
        `${FORMAT}. Nothing was changed. Upgrade it with forecourt upgrade --data ${folder}; a server or an import does that by itself.`,
    );
    expect(stockIn(folder).equals(before)).toBe(true);
  }
});

test('a plan says what would be done, and does nothing', async () => {
  const folder = oldFolder();
  const before = stockIn(folder);
  const plan = await planUpgrade(folder);
  expect(plan).toMatchObject({
    from: '5-1u1db1y',
    to: FORMAT,
    writtenBy: undefined,
    changes: [
      'the time at which each listing last changed, and the version that wrote the stock',
      'what each listing was before it changed, from now on',
    ],
  });
  // All pages in use fit, and some more.
  expect(plan?.neededBytes).toBeGreaterThan(300_000);
  expect(plan?.neededBytes).toBeLessThan(1.25 * before.length + 2 ** 20 + 1);
  expect(stockIn(folder).equals(before)).toBe(true);
  expect(await planUpgrade(temporaryFolder())).toBeUndefined();
});

test('what earlier upgrades left is removed', async () => {
  const folder = oldFolder();
  mkdirSync(join(folder, 'upgrade'));
  writeFileSync(join(folder, 'upgrade', 'stock.mdb'), 'half');
  writeFileSync(join(folder, 'upgrade.lock'), '{"pid":999999999,"since":"2025-01-01T00:00:00.000Z"}');
  expect(await upgradeStock(folder)).toMatchObject({ to: FORMAT });
  expect(readdirSync(folder).filter((name) => name.startsWith('upgrade'))).toEqual([]);
  mkdirSync(join(folder, 'upgrade'));
  writeFileSync(join(folder, 'upgrade.lock'), '{"pid":999999999,"since":"2025-01-01T00:00:00.000Z"}');
  expect(await upgradeStock(folder)).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.startsWith('upgrade'))).toEqual([]);
});

test.each(['reading', 'written', 'verified'] as const)(
  'an upgrade that fails when it has come to "%s" leaves the old stock, and the next one does it',
  async (part) => {
    const folder = oldFolder();
    const before = stockIn(folder);
    const checkpoint = (reached: string): void => {
      if (reached === part) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    const problem = await problemOf(upgradeStock(folder, { checkpoint }));
    expect(problem.code).toBe('data_unusable');
    expect(problem.message).toBe(
      `The stock in the data folder '${folder}' has an earlier format and could not be upgraded: the disk is full. ` +
        `stock.mdb is as it was. Fix this, and run forecourt upgrade --data ${folder}.`,
    );
    expect(stockIn(folder).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'upgrade'))).toBe(false);
    expect(existsSync(join(folder, 'writer.lock'))).toBe(false);
    expect(await upgradeStock(folder)).toMatchObject({ to: FORMAT });
    expect([...openReader(folder).dealers()]).toContainEqual(['west.example', 8]);
  },
);

test('a new file that differs from what was read does not take the old one’s place', async () => {
  const folder = oldFolder();
  const before = stockIn(folder);
  const checkpoint = (part: string): void => {
    if (part === 'written') damageText(join(folder, 'upgrade'), 'Köln Street', 'K\u00f8ln Street');
  };
  const problem = await problemOf(upgradeStock(folder, { checkpoint }));
  expect(problem.code).toBe('data_damaged');
  expect(problem.message).toContain(
    `The upgraded stock of the data folder '${folder}' is not as it was written: `,
  );
  expect(stockIn(folder).equals(before)).toBe(true);
});

test('without room for the new file nothing begins', async () => {
  const folder = oldFolder();
  const before = stockIn(folder);
  const neededBytes = (await planUpgrade(folder))?.neededBytes ?? 0;
  const needed = `${(Math.ceil(neededBytes / 1e5) / 10).toFixed(1)} MB`;
  const problem = await problemOf(upgradeStock(folder, { freeBytes: () => neededBytes - 1 }));
  expect(problem.code).toBe('data_unusable');
  expect(problem.message).toContain(
    `needs ${needed} of free space, because the old file stays until the new one is whole`,
  );
  expect(problem.message).toContain('Nothing was changed. Free some space, and try again.');
  expect(stockIn(folder).equals(before)).toBe(true);
  expect(await upgradeStock(folder, { freeBytes: () => neededBytes })).toMatchObject({ neededBytes });
});

test('what a dead upgrade has left counts as free space', async () => {
  const folder = oldFolder();
  mkdirSync(join(folder, 'upgrade'));
  writeFileSync(join(folder, 'upgrade', 'stock.mdb'), 'half');
  const neededBytes = (await planUpgrade(folder))?.neededBytes ?? 0;
  const freeBytes = (): number => neededBytes - (existsSync(join(folder, 'upgrade', 'stock.mdb')) ? 1 : 0);
  expect(await upgradeStock(folder, { freeBytes })).toMatchObject({ to: FORMAT });
});

test('a damaged old stock is reported and stays', async () => {
  const folder = oldFolder();
  damageText(folder, 'Citro', 'Zitro');
  const before = stockIn(folder);
  const problem = await problemOf(upgradeStock(folder));
  expect(problem.message).toMatch(/is damaged: the entry "[^"]+" of listings does not match its checksum/);
  expect(stockIn(folder).equals(before)).toBe(true);
});

test.skipIf(PID_NAMESPACE === undefined)('a process that has the stock open is named', async () => {
  const folder = oldFolder();
  const before = stockIn(folder);
  const child = startScript(join(import.meta.dirname, 'hold-folder.ts'), [folder]);
  expect(await nextMessage(child)).toBe('held');
  const problem = await problemOf(upgradeStock(folder, { patienceMs: 0 }));
  expect(problem.code).toBe('data_locked');
  expect(problem.message).toBe(
    `The stock in the data folder '${folder}' must be upgraded for Forecourt ${VERSION}, and process ${child.pid} of an earlier ` +
      'version has it open. Nothing was changed. Stop that server or command, and try again.',
  );
  expect(stockIn(folder).equals(before)).toBe(true);
});

test('of many starts at once one upgrades, and all go on', async () => {
  const folder = oldFolder();
  const children = [1, 2, 3].map(() => startScript(join(import.meta.dirname, 'upgrade-folder.ts'), [folder]));
  const outcomes = await Promise.all(children.map((child) => nextMessage(child)));
  expect(outcomes.sort()).toEqual(['42 listings, current', '42 listings, current', '42 listings, upgraded']);
});

test('the file keeps its mode, and the folder has nothing new', async () => {
  const folder = oldFolder();
  const names = readdirSync(folder).sort();
  const { mode } = statSync(join(folder, 'stock.mdb'));
  await upgradeStock(folder);
  expect(statSync(join(folder, 'stock.mdb')).mode).toBe(mode);
  rmSync(join(folder, 'stock.mdb-lock'), { force: true });
  expect(readdirSync(folder).sort()).toEqual(names);
});

test('a format of a later version is refused, with the version that wrote it', async () => {
  const folder = temporaryFolder();
  await openStore(folder, { mode: 'write' }).close();
  const namespace = NamespaceLock.acquire(folder);
  onTestFinished(() => namespace.release());
  const file = LmdbFile.forWriting(folder);
  await file.write(async () => {
    file.tables.meta.put('format', '7-later');
    file.tables.meta.put('program', '2.3.0');
  });
  await file.close();
  expect(await upgradeStock(folder)).toBeUndefined();
  const problem = await problemOf((async () => openStore(folder, { mode: 'read' }))());
  expect(problem.code).toBe('data_version');
  expect(problem.message).toBe(
    `The stock in the data folder '${folder}' cannot be read by this version: stock.mdb has format 7-later, not ${FORMAT}, ` +
      'and was written by Forecourt 2.3.0. Nothing was changed. Use the version that wrote it, or move stock.mdb away and ' +
      'import the feeds again.',
  );
});

test('listings get the time of the import that changed them, else that of their arrival', () => {
  const record = (arrivedAt: number): string => `0000290000099-[${arrivedAt},"LS1",null,null]\n{…`;
  const report = (startedAt: string, added: number, more: object = {}): string =>
    JSON.stringify({ outcome: 'imported', startedAt, added, changed: 0, withdrawn: 0, replaced: 0, ...more });
  const tables: Readonly<Record<string, readonly (readonly [string | number | [number, number], string])[]>> =
    {
      log: [
        [[1, 0], '["d/a","d/b","d/c"]'],
        [[2, 0], '["d/b","d/c"]'],
        [[3, 0], '["d/c"]'],
        [[3, 1], '["d/e"]'],
      ],
      // The first does not agree with the log.
      reports: [
        [1, report('2025-01-01T00:00:00.000Z', 7)],
        [2, report('2025-01-02T00:00:00.000Z', 0, { changed: 2 })],
        [3, report('2025-01-03T00:00:00.000Z', 9, { outcome: 'blocked' })],
        [4, report('2025-01-03T00:00:00.000Z', 1, { withdrawn: 1 })],
        [5, report('2025-01-04T00:00:00.000Z', 0)],
      ],
      listings: [
        ['d/a', record(1_600_000_000_000)],
        ['d/b', record(1_600_000_000_000)],
        ['d/c', record(1_600_000_000_000)],
        ['d/z', record(-5)],
      ],
    };
  const before = {
    entries: (table: string) => (tables[table] ?? []).map(([key, value]) => ({ key, value })),
  };
  const listings = addChangeTimes.changes(before)['listings'](before.entries('listings'));
  const times = Array.from(listings, ({ key, value }) => [key, value.slice(0, 27)]);
  expect(times).toEqual([
    ['d/a', '16000000000000000290000099-'],
    ['d/b', '17357760000000000290000099-'],
    ['d/c', '17358624000000000290000099-'],
    ['d/z', '00000000000000000290000099-'],
  ]);
});
