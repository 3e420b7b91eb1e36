// Turns the records of a run one by one into listings in a transaction, rejections or omissions, and counts them.
import { basename } from 'node:path';
import {
  rejection,
  type RecordResult,
  type FeedListing,
  type Omission,
  type Rejection,
} from '../values/record-result.ts';
import {
  formatPosition,
  ImportReportBuilder,
  nothingAccepted,
  type ImportReport,
  type ImportRun,
} from '../status/import-report.ts';
import { readFeed } from './read-feed.ts';
import { RejectedRecords } from '../settings/next-step.ts';
import { listingKey } from '../../listing/listing.ts';
import type { StoreTransaction } from '../../store/transaction.ts';
import type { SendingRights, FeedScope } from '../dealers/feed-rights.ts';
import type { KnownRecords, UnchangedRecord } from './known-records.ts';
import type { Readable } from 'node:stream';
import type { FeedProfile } from '../columns/feed-profile.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import type { Checkpoint } from '../read/decompress.ts';
import { quoted } from '../../quoted-text.ts';

export interface FeedFile {
  readonly name: string;
  readonly source: string | Readable;
}

export interface ImportOptions extends FeedSettings {
  /** Add and update only. False: a dealer's listings that are not in the run are withdrawn. */
  readonly merge: boolean;
  readonly force?: boolean;
  /** Manual imports only: accept listings of dealers that belong to feeds. Ownership stays with the feed. */
  readonly overrideFeeds?: boolean;
  /** The clock: milliseconds since 1970, UTC. */
  readonly now?: (() => number) | undefined;
  /** Aborts the run and rolls it back. */
  readonly signal?: AbortSignal;
  /** Called while feeds are read, and before the commit. If it throws, the run is rolled back. */
  readonly checkpoint?: Checkpoint | undefined;
  readonly feed?: ConfiguredFeed | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly profile?: FeedProfile;
  /** Counts the results; its counts are valid even if the run throws. Default: a new one. */
  readonly report?: ImportReportBuilder;
  readonly onListing?: (listing: FeedListing) => void;
  readonly onRejection?: (rejection: Rejection) => void;
}

export interface ConfiguredFeed {
  readonly name: string;
  readonly scope: FeedScope;
  /** The state to save with the run, as JSON. Dealer changes after `lastChangeBefore` are the run's own or later. */
  stateAfter(run: ImportRun, earlier: unknown, lastChangeBefore: number): unknown;
}

export interface ImportProgress {
  readonly name: string;
  readonly bytesRead: number;
  readonly bytesTotal?: number;
  readonly records: number;
}

export interface RunSetup {
  /** The start of the run, in milliseconds since 1970. */
  readonly now: number;
  readonly manyFiles: boolean;
  /** Awaited between batches, for back-pressure. */
  readonly settled?: (() => Promise<void> | undefined) | undefined;
  readonly known?: KnownRecords | undefined;
}

/** Maximum lines in a file: a position packs 16 bits of file and 32 bits of line into one number. */
const MAX_LINES = 2 ** 32;

export class FeedImporter {
  readonly #target: StoreTransaction;
  readonly #rights: SendingRights;
  readonly #options: ImportOptions;
  readonly #run: RunSetup;
  readonly #report: ImportReportBuilder;
  readonly #outcomes = { added: 0, changed: 0, unchanged: 0 };
  readonly #paths: string[] = [];
  readonly #rejected = new RejectedRecords();
  #records = 0;
  #omitted = 0;
  /** Listings withdrawn by a merge because their records are not for sale. */
  #notForSale = 0;

  constructor(target: StoreTransaction, rights: SendingRights, options: ImportOptions, run: RunSetup) {
    this.#target = target;
    this.#rights = rights;
    this.#options = options;
    this.#run = run;
    this.#report = options.report ?? new ImportReportBuilder();
  }

  async read({ name, source }: FeedFile): Promise<void> {
    const options = this.#options;
    const { now, manyFiles, settled, known } = this.#run;
    const { onListing, onRejection } = options;
    const file = manyFiles ? basename(name) : undefined;
    this.#paths.push(name);
    const batches = readFeed(source, {
      ...options,
      name,
      now,
      known,
      isConfigured: options.feed !== undefined,
      rejected: this.#rejected,
      keepRecords: onRejection !== undefined,
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
        if (found.kind === 'unchanged' && this.#markUnchanged(found, file)) continue;
        const result = found.kind === 'unchanged' ? found.read() : found;
        const rejected = this.#addRecord(result, file);
        if (rejected !== undefined) onRejection?.(rejected);
        else if (result.kind === 'listing') onListing?.(result);
      }
      await settled?.();
    }
  }

  /**
   * What to do if most records were rejected. Throws a Problem `feed_unreadable` if all were: a feed of vehicles that are not for
   * sale is in order.
   */
  nextStep(): string | undefined {
    const { feed, dealer, flags } = this.#options;
    const known = { files: this.#paths, isConfigured: feed !== undefined, dealer, flags };
    const nextStep = this.#rejected.nextStep(this.#records, known);
    const { added, changed, unchanged } = this.#outcomes;
    if (added + changed + unchanged + this.#omitted > 0) return nextStep;
    throw nothingAccepted(this.#report.results(), nextStep);
  }

  finish(replaced: number, isBlocked: boolean): ImportReport {
    const lost = (): number => this.#target.shrinkage().reduce((sum, { missing }) => sum + missing, 0);
    const missing = (): number => (isBlocked ? lost() : this.#target.withdrawMissing());
    const withdrawn = this.#options.merge ? this.#notForSale : missing();
    return this.#report.report({ ...this.#outcomes, withdrawn: withdrawn + replaced, replaced });
  }

  #addRecord(result: RecordResult, file: string | undefined): Rejection | undefined {
    this.#records += 1;
    if (result.kind === 'omission') this.#omit(result);
    const rejected =
      result.kind === 'rejection' ? result : result.kind === 'listing' ? this.#upsert(result) : undefined;
    this.#report.add(rejected ?? result, file);
    return rejected;
  }

  /** Whether its dealer has sent stock, so that listings no longer for sale are withdrawn. */
  #omit({ dealer, id }: Omission): void {
    this.#omitted += 1;
    if (dealer === undefined || !this.#rights.maySend(dealer)) return;
    const stored = this.#rights.storedName(dealer);
    if (!this.#options.merge) this.#target.markDealersSent([stored]);
    else if (id !== undefined && this.#target.withdraw(listingKey({ dealer: stored, id })))
      this.#notForSale += 1;
  }

  /** Counts a known record whose listing is stored as the record says; false if it must be read. */
  #markUnchanged({ line, known }: UnchangedRecord, file: string | undefined): boolean {
    const records = this.#run.known;
    const { dealer, host, id, vehicle, findings } = known;
    if (this.#rights.rejectionOf({ line, listing: { dealer, advertUrl: `https://${host}/` } }) !== undefined)
      return false;
    const position = this.#positionOf(line);
    const state = records?.stateOf(dealer);
    if (!this.#target.markUnchanged({ dealer, id }, state, { vehicle, position })) return false;
    records?.keep(known);
    this.#records += 1;
    this.#outcomes.unchanged += 1;
    this.#report.add({ kind: 'listing', line, ...findings }, file);
    return true;
  }

  #upsert(sent: FeedListing): Rejection | undefined {
    const foreign = this.#rights.rejectionOf(sent);
    const dealer = this.#rights.storedName(sent.listing.dealer);
    const isStored = dealer === sent.listing.dealer;
    const result = isStored ? sent : { ...sent, listing: { ...sent.listing, dealer } };
    const { line, listing, vehicle, record, key } = result;
    if (foreign !== undefined) return { ...foreign, record };
    const position = this.#positionOf(line);
    const outcome = this.#target.upsert(listing, { vehicle, position });
    const sender = `${listing.dealer} sent`;
    if (outcome === 'duplicate') {
      const message = `${sender} the id ${quoted(listing.id)} more than once; the first one counts`;
      return { ...rejection(line, 'duplicate_id', message), record };
    }
    if (typeof outcome === 'object') {
      const shared = outcome.shared === 'vin' ? 'VIN' : outcome.shared;
      const path = this.#run.manyFiles ? this.#paths[Math.floor(outcome.position / MAX_LINES)] : undefined;
      const file = path === undefined ? {} : { file: basename(path) };
      const first = `${quoted(outcome.id)} (${formatPosition({ ...file, line: outcome.position % MAX_LINES })})`;
      const message = `${sender} ${quoted(listing.id)} with the ${shared} of ${first}: one vehicle, and the first one counts`;
      return { ...rejection(line, 'duplicate_vehicle', message), record };
    }
    this.#outcomes[outcome] += 1;
    if (key !== undefined) this.#run.known?.add(key, result);
    return undefined;
  }

  #positionOf(line: number): number {
    return (this.#paths.length - 1) * MAX_LINES + Math.min(line, MAX_LINES - 1);
  }
}
