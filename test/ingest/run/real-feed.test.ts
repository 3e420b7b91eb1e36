// The reference feed: realistic dealer stock, invalid values included. Skipped without the reference data.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ImportReportBuilder } from '../../../src/ingest/status/import-report.ts';
import { readFeed } from '../../../src/ingest/run/read-feed.ts';
import { NOW } from '../collect.ts';

const PATH = fileURLToPath(new URL('../../../../shared/data/feeds/dealer-stock.ndjson.gz', import.meta.url));

it.skipIf(!existsSync(PATH))('the reference feed (../shared) is read without a rejection', async () => {
  const builder = new ImportReportBuilder();
  const classes = new Map<string, number>();
  for await (const results of readFeed(PATH, { now: NOW })) {
    for (const result of results) {
      builder.add(result);
      if (result.kind !== 'listing') continue;
      for (const name of [result.listing.fuelType, result.listing.transmission]) {
        if (name !== null) classes.set(name, (classes.get(name) ?? 0) + 1);
      }
    }
  }
  expect(builder.report({ added: 0, changed: 0, unchanged: 0, withdrawn: 0, replaced: 0 })).toMatchObject({
    read: 99_187,
    rejected: 0,
    valueIssues: [
      { field: 'year', reason: 'out_of_range', count: 1, samples: [{ line: 39_176, value: "'2060'" }] },
    ],
  });
  expect(Object.fromEntries(classes)).toEqual({
    Petrol: 54_928,
    Diesel: 40_928,
    Hybrid: 3078,
    Electric: 6,
    Other: 247 + 9,
    Manual: 56_445,
    Automatic: 22_677 + 20_056,
  });
});
