// A feed into the stock: the feed room reads, the store room writes, and one transaction holds it all. Either the whole
// run counts or nothing of it.
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  duplicateRejection,
  duplicateVehicleRejection,
  type RecordResult,
  type FeedListing,
  type Rejection,
} from './record-result.ts';
import {
  formatPosition,
  ImportReportBuilder,
  type ImportReport,
  type RecordPosition,
} from './import-report.ts';
import { readFeed, type FeedOptions } from './read-feed.ts';
import { FirstImportIndex } from '../index/first-import-index.ts';
import { Problem } from '../problem.ts';
import type { DuplicateListings } from '../store/duplicate-counts.ts';
import type { StoreTransaction } from '../store/transaction.ts';
import { openStore } from '../store/store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';
import { FeedRights, HandRights, type FeedScope, type SendingRights } from './feed-rights.ts';
import {
  BlockedImport,
  findShrunkDealers,
  reportedShrinkage,
  type ReportedShrinkage,
} from './shrink-guard.ts';

export interface FeedFile {
  /** For sentences and reports. */
  readonly name: string;
  /** A path, or the bytes themselves. */
  readonly source: string | Readable;
}

/** How the feeds of a run are read. */
export type ParseOptions = Pick<FeedOptions, 'format' | 'layout' | 'mapping' | 'dealer' | 'encoding'>;

export interface ImportOptions extends ParseOptions {
  /** Only add and update; otherwise a dealer's listings that the run does not hold are withdrawn. */
  readonly merge: boolean;
  /** Withdraw also where a dealer would lose more than half of its stock. */
  readonly force?: boolean;
  /** Of an import by hand: also dealers that belong to a feed; they stay the feed's. */
  readonly overrideFeeds?: boolean;
  /** The clock: milliseconds since 1970, UTC. */
  readonly now?: (() => number) | undefined;
  /** Ends the run, and takes everything back. */
  readonly signal?: AbortSignal;
  /** Called while feeds are read, and before anything is committed; what it throws ends the run like `signal`. */
  readonly checkpoint?: FeedOptions['checkpoint'];
  /** The configured feed that this is a run of. */
  readonly feed?: ConfiguredFeed;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called with every rejection; its record is that of the feed. */
  readonly onRejection?: (rejection: Rejection) => void;
}

export interface ConfiguredFeed {
  readonly name: string;
  readonly scope: FeedScope;
  /**
   * What is to be kept of the feed after the run, any JSON value. It is saved with the run, or not at all. Changes of
   * dealers' stocks with numbers above `seen` come after what the run has seen, its own ones included.
   */
  stateAfter(run: ImportRun, earlier: unknown, seen: number): unknown;
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
  /** Held back: all was read, and nothing was written. `withdrawn` is what would have been. */
  readonly outcome: 'imported' | 'blocked';
  /** Only of a run that was held back: the dealers who would have lost too much, at most twenty. */
  readonly blocked?: readonly ReportedShrinkage[];
  /** The name of the configured feed. */
  readonly feed?: string;
  readonly files: readonly string[];
  readonly merge: boolean;
  /** After the run, of the whole stock; absent where nothing was written. */
  readonly shared?: DuplicateListings;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly tookMs: number;
}

/**
 * Imports feeds as one run. Problems: of the feeds (`feed_unreadable`, `feed_empty`), of the folder (`data_…`), and
 * `import_blocked`, a BlockedImport, of which the report is kept; of an import by hand also `dealer_owned`. After any of them the
 * stock is as it was. A run of which every record is rejected is one of them.
 */
export async function importFeeds(
  folder: string,
  feeds: readonly FeedFile[],
  options: ImportOptions,
): Promise<ImportRun> {
  const store = openStore(folder, { mode: 'write', now: options.now });
  const save = (transaction: StoreTransaction, run: ImportRun): void => {
    transaction.saveReport(run);
    const { feed } = options;
    if (feed === undefined) return;
    if (run.outcome === 'imported') takeDealers(transaction, feed, options.merge);
    const earlier = store.feedState(feed.name);
    transaction.saveFeedState(feed.name, feed.stateAfter(run, earlier, transaction.changesBefore));
  };
  const firstIndex = store.sequence === 0 ? firstIndexFor(folder) : undefined;
  if (firstIndex === undefined) FirstImportIndex.removeLeftOver(indexPath(folder));
  try {
    let prepared = Promise.resolve(false);
    const run = await store.write(async (transaction) => {
      if (firstIndex !== undefined) transaction.onInsert((key, record) => firstIndex.add(key, record));
      const run = await importInto(transaction, feeds, options, () => firstIndex?.settled());
      if (run.outcome === 'blocked') throw new BlockedImport(run);
      options.checkpoint?.(0);
      save(transaction, run);
      // The first change of a stock has the number 1. The index is finished while the stock is committed.
      if (firstIndex !== undefined) prepared = firstIndex.prepare(store.storeId ?? '', 1);
      return run;
    });
    if (await prepared) firstIndex?.publish();
    return run;
  } catch (error) {
    await firstIndex?.discard();
    if (error instanceof BlockedImport) await store.write((transaction) => save(transaction, error.run));
    throw error;
  } finally {
    await store.close();
  }
}

/**
 * Reads all feeds into `target`, and withdraws what they do not hold, unless the run has to be held back. `settled` is
 * waited for now and then.
 */
export async function importInto(
  target: ImportTarget,
  feeds: readonly FeedFile[],
  options: ImportOptions,
  settled?: () => Promise<void> | undefined,
): Promise<ImportRun> {
  const startedAt = (options.now ?? Date.now)();
  const rights = sendingRightsOf(options, target.owners());
  const importer = new FeedImporter(target, rights, feeds.length > 1);
  for (const feed of feeds) await importer.read(feed, options, startedAt, settled);
  importer.checkAccepted();
  if (!options.merge) target.expectDealers(rights.dealers);
  importer.withdrawReplaced();
  const shrinkage = options.merge ? [] : findShrunkDealers(target.shrinkage());
  const blocked = options.force === true ? [] : shrinkage;
  if (options.force === true) target.acceptShrinkage(shrinkage.map(({ dealer }) => dealer));
  return {
    ...importer.finish(options.merge, blocked.length > 0),
    outcome: blocked.length > 0 ? 'blocked' : 'imported',
    ...(blocked.length > 0 && { blocked: reportedShrinkage(blocked) }),
    ...(options.feed !== undefined && { feed: options.feed.name }),
    files: feeds.map(({ name }) => basename(name)),
    merge: options.merge,
    ...(blocked.length === 0 && { shared: target.duplicates() }),
    startedAt: new Date(startedAt).toISOString(),
    tookMs: (options.now ?? Date.now)() - startedAt,
  };
}

function sendingRightsOf(
  { feed, overrideFeeds }: ImportOptions,
  owners: ReadonlyMap<string, string>,
): SendingRights {
  if (feed !== undefined) return new FeedRights(feed.name, feed.scope, owners);
  return new HandRights(owners, overrideFeeds === true);
}

/** What the feed has sent belongs to it from now on. */
function takeDealers(transaction: StoreTransaction, { name, scope }: ConfiguredFeed, merge: boolean): void {
  const rights = new FeedRights(name, scope, transaction.owners());
  transaction.attributeTo(name);
  for (const dealer of transaction.sentDealers())
    transaction.setDealerOwner(dealer, rights.ownerAfter(dealer, merge));
}

function firstIndexFor(folder: string): FirstImportIndex {
  return new FirstImportIndex({
    folder,
    postcodeTablePath: postcodeTablePath(folder),
    indexPath: indexPath(folder),
  });
}

/** What a run is read into. */
export type ImportTarget = Pick<
  StoreTransaction,
  | 'upsert'
  | 'shrinkage'
  | 'withdrawMissing'
  | 'withdrawReplaced'
  | 'owners'
  | 'expectDealers'
  | 'acceptShrinkage'
  | 'duplicates'
>;

/** A file and a line are one number: 65,536 files of so many lines. */
const MAX_LINES = 2 ** 32;

class FeedImporter {
  readonly #target: ImportTarget;
  readonly #rights: SendingRights;
  readonly #report = new ImportReportBuilder();
  readonly #outcomes = { added: 0, changed: 0, unchanged: 0 };
  /** Whether a line alone does not say where. */
  readonly #manyFiles: boolean;
  /** The files read so far, by name. */
  readonly #files: string[] = [];
  #records = 0;
  #replaced = 0;

  constructor(target: ImportTarget, rights: SendingRights, manyFiles: boolean) {
    this.#target = target;
    this.#rights = rights;
    this.#manyFiles = manyFiles;
  }

  async read(
    { name, source }: FeedFile,
    options: ImportOptions,
    now: number,
    settled?: () => Promise<void> | undefined,
  ): Promise<void> {
    const { format, layout, mapping, dealer, encoding, onProgress, onRejection, signal, checkpoint } =
      options;
    const file = this.#manyFiles ? basename(name) : undefined;
    this.#files.push(basename(name));
    const batches = readFeed(source, {
      name,
      format,
      layout,
      mapping,
      dealer,
      encoding,
      now,
      keepRecords: onRejection !== undefined,
      checkpoint: (bytes) => {
        signal?.throwIfAborted();
        checkpoint?.(bytes);
      },
      onProgress: (progress) => onProgress?.({ name, ...progress, records: this.#records }),
    });
    for await (const items of batches) {
      for (const item of items) {
        const rejection = this.#addRecord(item, file);
        if (rejection !== undefined) onRejection?.(rejection);
      }
      await settled?.();
    }
  }

  /** Throws a Problem where every record was rejected. */
  checkAccepted(): void {
    const { added, changed, unchanged } = this.#outcomes;
    if (added + changed + unchanged > 0) return;
    throw nothingAccepted(this.#report.report({ ...this.#outcomes, withdrawn: 0, replaced: 0 }));
  }

  /** Before anything else is withdrawn: what has come under another id is not lost. */
  withdrawReplaced(): void {
    this.#replaced = this.#target.withdrawReplaced();
  }

  finish(merge: boolean, isBlocked: boolean): ImportReport {
    const lost = (): number => this.#target.shrinkage().reduce((sum, { missing }) => sum + missing, 0);
    const withdrawn = merge ? 0 : isBlocked ? lost() : this.#target.withdrawMissing();
    const replaced = this.#replaced;
    return this.#report.report({ ...this.#outcomes, withdrawn: withdrawn + replaced, replaced });
  }

  /** Undefined for a record that was taken. */
  #addRecord(item: RecordResult, file: string | undefined): Rejection | undefined {
    this.#records += 1;
    const rejection = item.kind === 'rejection' ? item : this.#upsert(item);
    this.#report.add(rejection ?? item, file);
    return rejection;
  }

  #upsert(item: FeedListing): Rejection | undefined {
    const { line, listing, vehicle, record } = item;
    const foreign = this.#rights.rejectionOf(item);
    if (foreign !== undefined) return { ...foreign, record };
    const position = (this.#files.length - 1) * MAX_LINES + Math.min(line, MAX_LINES - 1);
    const outcome = this.#target.upsert(listing, { vehicle, position: position });
    if (outcome === 'duplicate') return { ...duplicateRejection(line, listing), record };
    if (typeof outcome === 'object') {
      const { id, shared, position: place } = outcome;
      return {
        ...duplicateVehicleRejection(line, listing, {
          id,
          shared,
          position: formatPosition(this.#positionOf(place)),
        }),
        record,
      };
    }
    this.#outcomes[outcome] += 1;
    return undefined;
  }

  #positionOf(position: number): RecordPosition {
    const file = this.#manyFiles ? this.#files[Math.floor(position / MAX_LINES)] : undefined;
    return { ...(file !== undefined && { file }), line: position % MAX_LINES };
  }
}

function nothingAccepted({ read, rejections }: ImportReport): Problem {
  const first = rejections[0]?.samples[0];
  const reason = first === undefined ? '' : ` The first: ${formatPosition(first)}: ${first.sentence}.`;
  const what = read === 1 ? 'The only record was' : `All ${read} records were`;
  return new Problem('feed_unreadable', `${what} rejected, so nothing was imported.${reason}`);
}
