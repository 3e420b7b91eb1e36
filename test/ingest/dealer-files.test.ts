// Dealers' stock files of many layouts, each with every fact that its records state. DEALER_FILES names another folder:
// then each file's count of right and wrong facts is printed.
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareStockFile, stockFiles } from './dealer-files.ts';

const OTHER_FOLDER = process.env.DEALER_FILES;
const FOLDER = OTHER_FOLDER ?? fileURLToPath(new URL('../fixtures/dealer-files', import.meta.url));

/** Files that are not read rightly yet, and what is missing of each. */
const UNFINISHED: Readonly<Record<string, string>> = {
  'pipe-export.txt': 'some of its texts',
  'us-inventory.csv': 'the capitals of a variant',
};

describe('a dealer’s stock file becomes the listings that its records state', () => {
  const summaries: string[] = [];
  afterAll(() => {
    if (OTHER_FOLDER !== undefined) process.stdout.write(`\n${summaries.join('')}`);
  });

  it.for(stockFiles(FOLDER))('%s', async (file) => {
    const { right, wrong } = await compareStockFile(FOLDER, file);
    summaries.push(summary(file, right, wrong));
    const missing = OTHER_FOLDER === undefined ? UNFINISHED[file] : undefined;
    // Listed until it is read rightly: then its entry is removed.
    if (missing === undefined) expect(wrong).toEqual([]);
    else expect(wrong).not.toEqual([]);
    expect(right).toBeGreaterThan(0);
  });
});

function summary(file: string, right: number, wrong: readonly string[]): string {
  const faults = [...new Set(wrong)].map((fault) => `    ${fault}\n`).join('');
  return `${file}: ${right} right, ${wrong.length} wrong\n${faults}`;
}
