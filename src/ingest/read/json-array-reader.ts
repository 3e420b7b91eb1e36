// Reads a JSON array element by element, so memory does not grow with the feed. The scanner finds element ends by counting
// brackets outside strings; JSON.parse validates the elements.
import { quoted } from '../../problem.ts';
import {
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedRecord,
  type RecordReader,
} from './feed-record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The next token, white space aside. `element` is the rest of a started element. */
type Expected = 'array' | 'first element' | 'element' | 'next element' | 'nothing';

export class JsonArrayReader implements RecordReader {
  readonly #feed: string;
  #expected: Expected = 'array';
  #line = 1;
  /** The current element so far. */
  #element = '';
  /** The line that it starts on. */
  #elementLine = 0;
  /** Number of open objects and arrays within the element. */
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(feed: string) {
    this.#feed = feed;
  }

  push(text: string): FeedRecord[] {
    const records: FeedRecord[] = [];
    let at = 0;
    while (at < text.length) {
      if (this.#expected !== 'element') {
        at = this.#scanBetween(text, at);
        continue;
      }
      const end = this.#scanElement(text, at);
      this.#element += text.slice(at, end);
      if (this.#element.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#elementLine);
      at = end + 1;
      if (end === text.length) break;
      records.push({ line: this.#elementLine, value: this.#parse() });
      this.#expected = text.charCodeAt(end) === COMMA ? 'next element' : 'nothing';
    }
    return records;
  }

  end(): FeedRecord[] {
    if (this.#expected !== 'nothing' && this.#expected !== 'array') {
      throw unreadable(
        this.#feed,
        `the JSON array is not closed when the feed ends on line ${this.#line}. It was truncated: fetch it again.`,
      );
    }
    return [];
  }

  /** Scans between elements; returns the position of the next element, or the text's length. */
  #scanBetween(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.#line += 1;
      if (code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09) continue;
      switch (this.#expected) {
        case 'array':
          if (code !== OPEN_BRACKET) throw this.#fault('does not open a JSON array');
          this.#expected = 'first element';
          break;
        case 'first element':
        case 'next element':
          if (code === CLOSE_BRACKET && this.#expected === 'first element') {
            this.#expected = 'nothing';
            break;
          }
          if (code === COMMA || code === CLOSE_BRACKET) throw this.#fault('has a comma without a record');
          this.#expected = 'element';
          this.#element = '';
          this.#elementLine = this.#line;
          return at;
        case 'element':
          return at;
        case 'nothing':
          throw this.#fault('continues after the end of the JSON array');
      }
    }
    return text.length;
  }

  /** The position of the comma or bracket after the current element, or the text's length. */
  #scanElement(text: string, start: number): number {
    // Local copies, because this loop runs for every character of a feed.
    let line = this.#line;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inString = false;
      } else if (code === QUOTE) {
        inString = true;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        depth += 1;
      } else if (depth === 0 && (code === COMMA || code === CLOSE_BRACKET)) {
        break;
      } else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && depth > 0) {
        depth -= 1;
      }
    }
    this.#line = line;
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    return at;
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.#element);
    } catch (error) {
      const message =
        `the record that starts on line ${this.#elementLine} is not valid JSON ` +
        `(got ${quoted(this.#element.trim())}). The feed must be one array of JSON objects.`;
      throw unreadable(this.#feed, message, error);
    }
  }

  #fault(what: string): Error {
    return unreadable(this.#feed, `line ${this.#line} ${what}. The feed must be one array of JSON objects.`);
  }
}
