// The stages of reading a feed, in bounded memory: bytes → text → records → Forecourt's names → listings or rejections. A fault throws a Problem.
import { echoed, Problem } from '../../problem.ts';
import { decompressFeed, type Checkpoint, type FeedProgress, type FeedInput } from '../read/decompress.ts';
import type { FeedEncoding } from '../read/decode.ts';
import { detectFormat, readerFor, type FeedFormat } from '../read/feed-format.ts';
import { flatten, isObject } from '../read/flatten.ts';
import {
  unreadable,
  type FeedItem,
  type FeedNotice,
  type MalformedRow,
  type RawRecord,
  type RecordReader,
  type HeaderMapper,
  type ReaderOptions,
} from '../read/feed-record.ts';
import type { RecordResult, Rejection, MappedRecord } from './record-result.ts';
import type { FeedSettings } from '../columns/feed-mapping.ts';
import { missingHeaderHint, type RejectedRecords } from './next-step.ts';
import { ContinuedRows } from '../read/continued-rows.ts';
import { ColumnResolver } from '../columns/column-resolver.ts';
import { layoutNamed } from '../columns/column-table.ts';
import { LayoutFinder, type FeedLayout } from '../columns/feed-layout.ts';
import type { LikelyColumn } from '../suggest/learn-columns.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import { decodeFeed } from '../read/decode.ts';
import { readListing, type ListingChoices } from '../values/read-listing.ts';
import type { KnownRecords, UnchangedRecord } from './known-records.ts';
import { RecordMapper } from '../columns/record-mapper.ts';

export interface ReadOptions extends FeedSettings {
  /** The feed's name in problems. Default: its path, or `the feed`. */
  readonly name?: string;
  /** Time of the import, in milliseconds since 1970. */
  readonly now?: number;
  /** Adds the source record to each result. */
  readonly keepRecords?: boolean;
  readonly known?: KnownRecords | undefined;
  /** Collects the rejected records, for the next step. */
  readonly rejected?: RejectedRecords;
  readonly profile?: FeedProfile | undefined;
  readonly onProgress?: (progress: FeedProgress) => void;
  readonly checkpoint?: Checkpoint | undefined;
  /** Called once, before the first results. */
  readonly onLayout?: (layout: FeedLayout) => void;
  /** Called once, at the end, with the ignored columns whose values look like a field's. */
  readonly onLikely?: (columns: readonly LikelyColumn[]) => void;
  /** Called with each part of the feed that is not a record, in feed order. */
  readonly onNotice?: (notice: FeedNotice) => void;
}

/** Results in feed order, in batches. Throws a Problem `feed_unreadable` for a structural fault, `feed_empty` for a feed without records. */
export function readFeed(
  input: FeedInput,
  options?: Omit<ReadOptions, 'known'>,
): AsyncGenerator<readonly RecordResult[]>;
/** Known records are not read. */
export function readFeed(
  input: FeedInput,
  options: ReadOptions,
): AsyncGenerator<readonly (RecordResult | UnchangedRecord)[]>;
export async function* readFeed(
  input: FeedInput,
  options: ReadOptions = {},
): AsyncGenerator<readonly (RecordResult | UnchangedRecord)[]> {
  const feed = options.name ?? (typeof input === 'string' ? input : 'the feed');
  const now = options.now ?? Date.now();
  const bytes = decompressFeed(input, feed, options.onProgress ?? (() => undefined), options.checkpoint);
  const texts = decodeFeed(bytes, feed, {
    encoding: options.encoding,
    onEncoding: encodingRecorder(options.profile),
  });
  const { profile } = options;
  let isBlank = true;
  let isEmpty = true;
  const leftOut: FeedNotice[] = [];
  const onNotice = (notice: FeedNotice): void => {
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(notice);
    options.onNotice?.(notice);
  };
  let layout: FeedLayout | undefined;
  let read: ReturnType<typeof recordReader> | undefined;
  try {
    for await (const batch of withLayout(feedItems(texts, feed, { ...options, onNotice }), now)) {
      const { items } = batch;
      isBlank = false;
      if (items.length === 0) continue;
      isEmpty = false;
      if (layout === undefined) options.onLayout?.(batch.layout);
      layout = batch.layout;
      if (profile !== undefined) addToProfile(items, layout, profile);
      if (profile?.headerProblem !== undefined) {
        // No record of such a feed is read: these only show what is in its columns.
        if (profile.hasEnough) break;
        continue;
      }
      read ??= recordReader(layout, options, now);
      yield items.map(read);
    }
  } catch (error) {
    throw error instanceof Problem ? (profile?.headerProblem ?? error) : error;
  }
  if (profile?.headerProblem !== undefined) throw profile.headerProblem;
  if (layout !== undefined) options.onLikely?.(layout.likely);
  if (isBlank) throw emptyFeed(feed, 'is empty', 'Check that its export has run.');
  const said = leftOut.map(({ text }) => echoed(text)).join(', ');
  if (isEmpty) throw emptyFeed(feed, 'contains no records', said === '' ? '' : `Left out: ${said}.`);
}

function addToProfile(items: readonly Item[], layout: FeedLayout, profile: FeedProfile): void {
  for (const item of items)
    if (item.kind === 'record' && isObject(item.value))
      profile.addRecord([...flatten(item.value)], (name) => layout.resolver.resolve(name));
}

/** Reads records by a layout. A known one is read only if it must be. */
function recordReader(
  layout: FeedLayout,
  options: ReadOptions,
  now: number,
): (item: RawRecord | MalformedRow) => RecordResult | UnchangedRecord {
  const mapper = new RecordMapper(layout, options);
  const choices = choicesOf(options);
  const resultOf = (item: RawRecord | MalformedRow): RecordResult => {
    const { line } = item;
    const mapped: MappedRecord | Rejection =
      item.kind === 'record'
        ? mapper.map(item)
        : { kind: 'rejection', line, reason: 'malformed_row', message: item.reason };
    const result = mapped.kind === 'mapped' ? readListing(mapped, now, choices) : mapped;
    if (result.kind === 'rejection')
      options.rejected?.add(result.reason, mapped.kind === 'mapped' ? mapped : undefined);
    if (options.keepRecords !== true) return result;
    return { ...result, record: item.kind === 'record' ? item.value : item.text };
  };
  const { known } = options;
  if (known === undefined) return resultOf;
  const settings = JSON.stringify([layout.rules, choices, options.mapping], mapsAsLists);
  const { resolver } = layout;
  return (item) => {
    const keyOf = (): string | undefined =>
      item.kind === 'record'
        ? known.keyOf(item.source ?? [item.value, item.status], settings, resolver.order)
        : undefined;
    const key = keyOf();
    const read = (): RecordResult => {
      const { order } = resolver;
      const result = resultOf(item);
      if (result.kind === 'listing') result.key = resolver.order === order ? key : keyOf();
      return result;
    };
    const found = key === undefined ? undefined : known.find(key);
    if (key === undefined || found === undefined) return read();
    return { kind: 'unchanged', line: item.line, key, known: found, read };
  };
}

/** The settings that records are read by, of which a mapping may have two. */
export function choicesOf({ dealer, mapping, newVehicles, vat }: FeedSettings): ListingChoices {
  return { dealer, newVehicles: newVehicles ?? mapping?.newVehicles, vat: vat ?? mapping?.vat };
}

function mapsAsLists(_: string, value: unknown): unknown {
  return value instanceof Map ? Array.from(value as ReadonlyMap<unknown, unknown>) : value;
}

const MAX_LEFT_OUT = 5;

function emptyFeed(feed: string, what: string, more: string): Problem {
  return new Problem('feed_empty', `${feed}: the feed ${what}. Nothing was imported. ${more}`.trimEnd());
}

/** Text without a record, in UTF-16 code units: more than all rows of an empty sheet. */
const MAX_SILENCE = 32 * 1024 * 1024;
const SILENT = 'more than 33,554,432 characters in a row hold no record. Check how the feed is made.';

type Item = RawRecord | MalformedRow;

interface Batch {
  readonly items: readonly Item[];
  readonly finder: LayoutFinder;
}

async function* feedItems(
  texts: AsyncIterable<string>,
  feed: string,
  options: ReadOptions,
): AsyncGenerator<Batch> {
  const readerOptions = readerOptionsOf(feed, options);
  let stage: Stage | undefined;
  let start = '';
  let silence = 0;
  for await (const text of texts) {
    start = stage === undefined ? start + text : text;
    const format =
      stage === undefined ? (options.format ?? detectFormat(start, false, readerOptions)) : undefined;
    if (format !== undefined) stage = stageOf(format, feed, options, readerOptions);
    if (stage === undefined) continue;
    const items = stage.reader.push(start);
    silence = items.length > 0 ? 0 : silence + text.length;
    if (silence > MAX_SILENCE) throw unreadable(feed, SILENT);
    yield batchOf(stage.rows.push(items), stage.finder, options);
  }
  if (stage === undefined) {
    const format = options.format ?? detectFormat(start, true, readerOptions);
    if (format === undefined) return;
    stage = stageOf(format, feed, options, readerOptions);
    yield batchOf(stage.rows.push(stage.reader.push(start)), stage.finder, options);
  }
  const last = [...stage.rows.push(stage.reader.end()), ...stage.rows.end()];
  yield batchOf(last, stage.finder, options);
}

/** The items, the first of them joined until they show the layout: results must not depend on how a feed is cut. */
async function* withLayout(
  batches: AsyncIterable<Batch>,
  now: number,
): AsyncGenerator<{ readonly items: readonly Item[]; readonly layout: FeedLayout }> {
  let held: Batch | undefined;
  const found = (isEnd: boolean): FeedLayout | undefined =>
    held?.finder.find(
      held.items.filter((item) => item.kind === 'record'),
      now,
      isEnd,
    );
  let layout: FeedLayout | undefined;
  for await (const { items, finder } of batches) {
    held = { items: held === undefined ? items : [...held.items, ...items], finder };
    layout ??= found(false);
    if (layout === undefined) continue;
    yield { items: held.items, layout };
    held = undefined;
  }
  layout ??= found(true);
  if (held !== undefined && layout !== undefined) yield { items: held.items, layout };
}

function batchOf(all: readonly FeedItem[], finder: LayoutFinder, { onNotice }: ReadOptions): Batch {
  const items: Item[] = [];
  for (const item of all)
    if (item.kind === 'notice') onNotice?.(item);
    else items.push(item);
  return { items, finder };
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

interface Stage {
  readonly reader: RecordReader;
  readonly finder: LayoutFinder;
  readonly rows: Pick<ContinuedRows, 'push' | 'end'>;
}

const ALL_ROWS: Stage['rows'] = { push: (items) => [...items], end: () => [] };

function stageOf(
  format: FeedFormat,
  feed: string,
  options: ReadOptions,
  readerOptions: Omit<ReaderOptions, 'header'>,
): Stage {
  if (options.profile !== undefined) options.profile.format = format;
  const finder = new LayoutFinder(feed, format, options, options);
  const header: HeaderMapper = (names, line, delimiter) => finder.mapHeader(names, line, delimiter);
  const reader = readerFor(format, feed, { ...readerOptions, header });
  return { reader, finder, rows: format === 'csv' ? new ContinuedRows(readerOptions.fieldOf) : ALL_ROWS };
}

function encodingRecorder(profile: FeedProfile | undefined): ((encoding: FeedEncoding) => void) | undefined {
  return profile === undefined ? undefined : (encoding) => void (profile.encoding = encoding);
}
