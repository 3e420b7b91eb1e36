// What reading one value of a feed gives: the value, null where the feed gives none, or why it cannot be taken.
import type { UnknownReason } from './feed-item.ts';

export type Reading<T> = T | null | Refusal;

/** The value becomes unknown, for this reason. */
export class Refusal {
  readonly reason: UnknownReason;

  constructor(reason: UnknownReason) {
    this.reason = reason;
  }
}

export const UNREADABLE = new Refusal('unreadable');
export const OUT_OF_RANGE = new Refusal('out_of_range');
export const NOT_GIVEN = new Refusal('not_given');
export const NOT_GBP = new Refusal('not_gbp');
export const TOO_LONG = new Refusal('too_long');
export const IN_FUTURE = new Refusal('in_future');
