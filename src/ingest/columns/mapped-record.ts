// A record with Forecourt's field names, as readListing takes it. Values are not validated yet.
import type { OverriddenColumn, RecordField } from '../run/record-result.ts';

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
  /** Names of unknown columns, shortened and escaped. */
  readonly ignoredColumns?: readonly string[] | undefined;
  /** By field, the column that it comes from, shortened and escaped; undefined if the record has Forecourt's names alone. */
  readonly origins?: ReadonlyMap<string, string> | undefined;
  readonly overridden?: readonly OverriddenColumn[] | undefined;
  readonly unused?: readonly UnusedValue[] | undefined;
  /** Why a template cannot be filled; the record is rejected. */
  readonly unfilled?: string | undefined;
  /** Why it is not a vehicle; it is left out. */
  readonly noVehicle?: string | undefined;
  readonly idColumn?: string | undefined;
}
