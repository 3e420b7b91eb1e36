// The states of a stock, and what changed between two of them: in the stock, for one search, and for all searches that wait.
import type { Listing } from '../listing/listing.ts';
import { Problem } from '../problem.ts';
import type { Correction, Hit, SearchQuery } from '../query/search-query.ts';

/** Identifies a state of the stock. */
export interface StockState {
  readonly storeId: string;
  readonly sequence: number;
  /**
   * Time of the change `sequence` in milliseconds since 1970; 0 if unknown. It distinguishes two histories that begin with copies
   * of one stock and use the same numbers for different changes.
   */
  readonly changedAt: number;
  /** The version of the postcode tables. */
  readonly placesVersion: string;
  /** With its tables of terms and makes. */
  readonly indexFormat: string;
}

/** Whether two states are the same. Thousands of waiting searches compare theirs after a change. */
export function isSameState(one: StockState, other: StockState | undefined): boolean {
  return (
    one === other ||
    (one.sequence === other?.sequence &&
      one.storeId === other.storeId &&
      one.changedAt === other.changedAt &&
      one.placesVersion === other.placesVersion &&
      one.indexFormat === other.indexFormat)
  );
}

/** The store id where there is no stock yet: an empty state, with which every stock begins. */
export const NO_STOCK = 'empty';

/** Whether a state follows another one of the same stock. */
export function isLater(state: StockState, other: StockState): boolean {
  return (state.storeId === other.storeId || other.storeId === NO_STOCK) && state.sequence > other.sequence;
}

/** The problem of a request that needs postcode tables and a state of the stock that belong together. */
export function tablesBeingReplaced(): Problem {
  return new Problem('not_ready', 'The postcode tables are being replaced.');
}

/** Whether two times of changes with the same number may be of the same change. 0 is an unknown time. */
export function maySameChange(time: number, other: number): boolean {
  return time === 0 || other === 0 || time === other;
}

/** A listing with its times, in milliseconds since 1970. */
export interface ExportedHit extends Pick<Hit, 'dealer' | 'id' | 'record' | 'distanceKm'> {
  /** Time at which the listing arrived or last changed. */
  readonly changedAt: number;
}

/** A state that can be compared with earlier ones, whatever is imported meanwhile. */
export interface HeldStock {
  readonly state: StockState;
  /** Maximum searches compared at once; others wait. */
  readonly concurrency: number;
  /** The changes of a search between two states, whatever its order; `too_old` if a state is no longer known, or not yet. */
  findChanges(query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'>;
  /**
   * The names and words of a search that the state at a sequence reads as others; those of the current state if that one is not
   * known.
   */
  findCorrections(query: SearchQuery, sequence: number): Promise<readonly Correction[]>;
  /**
   * The sequence of the last change at or before a time, in milliseconds since 1970. If the log does not reach that far: the
   * earliest time that it knows.
   */
  sequenceAt(time: number): Promise<SequenceAtTime>;
  /** Time of a sequence's change, in milliseconds since 1970; 0 if unknown. */
  timeOf(sequence: number): Promise<number>;
  /** How the stock differs from that at an earlier sequence, for the searches that were unchanged up to it. */
  compareSince(from: number): Promise<StockComparison | 'too_old'>;
  /** Idempotent. */
  release(): void;
}

export type SequenceAtTime = { readonly sequence: number } | { readonly knownSince: number | undefined };

/** What changed, by keys: a search without any of these keys finds the same as before. */
export interface ChangedKeys {
  /** Undefined means all keys. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Whether a word came into the stock or left it, so that any text may be read differently. */
  readonly hasOtherWords: boolean;
  /** Whether a make or model came into the stock or left it, so that names in searches may be read differently. */
  readonly hasOtherNames: boolean;
}

/** A search that is compared after each change. */
export interface KeptSearch {
  readonly query: SearchQuery;
  /** Set by the index: how it read the search for the last comparison. */
  reading?: unknown;
}

export interface StockComparison extends ChangedKeys {
  /**
   * The changes of a search, if they are at most `limit` and found at once; otherwise undefined, and `findChanges` finds them.
   */
  findNow?(search: KeptSearch, limit: number): ChangesPage | undefined;
}

/** Two states by their sequences, and the requested part of the changes between them. */
export interface ChangesSpan {
  readonly from: number;
  /** Default: the sequence of the current state. */
  readonly to?: number | undefined;
  readonly position: number;
  readonly limit: number;
}

/** A listing that came into a search, left it, or is shown differently. It is identified by its dealer and advert. */
export interface ListingChange {
  readonly change: 'entered' | 'left' | 'changed';
  readonly dealer: string;
  readonly advertUrl: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The listing; null if it left. */
  readonly hit: ExportedHit | null;
  /** The listing at the earlier state, for `left` only. */
  readonly before?: ExportedHit;
  /** The earlier values, for `changed` only. */
  readonly was?: Pick<Listing, 'priceGbp' | 'mileageMiles'>;
}

export interface ChangesPage {
  /** The sequence of the later state. */
  readonly to: number;
  /** Total number of changes. */
  readonly total: number;
  /** Changes, at most one per listing. */
  readonly changes: readonly ListingChange[];
}
