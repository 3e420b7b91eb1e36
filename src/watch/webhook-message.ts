// A change as a message: its id, and its body for webhooks.
import { hash } from 'node:crypto';
import type { Change } from '../client/index.ts';

export interface WebhookMessage {
  /** The same for the same change, so that receivers can recognise one that comes again after a restart. */
  readonly id: string;
  /** JSON; the same bytes for every attempt. */
  readonly body: string;
  readonly change: Change;
}

const TYPES = {
  entered: 'listing.entered',
  left: 'listing.left',
  changed: 'listing.changed',
} as const satisfies Record<Change['change'], string>;

/** `search` is the query string of the search, as it was given. */
export function toMessage(change: Change, search: string): WebhookMessage {
  const body = JSON.stringify({
    type: TYPES[change.change],
    timestamp: change.at,
    data: { search, ...change },
  });
  return { id: `msg_${hash('sha256', body, 'base64url').slice(0, 27)}`, body, change };
}

/** Messages about the same listing are delivered in their order. */
export function listingOf({ change: { dealer, advert } }: WebhookMessage): string {
  return `${dealer} ${advert}`;
}
