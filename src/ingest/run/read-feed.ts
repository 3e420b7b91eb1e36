// The stages of reading a feed: bytes → text → records → records with Forecourt's names → listings or rejections. Memory
// does not grow with the feed. A structural fault anywhere throws a Problem, so callers must be able to roll back.
import { echoed, Problem } from '../../problem.ts';
import { decompressFeed, type Checkpoint, type FeedProgress, type FeedInput } from '../read/decompress.ts';
import type { FeedEncoding } from '../read/feed-encoding.ts';
import { detectFormat, readerFor, type FeedFormat } from '../read/feed-format.ts';
import {
  unreadable,
  type FeedNotice,
  type FeedRecord,
  type RecognizeText,
  type RecordReader,
  type HeaderMapper,
  type ReaderOptions,
} from '../read/feed-record.ts';
import type { RecordResult, CachedRecord } from './record-result.ts';
import type { FeedSettings } from '../columns/feed-mapping.ts';
import { missingHeaderHint, type RejectedRecords } from './next-step.ts';
import { ContinuedRows } from '../read/continued-rows.ts';
import { ColumnResolver } from '../columns/column-resolver.ts';
import { layoutNamed } from '../columns/column-table.ts';
import type { LikelyColumn } from '../suggest/learn-columns.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import { decodeFeed } from '../read/decode.ts';
import { readListing, type ListingChoices } from '../values/read-listing.ts';
import { hashOfRecord, type RecordMemory } from './record-memory.ts';
import { RecordMapper } from '../columns/record-mapper.ts';

/** The settings, and what reading one file needs of its run. */
export interface ReadOptions extends FeedSettings {
  /** The feed's name in problems. Default: its path, or `the feed`. */
  readonly name?: string;
  /** Time of the import, in milliseconds since 1970. */
  readonly now?: number;
  /** Adds the source record to each result. */
  readonly keepRecords?: boolean;
  /** Recognises the records of the last run. */
  readonly memory?: RecordMemory | undefined;
  /** Collects the rejected records, for the next step. */
  readonly rejected?: RejectedRecords;
  /** Filled in while the feed is read. */
  readonly profile?: FeedProfile | undefined;
  /** Called as bytes are read. */
  readonly onProgress?: (progress: FeedProgress) => void;
  readonly checkpoint?: Checkpoint | undefined;
  /** Called once, at the end, with the ignored columns whose values look like a field's. */
  readonly onLikely?: (columns: readonly LikelyColumn[]) => void;
  /** Called with each part of the feed that is not a record, in feed order. */
  readonly onNotice?: (notice: FeedNotice) => void;
}

/**
 * The results of a feed's records, in feed order and in batches. Throws a Problem `feed_unreadable` for a structural fault,
 * `feed_empty` for a feed without records.
 */
export function readFeed(
  input: FeedInput,
  options?: Omit<ReadOptions, 'memory'>,
): AsyncGenerator<readonly RecordResult[]>;
/** With a memory, known records are not read. */
export function readFeed(
  input: FeedInput,
  options: ReadOptions,
): AsyncGenerator<readonly (RecordResult | CachedRecord)[]>;
export async function* readFeed(
  input: FeedInput,
  options: ReadOptions = {},
): AsyncGenerator<readonly (RecordResult | CachedRecord)[]> {
  const feed = options.name ?? (typeof input === 'string' ? input : 'the feed');
  const now = options.now ?? Date.now();
  const bytes = decompressFeed(input, feed, options.onProgress ?? (() => undefined), options.checkpoint);
  const texts = decodeFeed(bytes, feed, {
    encoding: options.encoding,
    onEncoding: encodingRecorder(options.profile),
  });
  const { profile } = options;
  const choices = choicesOf(options);
  let isBlank = true;
  let isEmpty = true;
  let lastMapper: RecordMapper | undefined;
  const leftOut: FeedNotice[] = [];
  const onNotice = (notice: FeedNotice): void => {
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(notice);
    options.onNotice?.(notice);
  };
  try {
    for await (const { records, mapper } of learnt(feedRecords(texts, feed, { ...options, onNotice }), now)) {
      isBlank = false;
      if (records.length === 0) continue;
      isEmpty = false;
      lastMapper = mapper;
      const mapped = mapper.map(records);
      if (profile?.headerProblem !== undefined) {
        // No record of such a feed is read: these only show what is in its columns.
        if (profile.hasEnough) break;
        continue;
      }
      options.memory?.useRules(rulesOf(mapper, options));
      const resultOf = (raw: FeedRecord, record: FeedRecord): RecordResult => {
        const result: RecordResult =
          raw.malformed === undefined
            ? readListing(record, now, choices)
            : { kind: 'rejection', line: record.line, reason: 'malformed_row', message: raw.malformed };
        if (result.kind === 'rejection') options.rejected?.add(record, result.reason, mapper.idColumn);
        return options.keepRecords === true ? { ...result, record: raw.value } : result;
      };
      yield mapped.map((record, i) => {
        const { line, textHash, known } = record;
        if (known === undefined || textHash === undefined) return resultOf(records[i], record);
        const read = (): RecordResult => {
          const raw = known.read();
          return resultOf(raw, mapper.map([raw])[0]);
        };
        return { kind: 'cached', line, textHash, number: known.number, read };
      });
    }
  } catch (error) {
    throw error instanceof Problem ? (profile?.headerProblem ?? error) : error;
  }
  if (profile?.headerProblem !== undefined) throw profile.headerProblem;
  if (lastMapper !== undefined) options.onLikely?.(lastMapper.likelyColumns);
  if (isBlank) throw emptyFeed(feed, 'is empty', 'Check that its export has run.');
  const said = leftOut.map(({ text }) => echoed(text)).join(', ');
  if (isEmpty) throw emptyFeed(feed, 'contains no records', said === '' ? '' : `Left out: ${said}.`);
}

/** The settings that records are read by, of which a mapping may have two. */
function choicesOf({ dealer, mapping, newVehicles, vat }: FeedSettings): ListingChoices {
  return { dealer, newVehicles: newVehicles ?? mapping?.newVehicles, vat: vat ?? mapping?.vat };
}

/** The rules that records are read by, but for the program and the clock; undefined before the layout is known. */
function rulesOf(mapper: RecordMapper, options: ReadOptions): string | undefined {
  const { rules } = mapper;
  return rules && JSON.stringify([rules, choicesOf(options), options.mapping], mapsAsLists);
}

function mapsAsLists(_: string, value: unknown): unknown {
  return value instanceof Map ? Array.from(value as ReadonlyMap<unknown, unknown>) : value;
}

/** Notices in the message about a feed without records. */
const MAX_LEFT_OUT = 5;

function emptyFeed(feed: string, what: string, more: string): Problem {
  return new Problem('feed_empty', `${feed}: the feed ${what}. Nothing was imported. ${more}`.trimEnd());
}

/** Text without a record, in UTF-16 code units: more than all rows of an empty sheet. */
const MAX_SILENCE = 32 * 1024 * 1024;
const SILENT = 'more than 33,554,432 characters in a row hold no record. Check how the feed is made.';

interface Batch {
  readonly records: readonly FeedRecord[];
  readonly mapper: RecordMapper;
}

async function* feedRecords(
  texts: AsyncIterable<string>,
  feed: string,
  options: ReadOptions,
): AsyncGenerator<Batch> {
  const readerOptions = readerOptionsOf(feed, options);
  const format = options.format;
  let stage = format === undefined ? undefined : stageOf(format, feed, options, readerOptions);
  let start = '';
  let silence = 0;
  for await (const text of texts) {
    if (stage !== undefined) {
      const records = stage.reader.push(text);
      silence = records.length > 0 ? 0 : silence + text.length;
      if (silence > MAX_SILENCE) throw unreadable(feed, SILENT);
      yield batchOf(stage.rows.push(records), stage.mapper, options);
      continue;
    }
    start += text;
    const found = detectFormat(start, false, readerOptions);
    if (found === undefined) continue;
    stage = stageOf(found, feed, options, readerOptions);
    yield batchOf(stage.rows.push(stage.reader.push(start)), stage.mapper, options);
  }
  if (stage === undefined) {
    const found = detectFormat(start, true, readerOptions);
    if (found === undefined) return;
    stage = stageOf(found, feed, options, readerOptions);
    yield batchOf(stage.rows.push(stage.reader.push(start)), stage.mapper, options);
  }
  const last = [...stage.rows.push(stage.reader.end()), ...stage.rows.end()];
  yield batchOf(last, stage.mapper, options);
}

/** The batches, the first of them joined until their mapper knows the columns: results must not depend on how a feed is cut. */
async function* learnt(batches: AsyncIterable<Batch>, now: number): AsyncGenerator<Batch> {
  let held: Batch | undefined;
  for await (const { records, mapper } of batches) {
    held = { records: held === undefined ? records : [...held.records, ...records], mapper };
    if (!mapper.learn(held.records, false, now)) continue;
    yield held;
    held = undefined;
  }
  if (held === undefined) return;
  held.mapper.learn(held.records, true, now);
  yield held;
}

/** The records alone; what is none is passed to `onNotice`. */
function batchOf(records: readonly FeedRecord[], mapper: RecordMapper, { onNotice }: ReadOptions): Batch {
  if (records.every(({ notice }) => notice === undefined)) return { records, mapper };
  for (const { notice } of records) if (notice !== undefined) onNotice?.(notice);
  return { records: records.filter(({ notice }) => notice === undefined), mapper };
}

function readerOptionsOf(
  feed: string,
  { mapping, columns, isConfigured = false, dealer, flags }: FeedSettings,
): Omit<ReaderOptions, 'header'> {
  const resolver = new ColumnResolver(layoutNamed('general'), mapping);
  return {
    fieldOf: (name) => resolver.resolve(name)?.field,
    record: mapping?.record,
    columns: columns ?? mapping?.header,
    missingHeaderHint: missingHeaderHint({ files: [feed], isConfigured, dealer, flags }),
  };
}

type Rows = Pick<ContinuedRows, 'push' | 'end'>;

const ALL_ROWS: Rows = { push: (records) => [...records], end: () => [] };

/** The reader and the mapper for a format. */
function stageOf(
  format: FeedFormat,
  feed: string,
  options: ReadOptions,
  readerOptions: Omit<ReaderOptions, 'header'>,
): { readonly reader: RecordReader; readonly mapper: RecordMapper; readonly rows: Rows } {
  if (options.profile !== undefined) options.profile.format = format;
  const mapper = new RecordMapper(feed, format, options, options.profile, options.onNotice);
  const header: HeaderMapper = (names, line, delimiter) => mapper.mapHeader(names, line, delimiter);
  const { memory } = options;
  memory?.useRules(undefined);
  const recognize =
    memory &&
    ((text: string): ReturnType<RecognizeText> => {
      const textHash = hashOfRecord(text);
      return { textHash, number: memory.find(textHash) };
    });
  const reader = readerFor(format, feed, { ...readerOptions, header, recognize });
  return { reader, mapper, rows: format === 'csv' ? new ContinuedRows(readerOptions.fieldOf) : ALL_ROWS };
}

function encodingRecorder(profile: FeedProfile | undefined): ((encoding: FeedEncoding) => void) | undefined {
  return profile === undefined ? undefined : (encoding) => void (profile.encoding = encoding);
}
