// The result of reading one value: the value, null if the feed has none, or why it is invalid.
import type { ValueIssueReason, RecordField, ValueIssue } from '../run/record-result.ts';
import { quoted } from '../../problem.ts';

export type FieldValue<T> = T | null | InvalidValue;

export class InvalidValue {
  readonly reason: ValueIssueReason;

  constructor(reason: ValueIssueReason) {
    this.reason = reason;
  }
}

export const UNREADABLE = new InvalidValue('unreadable');
export const OUT_OF_RANGE = new InvalidValue('out_of_range');
export const NOT_GIVEN = new InvalidValue('not_given');
export const PLACEHOLDER = new InvalidValue('placeholder');
export const NOT_GBP = new InvalidValue('not_gbp');
export const WITHOUT_VAT = new InvalidValue('without_vat');
export const TOO_LONG = new InvalidValue('too_long');
export const IN_FUTURE = new InvalidValue('in_future');

const NONE: readonly ValueIssue[] = [];

export class ValueIssues {
  list: readonly ValueIssue[] = NONE;

  /** The value that was read; null, with an issue, if it is invalid. */
  take<T>(field: RecordField, value: unknown, fieldValue: FieldValue<T>): T | null {
    if (!(fieldValue instanceof InvalidValue)) return fieldValue;
    this.add(field, fieldValue.reason, value);
    return null;
  }

  add(field: RecordField, reason: ValueIssueReason, value: unknown, count = 1): void {
    this.list = [...this.list, { field, reason, value: sample(value), count }];
  }
}

/** A value as a report shows it. Objects are not spelled out: they may be nested to any depth. */
export function sample(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : 'an object';
}
