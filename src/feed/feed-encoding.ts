// Which characters a feed's bytes spell.

export const FEED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FeedEncoding = (typeof FEED_ENCODINGS)[number];
