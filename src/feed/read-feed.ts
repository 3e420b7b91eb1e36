// A feed from its bytes to its items: bytes → text → records → listings or rejections, each stage a file of its own. A
// feed of any size takes the same memory. Nothing is written here; a fault in the middle ends the reading with a Problem,
// so whoever writes must be able to take all of it back.
import { Problem } from '../problem.ts';
import { feedBytes, type FeedProgress, type FeedSource } from './feed-bytes.ts';
import type { FeedEncoding } from './feed-encoding.ts';
import { detectFormat, readerFor, type FeedFormat } from './feed-format.ts';
import type { FeedItem } from './feed-item.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { MAX_RECORD_LENGTH, type FeedRecord, type RecordReader } from './feed-record.ts';
import { feedText } from './feed-text.ts';
import type { LayoutName } from './layouts/layout.ts';
import { readListing } from './read-listing.ts';

export { parseMapping, type FeedMapping } from './feed-mapping.ts';

export interface FeedOptions {
  /** Found from the first character where it is not given. */
  readonly format?: FeedFormat;
  /** Found from the names in the feed where it is not given. */
  readonly layout?: LayoutName;
  /** What no layout knows of this feed. */
  readonly mapping?: FeedMapping;
  /** The domain of the dealer of records that name none. */
  readonly dealer?: string;
  /** Found from the bytes where it is not given. */
  readonly encoding?: FeedEncoding;
  /** What problems call the feed: by default the path, or `the feed`. */
  readonly name?: string;
  /** The time of the import, in milliseconds since 1970. */
  readonly now?: number;
  /** Gives each item its record as the feed had it. */
  readonly keepRecords?: boolean;
  /** Called as bytes are read. */
  readonly onProgress?: (progress: FeedProgress) => void;
}

/**
 * The items of a feed in its order, in batches. Throws a Problem: `feed_unreadable` where the feed's structure is at
 * fault, `feed_empty` where it holds no record at all.
 */
export async function* readFeed(
  source: FeedSource,
  options: FeedOptions = {},
): AsyncGenerator<readonly FeedItem[]> {
  const feed = options.name ?? (typeof source === 'string' ? source : 'the feed');
  const now = options.now ?? Date.now();
  const bytes = feedBytes(source, feed, options.onProgress ?? (() => undefined));
  let isEmpty = true;
  for await (const records of feedRecords(feedText(bytes, feed), feed, options.format)) {
    if (records.length === 0) continue;
    isEmpty = false;
    const items = records.map((record) => readListing(record, now));
    yield options.keepRecords === true
      ? items.map((item, i) => ({ ...item, record: records[i]?.value }))
      : items;
  }
  if (isEmpty)
    throw new Problem('feed_empty', `${feed}: there is no record in this feed. Nothing was imported.`);
}

async function* feedRecords(
  texts: AsyncIterable<string>,
  feed: string,
  format: FeedFormat | undefined,
): AsyncGenerator<FeedRecord[]> {
  let reader: RecordReader | undefined = format === undefined ? undefined : readerFor(format, feed);
  let start = '';
  for await (const text of texts) {
    if (reader !== undefined) {
      yield reader.push(text);
      continue;
    }
    start += text;
    // Blanks without end are read as lines, whatever follows them.
    const found = detectFormat(start, feed) ?? (start.length > MAX_RECORD_LENGTH ? 'ndjson' : undefined);
    if (found === undefined) continue;
    reader = readerFor(found, feed);
    yield reader.push(start);
  }
  if (reader !== undefined) yield reader.end();
}
