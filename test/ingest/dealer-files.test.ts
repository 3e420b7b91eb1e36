// Dealers' stock files of many layouts, each with every fact that its records state. DEALER_FILES names another folder:
// then each file's count of right and wrong facts is printed.
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareStockFile, stockFiles } from './dealer-files.ts';

const OTHER_FOLDER = process.env.DEALER_FILES;
const FOLDER = OTHER_FOLDER ?? fileURLToPath(new URL('../fixtures/dealer-files', import.meta.url));

/** Files that are not read rightly yet, and what is missing of each: they are skipped with their count. */
const UNFINISHED: Readonly<Record<string, string>> = {
  'auto-trader-stock.json': 'what is not for sale',
  'bom-before-windows-1252.csv': 'its town',
  'camel-case.ndjson': 'its town',
  'classified-adverts.xml': 'what is not for sale',
  'data-items.json': 'its town and what is not for sale',
  'dms-report.csv': 'what is not for sale',
  'google-rss.xml': 'its town',
  'google-vehicle-ads.tsv': 'what is not for sale',
  'hand-unicode-text.txt': 'what is not for sale',
  'headerless.csv': 'its town',
  'json-ld-graph.json': 'what is not for sale',
  'meta-inventory.csv': 'its town and what is not for sale',
  'nexus-stock.json': 'what is not for sale',
  'pipe-export.txt': 'some of its texts and what is not for sale',
  'platform-vehicles.json': 'its town and what is not for sale',
  'portal-tabs.txt': 'what is not for sale',
  'shopify.csv': 'what is not for sale',
  'us-inventory.csv': 'the capitals of a variant',
  'vehicles-wrapper.json': 'what is not for sale',
  'website-export-status.csv': 'what is not for sale',
  'woocommerce.csv': 'some of its texts and what is not for sale',
  'wordpress-car-dealer.csv': 'what is not for sale',
  'wordpress-motors.csv': 'what is not for sale',
  'wordpress-wxr.xml': 'what is not for sale',
};

describe('a dealer’s stock file becomes the listings that its records state', () => {
  const summaries: string[] = [];
  afterAll(() => {
    if (OTHER_FOLDER !== undefined) process.stdout.write(`\n${summaries.join('')}`);
  });

  it.for(stockFiles(FOLDER))('%s', async (file, { skip }) => {
    const { right, wrong } = await compareStockFile(FOLDER, file);
    summaries.push(summary(file, right, wrong));
    const missing = OTHER_FOLDER === undefined ? UNFINISHED[file] : undefined;
    skip(
      wrong.length > 0 && missing !== undefined,
      `${right} facts right, ${wrong.length} wrong: ${missing}`,
    );
    expect(wrong).toEqual([]);
    expect(missing, 'a file that is read rightly is no longer listed as unfinished').toBeUndefined();
    expect(right).toBeGreaterThan(0);
  });
});

function summary(file: string, right: number, wrong: readonly string[]): string {
  const faults = [...new Set(wrong)].map((fault) => `    ${fault}\n`).join('');
  return `${file}: ${right} right, ${wrong.length} wrong\n${faults}`;
}
