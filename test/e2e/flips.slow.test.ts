// One flipped bit in a data folder: every query has the same result or is a problem, never another result. A few bits here;
// `npm run test:flips` tries two hundred. Bits are flipped before the file is opened and while it is open.
import { fork, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createToken } from '../../src/auth/tokens-file.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { Random } from '../../src/demo/random.ts';
import { backup } from '../../src/maintenance/backup.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { plainRecord } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { feedOf } from '../support/fixtures.ts';
import type { Flip, Outcomes, Task } from './flip-reader.ts';

const FLIPS = Number(process.env['FLIPS'] ?? 16);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const DEALERS = ['north.example', 'south.example', 'west.example'];
const PAGE_BYTES = 8192;

const MAKES = [
  ['Ford', 'Focus'],
  ['Volkswagen', 'Golf'],
  ['BMW', '3 Series'],
  ['Skoda', 'Octavia'],
] as const;

/** Listings of one dealer. From version to version, prices differ and some vehicles go. */
function recordsOf(dealer: string, version: number): string[] {
  return Array.from({ length: 150 }, (_, n) => n)
    .filter((n) => n % 11 !== version)
    .map((n) => {
      const [make, model] = MAKES[n % MAKES.length] ?? MAKES[0];
      return JSON.stringify({
        ...plainRecord(`${n}`),
        dealer,
        advert_url: `https://${dealer}/used/${n}`,
        make,
        model,
        price: 1000 + ((n * 37 + version * 131) % 9000),
        vin: n % 3 === 0 ? `WVWZZZ1KZ${String(10_000_000 + n)}`.slice(0, 17) : undefined,
        full_description: `Number ${n} of ${dealer}: ${'heated seats, '.repeat(n % 40)}one owner.`,
      });
    });
}

const QUERIES = [
  ...Array.from({ length: 23 }, (_, page) => `page=${page + 1}`),
  'make=Ford&sort=price_asc',
  'make=Ford&sort=price_asc&page=2',
  'price_max=4000&sort=price_desc',
  'q=heated+golf',
  'dealer=south.example&page=3',
  'location=SW1A+1AA&sort=distance',
];

const ADVERTS = DEALERS.flatMap((dealer) =>
  [1, 2, 3, 11, 12, 149, 9999].map((n) => `https://${dealer}/used/${n}`),
);

/** A folder with the pages of earlier states in its stock, and one that holds nothing but the last state. */
async function foldersToDamage(): Promise<readonly [string, string]> {
  const folder = temporaryFolder();
  for (const version of [1, 2, 3]) {
    for (const dealer of DEALERS) {
      await importFeeds(folder, [feedOf(recordsOf(dealer, version))], { merge: false });
    }
  }
  const token = {
    permissions: ['search'],
    rate: { requests: 100, seconds: 60 },
    expiresAt: null,
  } as const;
  await createToken(folder, { ...token, name: 'Partner' });
  const copy = join(temporaryFolder(), 'copy');
  await backup(folder, copy);
  // A server that was here before has left its index.
  for (const each of [folder, copy]) {
    const search = openEmbeddedBackend(each, { threads: false });
    await search.catchUp();
    await search.close();
  }
  return [folder, copy];
}

class Reader {
  #child: ChildProcess | undefined;

  /** What every question came to; or how the process ended. */
  sendRequest(task: Task): Promise<Outcomes> {
    const child = (this.#child ??= fork(join(import.meta.dirname, 'flip-reader.ts'), {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }));
    return new Promise((resolve) => {
      const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
      const settle = (outcomes: Outcomes): void => {
        clearTimeout(limit);
        child.removeAllListeners();
        resolve(outcomes);
      };
      child.once('message', (outcomes: Outcomes) => settle(outcomes));
      child.send(task);
      child.once('exit', (code, signal) => {
        this.#child = undefined;
        settle([`ended ${signal ?? code}`]);
      });
    });
  }

  stop(): void {
    this.#child?.kill();
  }
}

function isResponse(outcome: string): boolean {
  return /^[0-9a-f]{64}$/.test(outcome);
}

/** Half of the bytes are any; the others are those that tell LMDB how pages hang together. */
function byteOfStock(file: string, below: (bound: number) => number): number {
  const { size } = statSync(file);
  if (below(2) === 0) return below(size);
  if (below(5) === 0) return below(2) * PAGE_BYTES + below(160);
  return below(size / PAGE_BYTES) * PAGE_BYTES + below(300);
}

test(`${FLIPS} flipped bits give no other response (SEED=${SEED})`, { timeout: FLIPS * 20_000 }, async () => {
  const folders = await foldersToDamage();
  const random = new Random(SEED);
  const below = (bound: number): number => random.whole(0, bound - 1);
  const reader = new Reader();
  const requested = { queries: QUERIES, adverts: ADVERTS };
  const counts: Record<string, number> = {};
  const silent: unknown[] = [];
  const nothing: Flip = { folder: '', file: '', byte: 0, bit: 0, whileOpen: false };
  const expected: Outcomes[] = [];
  try {
    for (const folder of folders)
      expected.push(await reader.sendRequest({ ...nothing, ...requested, folder }));
    expect(expected.flat().filter((outcome) => !isResponse(outcome))).toEqual([]);
    for (let i = 0; i < FLIPS; i++) {
      const which = i % 2;
      const folder = join(temporaryFolder(), 'data');
      cpSync(folders[which] ?? '', folder, { recursive: true });
      const name = i % 20 > 17 ? 'index.seg' : i % 20 > 15 ? 'tokens.json' : 'stock.mdb';
      // Without it, the index is built from the stock.
      if (name === 'stock.mdb' && below(2) === 0) rmSync(join(folder, 'index.seg'), { force: true });
      const file = join(folder, name);
      const byte = name === 'stock.mdb' ? byteOfStock(file, below) : below(statSync(file).size);
      const flip: Flip = { folder, file, byte, bit: below(8), whileOpen: below(2) === 0 };
      const outcomes = await reader.sendRequest({ ...flip, ...requested });
      const others = outcomes.filter(
        (outcome, at) => isResponse(outcome) && outcome !== expected[which]?.[at],
      );
      const noticed = outcomes.find((outcome) => !isResponse(outcome));
      const kind = `${name}: ${others.length > 0 ? 'SILENT' : (noticed?.slice(0, 70) ?? 'same answers')}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (others.length > 0) {
        const different = outcomes.flatMap((outcome, at) =>
          outcome === expected[which]?.[at] ? [] : [`${at}: ${outcome.slice(0, 40)}`],
        );
        silent.push({ ...flip, which, different });
      }
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    reader.stop();
  }
  if (process.env['FLIPS'] !== undefined) process.stdout.write(`${JSON.stringify(counts, undefined, 2)}\n`);
  expect(silent).toEqual([]);
});
