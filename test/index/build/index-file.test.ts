// The index file: it is read as it was written, and an invalid one counts as absent.
import { buildSegment } from '../../engine/builders.ts';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoStock } from '../../../src/demo/generate.ts';
import { seedDemo } from '../../../src/demo/seed.ts';
import type { MergeSource } from '../../../src/engine/segment/merge-segments.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import {
  loadIndex,
  saveIndex,
  inspectIndex,
  findSavedSequence,
  waitForPendingIndex,
  type IndexContents,
} from '../../../src/index/build/index-file.ts';
import { indexFormat, indexFormatOf, indexedTablesVersion } from '../../../src/index/shared/index-format.ts';
import type { Listing } from '../../../src/listing/listing.ts';
import { toRow, LISTING_SCHEMA, TEXT_FIELDS } from '../../../src/index/shared/listing-schema.ts';
import { buildUpdate } from '../../../src/index/build/index-update.ts';
import { openStore } from '../../../src/store/store.ts';
import { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import type { Schema } from '../../../src/engine/schema.ts';

const gazetteer = loadGazetteer();
const listings = [...demoStock({ count: 300 })];
function segmentOf(some: readonly Listing[]): MergeSource {
  const rows = some.map((listing) => toRow(listing, gazetteer));
  return { data: buildSegment(LISTING_SCHEMA, rows), liveRows: null };
}
const saved: IndexContents = {
  identity: 'stock-1',
  sequence: 7,
  gazetteerVersion: 'places-1',
  parts: [
    segmentOf(listings.slice(0, 250)),
    { ...segmentOf(listings.slice(250)), liveRows: Uint32Array.of(5, 1) },
  ],
};

function withColumn(schema: Schema, name: string): Schema {
  return { ...schema, numbers: [...schema.numbers, name] };
}

/** The bytes of an index file as a program with another format writes them. */
function withFormat(file: Buffer, format: unknown): Buffer {
  const end = file.length - file.readUInt32LE(8);
  const header = JSON.parse(file.toString('utf8', end)) as object;
  const changed = Buffer.from(JSON.stringify({ ...header, format }));
  const start = Buffer.from(file.subarray(0, 16));
  start.writeUInt32LE(changed.length, 8);
  start.writeUInt32LE(crc32(changed), 12);
  return Buffer.concat([start, file.subarray(16, end), changed]);
}

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-index-'));
  path = join(folder, 'index.seg');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const seeded = mkdtempSync(join(tmpdir(), 'forecourt-demo-'));
afterAll(() => rmSync(seeded, { recursive: true, force: true }));

/** The folder with the demo stock, which is made once for all tests. */
async function fillFolder(): Promise<void> {
  await seedDemo(seeded, () => undefined);
  cpSync(seeded, folder, { recursive: true });
}

describe('the index file', () => {
  it('returns what was saved, and leaves no temporary file', async () => {
    expect(saveIndex(path, saved)).toBe(true);
    expect(await loadIndex(path, 'stock-1', 'places-1')).toEqual(saved);
    expect(readdirSync(folder)).toEqual(['index.seg']);
  });

  it('belongs to one stock and one version of the postcode tables', async () => {
    saveIndex(path, saved);
    expect(await loadIndex(path, 'stock-2', 'places-1')).toBeUndefined();
    expect(await loadIndex(path, 'stock-1', 'places-2')).toBeUndefined();
  });

  it('is loaded only if it is newer than the given sequence', async () => {
    saveIndex(path, saved);
    expect((await loadIndex(path, 'stock-1', 'places-1', 6))?.sequence).toBe(7);
    expect(await loadIndex(path, 'stock-1', 'places-1', 7)).toBeUndefined();
  });

  it('counts as absent if it is missing, empty, cut, longer, of another format or changed in any byte', async () => {
    expect(await loadIndex(path, 'stock-1', 'places-1')).toBeUndefined();
    saveIndex(path, saved);
    const whole = readFileSync(path);
    const tryBytes = (bytes: Uint8Array): Promise<unknown> => {
      writeFileSync(path, bytes);
      return loadIndex(path, 'stock-1', 'places-1');
    };
    expect(await tryBytes(whole)).toEqual(saved);
    expect(await tryBytes(withFormat(whole, indexFormat()))).toEqual(saved);
    const otherFormat = indexFormatOf(withColumn(LISTING_SCHEMA, 'doors'));
    for (const format of [3, '3', otherFormat]) {
      expect(await tryBytes(withFormat(whole, format)), `format ${format}`).toBeUndefined();
      expect(await inspectIndex(path, 'stock-1')).toBe('other');
      expect(findSavedSequence(path, saved)).toBeUndefined();
    }
    // Before layouts had numbers, a zero stood there.
    const otherLayout = Buffer.from(whole);
    otherLayout[7] = 0;
    expect(await tryBytes(otherLayout)).toBeUndefined();
    expect(await inspectIndex(path, 'stock-1')).toBe('other');
    expect(findSavedSequence(path, saved)).toBeUndefined();
    expect(await tryBytes(whole.subarray(0, 0))).toBeUndefined();
    for (const length of [7, 15, 16, 100, whole.length - 1]) {
      expect(await tryBytes(whole.subarray(0, length)), `cut at ${length}`).toBeUndefined();
    }
    expect(await tryBytes(Buffer.concat([whole, Buffer.from([0])]))).toBeUndefined();
    for (let at = 0; at < whole.length; at += Math.max(1, Math.floor(whole.length / 200))) {
      const changed = Buffer.from(whole);
      changed[at] ^= 0x10;
      expect(await tryBytes(changed), `byte ${at}`).toBeUndefined();
    }
  });

  it('stores arrays of several chunks, and detects damage in the last one', async () => {
    const { data } = saved.parts[0];
    const rows = new Uint32Array(5_000_001).fill(7);
    const large = { ...saved, parts: [{ data: { ...data, text: { ...data.text, rows } }, liveRows: null }] };
    saveIndex(path, large);
    const found = await loadIndex(path, 'stock-1', 'places-1');
    expect(found?.parts[0].data.text.rows.length).toBe(5_000_001);
    expect(found?.parts[0].data.text.rows.every((row) => row === 7)).toBe(true);
    const bytes = readFileSync(path);
    bytes[bytes.indexOf(Buffer.from(new Uint32Array(1000).fill(7).buffer)) + 4 * 5_000_000] ^= 1;
    writeFileSync(path, bytes);
    expect(await loadIndex(path, 'stock-1', 'places-1')).toBeUndefined();
  });

  it('reports that it cannot be written', () => {
    expect(saveIndex(join(folder, 'no such folder', 'index.seg'), saved)).toBe(false);
  });

  it('removes the temporary file of a dead process, but not of a live one', () => {
    // No process has a number this high.
    writeFileSync(`${path}.999999999.new`, 'left over');
    writeFileSync(`${path}.${process.ppid}.new`, 'being written');
    saveIndex(path, saved);
    expect(readdirSync(folder).sort()).toEqual(['index.seg', `index.seg.${process.ppid}.new`].sort());
  });
});

describe('indexFormat', () => {
  it('changes with the columns of the schema, their weights, the weight of tags and what breaks ties', () => {
    const { values, numbers, texts, tagWeight } = LISTING_SCHEMA;
    const [first, ...others] = texts;
    const changed: Partial<Schema>[] = [
      { values: [...values, { name: 'bodyType', termsOf: (value) => [value] }] },
      { values: values.slice(1) },
      { numbers: [...numbers, 'doors'] },
      { numbers: numbers.toReversed() },
      { texts: [...texts, { name: 'bodyType', boost: 1, b: 0, averageLength: 1 }] },
      { texts: [{ ...first, boost: 3 }, ...others] },
      { texts: [{ ...first, b: 0.5 }, ...others] },
      { texts: [{ ...first, averageLength: 2 }, ...others] },
      { tagWeight: tagWeight + 1 },
      { tieBreaker: 'year' },
      { shuffle: { by: 'shuffle', columns: [] } },
    ];
    const formats = [LISTING_SCHEMA, ...changed.map((part) => ({ ...LISTING_SCHEMA, ...part }))].map(
      (schema) => indexFormatOf(schema),
    );
    expect(formats[0]).toBe(indexFormat());
    expect(new Set(formats).size).toBe(12);
  });

  it('changes with the fields that fill a text column', () => {
    const fields = LISTING_SCHEMA.texts.map(({ name }) => [name]);
    const more = fields.map((names, i) => (i === 2 ? [...names, 'bodyType'] : names));
    expect(indexFormatOf(LISTING_SCHEMA, fields)).not.toBe(indexFormatOf(LISTING_SCHEMA, more));
  });

  it("changes with the trade's terms and the models", () => {
    const [first, second, shipped] = ['terms-1', 'terms-2', indexedTablesVersion()].map((version) =>
      indexFormatOf(LISTING_SCHEMA, TEXT_FIELDS, version),
    );
    expect(first).not.toBe(second);
    expect(shipped).toBe(indexFormat());
  });

  it('has another layout number if the same listings make other rows or segments', () => {
    // The tags depend on the trade's terms; tags.test.ts covers them.
    const rows = listings.map((listing) => toRow(listing, gazetteer));
    const data = buildSegment({ ...LISTING_SCHEMA, createTagger: undefined }, rows);
    saveIndex(path, { ...saved, parts: [{ data, liveRows: null }] });
    const bytes = withFormat(readFileSync(path), '').subarray(16);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    // If only the hash differs, and the order of the file's parts is as before, raise LAYOUT in index-format.ts; then write down
    // the new pair.
    expect([indexFormatOf(LISTING_SCHEMA, TEXT_FIELDS, 'terms-1'), hash]).toEqual([
      '11-a0fybj',
      'c27de1649071c1db',
    ]);
  });
});

it('a change of most of a large stock causes a full rebuild, a small one does not', async () => {
  await fillFolder();
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => {
    for (const listing of demoStock({ count: 9000 })) transaction.upsert({ ...listing, priceGbp: 1 });
  });
  const since = async (sequence: number) => {
    const { isFullRebuild: whole, parts } = await buildUpdate(
      store,
      gazetteer,
      { since: sequence, keys: [] },
      path,
    );
    return { whole, rows: parts.map(({ data }) => data.size) };
  };
  expect(await since(0)).toEqual({ whole: true, rows: [20_000] });
  expect(await since(1)).toEqual({ whole: false, rows: [9000] });
  expect(await since(2)).toEqual({ whole: false, rows: [] });
  await store.close();
}, 60_000);

it('a server that is far behind loads the index file of an import, if that is newer', async () => {
  await fillFolder();
  const store = openStore(folder, { mode: 'read' });
  const left = { identity: store.storeId ?? '', gazetteerVersion: gazetteer.version, parts: saved.parts };
  const changeAfter = async (sequence: number | null) => {
    const {
      isFullRebuild: whole,
      isFromFile: saved,
      sequence: reached,
      parts,
    } = await buildUpdate(store, gazetteer, { since: sequence, keys: [] }, path);
    return { whole, saved, reached, rows: parts.map(({ data }) => data.size) };
  };
  const built = { whole: true, saved: false, reached: 1, rows: [20_000] };
  expect(await changeAfter(0)).toEqual(built);
  saveIndex(path, { ...left, sequence: 1 });
  expect(await changeAfter(0)).toEqual({ whole: true, saved: true, reached: 1, rows: [250, 50] });
  expect(await changeAfter(null)).toEqual({ whole: true, saved: true, reached: 1, rows: [250, 50] });
  expect(await changeAfter(1)).toEqual({ whole: false, saved: false, reached: 1, rows: [] });
  saveIndex(path, { ...left, sequence: 0 });
  expect(await changeAfter(0)).toEqual(built);
  saveIndex(path, { ...left, sequence: 1 });
  writeFileSync(path, withFormat(readFileSync(path), indexFormatOf(withColumn(LISTING_SCHEMA, 'doors'))));
  expect(await changeAfter(0)).toEqual(built);
  await store.close();
}, 60_000);

describe('a start', () => {
  async function responses(): Promise<unknown> {
    const search = openEmbeddedBackend(folder, { threads: false });
    await search.catchUp();
    const { query } = search.service.parse([
      ['q', 'heated seats'],
      ['sort', 'relevance'],
      ['location', 'LS1'],
    ]);
    const result = await search.service.search(query);
    await search.close();
    return result;
  }

  it('gives the same results with the file, without it and with a damaged one', async () => {
    await fillFolder();
    expect((await stockStatus(folder)).listings).toBe(20_000);
    const first = await responses();
    expect(readdirSync(folder)).toContain('index.seg');
    expect(await responses()).toEqual(first);
    writeFileSync(path, readFileSync(path).fill(0, 5000, 6000));
    expect(await responses()).toEqual(first);
    rmSync(path);
    expect(await responses()).toEqual(first);
  }, 60_000);
});

describe('waitForPendingIndex', () => {
  it('ends once the index has its final name', async () => {
    const store = openStore(folder, { mode: 'write' });
    writeFileSync(`${path}.next`, '');
    let isOver = false;
    const waiting = waitForPendingIndex(path, folder).finally(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    rmSync(`${path}.next`);
    expect(await waiting).toBe(true);
    await store.close();
  });

  it('ignores what a killed import left', async () => {
    await openStore(folder, { mode: 'write' }).close();
    writeFileSync(`${path}.next`, '');
    expect(await waitForPendingIndex(path, folder)).toBe(false);
  });

  it('does not wait for an import without an index', async () => {
    const store = openStore(folder, { mode: 'write' });
    expect(await waitForPendingIndex(path, folder)).toBe(false);
    await store.close();
  });
});
