// Dealers' stock files of many layouts, each with every fact that its records state. DEALER_FILES names another folder:
// then each file's count of right and wrong facts is printed.
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareStockFile, stockFiles } from './dealer-files.ts';

const OTHER_FOLDER = process.env.DEALER_FILES;
const FOLDER = OTHER_FOLDER ?? fileURLToPath(new URL('../fixtures/dealer-files', import.meta.url));

/** Files that are not read rightly yet: each is skipped with its count until it is. */
const UNFINISHED = new Set<string>(
  OTHER_FOLDER === undefined
    ? [
        'auto-trader-stock.json',
        'bom-before-windows-1252.csv',
        'camel-case.ndjson',
        'classified-adverts.xml',
        'data-items.json',
        'dms-no-addresses.csv',
        'dms-report.csv',
        'finance-feed.csv',
        'google-rss.xml',
        'google-vehicle-ads.tsv',
        'hand-unicode-text.txt',
        'headerless.csv',
        'json-ld-graph.json',
        'meta-inventory.csv',
        'nested-stock.xml',
        'nexus-stock.json',
        'pipe-export.txt',
        'platform-vehicles.json',
        'portal-tabs.txt',
        'shopify.csv',
        'us-inventory.csv',
        'vehicles-wrapper.json',
        'vin-as-id.tsv',
        'website-export-status.csv',
        'woocommerce.csv',
        'wordpress-car-dealer.csv',
        'wordpress-motors.csv',
        'wordpress-wxr.xml',
      ]
    : [],
);

describe('a dealer’s stock file becomes the listings that its records state', () => {
  const summaries: string[] = [];
  afterAll(() => {
    if (OTHER_FOLDER !== undefined) process.stdout.write(`\n${summaries.join('')}`);
  });

  it.for(stockFiles(FOLDER))('%s', async (file, { skip }) => {
    const { right, wrong } = await compareStockFile(FOLDER, file);
    summaries.push(summary(file, right, wrong));
    skip(wrong.length > 0 && UNFINISHED.has(file), `${right} facts right, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(0);
  });
});

function summary(file: string, right: number, wrong: readonly string[]): string {
  const faults = [...new Set(wrong)].map((fault) => `    ${fault}\n`).join('');
  return `${file}: ${right} right, ${wrong.length} wrong\n${faults}`;
}
