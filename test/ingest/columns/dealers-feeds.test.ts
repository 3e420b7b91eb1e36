// Feeds as dealers send them, one file for each layout and hazard, with their exact results.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordResult } from '../../../src/ingest/values/record-result.ts';
import { FeedProfile } from '../../../src/ingest/columns/feed-profile.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import type { ReadOptions } from '../../../src/ingest/run/read-feed.ts';
import { resultsOf, outcomeOf, problemOf } from '../collect.ts';
import { FEED_CASES, type FeedCase } from './dealers-feeds.ts';

const bytesOf = (file: string): Buffer =>
  readFileSync(new URL(`../../fixtures/feeds/${file}`, import.meta.url));
const MAPPING = parseMapping(JSON.parse(bytesOf('mapped.mapping.json').toString()), 'mapped.mapping.json');

function compact(result: RecordResult): unknown {
  if (result.kind !== 'listing') return `${result.line} ${result.reason}: ${result.message}`;
  const known = Object.entries(result.listing).filter(
    ([, value]) => value !== null && JSON.stringify(value) !== '[]',
  );
  const valueIssues = result.valueIssues.map(
    ({ field, reason, value, count }) => `${field} ${reason} ${value} ${count}`,
  );
  return {
    line: result.line,
    ...Object.fromEntries(known),
    ...result.vehicle,
    ...(valueIssues.length > 0 && { valueIssues }),
    ...(result.ignoredColumns !== undefined && { ignoredColumns: result.ignoredColumns }),
  };
}

function optionsOf({ file, dealer }: FeedCase): ReadOptions {
  return { ...(dealer !== undefined && { dealer }), ...(file === 'mapped.txt' && { mapping: MAPPING }) };
}

describe.each(FEED_CASES)('$file', (feed) => {
  it('is read as its dealer meant it', async () => {
    const profile = new FeedProfile();
    const items = await resultsOf(bytesOf(feed.file), { ...optionsOf(feed), profile });
    expect(profile.layout).toBe(feed.layout);
    expect(items.map(compact)).toEqual(feed.items);
  });

  it('is read alike with an explicit layout', async () => {
    const layout = feed.layout as ReadOptions['layout'];
    const items = await resultsOf(bytesOf(feed.file), { ...optionsOf(feed), layout });
    expect(items.map(compact)).toEqual(feed.items);
  });

  it('is read alike in chunks of any size', async () => {
    const bytes = bytesOf(feed.file);
    const single = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect((await resultsOf(single, optionsOf(feed))).map(compact)).toEqual(feed.items);
  });

  it('gives results or a Problem if any byte is changed or the rest is missing', async () => {
    const bytes = bytesOf(feed.file);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat({ max: 255 }),
        fc.nat(),
        fc.nat(),
        async (place, byte, length, cut) => {
          const changed = Buffer.from(bytes);
          changed[place % changed.length] = byte;
          const kept = length % 2 === 0 ? changed : changed.subarray(0, length % changed.length);
          const whole = await outcomeOf(kept, optionsOf(feed));
          if (typeof whole === 'string') expect(whole).toMatch(/^feed_(?:unreadable|empty): stock: \S/);
          const at = cut % (kept.length + 1);
          expect(await outcomeOf([kept.subarray(0, at), kept.subarray(at)], optionsOf(feed))).toEqual(whole);
        },
      ),
      { seed: 31, numRuns: 100 },
    );
  });
});

it.each([
  ['dms-utf-16.csv', 'dms.csv', 'northgate-cars.example'],
  ['general-windows-1252.csv', 'general.csv', 'westgate-cars.example'],
])('%s is read as %s is', async (file, other, dealer) => {
  expect(await resultsOf(bytesOf(file), { dealer })).toEqual(await resultsOf(bytesOf(other), { dealer }));
});

it('a record without a dealer is rejected', async () => {
  const items = await resultsOf(bytesOf('google.tsv'));
  expect(items.map(compact)).toEqual([
    '2 missing_dealer: dealer is missing',
    '3 missing_dealer: dealer is missing',
  ]);
});

it('a DTD is rejected, and its entities with it', async () => {
  expect(await problemOf(bytesOf('billion-laughs.xml'))).toBe(
    'feed_unreadable: stock: line 5 has a DTD (<!DOCTYPE …>), and DTDs are not read. Save the feed without it.',
  );
});

it('is read in linear time, whatever its values contain', async () => {
  const signs = [' ', '\t', '1', ',', '(', 'a(', '<', '&', ' ;', 'http://', '|', '<p ', 'display:'];
  const names = [
    'Vehicle_Id',
    'Colour',
    'Doors',
    'Mileage',
    'EngineSize',
    'PictureRefs',
    'Description',
    'Address',
    'Dealer',
  ];
  const started = process.cpuUsage().user;
  for (const sign of signs) {
    const long = `${sign.repeat(Math.floor(100_000 / sign.length))}x`;
    for (const name of names) {
      const record = {
        Full_Registration: 'AB12 CDE',
        Vehicle_URL: 'https://a.example/1',
        [name]: long,
        [long]: 1,
      };
      await resultsOf(JSON.stringify(record), { layout: 'dms' });
    }
  }
  expect(process.cpuUsage().user - started).toBeLessThan(20_000_000);
});
