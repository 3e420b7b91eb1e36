// Reads a JSON document record by record, so memory does not grow with it: counts brackets outside strings, and JSON.parse
// validates records. Of values outside the records, the first 1,048,576 characters are validated.
import { isObject } from '../../../json.ts';
import { type Problem } from '../../../problem.ts';
import { quoted } from '../../../quoted-text.ts';
import {
  noRecords,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedItem,
  type FieldOf,
  type RecordReader,
  type ReaderOptions,
} from '../feed-record.ts';
import { JsonPrefix, findRecordPaths, isRecordLike, startsWith, tablesIn } from './json-record-path.ts';
import type { JsonRecordPath } from './json-record-path.ts';
import { expandRecord, withId } from '../flatten.ts';
import { Graph, isJsonLd } from '../json-ld.ts';
import { Surroundings, outsideNotice } from '../beside/surroundings.ts';
import { JsonTables } from '../tables/document-tables.ts';
import { serverError, serverErrorOf } from '../no-feed.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const CLOSE_PARENTHESIS = 0x29;
const SEMICOLON = 0x3b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The next token, white space aside. */
type Expected = 'first value' | 'value' | 'comma' | 'first name' | 'name' | 'colon' | 'nothing';

interface Container {
  readonly isArray: boolean;
  readonly path: JsonRecordPath;
  /** Whether its names are places in a list, which begin with 0 and are not ids. */
  isCounted?: boolean;
}

interface Capture {
  readonly kind: 'record' | 'outside' | 'name';
  readonly path: JsonRecordPath;
  readonly line: number;
  /** The bracket that ends it from outside; undefined if it ends with its own. */
  readonly closer: number | undefined;
}

const MAX_DEPTH = 64;
const ARRAY_RULE = 'The feed must be one array of JSON objects.';
const JSON_RULE = 'Fetch the feed again, or have its export corrected.';

export class JsonReader implements RecordReader {
  readonly #feed: string;
  readonly #fieldOf: FieldOf;
  readonly #dealer: string | undefined;
  /** Undefined until the record paths are known. */
  #prefix: JsonPrefix | undefined;
  #paths: readonly JsonRecordPath[] = [];
  readonly #tables: JsonTables;
  readonly #recordName: string | undefined;
  /** Names outside the records, for the message about a path without records. */
  readonly #outside = new Set<string>();
  #found = 0;
  /** Whether the start of the document has names, but no records. */
  #hasNames = false;
  #error: string | undefined;
  #expected: Expected = 'first value';
  /** Whether the document is one array, which nothing may follow. */
  #isArray = false;
  #line = 1;
  readonly #open: Container[] = [];
  readonly #surroundings: Surroundings;
  #graph: Graph | undefined;
  #capture: Capture | undefined;
  #captured = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The path of the next value in an object. */
  #path: JsonRecordPath = [];
  /** The name of the database table around it, which replaces `data` in the path; undefined in other documents. */
  #table: string | undefined;

  constructor(feed: string, options: ReaderOptions) {
    const { fieldOf, record: recordName } = options;
    this.#feed = feed;
    this.#fieldOf = fieldOf;
    this.#dealer = options.dealer;
    this.#surroundings = new Surroundings(fieldOf, options.dealer);
    this.#recordName = recordName;
    this.#tables = new JsonTables(feed, { ...options, mayBeShort: true });
    if (recordName === undefined) this.#prefix = new JsonPrefix();
    else this.#paths = [recordName.split('.').map((name) => name.trim())];
  }

  push(text: string): FeedItem[] {
    if (this.#prefix === undefined) return this.#scan(text);
    this.#prefix.push(text);
    return this.#prefix.isComplete ? this.#scanPrefix() : [];
  }

  end(): FeedItem[] {
    const records = this.#prefix === undefined ? [] : this.#scanPrefix();
    const top = this.#open[0];
    if (this.#capture !== undefined || top !== undefined) {
      if (this.#capture?.kind === 'record' && top === undefined) this.#checkStart(this.#capture);
      const what = (top?.isArray ?? this.#captured.startsWith('[')) ? 'array' : 'object';
      throw unreadable(
        this.#feed,
        `the JSON ${what} is not closed when the feed ends on line ${this.#line}. It was truncated: fetch it again.`,
      );
    }
    if (this.#found === 0 && this.#error !== undefined) throw serverError(this.#feed, this.#error);
    if (this.#found === 0 && this.#recordName !== undefined && this.#outside.size > 0)
      throw noRecords(this.#feed, 'are no records at', this.#recordName, [...this.#outside]);
    return [...records, ...this.#tables.end(), ...this.#surroundings.linked.unused()];
  }

  #scanPrefix(): FeedItem[] {
    const prefix = this.#prefix;
    this.#prefix = undefined;
    if (prefix === undefined) return [];
    const parsed = prefix.parse();
    const tables = tablesIn(parsed);
    this.#table = tables && '';
    const document = tables ?? parsed;
    const paths = findRecordPaths(document, this.#fieldOf);
    const isRecord = paths.some((path) => path.length === 0);
    const isStock = isRecordLike(document, this.#fieldOf);
    this.#error = isStock ? undefined : serverErrorOf(document);
    if (isRecord && this.#error !== undefined) throw serverError(this.#feed, this.#error);
    this.#paths = paths;
    for (const path of paths) this.#tables.expect(document, path);
    this.#addLinked(document, []);
    if (isObject(document) && isJsonLd(document)) this.#graph = new Graph(document);
    this.#hasNames = !isStock && JSON.stringify(document) !== '{}';
    return this.#scan(prefix.text);
  }

  #scan(text: string): FeedItem[] {
    const records: FeedItem[] = [];
    let at = 0;
    while (at < text.length) {
      const capture = this.#capture;
      if (capture === undefined) {
        at = this.#scanStructure(text, at);
        continue;
      }
      const end = this.#scanCapture(text, at, capture);
      // The excess of a long value outside the records is dropped.
      if (capture.kind !== 'outside' || this.#captured.length <= MAX_RECORD_LENGTH)
        this.#captured += text.slice(at, end.at);
      if (capture.kind !== 'outside' && this.#captured.length > MAX_RECORD_LENGTH)
        throw this.#tooLong(capture);
      at = end.at;
      if (end.isComplete) this.#finish(capture, records);
    }
    return records;
  }

  /** Reads structure up to the next captured text; returns its position, or the text's length. */
  #scanStructure(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.#line += 1;
      if (code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09) continue;
      this.#readToken(code);
      if (this.#capture !== undefined) return at;
    }
    return text.length;
  }

  #readToken(code: number): void {
    switch (this.#expected) {
      case 'first value':
      case 'value':
        return this.#startValue(code);
      case 'first name':
        if (code === CLOSE_BRACE) return this.#close();
        return this.#startName(code);
      case 'name':
        return this.#startName(code);
      case 'colon':
        if (code !== COLON) throw this.#fault('has a name without a value');
        this.#expected = 'value';
        return;
      case 'comma': {
        const { isArray } = this.#container;
        if (code === COMMA) this.#expected = isArray ? 'value' : 'name';
        else if (code === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) this.#close();
        else throw this.#fault('lacks a comma or a closing bracket');
        return;
      }
      case 'nothing':
        if (code === CLOSE_PARENTHESIS || code === SEMICOLON) return;
        if (this.#isArray || code !== OPEN_BRACE)
          throw this.#fault(`continues after the end of the JSON ${this.#isArray ? 'array' : 'object'}`);
        return this.#startValue(code);
    }
  }

  /** Takes the objects beside the records that these may name, also those behind them. */
  #addLinked(value: unknown, path: JsonRecordPath): void {
    if (this.#isRecordPath(path)) return;
    if (!this.#leadsToRecords(path)) this.#surroundings.linked.add(path.at(-1) ?? '', value);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) this.#addLinked(member, [...path, name]);
  }

  get #container(): Container {
    const container = this.#open.at(-1);
    if (container === undefined) throw new Error('the JSON reader expects a comma outside every container');
    return container;
  }

  #startValue(code: number): void {
    const container = this.#open.at(-1);
    if (container === undefined) {
      if (code !== OPEN_BRACKET && code !== OPEN_BRACE)
        throw this.#fault('does not open a JSON array or object', ARRAY_RULE);
      this.#isArray = code === OPEN_BRACKET;
    }
    const isInArray = container?.isArray === true;
    if (isInArray && code === CLOSE_BRACKET && this.#expected === 'first value') return this.#close();
    if (isInArray && (code === COMMA || code === CLOSE_BRACKET))
      throw this.#fault('has a comma without a record');
    const path = isInArray ? container.path : container === undefined ? [] : this.#path;
    const isRecord = this.#isRecordPath(path);
    const isOnPath = isRecord || this.#leadsToRecords(path);
    if (code === OPEN_BRACKET && isOnPath && !isInArray) this.#push({ isArray: true, path });
    else if (code === OPEN_BRACE && isOnPath && !isRecord) this.#push({ isArray: false, path });
    else {
      const kind = isRecord && (isInArray || code === OPEN_BRACE) ? 'record' : 'outside';
      const closer = container === undefined ? undefined : isInArray ? CLOSE_BRACKET : CLOSE_BRACE;
      this.#capture = { kind, path, line: this.#line, closer };
    }
  }

  #startName(code: number): void {
    if (code !== QUOTE) throw this.#fault('lacks a name in quotes');
    this.#capture = { kind: 'name', path: [], line: this.#line, closer: undefined };
  }

  #push(container: Container): void {
    if (this.#open.length === MAX_DEPTH)
      throw this.#fault(`nests more than ${MAX_DEPTH} objects and arrays around the records`);
    this.#open.push(container);
    this.#expected = container.isArray ? 'first value' : 'first name';
  }

  #close(): void {
    this.#open.pop();
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma';
  }

  #scanCapture(text: string, start: number, { kind, closer }: Capture): { at: number; isComplete: boolean } {
    // Local copies, because this loop runs for every character of a feed.
    let line = this.#line;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let isComplete = false;
    let at = start;
    for (; at < text.length && !isComplete; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === LINE_FEED) line += 1;
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) {
          inString = false;
          isComplete = kind === 'name';
        }
      } else if (code === QUOTE) {
        inString = true;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        depth += 1;
      } else if (depth === 0 && (code === closer || code === COMMA)) {
        isComplete = true;
        break;
      } else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && depth > 0) {
        depth -= 1;
        isComplete = depth === 0 && closer === undefined;
      } else if (code === LINE_FEED) line += 1;
    }
    this.#line = line;
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    return { at, isComplete };
  }

  #finish(capture: Capture, records: FeedItem[]): void {
    const text = this.#captured;
    this.#capture = undefined;
    this.#captured = '';
    const { kind, path, line } = capture;
    if (kind === 'name') {
      const name = String(this.#parse(text, line));
      this.#path = [...this.#container.path, name === 'data' ? (this.#table ?? name) : name];
      if (name === '0') this.#container.isCounted = true;
      this.#expected = 'colon';
      return;
    }
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma';
    if (kind === 'record') {
      this.#found += 1;
      const value = this.#parse(text, line);
      const rows = this.#tables.add(path, value, line);
      if (rows !== undefined) {
        records.push(...rows);
        return;
      }
      const isOfMap = this.#paths.some((wanted) => wanted.length === path.length && wanted.at(-1) === '*');
      const key = isOfMap && this.#container.isCounted !== true ? path.at(-1) : undefined;
      const record = this.#surroundings.around(value, this.#open);
      records.push(
        ...expandRecord(key === undefined ? record : withId(record, key), line, undefined, this.#graph),
      );
      return;
    }
    const value = text.length <= MAX_RECORD_LENGTH ? this.#parse(text, line) : undefined;
    if (this.#table !== undefined && typeof value === 'string') {
      if (path.at(-1) === 'name') this.#table = value;
      return;
    }
    // `branches.address`, without what is around the branches.
    const container = this.#open.at(-1);
    const others =
      container && value !== undefined
        ? this.#surroundings.add(container, { [path.slice(-2).join('.')]: value }, line)
        : undefined;
    if (others !== undefined) {
      records.push(...others);
      return;
    }
    const name = path.join('.');
    const { linked } = this.#surroundings;
    const isLinked = linked.add(path.at(-1) ?? '', value);
    if (this.#outside.size < 20) this.#outside.add(name.slice(0, 100));
    const isBlank = /^\s*(?:null|\[\s*\]|\{\s*\}|"")\s*$/.test(text.slice(0, 100));
    if (isBlank) return;
    const notice = outsideNotice(line, name, text, this.#dealer);
    records.push(...(isLinked ? linked.hold(path.at(-1) ?? '', [notice]) : [notice]));
  }

  #isRecordPath(path: JsonRecordPath): boolean {
    return this.#paths.some((wanted) => wanted.length === path.length && startsWith(wanted, path));
  }

  #leadsToRecords(path: JsonRecordPath): boolean {
    return this.#paths.some((wanted) => wanted.length > path.length && startsWith(wanted, path));
  }

  #tooLong({ kind, path, line }: Capture): Problem {
    const isDocument = kind === 'record' && path.length === 0 && !this.#isArray && this.#found === 0;
    if (!isDocument || !this.#hasNames) return recordTooLong(this.#feed, line);
    return unreadable(
      this.#feed,
      'the first 1,048,576 characters of the JSON object hold no vehicles. Set their path as record in a mapping, for ' +
        'example "record": "data.items".',
    );
  }

  #parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.#notJson(text, line, error);
    }
  }

  /** Throws if an unclosed record is invalid rather than truncated. */
  #checkStart({ line }: Capture): void {
    try {
      JSON.parse(this.#captured);
    } catch (error) {
      if (String(error).includes('Unexpected token')) throw this.#notJson(this.#captured, line, error);
    }
  }

  #notJson(text: string, line: number, cause: unknown): Problem {
    const rule = this.#isArray ? ARRAY_RULE : JSON_RULE;
    const message = `the record that starts on line ${line} is not valid JSON (got ${quoted(text.trim())}). ${rule}`;
    return unreadable(this.#feed, message, cause);
  }

  #fault(what: string, rule = this.#isArray ? ARRAY_RULE : JSON_RULE): Problem {
    return unreadable(this.#feed, `line ${this.#line} ${what}. ${rule}`);
  }
}
