// Imports feeds into the store: one run is one transaction, so all of it is saved or nothing.
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  duplicateRejection,
  duplicateVehicleRejection,
  type RecordResult,
  type FeedListing,
  type Omission,
  type Rejection,
  type CachedRecord,
} from './record-result.ts';
import {
  formatPosition,
  ImportReportBuilder,
  nothingAccepted,
  type ImportReport,
  type RecordPosition,
  type ImportRun,
} from './import-report.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import type { FeedSettings } from '../columns/feed-mapping.ts';
import type { Checkpoint } from '../read/decompress.ts';
import { readFeed } from './read-feed.ts';
import { RejectedRecords } from './next-step.ts';
import { listingKey } from '../../listing/listing.ts';
import { FirstImportIndex } from '../../index/first-import-index.ts';
import type { StoreTransaction } from '../../store/transaction.ts';
import { openStore } from '../../store/store.ts';
import { indexPath, knownRecordsPath, postcodeTablePath } from '../../store/paths.ts';
import { sendingRights, type FeedScope, type SendingRights } from '../dealers/feed-rights.ts';
import { lastCoverage, withFormerOpenFeeds } from '../status/feed-state.ts';
import { takeDealers } from '../dealers/dealer-owners.ts';
import { BlockedImport, findShrunkDealers, reportedShrinkage } from '../dealers/shrink-guard.ts';
import { RecordMemory } from './record-memory.ts';

export interface FeedFile {
  /** Name in messages and reports. */
  readonly name: string;
  /** A path, or a stream of bytes. */
  readonly source: string | Readable;
}

/** The settings, and what a run needs. */
export interface ImportOptions extends FeedSettings {
  /** Add and update only. False: a dealer's listings that are not in the run are withdrawn. */
  readonly merge: boolean;
  /** Override the shrink guard. */
  readonly force?: boolean;
  /** Manual imports only: accept listings of dealers that belong to feeds. Ownership stays with the feed. */
  readonly overrideFeeds?: boolean;
  /** The clock: milliseconds since 1970, UTC. */
  readonly now?: (() => number) | undefined;
  /** Aborts the run and rolls it back. */
  readonly signal?: AbortSignal;
  /** Called while feeds are read, and before the commit. If it throws, the run is rolled back. */
  readonly checkpoint?: Checkpoint | undefined;
  /** The configured feed; undefined for manual imports. */
  readonly feed?: ConfiguredFeed | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Filled in while feeds are read. */
  readonly profile?: FeedProfile;
  /** Counts the results; its counts are valid even if the run throws. Default: a new one. */
  readonly report?: ImportReportBuilder;
  /** Called with every listing that was not rejected. */
  readonly onListing?: (listing: FeedListing) => void;
  /** Called with every rejection, including its source record. */
  readonly onRejection?: (rejection: Rejection) => void;
}

export interface ConfiguredFeed {
  readonly name: string;
  readonly scope: FeedScope;
  /**
   * The feed's state to save with the run, any JSON value. `lastChangeBefore` is the number of the last dealer change before the run:
   * later changes, the run's own included, have higher numbers.
   */
  stateAfter(run: ImportRun, earlier: unknown, lastChangeBefore: number): unknown;
}

export interface ImportProgress {
  /** The file being read. */
  readonly name: string;
  readonly bytesRead: number;
  /** Undefined for streams. */
  readonly bytesTotal?: number;
  /** Records read so far, in all files. */
  readonly records: number;
}

/**
 * Imports feeds as one run and returns its report. Throws a Problem, and changes no listing: `feed_unreadable` (also if all
 * records were rejected), `feed_empty`, `data_…`, for manual imports `dealer_owned`, and BlockedImport (`import_blocked`),
 * whose report is saved.
 */
export async function importFeeds(
  folder: string,
  feeds: readonly FeedFile[],
  given: ImportOptions,
): Promise<ImportRun> {
  const now = (given.now ?? Date.now)();
  const store = openStore(folder, { mode: 'write', now: given.now });
  const options = {
    ...given,
    feed: withFormerOpenFeeds(given.feed, store),
    report: given.report ?? new ImportReportBuilder(lastCoverage(given, store)),
  };
  const memory = new RecordMemory(knownRecordsPath(folder, options.feed?.name), store.storeId ?? '', now);
  const save = (transaction: StoreTransaction, run: ImportRun): void => {
    transaction.saveReport(run);
    const { feed } = options;
    if (feed === undefined) return;
    if (run.outcome === 'imported') takeDealers(transaction, feed, options.merge);
    const earlier = store.feedState(feed.name);
    transaction.saveFeedState(feed.name, feed.stateAfter(run, earlier, transaction.changesBefore));
  };
  const firstIndex = store.sequence === 0 ? firstIndexFor(folder) : undefined;
  if (firstIndex === undefined) FirstImportIndex.removeStale(indexPath(folder));
  try {
    let prepared = Promise.resolve(false);
    const run = await store.write(async (transaction) => {
      if (firstIndex !== undefined) transaction.onChange(firstIndex);
      const run = await importInto(transaction, feeds, options, {
        settled: () => firstIndex?.settled(),
        known: { memory, transaction },
      });
      if (run.outcome === 'blocked') throw new BlockedImport(run);
      options.checkpoint?.(0);
      save(transaction, run);
      // The first change has the number 1. The index is finished while the store commits.
      if (firstIndex !== undefined) prepared = firstIndex.prepare(store.storeId ?? '', 1);
      return run;
    });
    memory.save((dealers) => store.dealerStates(dealers));
    if (await prepared) firstIndex?.publish();
    return run;
  } catch (error) {
    await firstIndex?.discard();
    if (error instanceof BlockedImport) await store.write((transaction) => save(transaction, error.run));
    throw error;
  } finally {
    memory.close();
    await store.close();
  }
}

/** What only imports into a store have. */
interface StoreImport {
  /** Awaited between batches, for back-pressure. */
  readonly settled?: () => Promise<void> | undefined;
  readonly known?: KnownListings;
}

/** The records of the last run, and the transaction that knows whether their listings are stored still. */
interface KnownListings {
  readonly memory: RecordMemory;
  readonly transaction: Pick<StoreTransaction, 'markUnchanged'>;
}

/** Reads all feeds into `target`, and withdraws missing listings unless the shrink guard blocks the run. */
export async function importInto(
  target: ImportTarget,
  feeds: readonly FeedFile[],
  options: ImportOptions,
  { settled, known }: StoreImport = {},
): Promise<ImportRun> {
  const startedAt = (options.now ?? Date.now)();
  const rights = sendingRights(options.feed, options.overrideFeeds, target);
  const importer = new FeedImporter(target, rights, feeds.length > 1, options.report, known);
  for (const feed of feeds) await importer.read(feed, options, startedAt, settled);
  const nextStep = importer.nextStep(options);
  importer.checkAccepted(nextStep);
  if (!options.merge) target.markDealersSent(rights.dealers);
  importer.withdrawReplaced();
  const all = options.merge ? [] : target.shrinkage();
  const foreign = all.filter(({ dealer, changes }) => rights.replacesForeign(dealer, changes));
  const shrinkage = findShrunkDealers(all.filter((dealer) => !foreign.includes(dealer)));
  const blocked = options.force === true ? [] : shrinkage;
  const accepted = options.force === true ? [...foreign, ...shrinkage] : foreign;
  target.acceptShrinkage(accepted.map(({ dealer }) => dealer));
  return {
    ...importer.finish(options.merge, blocked.length > 0),
    ...(nextStep !== undefined && { nextStep }),
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

function firstIndexFor(folder: string): FirstImportIndex {
  return new FirstImportIndex({
    folder,
    postcodeTablePath: postcodeTablePath(folder),
    indexPath: indexPath(folder),
  });
}

/** The transaction methods that a run needs: a StoreTransaction's, or a dry run's. */
export type ImportTarget = Pick<
  StoreTransaction,
  | 'upsert'
  | 'withdraw'
  | 'shrinkage'
  | 'withdrawMissing'
  | 'withdrawReplaced'
  | 'owners'
  | 'storedDealers'
  | 'markDealersSent'
  | 'acceptShrinkage'
  | 'duplicates'
>;

/** Maximum lines in a file: a position packs 16 bits of file and 32 bits of line into one number. */
const MAX_LINES = 2 ** 32;

class FeedImporter {
  readonly #target: ImportTarget;
  readonly #rights: SendingRights;
  readonly #report: ImportReportBuilder;
  readonly #outcomes = { added: 0, changed: 0, unchanged: 0 };
  /** Whether a position needs the file's name. */
  readonly #manyFiles: boolean;
  /** The files read so far, as they were named. */
  readonly #paths: string[] = [];
  readonly #rejected = new RejectedRecords();
  readonly #known: KnownListings | undefined;
  #records = 0;
  #replaced = 0;
  #omitted = 0;
  /** Listings withdrawn by a merge because their records are not for sale. */
  #notForSale = 0;

  constructor(
    target: ImportTarget,
    rights: SendingRights,
    manyFiles: boolean,
    report = new ImportReportBuilder(),
    known?: KnownListings,
  ) {
    this.#known = known;
    this.#report = report;
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
    const { onListing, onRejection, merge } = options;
    const file = this.#manyFiles ? basename(name) : undefined;
    this.#paths.push(name);
    const batches = readFeed(source, {
      ...options,
      name,
      isConfigured: options.feed !== undefined,
      rejected: this.#rejected,
      now,
      keepRecords: onRejection !== undefined,
      memory: this.#known?.memory,
      onLikely: (columns) => this.#report.addLikely(columns),
      onNotice: (notice) => this.#report.addNotice(notice, file),
      checkpoint: (bytes) => {
        options.signal?.throwIfAborted();
        options.checkpoint?.(bytes);
      },
      onProgress: (progress) => options.onProgress?.({ name, ...progress, records: this.#records }),
    });
    for await (const results of batches) {
      for (const found of results) {
        if (found.kind === 'cached' && this.#markUnchanged(found, file)) continue;
        const result = found.kind === 'cached' ? found.read() : found;
        const rejection = this.#addRecord(result, file, merge);
        if (rejection !== undefined) onRejection?.(rejection);
        else if (result.kind === 'listing') onListing?.(result);
      }
      await settled?.();
    }
  }

  /** What to do if most records were rejected. */
  nextStep({ feed, dealer, flags }: ImportOptions): string | undefined {
    const known = { files: this.#paths, isConfigured: feed !== undefined, dealer, flags };
    return this.#rejected.nextStep(this.#records, known);
  }

  /** Throws a Problem `feed_unreadable` if every record was rejected. A feed of vehicles that are not for sale is in order. */
  checkAccepted(nextStep: string | undefined): void {
    const { added, changed, unchanged } = this.#outcomes;
    if (added + changed + unchanged + this.#omitted > 0) return;
    throw nothingAccepted(this.#report.results(), nextStep);
  }

  /** Call before findShrunkDealers: a vehicle that came under another id is not lost. */
  withdrawReplaced(): void {
    this.#replaced = this.#target.withdrawReplaced();
  }

  finish(merge: boolean, isBlocked: boolean): ImportReport {
    const lost = (): number => this.#target.shrinkage().reduce((sum, { missing }) => sum + missing, 0);
    const withdrawn = merge ? this.#notForSale : isBlocked ? lost() : this.#target.withdrawMissing();
    const replaced = this.#replaced;
    return this.#report.report({ ...this.#outcomes, withdrawn: withdrawn + replaced, replaced });
  }

  /** The rejection, or undefined if the record was accepted. */
  #addRecord(result: RecordResult, file: string | undefined, merge: boolean): Rejection | undefined {
    this.#records += 1;
    if (result.kind === 'omission') this.#omit(result, merge);
    const rejection =
      result.kind === 'rejection' ? result : result.kind === 'listing' ? this.#upsert(result) : undefined;
    this.#report.add(rejection ?? result, file);
    return rejection;
  }

  /** Its dealer has sent stock, so that listings that are no longer for sale are withdrawn. */
  #omit({ dealer, id }: Omission, merge: boolean): void {
    this.#omitted += 1;
    if (dealer === undefined || !this.#rights.maySend(dealer)) return;
    const stored = this.#rights.storedName(dealer);
    if (!merge) this.#target.markDealersSent([stored]);
    else if (id !== undefined && this.#target.withdraw(listingKey({ dealer: stored, id })))
      this.#notForSale += 1;
  }

  /** Counts a known record whose listing is stored as the record says; false if it must be read. */
  #markUnchanged({ line, number, textHash }: CachedRecord, file: string | undefined): boolean {
    if (this.#known === undefined) return false;
    const { memory, transaction } = this.#known;
    const record = memory.at(number);
    const { dealer, host, id, vehicle, findings } = record;
    if (this.#rights.rejectionOf({ line, listing: { dealer, advertUrl: `https://${host}/` } }) !== undefined)
      return false;
    const position = this.#positionOf(line);
    if (!transaction.markUnchanged({ dealer, id }, memory.stateOf(dealer), { vehicle, position }))
      return false;
    memory.addKnown(textHash, record);
    this.#records += 1;
    this.#outcomes.unchanged += 1;
    this.#report.addListing(line, findings, file);
    return true;
  }

  #upsert(sent: FeedListing): Rejection | undefined {
    const foreign = this.#rights.rejectionOf(sent);
    const result = this.#asStored(sent);
    const { line, listing, vehicle, record, textHash } = result;
    if (foreign !== undefined) return { ...foreign, record };
    const position = this.#positionOf(line);
    const outcome = this.#target.upsert(listing, { vehicle, position });
    if (outcome === 'duplicate') return { ...duplicateRejection(line, listing), record };
    if (typeof outcome === 'object') {
      const { id, shared } = outcome;
      return {
        ...duplicateVehicleRejection(line, listing, {
          id,
          shared,
          position: formatPosition(this.#recordAt(outcome.position)),
        }),
        record,
      };
    }
    this.#outcomes[outcome] += 1;
    if (textHash !== undefined) this.#known?.memory.add(textHash, result);
    return undefined;
  }

  #asStored(sent: FeedListing): FeedListing {
    const dealer = this.#rights.storedName(sent.listing.dealer);
    return dealer === sent.listing.dealer ? sent : { ...sent, listing: { ...sent.listing, dealer } };
  }

  /** The position of a line in the current file. */
  #positionOf(line: number): number {
    return (this.#paths.length - 1) * MAX_LINES + Math.min(line, MAX_LINES - 1);
  }

  #recordAt(position: number): RecordPosition {
    const path = this.#manyFiles ? this.#paths[Math.floor(position / MAX_LINES)] : undefined;
    const file = path === undefined ? undefined : basename(path);
    return { ...(file !== undefined && { file }), line: position % MAX_LINES };
  }
}
