// Upgrades by the built program: by every command that opens a stock, killed at random moments, and without room. `KILLS` and
// `SEED` try more moments, or the same again.
import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verifyFolder } from '../../src/maintenance/verify.ts';
import { VERSION } from '../../src/package-files.ts';
import { openStore } from '../../src/store/store.ts';
import { FORMAT } from '../../src/store/tables.ts';
import { planUpgrade } from '../../src/store/upgrade/upgrade-stock.ts';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { FILES } from '../fixtures/stocks/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import {
  forecourt,
  nextMessage,
  outcomeOf,
  shellCommand,
  start,
  startProcess,
  startScript,
} from '../support/process.ts';
import { randomOf } from '../support/random.ts';
import { readFixture, unpackFixture } from '../support/stock-fixture.ts';
import { toFirstFormat } from './old-format.ts';

const KILLS = Number(process.env['KILLS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const LISTINGS = 4000;
const OLD = readFixture('5-1u1db1y');

function oldFolder(): string {
  const folder = temporaryFolder();
  unpackFixture(OLD, folder);
  return folder;
}

const isOld = async (folder: string): Promise<boolean> => (await planUpgrade(folder)) !== undefined;

describe('a stock of an earlier version', () => {
  test('is upgraded by forecourt upgrade, once', { timeout: 60_000 }, async () => {
    const folder = oldFolder();
    const check = await forecourt(['upgrade', '--check', '--data', folder]);
    expect(check.stdout.replace(FORMAT, 'TODAY')).toMatch(
      /^The stock in .* was written by an earlier version\. forecourt upgrade would rewrite \d+ entries of format 5-1u1db1y to format TODAY; it needs 2 MB of free space, and [\d,]+ MB are free\.\n/,
    );
    expect(await isOld(folder)).toBe(true);
    const { code, stdout, stderr } = await forecourt(['upgrade', '--data', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(FORMAT, 'TODAY')).toMatch(
      /^Upgraded the stock in .*: \d+ entries of format 5-1u1db1y to format TODAY, in [\d.]+ s\.\n/,
    );
    const again = await forecourt(['upgrade', '--data', folder]);
    expect(again.stdout).toBe(`The stock in ${folder} needs no upgrade: this version reads it as it is.\n`);
    const json = await forecourt(['upgrade', '--json', '--data', folder]);
    expect(JSON.parse(json.stdout)).toEqual({ folder, upgraded: false, writtenBy: VERSION });
  });

  test('is upgraded by an import, whose output stays JSON', { timeout: 60_000 }, async () => {
    const folder = oldFolder();
    const feed = fileIn(temporaryFolder(), 'hand.ndjson', FILES['hand-2.ndjson']);
    const { code, stdout, stderr } = await forecourt(['import', feed, '--json', '--data', folder]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ unchanged: 26, added: 0, changed: 0, withdrawn: 0 });
    expect(stderr).toMatch(
      /^The stock in .* was written by an earlier version\. Upgrading \d+ entries\.\nThe stock was upgraded in /,
    );
    expect(await isOld(folder)).toBe(false);
  });

  test.each([[['--workers', '2']], [[]]])(
    'is upgraded by a server before it serves (%j)',
    { timeout: 60_000 },
    async (flags) => {
      const folder = oldFolder();
      const child = start(['serve', '--port', '0', '--data', folder, ...flags]);
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
      const end = Date.now() + 50_000;
      while (!/http:\/\/127\S+/.test(out) && child.exitCode === null && Date.now() < end) await pause(50);
      const url = /http:\/\/127[^\s/]+/.exec(out)?.[0] ?? '';
      const response = await fetch(`${url}/api/v1/vehicles/?dealer=west.example`);
      const body = (await response.json()) as { readonly results: { readonly total_vehicles: number } };
      expect(body.results.total_vehicles).toBe(8);
      expect(out.match(/was written by an earlier version\. Upgrading/g)).toHaveLength(1);
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect(await isOld(folder)).toBe(false);
    },
  );

  test.each([['status'], ['verify'], ['feed', 'dealers']])(
    'is only named by %s %s',
    { timeout: 60_000 },
    async (...command) => {
      const folder = oldFolder();
      const before = readFileSync(join(folder, 'stock.mdb'));
      const { code, stderr } = await forecourt([...command, '--data', folder]);
      expect(code).toBe(1);
      expect(stderr).toContain(
        `Upgrade it with forecourt upgrade --data ${folder}; a server or an import does that by itself.`,
      );
      expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);
    },
  );

  test('is not upgraded while another process has it open', { timeout: 60_000 }, async () => {
    const folder = oldFolder();
    const holder = startScript(join(import.meta.dirname, '../store/hold-folder.ts'), [folder]);
    expect(await nextMessage(holder)).toBe('held');
    const { code, stderr } = await forecourt(['serve', '--port', '0', '--data', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `must be upgraded for Forecourt ${VERSION}, and process ${holder.pid} of an earlier version has it open. Nothing was changed.`,
    );
    expect(await isOld(folder)).toBe(true);
  });

  test('that may not be written is not upgraded, and the message says why', { timeout: 60_000 }, async () => {
    const folder = oldFolder();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), name === 'known' ? 0o555 : 0o444);
    chmodSync(folder, 0o555);
    try {
      const { code, stderr } = await forecourt(['search', '--data', folder], { unprivileged: true });
      expect(code).toBe(1);
      expect(stderr).toContain(
        'has an earlier format and could not be upgraded: this user may not read and write it. stock.mdb is as it was.',
      );
    } finally {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'known'), 0o755);
    }
    expect(await isOld(folder)).toBe(true);
  });
});

interface Large {
  readonly folder: string;
  readonly feed: string;
  readonly bytes: Buffer;
}

/** A stock of the first format with thousands of listings of two dealers. */
async function largeStock(): Promise<Large> {
  const folder = join(temporaryFolder(), 'data');
  const full_description = 'One owner, full history. '.repeat(30);
  const records = Array.from({ length: LISTINGS }, (_, n) => ({
    ...plainRecord(`A${n}`, n % 3 === 0 ? 'north.example' : 'south.example'),
    price: 1000 + n,
    vin: `WVWZZZ1KZ${10_000_000 + n}`,
    full_description,
  }));
  const feed = fileIn(temporaryFolder(), 'stock.ndjson', ndjson(...records));
  expect((await forecourt(['import', feed, '--data', folder])).code).toBe(0);
  await toFirstFormat(folder);
  for (const name of readdirSync(folder)) if (/lock$/.test(name)) rmSync(join(folder, name));
  return { folder, feed, bytes: readFileSync(join(folder, 'stock.mdb')) };
}

test(`${KILLS} kills during upgrades, seed ${SEED}`, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  const numbers = randomOf(SEED);
  const { folder: original, feed, bytes } = await largeStock();
  const folder = join(temporaryFolder(), 'data');
  const renew = (): void => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(original, folder, { recursive: true });
  };
  renew();
  const startedAt = Date.now();
  expect((await forecourt(['upgrade', '--data', folder])).code).toBe(0);
  const longestMs = (Date.now() - startedAt) * 1.1;
  renew();
  const outcomes = { old: 0, new: 0 };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const what = `kill ${kill} of seed ${SEED}`;
    const child = start([...(kill % 2 === 0 ? ['import', feed] : ['upgrade']), '--data', folder]);
    const ended = child.exitCode ?? once(child, 'exit');
    await pause(numbers.next() * longestMs);
    child.kill('SIGKILL');
    await ended;
    if (readFileSync(join(folder, 'stock.mdb')).equals(bytes)) {
      // The next command finds what this one left.
      outcomes.old += 1;
      continue;
    }
    outcomes.new += 1;
    expect(await isOld(folder), what).toBe(false);
    const { findings, entries } = await verifyFolder(folder, { searches: false });
    expect({ findings, listings: entries['listings'] }, what).toEqual({ findings: [], listings: LISTINGS });
    const again = await forecourt(['import', feed, '--json', '--data', folder]);
    expect(JSON.parse(again.stdout), what).toMatchObject({ unchanged: LISTINGS, changed: 0, added: 0 });
    const store = openStore(folder, { mode: 'read' });
    expect(store.sequence, what).toBe(1);
    await store.close();
    expect(
      readdirSync(folder).filter((name) => name.startsWith('upgrade')),
      what,
    ).toEqual([]);
    renew();
  }
  // Where all came too early, or too late, nothing was shown.
  if (KILLS >= 20) expect(outcomes.old).toBeGreaterThan(0);
  expect((await forecourt(['upgrade', '--data', folder])).code).toBe(0);
  expect(readdirSync(folder).filter((name) => /^upgrade|^writer/.test(name))).toEqual([]);
});

test('without disk space the old stock stays', { timeout: 120_000 }, async () => {
  const { folder, bytes } = await largeStock();
  // In blocks of 512 or 1024 bytes, depending on the shell: 2 or 4 MB. The stock is larger.
  const child = startProcess('/bin/sh', [
    '-c',
    `ulimit -f 4000; exec ${shellCommand(['upgrade', '--data', folder])}`,
  ]);
  child.stdin.end();
  const { code, stderr } = await outcomeOf(child);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^forecourt: The stock in the data folder '.*' has an earlier format and could not be upgraded: /,
  );
  expect(readFileSync(join(folder, 'stock.mdb')).equals(bytes)).toBe(true);
  expect(readdirSync(folder).filter((name) => /^upgrade|^writer/.test(name))).toEqual([]);
  expect((await forecourt(['upgrade', '--data', folder])).code).toBe(0);
});
