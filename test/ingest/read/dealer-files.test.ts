// Dealers' stock files of many layouts, each with every fact that its records state. DEALER_FILES names another folder:
// then each file's count of right and wrong facts is printed.
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareStockFile, stockFiles } from './dealer-files.ts';

const OTHER_FOLDER = process.env.DEALER_FILES;
const FOLDER = OTHER_FOLDER ?? fileURLToPath(new URL('../../fixtures/dealer-files', import.meta.url));

describe('a dealer’s stock file becomes the listings that its records state', () => {
  const summaries: string[] = [];
  afterAll(() => {
    if (OTHER_FOLDER !== undefined) process.stdout.write(`\n${summaries.join('')}`);
  });

  it.for(stockFiles(FOLDER))('%s', async (file) => {
    const { right, wrong } = await compareStockFile(FOLDER, file);
    summaries.push(summary(file, right, wrong));
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(0);
  });
});

function summary(file: string, right: number, wrong: readonly string[]): string {
  const faults = [...new Set(wrong)].map((fault) => `    ${fault}\n`).join('');
  return `${file}: ${right} right, ${wrong.length} wrong\n${faults}`;
}
