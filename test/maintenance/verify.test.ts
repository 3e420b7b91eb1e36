// `forecourt verify` reports damage in a data folder, and nothing in an intact one, even while it changes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/auth/tokens-file.ts';
import { tokensPath } from '../../src/store/paths.ts';
import { backup } from '../../src/maintenance/backup.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { verifyFolder } from '../../src/maintenance/verify.ts';
import { plainRecord } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { damageText } from '../support/damage.ts';
import { DataFolder } from '../support/data-folder.ts';
import { feedOf } from '../support/fixtures.ts';

function lines(dealer: string, count: number, price: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      ...plainRecord(`${n}`),
      dealer,
      advert_url: `https://${dealer}/used/${n}`,
      vin: `WVWZZZ1KZ${String(10_000_000 + n)}`,
      price: price + n,
    }),
  );
}

/** Two dealers, three changes, a withdrawn listing, a token and an index file. */
async function wholeFolder(): Promise<string> {
  const folder = temporaryFolder();
  await importFeeds(folder, [feedOf(lines('north.example', 40, 5000))], { merge: false });
  await importFeeds(folder, [feedOf(lines('south.example', 30, 6000))], { merge: false });
  await importFeeds(folder, [feedOf(lines('north.example', 39, 7000))], { merge: false });
  await createToken(folder, { name: 'Partner', permissions: ['search'], rate: null, expiresAt: null });
  const search = openEmbeddedBackend(folder, { threads: false });
  await search.catchUp();
  await search.close();
  return folder;
}

const SEARCHES = { searches: true };

test('an intact folder has no findings, and all of it is read', async () => {
  const report = await verifyFolder(await wholeFolder(), SEARCHES);
  expect(report).toMatchObject({
    findings: [],
    dealers: [],
    sequence: 3,
    entries: { listings: 69, dealers: 2, adverts: 70, log: 3, reports: 3, owners: 0, histories: 2 },
    indexFile: 3,
    searches: 300,
    tokens: 1,
  });
});

test('a folder may change while it is verified', async () => {
  const folder = new DataFolder();
  try {
    await folder.import(lines('north.example', 50, 5000), { merge: false });
    // Opened for writing first, because one process cannot map the stock twice.
    await folder.open();
    const verified = verifyFolder(folder.path, SEARCHES);
    await folder.import(lines('north.example', 50, 9000), { merge: false });
    expect((await verified).findings).toEqual([]);
  } finally {
    await folder.remove();
  }
});

describe('it finds', () => {
  test('a changed listing and its dealer, without consequential findings', async () => {
    const folder = await wholeFolder();
    damageText(folder, 'https%3A%2F%2Fsouth.example%2Fused%2F7"', 'https%3A%2F%2Fsouth.example%2Fused%2F8"');
    const { findings, dealers, searches } = await verifyFolder(folder, SEARCHES);
    expect(findings).toEqual(['the entry "south.example/7" of listings does not match its checksum']);
    expect(dealers).toEqual(['south.example']);
    expect(searches).toBe(0);
  });

  test('an index file that was changed', async () => {
    const folder = await wholeFolder();
    const path = join(folder, 'index.seg');
    const content = readFileSync(path);
    content[content.length - 100] ^= 1;
    writeFileSync(path, content);
    const { findings } = await verifyFolder(folder, SEARCHES);
    expect(findings).toEqual(['index.seg is damaged: remove it, and the next server start rebuilds it']);
  });

  test('a changed list of tokens and a changed postcode table', async () => {
    const folder = await wholeFolder();
    const path = tokensPath(folder);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Partner', 'Partnes'));
    writeFileSync(join(folder, 'postcodes.bin'), 'FC-UNITS');
    const { findings, tokens } = await verifyFolder(folder, SEARCHES);
    expect(tokens).toBeUndefined();
    expect(findings).toHaveLength(2);
    expect(findings.join()).toContain('The table of unit postcodes');
    expect(findings.join()).toContain('it does not match its checksum');
  });

  test('no stock', async () => {
    await expect(verifyFolder(temporaryFolder(), SEARCHES)).rejects.toMatchObject({ code: 'data_unusable' });
  });
});

test('a damaged stock is not backed up, and the attempt leaves nothing', async () => {
  const folder = await wholeFolder();
  damageText(folder, 'https%3A%2F%2Fsouth.example%2Fused%2F7"', 'https%3A%2F%2Fsouth.example%2Fused%2F8"');
  const place = temporaryFolder();
  await expect(backup(folder, join(place, 'monday'))).rejects.toMatchObject({
    code: 'data_damaged',
    message:
      `No backup of '${folder}' was made, because the copy is damaged: the entry "south.example/7" of listings ` +
      `does not match its checksum. Run forecourt verify --data ${folder} to find out whether the data folder or the ` +
      'disk of the backup is at fault.',
  });
  expect(readdirSync(place)).toEqual([]);
});
