// The result of reading one value of a feed: the value, null if the feed has none, or the reason why it is invalid.
import type { ValueIssueReason } from '../run/record-result.ts';

export type FieldValue<T> = T | null | InvalidValue;

/** An invalid value, which becomes unknown in the listing. */
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
