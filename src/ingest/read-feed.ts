// A feed from its bytes to its items: bytes → text → records → records in Forecourt's names → listings or rejections, each
// stage a file of its own. A feed of any size takes the same memory. Nothing is written here; a fault in the middle ends the reading with a Problem,
// so whoever writes must be able to take all of it back.
import { Problem } from '../problem.ts';
import type { HeaderMapper } from './read/csv-reader.ts';
import { decompressFeed, type Checkpoint, type FeedProgress, type FeedInput } from './read/decompress.ts';
import type { FeedEncoding } from './read/feed-encoding.ts';
import { detectFormat, readerFor, type FeedFormat } from './read/feed-format.ts';
import type { RecordResult } from './record-result.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { MAX_RECORD_LENGTH, type FeedRecord, type RecordReader } from './read/feed-record.ts';
import type { FeedProfile } from './feed-profile.ts';
import { decodeFeed } from './read/decode.ts';
import type { LayoutName } from './layouts/layout.ts';
import { readListing } from './read-listing.ts';
import { RecordMapper } from './record-mapper.ts';

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
  readonly profile?: FeedProfile;
  /** Called as bytes are read. */
  readonly onProgress?: (progress: FeedProgress) => void;
  readonly checkpoint?: Checkpoint | undefined;
}

/**
 * The items of a feed in its order, in batches. Throws a Problem: `feed_unreadable` where the feed's structure is at
 * fault, `feed_empty` where it holds no record at all.
 */
export async function* readFeed(
  input: FeedInput,
  options: FeedOptions = {},
): AsyncGenerator<readonly RecordResult[]> {
  const feed = options.name ?? (typeof input === 'string' ? input : 'the feed');
  const now = options.now ?? Date.now();
  const bytes = decompressFeed(input, feed, options.onProgress ?? (() => undefined), options.checkpoint);
  const texts = decodeFeed(bytes, feed, {
    encoding: options.encoding,
    onEncoding: encodingRecorder(options.profile),
  });
  let isEmpty = true;
  for await (const { records, mapper } of feedRecords(texts, feed, options)) {
    if (records.length === 0) continue;
    isEmpty = false;
    const results = mapper.map(records).map((record) => readListing(record, now, options.dealer));
    yield options.keepRecords === true
      ? results.map((result, i) => ({ ...result, record: records[i]?.value }))
      : results;
  }
  if (isEmpty)
    throw new Problem('feed_empty', `${feed}: there is no record in this feed. Nothing was imported.`);
}

interface Batch {
  readonly records: readonly FeedRecord[];
  readonly mapper: RecordMapper;
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
      yield { records: stage.reader.push(text), mapper: stage.mapper };
      continue;
    }
    start += text;
    // Blanks without end are read as lines, whatever follows them.
    const found = detectFormat(start, feed) ?? (start.length > MAX_RECORD_LENGTH ? 'ndjson' : undefined);
    if (found === undefined) continue;
    stage = stageOf(found, feed, options);
    yield { records: stage.reader.push(start), mapper: stage.mapper };
  }
  if (stage !== undefined) yield { records: stage.reader.end(), mapper: stage.mapper };
}

/** What reads the records of a format, and what puts them into Forecourt's names. */
function stageOf(
  format: FeedFormat,
  feed: string,
  options: FeedOptions,
): { readonly reader: RecordReader; readonly mapper: RecordMapper } {
  if (options.profile !== undefined) options.profile.format = format;
  const mapper = new RecordMapper(feed, format, options);
  const header: HeaderMapper = (names, line, delimiter) => mapper.mapHeader(names, line, delimiter);
  return { reader: readerFor(format, feed, { header, record: options.mapping?.record }), mapper };
}

function encodingRecorder(profile: FeedProfile | undefined): ((encoding: FeedEncoding) => void) | undefined {
  return profile === undefined ? undefined : (encoding) => void (profile.encoding = encoding);
}
