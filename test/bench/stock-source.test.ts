// Sources of a run's stock: a corpus becomes a feed file, and a given feed stays where it is.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { writeFeed } from '../../bench/corpus/feed-file.ts';
import { corpusSource, feedSource } from '../../bench/corpus/stock-source.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forecourt-source-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('a corpus is written once, and its first listings can be had again', async () => {
  const source = corpusSource('300', 300, 5);
  const { feed, sample } = await source.prepare(folder);
  expect(readFileSync(feed, 'utf8').trimEnd().split('\n')).toHaveLength(300);
  expect(sample.listings.length).toBeGreaterThan(200);
  expect(await source.first(10)).toEqual([...corpus({ size: 300, seed: 5 })].slice(0, 10));
});

it('a feed is read where it lies, without the records that are refused', async () => {
  const path = join(folder, 'own.ndjson');
  writeFeed(path, corpus({ size: 300, seed: 5 }));
  const before = readFileSync(path, 'utf8');
  const source = feedSource(path, 5);
  expect(source.name).toBe('own.ndjson');
  const { feed, sample } = await source.prepare(folder);
  expect(feed).toBe(path);
  expect(sample).toEqual((await corpusSource('300', 300, 5).prepare(folder)).sample);
  expect(await source.first(1000)).toHaveLength(300);
  expect(readFileSync(path, 'utf8')).toBe(before);
});

it('a feed that is not there is refused before anything is done', () => {
  const path = join(folder, 'none.ndjson');
  expect(() => feedSource(path, 1)).toThrow(`there is no file '${path}'`);
  expect(existsSync(path)).toBe(false);
});
