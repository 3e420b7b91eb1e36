// A feed from its bytes to its items: bytes → text → records → records in Forecourt's names → listings or rejections, each
// stage a file of its own. A feed of any size takes the same memory. Nothing is written here; a fault in the middle ends the reading with a Problem,
// so whoever writes must be able to take all of it back.
import { Problem } from '../problem.ts';
import type { HeaderReader } from './csv-reader.ts';
import { feedBytes, type Checkpoint, type FeedProgress, type FeedSource } from './feed-bytes.ts';
import type { FeedEncoding } from './feed-encoding.ts';
import { detectFormat, readerFor, type FeedFormat } from './feed-format.ts';
import type { FeedItem } from './feed-item.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { MAX_RECORD_LENGTH, type FeedRecord, type RecordReader } from './feed-record.ts';
import type { FeedTrace } from './feed-trace.ts';
import { feedText } from './feed-text.ts';
import type { LayoutName } from './layouts/layout.ts';
import { readListing } from './read-listing.ts';
import { RecordShaper } from './record-shaper.ts';

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
  /** Is told what is found out about the feed. */
  readonly trace?: FeedTrace;
  /** Called as bytes are read. */
  readonly onProgress?: (progress: FeedProgress) => void;
  readonly checkpoint?: Checkpoint | undefined;
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
  const bytes = feedBytes(source, feed, options.onProgress ?? (() => undefined), options.checkpoint);
  const texts = feedText(bytes, feed, {
    encoding: options.encoding,
    onEncoding: encodingNoter(options.trace),
  });
  let isEmpty = true;
  for await (const { records, shaper } of feedRecords(texts, feed, options)) {
    if (records.length === 0) continue;
    isEmpty = false;
    const items = shaper.shape(records).map((record) => readListing(record, now, options.dealer));
    yield options.keepRecords === true
      ? items.map((item, i) => ({ ...item, record: records[i]?.value }))
      : items;
  }
  if (isEmpty)
    throw new Problem('feed_empty', `${feed}: there is no record in this feed. Nothing was imported.`);
}

interface Batch {
  readonly records: readonly FeedRecord[];
  readonly shaper: RecordShaper;
}

async function* feedRecords(
  texts: AsyncIterable<string>,
  feed: string,
  options: FeedOptions,
): AsyncGenerator<Batch> {
  let stage = options.format === undefined ? undefined : stageOf(options.format, feed, options);
  let start = '';
  for await (const text of texts) {
    if (stage !== undefined) {
      yield { records: stage.reader.push(text), shaper: stage.shaper };
      continue;
    }
    start += text;
    // Blanks without end are read as lines, whatever follows them.
    const found = detectFormat(start, feed) ?? (start.length > MAX_RECORD_LENGTH ? 'ndjson' : undefined);
    if (found === undefined) continue;
    stage = stageOf(found, feed, options);
    yield { records: stage.reader.push(start), shaper: stage.shaper };
  }
  if (stage !== undefined) yield { records: stage.reader.end(), shaper: stage.shaper };
}

/** What reads the records of a format, and what puts them into Forecourt's names. */
function stageOf(
  format: FeedFormat,
  feed: string,
  options: FeedOptions,
): { readonly reader: RecordReader; readonly shaper: RecordShaper } {
  if (options.trace !== undefined) options.trace.format = format;
  const shaper = new RecordShaper(feed, format, options);
  const header: HeaderReader = (names, line, delimiter) => shaper.takeHeader(names, line, delimiter);
  return { reader: readerFor(format, feed, { header, record: options.mapping?.record }), shaper };
}

function encodingNoter(trace: FeedTrace | undefined): ((encoding: FeedEncoding) => void) | undefined {
  return trace === undefined ? undefined : (encoding) => void (trace.encoding = encoding);
}
