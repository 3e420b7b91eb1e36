// The rights of a feed, for tests without a list of feeds.
import type { FeedScope } from '../../src/ingest/dealers/feed-rights.ts';

/** Of the only feed of a list: every dealer that no other feed has. */
export function openScope(feed: string): FeedScope {
  return { isOpen: true, hosts: [], list: { feeds: new Map(), hosts: new Map(), open: new Set([feed]) } };
}
