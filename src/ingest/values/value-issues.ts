// Collects the invalid values of one record for the report.
import type { RecordField, ValueIssue, ValueIssueReason } from '../run/record-result.ts';
import { quoted } from '../../problem.ts';
import { InvalidValue, type FieldValue } from './field-value.ts';

const NONE: readonly ValueIssue[] = [];

/** The invalid values of one record. */
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
