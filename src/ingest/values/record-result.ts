// The results of reading a feed, one per record. The lists of reasons are closed, so that a report can count by them.
import type { IncomingListing, VehicleIdentifiers } from '../../listing/listing.ts';
import type { RecordField } from '../tables/feed-fields.ts';

export type RejectionReason =
  | 'not_an_object'
  | 'malformed_row'
  | 'missing_placeholder'
  | 'missing_id'
  | 'invalid_id'
  | 'missing_dealer'
  | 'invalid_dealer'
  | 'missing_advert_url'
  | 'invalid_advert_url'
  | 'duplicate_id'
  /** The same vehicle of the same dealer came before in this feed, under another id. */
  | 'duplicate_vehicle'
  | 'foreign_dealer'
  /** The advert is on a host that is neither the dealer's nor the feed's. */
  | 'foreign_host';

/** Why a vehicle is not listed although its record is in order, in words for people. */
export const OMISSIONS = {
  sold: 'sold',
  reserved: 'reserved',
  pending: 'pending',
  not_published: 'not published',
  not_available: 'not available',
  withdrawn: 'withdrawn',
  trade_only: 'for the trade only',
  new: 'new',
  not_a_vehicle: 'not a vehicle',
} as const;
export type OmissionReason = keyof typeof OMISSIONS;

/** What is known of a record of the last run. */
export interface KnownRecord {
  /** The key of its value and of the rules for it. */
  readonly key: string;
  readonly dealer: string;
  readonly host: string;
  readonly id: string;
  readonly vehicle: VehicleIdentifiers | undefined;
  readonly findings: Findings;
}

/** Why a value was not taken as it is, in words for people. */
export const VALUE_ISSUES = {
  unreadable: 'cannot be read',
  out_of_range: 'out of range',
  not_given: 'not given',
  placeholder: 'a placeholder number',
  not_gbp: 'not in pounds sterling',
  without_vat: 'without VAT',
  too_long: 'too long',
  cut: 'cut at its greatest length',
  too_many: 'more than a listing may have',
  incomplete: 'latitude without longitude, or the reverse',
  zero_position: 'a position of 0,0',
  in_future: 'in the future',
  without_effect: 'without effect',
} as const;
export type ValueIssueReason = keyof typeof VALUE_ISSUES;

/** A value that became unknown, or was cut. Absent and blank values are not reported. */
export interface ValueIssue {
  readonly field: RecordField;
  readonly reason: ValueIssueReason;
  /** What the feed said, shortened and escaped. */
  readonly value: string;
  /** How many values of this field in this record; more than 1 only for `images` and `keywords`. */
  readonly count: number;
}

/** The columns of a listing's fields: a line for each known field, with the column after a tab if it has another name. */
export type Origins = string;

/** A column without effect, and the one that counts instead: shortened and escaped. */
export interface OverriddenColumn {
  readonly name: string;
  readonly by: string;
}

interface ReadRecord {
  /** The line it starts on, from 1. */
  readonly line: number;
  /** The source record; only with `keepRecords`. */
  readonly record?: unknown;
}

interface ReadableRecord extends ReadRecord {
  readonly valueIssues: readonly ValueIssue[];
  /** Names in the record that no field has, shortened and escaped; absent where there are none. */
  readonly ignoredColumns?: readonly string[] | undefined;
  /** Columns without effect, and those that count instead; absent where there are none. */
  readonly overridden?: readonly OverriddenColumn[] | undefined;
}

export interface FeedListing extends ReadableRecord {
  readonly kind: 'listing';
  readonly listing: IncomingListing;
  readonly origins?: Origins;
  /** Absent if the record has no registration and no VIN. */
  readonly vehicle?: VehicleIdentifiers | undefined;
  /** The key by which the next run may recognise the record. */
  key?: string | undefined;
}

export type Findings = Pick<FeedListing, 'valueIssues' | 'ignoredColumns' | 'overridden' | 'origins'>;

export interface Rejection extends ReadRecord {
  readonly kind: 'rejection';
  readonly reason: RejectionReason;
  /** What is wrong, with the value and the rule. */
  readonly message: string;
}

export interface Omission extends ReadableRecord {
  readonly kind: 'omission';
  readonly reason: OmissionReason;
  readonly message: string;
  readonly dealer?: string;
  readonly id?: string;
}

export type RecordResult = FeedListing | Rejection | Omission;

export function rejection(line: number, reason: RejectionReason, message: string): Rejection {
  return { kind: 'rejection', line, reason, message };
}

export interface UnusedValue {
  readonly field: RecordField;
  readonly reason: 'too_many' | 'without_effect' | 'unreadable';
  readonly value: unknown;
  readonly count: number;
}

export interface MappedRecord {
  readonly kind: 'mapped';
  /** The line it starts on, from 1. */
  readonly line: number;
  readonly values: Readonly<Partial<Record<RecordField, unknown>>>;
  readonly ignoredColumns?: readonly string[] | undefined;
  /** The column that each field comes from, shortened and escaped; undefined if the record has only Forecourt's names. */
  readonly origins?: ReadonlyMap<string, string> | undefined;
  readonly overridden?: readonly OverriddenColumn[] | undefined;
  readonly unused?: readonly UnusedValue[] | undefined;
  /** Why a template cannot be filled; the record is rejected. */
  readonly unfilled?: string | undefined;
  /** Why it is not a vehicle; it is left out. */
  readonly noVehicle?: string | undefined;
  readonly idColumn?: string | undefined;
}
