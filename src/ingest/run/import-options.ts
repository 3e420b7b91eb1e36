// What an import takes: its files, what the operator set, whom it tells of its course, and where it writes.
import type { Readable } from 'node:stream';
import type { FeedListing, Rejection } from './record-result.ts';
import type { ImportReportBuilder, ImportRun } from './import-report.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import type { FeedSettings } from '../columns/feed-mapping.ts';
import type { Checkpoint } from '../read/decompress.ts';
import type { StoreTransaction } from '../../store/transaction.ts';
import type { FeedScope } from '../dealers/feed-rights.ts';

export interface FeedFile {
  readonly name: string;
  /** A path, or a stream of bytes. */
  readonly source: string | Readable;
}

/** The settings, and what a run needs. */
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
  /** Filled in while feeds are read. */
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
  /** Undefined for streams. */
  readonly bytesTotal?: number;
  /** Records read so far, in all files. */
  readonly records: number;
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
