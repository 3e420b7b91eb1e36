// A feed into the stock: the feed room reads, the store room writes, and one transaction holds it all. Either the whole
// run counts or nothing of it.
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { FeedFormat } from '../feed/feed-format.ts';
import { duplicateRejection, type FeedItem } from '../feed/feed-item.ts';
import { ImportTally, type ImportReport, type Place } from '../feed/import-report.ts';
import { readFeed } from '../feed/read-feed.ts';
import { Problem } from '../problem.ts';
import type { StockTransaction } from '../store/stock-transaction.ts';
import { openStore } from '../store/store.ts';

export interface FeedFile {
  /** For sentences and reports. */
  readonly name: string;
  /** A path, or the bytes themselves. */
  readonly source: string | Readable;
}

export interface ImportOptions {
  /** Only add and update; otherwise a dealer's listings that the run does not hold are withdrawn. */
  readonly merge: boolean;
  readonly format?: FeedFormat;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  /** File now being read. */
  readonly name: string;
  readonly bytesRead: number;
  /** Undefined where it cannot be known. */
  readonly bytesTotal?: number;
  /** Records read so far, of all files. */
  readonly records: number;
}

/** What is kept of an import. */
export interface ImportRun extends ImportReport {
  readonly files: readonly string[];
  readonly merge: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly tookMs: number;
}

/**
 * Imports feeds as one run. Problems: of the feeds (`feed_unreadable`, `feed_empty`) and of the folder (`data_…`); after
 * any of them the stock is as it was. A run of which every record is rejected is one of them.
 */
export async function importStock(
  folder: string,
  feeds: readonly FeedFile[],
  options: ImportOptions,
): Promise<ImportRun> {
  const startedAt = Date.now();
  const store = openStore(folder, { mode: 'write' });
  try {
    return await store.write(async (transaction) => {
      const run = new Run(transaction, feeds.length > 1);
      for (const feed of feeds) await run.read(feed, options, startedAt);
      const report: ImportRun = {
        ...run.finish(options.merge),
        files: feeds.map(({ name }) => basename(name)),
        merge: options.merge,
        startedAt: new Date(startedAt).toISOString(),
        tookMs: Date.now() - startedAt,
      };
      if (report.read === report.rejected) throw nothingAccepted(report);
      transaction.saveReport(report);
      return report;
    });
  } finally {
    await store.close();
  }
}

class Run {
  readonly #transaction: StockTransaction;
  readonly #tally = new ImportTally();
  readonly #outcomes = { added: 0, changed: 0, unchanged: 0 };
  /** Whether a line alone does not say where. */
  readonly #manyFiles: boolean;
  #records = 0;

  constructor(transaction: StockTransaction, manyFiles: boolean) {
    this.#transaction = transaction;
    this.#manyFiles = manyFiles;
  }

  async read({ name, source }: FeedFile, options: ImportOptions, now: number): Promise<void> {
    const { format, onProgress } = options;
    const file = this.#manyFiles ? basename(name) : undefined;
    const batches = readFeed(source, {
      name,
      format,
      now,
      onProgress: (progress) => onProgress?.({ name, ...progress, records: this.#records }),
    });
    for await (const items of batches) for (const item of items) this.#take(item, file);
  }

  finish(merge: boolean): ImportReport {
    const withdrawn = merge ? 0 : this.#transaction.withdrawMissing();
    return this.#tally.report({ ...this.#outcomes, withdrawn });
  }

  #take(item: FeedItem, file: string | undefined): void {
    this.#records += 1;
    if (item.kind === 'rejection') return this.#tally.add(item, file);
    const outcome = this.#transaction.upsert(item.listing);
    if (outcome === 'duplicate') return this.#tally.add(duplicateRejection(item.line, item.listing), file);
    this.#outcomes[outcome] += 1;
    this.#tally.add(item, file);
  }
}

/** `line 7`, or `north.csv, line 7`. */
export function placeText({ file, line }: Place): string {
  return file === undefined ? `line ${line}` : `${file}, line ${line}`;
}

function nothingAccepted({ read, rejections }: ImportReport): Problem {
  const first = rejections[0]?.samples[0];
  const why = first === undefined ? '' : ` The first: ${placeText(first)}: ${first.sentence}.`;
  const what = read === 1 ? 'The only record was' : `All ${read} records were`;
  return new Problem('feed_unreadable', `${what} rejected, so nothing was imported.${why}`);
}
