// Reads XML element by element, so memory does not grow with the feed; at most one record's length is buffered until the record
// path is known. DTDs are rejected, so feeds cannot declare, fetch or multiply entities: only those of XML and HTML exist.
import { SaxesParser } from 'saxes';
import { type Problem } from '../../../problem.ts';
import { quoted } from '../../../quoted-text.ts';
import { htmlCharacter } from '../../values/html-to-text.ts';
import {
  MAX_RECORD_LENGTH,
  noRecords,
  recordTooLong,
  unreadable,
  type FeedItem,
  type FieldOf,
  type RecordReader,
  noticeOf,
  type ReaderOptions,
} from '../feed-record.ts';
import { canonicalMake } from '../../../vehicle/makes.ts';
import { nestedName } from '../flatten.ts';
import { codesExplained } from '../beside/legend.ts';
import { fieldOfCodes } from '../beside/code-tables.ts';
import { Surroundings } from '../beside/surroundings.ts';
import { HtmlTableReader } from '../tables/html-table.ts';
import {
  serverError,
  serverErrorOfXml,
  isWebPage,
  MAX_PAGE_LENGTH,
  START_LENGTH,
  webPageMessage,
} from '../no-feed.ts';
import { isSheetRow, SpreadsheetReader } from '../tables/document-tables.ts';
import { postcodeOfPage } from '../beside/stated-for-all.ts';
import { isWordPressItem, WordPressPosts } from './wordpress.ts';
import { XmlElement } from './xml-element.ts';
import {
  elementsAt,
  isAt,
  isOnWay,
  isVehicle,
  mayBeRecord,
  recordPathByName,
  recordPathBySibling,
  recordPathByRepetition,
  recordPathOfEntry,
  isNamedLike,
  namesWithin,
  severalIn,
  type RecordPath,
} from './xml-record-path.ts';

/** A document type that declares nothing: `<!DOCTYPE stock>`. */
const NAME_ALONE = /^\s*[\w:.-]{1,100}\s*$/;
const MAX_DEPTH = 64;
/** Maximum texts of an element outside the records that are kept for its notice. */
const MAX_NOTICE_PARTS = 4;
/** Characters of an element outside the records whose content is kept, for what it says of them. */
const MAX_AROUND_LENGTH = 64 * 1024;

export class XmlReader implements RecordReader {
  readonly #feed: string;
  readonly #fieldOf: FieldOf;
  readonly #recordName: string | undefined;
  readonly #sheets: SpreadsheetReader;
  readonly #tables: HtmlTableReader;
  readonly #parser = new SaxesParser();
  #path: RecordPath | undefined;
  #isNamed = false;
  #entries: RecordPath | undefined;
  readonly #open: XmlElement[] = [];
  #record: XmlElement | undefined;
  readonly #siblings = new Set<string>();
  readonly #surroundings: Surroundings;
  readonly #posts: WordPressPosts;
  #records: FeedItem[] = [];
  #tagLine = 1;
  #start: string | undefined = '';
  #page: string | undefined;
  #given = 0;
  #seen = 0;

  constructor(feed: string, options: ReaderOptions) {
    const { fieldOf, record } = options;
    this.#feed = feed;
    this.#tables = new HtmlTableReader(feed, options);
    this.#fieldOf = fieldOf;
    this.#surroundings = new Surroundings(fieldOf, options.dealer);
    this.#posts = new WordPressPosts(fieldOf);
    this.#recordName = record;
    this.#sheets = new SpreadsheetReader(feed, options);
    const parser = this.#parser;
    // Many systems write HTML's entities in XML.
    parser.ENTITIES = new Proxy(parser.ENTITIES, {
      get: (known, name) => {
        const own: unknown = Reflect.get(known, name);
        const character = typeof own === 'string' ? own : htmlCharacter(String(name));
        if (character !== own && character !== undefined) Reflect.set(known, name, character);
        return character;
      },
    });
    parser.on('error', (error) => {
      throw this.#notXml(error);
    });
    parser.on('doctype', (text) => {
      if (!NAME_ALONE.test(text))
        throw this.#fault('has a DTD (<!DOCTYPE …>), and DTDs are not read. Save the feed without it.');
      this.#advance();
    });
    parser.on('opentagstart', () => (this.#tagLine = parser.line));
    parser.on('opentag', ({ name, attributes }) => this.#openElement(name, attributes));
    parser.on('closetag', () => this.#closeElement());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('comment', (text) => {
      this.#advance();
      if (codesExplained(text).length > 0) this.#records.push(noticeOf('outside_records', parser.line, text));
    });
    parser.on('processinginstruction', () => this.#advance());
  }

  push(text: string): FeedItem[] {
    if (this.#page !== undefined) {
      this.#page = (this.#page + text).slice(0, MAX_RECORD_LENGTH);
      return this.#tables.push(text);
    }
    if (this.#start === undefined) return this.#parse(text);
    this.#start += text;
    if (this.#start.length < START_LENGTH) return [];
    if (!isWebPage(this.#start)) return this.#parseStart();
    this.#page = this.#start;
    return this.#tables.push(this.#start);
  }

  end(): FeedItem[] {
    if (this.#page !== undefined) return this.#endPage(this.#page);
    const start = this.#start ?? '';
    if (isWebPage(start)) return [...this.#tables.push(start), ...this.#endPage(start)];
    const records = this.#start === undefined ? [] : this.#parseStart();
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) {
      const what = `the XML ends on line ${this.#parser.line} within the element ${quoted(unclosed.name)}`;
      throw unreadable(this.#feed, `${what}. It was truncated: fetch it again.`);
    }
    this.#parser.close();
    return [...records, ...this.#posts.end(), ...this.#sheets.end(), ...this.#surroundings.linked.unused()];
  }

  #parseStart(): FeedItem[] {
    const start = this.#start ?? '';
    this.#start = undefined;
    return this.#parse(start);
  }

  #endPage(page: string): FeedItem[] {
    const postcode = postcodeOfPage(page);
    const notices = postcode === undefined ? [] : [noticeOf('outside_records', 1, postcode)];
    const records = this.#tables.end();
    if (this.#tables.hasVehicles) return [...notices, ...records];
    throw unreadable(this.#feed, webPageMessage(page.slice(0, MAX_PAGE_LENGTH)));
  }

  #parse(text: string): FeedItem[] {
    this.#given += text.length;
    this.#parser.write(text);
    if (this.#given - this.#seen > MAX_RECORD_LENGTH) throw this.#tooLong();
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #openElement(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#advance();
    if (this.#open.length === MAX_DEPTH)
      throw this.#fault(`nests more than ${MAX_DEPTH} elements in each other.`);
    const own = Object.entries(attributes).filter(([attribute]) => !/^xmlns(?::|$)/.test(attribute));
    const named = own.map(([attribute, value]) => [localName(attribute), value] as const);
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
    this.#open.push(new XmlElement(localName(name), prefix, this.#tagLine, this.#seen, named));
    if (this.#path === undefined) {
      const named = recordPathByName(this.#open, this.#recordName);
      this.#isNamed = named !== undefined;
      this.#entries ??= recordPathOfEntry(this.#open);
      this.#settle(named ?? recordPathBySibling(this.#open, this.#siblings));
    } else if (this.#record === undefined) {
      const isNamed = this.#isNamed && isNamedLike(this.#open, this.#path, this.#recordName);
      if (isNamed || isAt(this.#open, this.#path)) this.#record = this.#open.at(-1);
    }
  }

  #closeElement(): void {
    this.#advance();
    const element = this.#open.pop();
    if (element === undefined) throw new Error('the XML parser closed an element that it did not open');
    if (element === this.#record) {
      const several = this.#recordName === undefined ? severalIn(element, this.#fieldOf) : undefined;
      const path = [...this.#open, element].map(({ name }) => name);
      this.#addClosed(element, this.#open, several === undefined ? path : [...path, several]);
      this.#record = undefined;
    } else if (this.#record === undefined && this.#path !== undefined) {
      this.#closeOutside(element, this.#path);
    } else {
      this.#open.at(-1)?.content.push(element);
      if (this.#path === undefined && this.#recordName === undefined) this.#showPath(element);
    }
    if (this.#open.length > 0 || this.#path !== undefined) return;
    const path = this.#pathByRepetition(element);
    const error = path === undefined || path.length === 1 ? serverErrorOfXml(element) : undefined;
    if (error !== undefined) throw serverError(this.#feed, error);
    if (path === undefined && this.#recordName !== undefined)
      throw noRecords(this.#feed, 'is no element', this.#recordName, namesWithin(element).slice(0, 10));
    if (path === undefined) this.#addNotices(element);
    else this.#addClosed(element, [], path);
  }

  /** A closed element may show where the records are: as the first entry with facts of a vehicle, or as the first of siblings. */
  #showPath(element: XmlElement): void {
    const entry = recordPathOfEntry([...this.#open, element]);
    if (entry !== undefined && isVehicle(element, this.#fieldOf, true)) {
      this.#isNamed = true;
      this.#settle(entry);
    } else if (this.#open.length === 1 && mayBeRecord(element, this.#fieldOf))
      this.#siblings.add(element.name);
  }

  #pathByRepetition(root: XmlElement): RecordPath | undefined {
    const isGiven = this.#recordName !== undefined;
    return isGiven ? undefined : recordPathByRepetition(root, this.#fieldOf, this.#entries);
  }

  /** An element outside the records says something of those beside it, or is kept until it is known whether it holds any. */
  #closeOutside(element: XmlElement, path: RecordPath): void {
    const parent = this.#open.at(-1);
    if (element.hadRecords || parent === undefined || isOnWay([...this.#open, element], path))
      return this.#addNotice(element);
    const isKept = !parent.hadRecords && !isOnWay(this.#open, path);
    if (isKept && this.#seen - parent.start < MAX_AROUND_LENGTH) parent.content.push(element);
    else this.#addAround(parent, element);
  }

  #addClosed(element: XmlElement, around: readonly XmlElement[], path: RecordPath): void {
    const within = [...around, element];
    if (isAt(within, path)) return this.#add(element, around);
    const parent = around.at(-1);
    if (isOnWay(within, path)) {
      this.#holdRecords(element);
      const isInner = ({ name }: XmlElement): boolean => path[within.length] === name;
      for (const child of element.children) if (!isInner(child)) this.#addAround(element, child);
      for (const child of element.children) if (isInner(child)) this.#addClosed(child, within, path);
      this.#addNotice(element);
    } else if (parent === undefined) this.#addNotices(element);
    else this.#addAround(parent, element);
  }

  /** What an element outside the records says of all that are in its parent, or else a notice. */
  #addAround(parent: XmlElement, element: XmlElement): void {
    const isLinked = this.#link(element, element.name);
    const others = this.#surroundings.add(parent, { ...element.toMember() }, element.line);
    if (others !== undefined) {
      this.#records.push(...others);
      return;
    }
    const before = this.#records.length;
    this.#addNotices(element);
    if (isLinked)
      this.#records.push(...this.#surroundings.linked.hold(element.name, this.#records.splice(before)));
  }

  /** Takes an element with a key, which records may name, and those in it. */
  #link(element: XmlElement, origin: string): boolean {
    const { linked } = this.#surroundings;
    const codes = [...element.codes];
    const named = [element.name, ...element.attributes.map(([, value]) => value)];
    const { rows } = element;
    linked.addRows(named, rows, origin);
    for (const [name, ofName] of codes) {
      const own = codes.length > 1 ? [] : named;
      const isKnown = this.#fieldOf(name) !== undefined || fieldOfCodes(ofName) !== undefined;
      linked.codes.add(isKnown ? [...own, name] : own, ofName, origin);
    }
    const isLinked = linked.add(element.name, element.toValues(), origin) || codes.length + rows.length > 0;
    return element.children.map((child) => this.#link(child, origin)).includes(true) || isLinked;
  }

  #addText(text: string): void {
    this.#advance();
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (this.#record !== undefined || this.#path === undefined) element.content.push(text);
    // A notice needs only the start of a text outside the records.
    else if (element.content.length < MAX_NOTICE_PARTS && /\S/.test(text))
      element.content.push(text.slice(0, 200));
  }

  /** Updates the position. Throws if a record, or the text between records, is too long. */
  #advance(): void {
    const { position } = this.#parser;
    const before = this.#seen;
    this.#seen = position;
    const root = this.#open[0];
    if (position - before > MAX_RECORD_LENGTH) throw this.#tooLong();
    if (this.#record !== undefined && position - this.#record.start > MAX_RECORD_LENGTH)
      throw this.#tooLong();
    if (this.#path === undefined && root !== undefined && position - root.start > MAX_RECORD_LENGTH) {
      const path = this.#pathByRepetition(root) ?? [];
      this.#isNamed = path === this.#entries && isOnWay(this.#open.slice(0, path.length - 1), path);
      if (!this.#isNamed && elementsAt(root, path).length < 2) throw this.#tooLong();
      this.#settle(path);
    }
  }

  #settle(path: RecordPath | undefined): void {
    const [root] = this.#open;
    if (path === undefined || root === undefined) return;
    this.#path = path;
    const way = this.#open.filter((_, at) => isOnWay(this.#open.slice(0, at + 1), path));
    for (const outer of way) this.#holdRecords(outer);
    for (const [at, { children }] of way.entries())
      for (const child of children) this.#addClosed(child, way.slice(0, at + 1), path);
    for (const outer of way) outer.content = [];
    this.#record = isAt(this.#open.slice(0, path.length), path) ? this.#open[path.length - 1] : undefined;
  }

  #add(element: XmlElement, around: readonly XmlElement[]): void {
    const sheet = around.at(1);
    if (sheet?.name === 'Worksheet' && isSheetRow([...around, element])) {
      this.#records.push(...this.#sheets.add(element, sheet));
      return;
    }
    for (const outer of around.filter(({ hadRecords }) => !hadRecords)) {
      this.#holdRecords(outer);
      for (const child of outer.children) this.#addAround(outer, child);
      outer.content = outer.content.filter((part) => typeof part === 'string');
    }
    const value = element.toValues(this.#fieldOf);
    const { line } = element;
    if (isWordPressItem(value)) this.#records.push(...this.#posts.add(value, line));
    else {
      const record = this.#surroundings.around(this.#named(value, around), around);
      this.#records.push({ kind: 'record', line, value: record });
    }
  }

  /** The record with the make and the model that the elements around it name: `<make name="Ford"><model name="Focus">`. */
  #named(value: object, around: readonly XmlElement[]): object {
    const named = around.flatMap((outer) => this.#namesOf(outer));
    if (!named.some(([, field, name]) => field === 'make' && canonicalMake(name) !== undefined)) return value;
    const own = new Set(Object.keys(value).map((name) => this.#fieldOf(name)));
    const more = named.filter(([, field]) => !own.has(field));
    return { ...Object.fromEntries(more.map(([path, , name]) => [path, name])), ...value };
  }

  #namesOf({ name, attributes }: XmlElement): (readonly [path: string, field: string, name: string])[] {
    return attributes.flatMap(([attribute, value]) => {
      const path = nestedName(`${name}.`, attribute);
      const field = this.#fieldOf(path);
      return field === 'make' || field === 'model' ? [[path, field, value] as const] : [];
    });
  }

  #holdRecords(outer: XmlElement): void {
    outer.hadRecords = true;
    this.#addNotice(outer);
    this.#surroundings.add(outer, Object.fromEntries(outer.attributes), outer.line);
  }

  #addNotices(element: XmlElement): void {
    for (const child of element.children) this.#addNotices(child);
    this.#addNotice(element);
  }

  /** Elements around records say what they are above these, and once more if text follows. */
  #addNotice(element: XmlElement): void {
    const { summary, line } = element;
    if (summary === element.said || (element.hadRecords && this.#namesOf(element).length > 0)) return;
    element.said = summary;
    this.#records.push(noticeOf('outside_records', line, summary));
  }

  #tooLong(): Problem {
    return recordTooLong(this.#feed, (this.#record ?? this.#open.at(-1))?.line ?? this.#parser.line);
  }

  #notXml(error: Error): Problem {
    const what = error.message.replace(/^(?:[^:]*:)?[0-9]+:[0-9]+: /, '').replace(/\.$/, '');
    return this.#fault(`is not valid XML (${quoted(what)}).`, error);
  }

  #fault(what: string, cause?: unknown): Problem {
    return unreadable(this.#feed, `line ${this.#parser.line} ${what}`, cause);
  }
}

/** `price` for `g:price`, truncated to the maximum length of a name. */
function localName(name: string): string {
  // RSS has the text of an item as `content:encoded`.
  if (name.endsWith(':encoded')) return nestedName('', name.slice(0, name.indexOf(':')));
  return nestedName('', name.slice(name.indexOf(':') + 1));
}
