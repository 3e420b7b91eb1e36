// The stages of reading a feed, in bounded memory: bytes → text → records → Forecourt's names → listings or rejections.
import { isObject } from '../../json.ts';
import { Problem } from '../../problem.ts';
import { echoed } from '../../quoted-text.ts';
import { decompressFeed, type Checkpoint, type FeedProgress, type FeedInput } from '../read/decompress.ts';
import { decodeFeed, type FeedEncoding } from '../read/decode.ts';
import { detectFormat, readerFor, withoutScript } from '../read/feed-format.ts';
import { flatten } from '../read/flatten.ts';
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
import type { KnownRecord, RecordResult, Rejection, MappedRecord } from '../values/record-result.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { missingHeaderHint, type RejectedRecords } from '../settings/next-step.ts';
import { ChangeLog } from '../read/beside/change-log.ts';
import { codesExplained, Legend } from '../read/beside/legend.ts';
import { factsIn, withFacts, type Stated } from '../read/beside/stated-for-all.ts';
import { MixedRecords } from '../read/beside/mixed-records.ts';
import { ContinuedRows } from '../read/tables/continued-rows.ts';
import { ColumnResolver } from '../columns/column-resolver.ts';
import { layoutNamed } from '../tables/column-table.ts';
import { LayoutFinder, type FeedLayout } from '../columns/feed-layout.ts';
import { likelyColumns, type LikelyColumn } from '../columns/identify-columns.ts';
import type { FeedProfile } from '../columns/feed-profile.ts';
import { readListing, type ListingChoices } from '../values/read-listing.ts';
import type { KnownRecords, UnchangedRecord } from './known-records.ts';
import { domainName } from '../../listing/domain-name.ts';
import { sitesIn } from '../values/url.ts';
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

/** Results in feed order, in batches. Throws a Problem: `feed_unreadable` for a bad structure, `feed_empty` without records. */
export function readFeed(
  input: FeedInput,
  options?: Omit<ReadOptions, 'known'>,
): AsyncGenerator<readonly RecordResult[]>;
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
  const { profile } = options;
  const bytes = decompressFeed(input, feed, options.onProgress ?? (() => undefined), options.checkpoint);
  const onEncoding = (encoding: FeedEncoding): void => {
    if (profile !== undefined) profile.encoding = encoding;
  };
  const leftOut: FeedNotice[] = [];
  const onNotice = (notice: FeedNotice): void => {
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(notice);
    options.onNotice?.(notice);
  };
  const records = new FeedRecords(feed, { ...options, onNotice }, now);
  let read: ReturnType<typeof recordReader> | undefined;
  const resultsOf = (items: readonly Item[]): (RecordResult | UnchangedRecord)[] => {
    const { layout } = records;
    if (layout === undefined || items.length === 0) return [];
    for (const item of profile === undefined ? [] : items)
      if (item.kind === 'record' && isObject(item.value))
        profile?.addRecord([...flatten(item.value)], (name) => layout.resolver.resolve(name));
    // No record of a feed with such a header is read: these only show what is in its columns.
    if (profile?.headerProblem !== undefined) return [];
    if (read === undefined) options.onLayout?.(layout);
    read ??= recordReader(layout, options, now, records);
    return items.map(read);
  };
  try {
    for await (const text of decodeFeed(bytes, feed, { encoding: options.encoding, onEncoding })) {
      yield resultsOf(records.push(text, false));
      if (profile?.isDone === true) break;
    }
    if (profile?.isDone !== true) yield resultsOf(records.push('', true));
  } catch (error) {
    // JSON.parse accepts deeper nesting than there is room for on the call stack.
    const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
    const problem = isTooDeep ? unreadable(feed, TOO_DEEP, error) : error;
    throw problem instanceof Problem ? (profile?.headerProblem ?? problem) : problem;
  }
  if (profile?.headerProblem !== undefined) throw profile.headerProblem;
  if (records.layout !== undefined) options.onLikely?.(likelyColumns(records.layout.identified));
  else throw emptyFeed(feed, 'is empty', 'Check that its export has run.');
  const said = leftOut.map(({ text }) => echoed(text)).join(', ');
  if (records.count === 0)
    throw emptyFeed(feed, 'contains no records', said === '' ? '' : `Left out: ${said}.`);
}

function recordReader(
  layout: FeedLayout,
  options: ReadOptions,
  now: number,
  records: FeedRecords,
): (item: RawRecord | MalformedRow) => RecordResult | UnchangedRecord {
  const { stated, settings } = records;
  const mapper = new RecordMapper(layout, options, stated);
  const choices = choicesIn(layout, options, records);
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
  return (item) => {
    const seen = item.kind === 'record' ? item.known : undefined;
    const key =
      seen === undefined && item.kind === 'record'
        ? known.keyOf(item.source ?? [item.value, item.status], settings)
        : seen?.key;
    const read = (): RecordResult => {
      const result = resultOf(item);
      if (result.kind === 'listing') result.key = key;
      return result;
    };
    const found = seen ?? known.find(key);
    return found === undefined ? read() : { kind: 'unchanged', line: item.line, known: found, read };
  };
}

function choicesIn(layout: FeedLayout, options: ReadOptions, { stated, sites }: FeedRecords): ListingChoices {
  const { site = layout.site } = stated;
  return { ...choicesOf(options), ...(site !== undefined && { site }), sites, roots: stated };
}

/** The settings by which records are read. A mapping may contain two of them. */
export function choicesOf({ dealer, mapping, newVehicles, vat }: FeedSettings): ListingChoices {
  return { dealer, newVehicles: newVehicles ?? mapping?.newVehicles, vat: vat ?? mapping?.vat };
}

const TOO_DEEP = 'a record, or what is beside the records, nests too many objects or arrays in each other.';

const MAX_LEFT_OUT = 5;
const MAX_SITES = 8;

function emptyFeed(feed: string, what: string, more: string): Problem {
  return new Problem('feed_empty', `${feed}: the feed ${what}. Nothing was imported. ${more}`.trimEnd());
}

/** Text without a record, in UTF-16 code units: more than all rows of an empty sheet. */
const MAX_SILENCE = 32 * 1024 * 1024;
const SILENT = 'more than 33,554,432 characters in a row hold no record. Check how the feed is made.';

type Item = RawRecord | MalformedRow;

interface Stage {
  readonly reader: RecordReader;
  readonly finder: LayoutFinder;
  /** Joins rows or documents of which several are one vehicle. */
  readonly joiner: ContinuedRows | MixedRecords;
  readonly log: ChangeLog;
}

/** The records of a feed's text. Results must not depend on how it is cut: the first are held until they show the layout. */
class FeedRecords {
  layout: FeedLayout | undefined;
  count = 0;
  /** What the notices state of all records. */
  stated: Stated = {};
  /** The domains of the sites that the notices state, if no dealer is given, the longest first. */
  readonly sites: string[] = [];
  readonly #feed: string;
  readonly #options: ReadOptions;
  readonly #readerOptions: Omit<ReaderOptions, 'header'>;
  readonly #now: number;
  #start = '';
  #stage: Stage | undefined;
  readonly #held: Item[] = [];
  readonly #legend = new Legend();
  #silence = 0;
  #settings: string | undefined;

  constructor(feed: string, options: ReadOptions, now: number) {
    this.#feed = feed;
    this.#options = options;
    this.#now = now;
    const { mapping, columns, isConfigured = false, dealer, flags } = options;
    const resolver = new ColumnResolver(layoutNamed('general'), mapping);
    this.#readerOptions = {
      fieldOf: (name) => resolver.resolve(name)?.field,
      record: mapping?.record,
      columns: columns ?? mapping?.header,
      dealer,
      missingHeaderHint: missingHeaderHint({ files: [feed], isConfigured, dealer, flags }),
      findKnown: options.known && ((text) => this.#findKnown(text)),
    };
  }

  /** The rules by which records are read, once the layout is known. */
  get settings(): string {
    const { layout } = this;
    if (this.#settings !== undefined || layout === undefined) return this.#settings ?? '';
    const choices = choicesIn(layout, this.#options, this);
    return (this.#settings = JSON.stringify(
      [layout.rules, choices, this.#options.mapping],
      (_, value: unknown) =>
        value instanceof Map ? Array.from(value as ReadonlyMap<unknown, unknown>) : value,
    ));
  }

  /** Undefined as long as other records or a legend may change what a record means. */
  #findKnown(text: string): KnownRecord | undefined {
    const { joiner, log } = this.#stage ?? {};
    const isSettled =
      this.layout !== undefined &&
      joiner instanceof MixedRecords &&
      joiner.isIdle &&
      log?.isIdle === true &&
      this.#legend.isEmpty;
    return isSettled ? this.#options.known?.findValue(text, this.settings) : undefined;
  }

  /** The items that this text completes; notices are passed to `onNotice`. */
  push(text: string, isEnd: boolean): readonly Item[] {
    this.#start += text;
    this.#stage ??= this.#open(isEnd);
    if (this.#stage === undefined) return [];
    const { reader, joiner, log } = this.#stage;
    const items = this.#start === '' ? [] : reader.push(this.#start);
    this.#start = '';
    this.#silence = items.length > 0 ? 0 : this.#silence + text.length;
    if (this.#silence > MAX_SILENCE) throw unreadable(this.#feed, SILENT);
    this.#hold(log.push(joiner.push(items)));
    if (isEnd) {
      const last = [...joiner.push(reader.end()), ...joiner.end()];
      this.#hold([...log.push(last), ...log.end()]);
    }
    if (this.#findLayout(isEnd) === undefined) return [];
    return this.#held.splice(0).map((item) => (item.kind === 'record' ? this.#legend.decode(item) : item));
  }

  #findLayout(isEnd: boolean): FeedLayout | undefined {
    if (this.layout !== undefined) return this.layout;
    const records = this.#held.filter((item) => item.kind === 'record');
    this.#legend.settle(records);
    const decoded = records.map((record) => this.#legend.decode(record));
    return (this.layout = this.#stage?.finder.find(decoded, this.#now, isEnd));
  }

  #hold(items: readonly FeedItem[]): void {
    for (const item of items) {
      if (item.kind === 'notice') {
        this.#readNotice(item);
        this.#options.onNotice?.(item);
      } else {
        this.count += 1;
        this.#held.push(item);
      }
    }
  }

  /** Takes the facts that a notice states about all records. */
  #readNotice(notice: FeedNotice): void {
    if (this.layout !== undefined) return;
    const said = notice.whole ?? notice.text;
    const sites =
      this.#options.dealer === undefined ? sitesIn(said).flatMap((site) => domainName(site) ?? []) : [];
    const codes = codesExplained(said);
    const facts = factsIn(notice, this.#options.dealer, this.stated);
    // Text after the records counts while they are held, however it is cut.
    if (codes.length + facts.length + sites.length === 0 || this.#findLayout(false) !== undefined) return;
    this.#legend.take(codes);
    this.stated = withFacts(this.stated, facts);
    this.sites.push(...sites.slice(0, MAX_SITES - this.sites.length));
    // The site of a branch before that of its group.
    this.sites.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  }

  /** The stages for the format; undefined while the start does not show it. */
  #open(isEnd: boolean): Stage | undefined {
    const options = this.#options;
    const given = this.#start;
    this.#start = withoutScript(given);
    const inScript = this.#start === given ? undefined : 'json';
    const format = options.format ?? inScript ?? detectFormat(given, isEnd, this.#readerOptions);
    if (format === undefined) return undefined;
    if (options.profile !== undefined) options.profile.format = format;
    const finder = new LayoutFinder(this.#feed, format, options);
    const header: HeaderMapper = (names, line, delimiter) => finder.mapHeader(names, line, delimiter);
    const reader = readerFor(format, this.#feed, { ...this.#readerOptions, header });
    const { fieldOf } = this.#readerOptions;
    const joiner =
      format === 'csv' ? new ContinuedRows(fieldOf) : new MixedRecords(fieldOf, this.#readerOptions.dealer);
    return { reader, finder, joiner, log: new ChangeLog(this.#feed, fieldOf) };
  }
}
