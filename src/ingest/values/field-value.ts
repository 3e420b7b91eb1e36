// What reading one value of a feed gives: the value, null where the feed gives none, or why it cannot be taken.
import type { ValueIssueReason } from '../record-result.ts';

export type FieldValue<T> = T | null | InvalidValue;

/** The value becomes unknown, for this reason. */
export class InvalidValue {
  readonly reason: ValueIssueReason;

  constructor(reason: ValueIssueReason) {
    this.reason = reason;
  }
}

export const UNREADABLE = new InvalidValue('unreadable');
export const OUT_OF_RANGE = new InvalidValue('out_of_range');
export const NOT_GIVEN = new InvalidValue('not_given');
export const NOT_GBP = new InvalidValue('not_gbp');
export const TOO_LONG = new InvalidValue('too_long');
export const IN_FUTURE = new InvalidValue('in_future');
