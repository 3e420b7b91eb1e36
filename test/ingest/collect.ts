// Reads whole feeds from literal text or bytes.
import { Readable } from 'node:stream';
import type { RecordResult } from '../../src/ingest/values/record-result.ts';
import { readFeed, type ReadOptions } from '../../src/ingest/run/read-feed.ts';
import { Problem } from '../../src/problem.ts';

/** The import time of the tests in this folder. */
export const NOW = Date.UTC(2026, 4, 17, 12);

type Input = string | Buffer | readonly Buffer[];

export async function resultsOf(input: Input, options: ReadOptions = {}): Promise<RecordResult[]> {
  const chunks = typeof input === 'string' ? [Buffer.from(input)] : Buffer.isBuffer(input) ? [input] : input;
  const items: RecordResult[] = [];
  const source = Readable.from(chunks.filter((chunk) => chunk.length > 0));
  for await (const batch of readFeed(source, { now: NOW, name: 'stock', ...options })) items.push(...batch);
  return items;
}

/** The feed's Problem as `code: message`. Fails if there is none. */
export async function problemOf(input: Input, options: ReadOptions = {}): Promise<string> {
  try {
    await resultsOf(input, options);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('The feed was read without a problem');
}

/** The results, or the Problem's code and message. */
export async function outcomeOf(input: Input, options: ReadOptions = {}): Promise<RecordResult[] | string> {
  try {
    return await resultsOf(input, options);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** The line and id of each listing, the line and reason of each rejection. */
export function outline(results: readonly RecordResult[]): string[] {
  return results.map(
    (result) => `${result.line} ${result.kind === 'listing' ? result.listing.id : result.reason}`,
  );
}
