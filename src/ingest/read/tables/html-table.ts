// Reads the tables of a web page, or of what programs save as HTML and call an Excel file. Each cell is two columns, its text and
// its link: the advert is often behind another column's words. A page without a table of vehicles may have them as JSON-LD, in
// the data of a script, in cards or as microdata.
import { Parser } from 'htmlparser2';
import type { Problem } from '../../../problem.ts';
import {
  MAX_RECORD_LENGTH,
  noticeOf,
  recordTooLong,
  unreadable,
  type FeedItem,
  type RecordReader,
  type ReaderOptions,
} from '../feed-record.ts';
import { isNested } from '../flatten.ts';
import { vehiclesOf } from '../json-ld.ts';
import { itemOf } from '../described-vehicles.ts';
import { Microdata, vehiclesOfPage } from '../microdata.ts';
import { CardFinder, galleryIn, pictureOf } from '../xml/html-cards.ts';
import { isNotForSale } from '../not-for-sale.ts';
import { VEHICLE_ONLY_FIELDS } from '../../tables/feed-fields.ts';
import { readSaleStatus } from '../../values/sale-status.ts';
import { vehiclesInScripts, type Script } from '../json/page-state.ts';
import { TableReader } from './table-reader.ts';

/** Maximum depth of tables in tables, which are layout, and of values in data. */
const MAX_DEPTH = 16;
/** Maximum depth of elements. The parser takes time for each of those around one that opens or closes. */
const MAX_ELEMENTS_DEPTH = 10_000;
/** Cells further right are left out, so that a number of columns to span cannot fill the memory. */
const MAX_COLUMNS = 1000;
/** Maximum length of a row's cells that reach into further rows, in which they are repeated; bounds the memory. */
const MAX_REPEATED_LENGTH = 10_000;
const BLOCKS = new Set(['br', 'p', 'div', 'li', 'ul', 'small', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head']);

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'caption']);
const MAX_HEADING_LENGTH = 200;
/** The comment of a browser that saved the page. */
const SAVED_FROM = /^\s*saved from url=\([0-9]+\)(https?:\/\/\S+)/i;
const TABLE = { mayBeShort: true, mayHaveNone: true, isInPairs: true };
const STRUCK = new Set(['del', 's', 'strike']);

interface Cell {
  readonly columns: number;
  rows: number;
  text: string;
  struck: string;
  link: string;
  readonly pictures: string[];
}

interface Table {
  readonly reader: TableReader;
  /** Whether a heading above it or its caption says that its vehicles are not for sale: `Recently sold`. */
  isLeftOut: boolean;
  readonly row: { line: number; cells: Cell[]; length: number; status: string | undefined };
  /** The cells that reach into the next row, by the column in which they begin. */
  spanning: ReadonlyMap<number, Cell>;
  cell: Cell | undefined;
}

export class HtmlTableReader implements RecordReader {
  readonly #feed: string;
  readonly #options: ReaderOptions;
  readonly #parser: Parser;
  readonly #open: Table[] = [];
  #records: FeedItem[] = [];
  /** The last heading, also while it is open. */
  #heading = '';
  #isInHeading = false;
  /** The level of a section's heading that says that its cards are not for sale; 0 elsewhere. */
  #leftOutBelow = 0;
  #hasHeader = false;
  #fault: Problem | undefined;
  #base: string | undefined;
  #data: { readonly line: number; text: string; readonly isLinked: boolean } | undefined;
  /** Other scripts. */
  readonly #scripts: Script[] = [];
  #scriptsLength = 0;
  readonly #vehicles: FeedItem[] = [];
  readonly #cards: CardFinder;
  readonly #microdata = new Microdata();
  /** The pages that tables link to. */
  readonly #rowPages = new Set<string>();
  /** The name of the column of these pages. */
  #pageColumn: string | undefined;
  #depth = 0;
  #unseen = 0;
  #struck = 0;
  #line = 1;
  #chunk = { text: '', start: 0, counted: 0 };

  constructor(feed: string, options: ReaderOptions) {
    this.#feed = feed;
    this.#options = options;
    this.#cards = new CardFinder(options.fieldOf);
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#openElement(name, attributes),
      ontext: (text) => this.#addText(text),
      onclosetag: (name) => this.#closeElement(name),
      oncomment: (text) => (this.#base ??= SAVED_FROM.exec(text)?.[1]),
    });
  }

  get hasVehicles(): boolean {
    return this.#hasHeader || this.#vehicles.length > 0;
  }

  push(text: string): FeedItem[] {
    const { text: last, start } = this.#chunk;
    this.#countLines(start + last.length);
    this.#chunk = { text, start: start + last.length, counted: 0 };
    this.#parser.write(text);
    return this.#records.splice(0);
  }

  end(): FeedItem[] {
    this.#parser.end();
    while (this.#open.length > 0) this.#closeTable();
    // Data says more of the same vehicles.
    if (!this.hasVehicles)
      this.#vehicles.push(...vehiclesInScripts(this.#scripts, this.#feed, this.#options));
    // Those of cards count also beside a table; there are none where data has vehicles.
    const areDescribed = this.#vehicles.length === 0;
    if (areDescribed) this.#vehicles.push(...this.#described());
    if (this.#fault !== undefined && !this.hasVehicles) throw this.#fault;
    return [
      ...this.#records.splice(0),
      ...this.#vehicles
        .filter((item) => item.kind === 'notice' || !this.#hasHeader || areDescribed)
        .map((item) => this.#onSite(item)),
    ];
  }

  /** The vehicle of a page's data with its address as a whole, as links have it. */
  #onSite(item: FeedItem): FeedItem {
    if (item.kind !== 'record' || this.#base === undefined) return item;
    const read = (name: string, value: unknown, depth: number): unknown => {
      if (typeof value === 'string' && /^\.{0,2}\//.test(value))
        return this.#options.fieldOf(name) === 'advert_url' ? this.#address(value) : value;
      if (!isNested(value) || depth > MAX_DEPTH) return value;
      if (Array.isArray(value)) return value.map((element) => read('', element, depth + 1));
      return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, read(own, one, depth + 1)]));
    };
    return { ...item, value: read('', item.value, 0), source: undefined };
  }

  /** The vehicles of cards or microdata. Beside a table of vehicles, cards of its pages are reported only. */
  #described(): readonly FeedItem[] {
    const { fieldOf } = this.#options;
    const cards = this.#cards.end().map((card) => ({ card, item: itemOf(card, fieldOf) }));
    if (!this.#hasHeader) {
      const vehicles = cards.flatMap(({ item }) => (item.kind === 'record' ? [item] : []));
      return vehiclesOfPage(vehicles, this.#microdata.records, fieldOf);
    }
    return cards.flatMap(({ card: { line, title, lines, page }, item }): FeedItem[] => {
      if (item.kind !== 'record') return [];
      const { url, ...facts } = item.value as Readonly<Record<string, unknown>>;
      // The page is in the column in which the table has those of its own.
      return this.#pageColumn !== undefined && page !== undefined && !this.#rowPages.has(page)
        ? [{ ...item, value: { [this.#pageColumn]: url, ...facts } }]
        : [noticeOf('outside_records', line, [title, ...lines].join(', '))];
    });
  }

  #openElement(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > MAX_ELEMENTS_DEPTH)
      throw unreadable(this.#feed, 'this web page nests more than 10,000 elements in each other.');
    const table = this.#open.at(-1);
    if (name === 'script') {
      const isLinked = /^application\/ld\+json/i.test(attributes['type'] ?? '');
      this.#data = { line: this.#countLines(this.#parser.startIndex), text: '', isLinked };
    }
    if (HEADINGS.has(name)) [this.#isInHeading, this.#heading] = [true, ''];
    if (STRUCK.has(name)) this.#struck += 1;
    if (UNSEEN.has(name)) this.#unseen += 1;
    if (this.#unseen === 0) this.#openSeen(name, attributes, table !== undefined);
    if (UNSEEN.has(name)) return;
    if (name === 'base') this.#base = absolute(attributes['href'], this.#base) ?? this.#base;
    else if (name === 'link' && /^canonical$/i.test(attributes['rel'] ?? ''))
      this.#base ??= absolute(attributes['href']);
    else if (name === 'table') this.#openTable();
    else if (table === undefined) return;
    else if (name === 'tr') {
      this.#endRow(table);
      table.row.status = statusOfClass(attributes['class']);
    } else if (name === 'td' || name === 'th') this.#openCell(table, attributes);
    else if (name === 'a' && table.cell?.link === '') table.cell.link = this.#address(attributes['href']);
    else if (name === 'img') {
      const address = this.#address(pictureOf(attributes));
      table.cell?.pictures.push(address);
      this.#lengthen(table, address.length + 1);
    } else if (BLOCKS.has(name) && table.cell !== undefined) table.cell.text += '\n';
  }

  #openSeen(name: string, attributes: Readonly<Record<string, string>>, isInTable: boolean): void {
    const line = this.#countLines(this.#parser.startIndex);
    const status = statusOfClass(attributes['class']);
    const isLeftOut = this.#leftOutBelow > 0;
    const addressOf = (address: string): string => this.#address(address);
    this.#microdata.open(name, attributes, { line, status, isLeftOut, addressOf });
    if (isInTable) return;
    this.#cards.open(name, line, status, isLeftOut);
    this.#cards.addGallery(galleryIn(attributes).map((address) => this.#address(address)));
    const label = BLOCKS.has(name) ? (attributes['data-label'] ?? attributes['title'] ?? '') : '';
    const field = this.#options.fieldOf(label) ?? '';
    if (VEHICLE_ONLY_FIELDS.has(field) || field === 'engine') this.#cards.addText(`${label}: `);
    if (name === 'a') this.#cards.addLink(this.#address(attributes['href']));
    if (name === 'img') this.#cards.addPicture(this.#address(pictureOf(attributes)));
  }

  #closeElement(name: string): void {
    this.#depth -= 1;
    const table = this.#open.at(-1);
    if (table === undefined && this.#unseen === 0) this.#cards.close(name);
    if (this.#unseen === 0) this.#microdata.close();
    if (name === 'script') this.#readData();
    if (HEADINGS.has(name)) {
      this.#isInHeading = false;
      const level = /^h[12]$/.test(name) ? Number(name[1]) : 9;
      if (level <= this.#leftOutBelow) this.#leftOutBelow = 0;
      if (level < 9 && table === undefined && isNotForSale(this.#heading.trim())) this.#leftOutBelow = level;
      if (name === 'caption' && table !== undefined) table.isLeftOut ||= isNotForSale(this.#heading.trim());
    }
    if (STRUCK.has(name)) this.#struck -= 1;
    if (UNSEEN.has(name)) this.#unseen -= 1;
    else if (table === undefined) return;
    else if (name === 'table') this.#closeTable();
    else if (name === 'tr') this.#endRow(table);
    else if (name === 'td' || name === 'th') table.cell = undefined;
  }

  #openTable(): void {
    if (this.#open.length === MAX_DEPTH)
      throw unreadable(this.#feed, `this web page nests more than ${MAX_DEPTH} tables in each other.`);
    const reader = new TableReader(this.#feed, { ...this.#options, ...TABLE });
    this.#open.push({
      isLeftOut: isNotForSale(this.#heading.trim()),
      ...{ reader, row: { line: 0, cells: [], length: 0, status: undefined } },
      ...{ spanning: new Map<number, Cell>(), cell: undefined },
    });
  }

  #closeTable(): void {
    const table = this.#open.pop();
    if (table === undefined) return;
    this.#endRow(table);
    const { reader } = table;
    this.#records.push(...(reader.hasHeader ? reader.end() : reader.leaveOut()));
    this.#hasHeader ||= reader.hasHeader;
    this.#fault ??= reader.fault;
  }

  #openCell(table: Table, { colspan, rowspan }: Readonly<Record<string, string>>): void {
    const { row } = table;
    if (row.cells.length === 0) row.line = this.#countLines(this.#parser.startIndex);
    table.cell = { ...blankCell(spanOf(colspan)), rows: spanOf(rowspan) };
    if (row.cells.length < MAX_COLUMNS) row.cells.push(table.cell);
  }

  #readData(): void {
    const { line = 0, text = '', isLinked = false } = this.#data ?? {};
    this.#data = undefined;
    if (!isLinked) {
      if (this.#scriptsLength + text.length > MAX_RECORD_LENGTH) return;
      this.#scriptsLength += text.length;
      this.#scripts.push({ line, text });
      return;
    }
    try {
      for (const value of vehiclesOf([JSON.parse(text)]))
        this.#vehicles.push({ kind: 'record', line, value });
    } catch {
      // Other scripts, and what no search engine can read either.
    }
  }

  #addText(text: string): void {
    if (this.#data !== undefined && this.#data.text.length + text.length <= MAX_RECORD_LENGTH)
      this.#data.text += text;
    if (this.#isInHeading && this.#heading.length < MAX_HEADING_LENGTH) this.#heading += text;
    const table = this.#open.at(-1);
    const isValid = this.#unseen === 0 && this.#struck === 0;
    if (isValid) this.#microdata.addText(text);
    if (isValid && table === undefined) this.#cards.addText(text);
    if (table?.cell === undefined || this.#unseen > 0) return;
    if (this.#struck > 0) table.cell.struck += text;
    else table.cell.text += text;
    this.#lengthen(table, text.length);
  }

  #lengthen({ row }: Table, by: number): void {
    row.length += by;
    if (row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, row.line);
  }

  #endRow(table: Table): void {
    const { reader, row } = table;
    const own = row.cells.splice(0);
    if (own.length === 0) return;
    const { read, spanning } = withSpanning(own, table.spanning);
    table.spanning = spanning;
    row.length = 0;
    const links = new Set<unknown>();
    const cells = read.flatMap((cell) => {
      // One page is named once: pictures and titles both lead to it.
      const link = links.has(cell.link) ? '' : cell.link;
      links.add(link);
      if (link !== '') this.#rowPages.add(link);
      const blanks = Array<string>(2 * (cell.columns - 1)).fill('');
      return [cellText(cell), link, ...blanks];
    });
    if (cells.every((cell) => cell === '')) return;
    const text = read.map(cellText).join(', ');
    const { line, status } = row;
    const whole = { line, text, cells: cells.slice(0, 2 * MAX_COLUMNS), isCut: false, status };
    const items = table.isLeftOut ? [noticeOf('outside_records', line, text)] : reader.add(whole);
    for (const item of this.#pageColumn === undefined ? items : [])
      if (item.kind === 'record')
        this.#pageColumn = Object.entries(item.value as object).find(([, value]) => links.has(value))?.[0];
    this.#records.push(...items);
  }

  /**
   * An address of the web: as a whole if the page says on which site it is, else from the site's root. Undefined for other
   * addresses, such as those of mail.
   */
  #address(text: string | undefined): string {
    const address = text?.trim() ?? '';
    if (address === '' || address.startsWith('#') || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(address))
      return '';
    const whole = this.#base === undefined ? undefined : absolute(address, this.#base);
    if (whole !== undefined) return whole;
    // Where the page is in its site is not known: most are at its root.
    return /^(?:https?:|\/|\.\.|\?)/i.test(address) ? address : `/${address.replace(/^\.\//, '')}`;
  }

  /** The line of an offset in the page, which is not before that of the last call. */
  #countLines(offset: number): number {
    const { text, start, counted } = this.#chunk;
    const end = Math.min(text.length, offset - start);
    for (let at = counted; at < end; at++) if (text.charCodeAt(at) === 10) this.#line += 1;
    this.#chunk.counted = Math.max(counted, end);
    return this.#line;
  }
}

function absolute(address = '', base?: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

function spanOf(span = ''): number {
  return /^[0-9]{1,3}$/.test(span) ? Math.max(1, Number(span)) : 1;
}

function blankCell(columns: number): Cell {
  return { columns, rows: 1, text: '', struck: '', link: '', pictures: [] };
}

function withSpanning(
  own: readonly Cell[],
  above: ReadonlyMap<number, Cell>,
): { readonly read: Cell[]; readonly spanning: ReadonlyMap<number, Cell> } {
  const read: Cell[] = [];
  const spanning = new Map<number, Cell>();
  const left = [...own];
  let length = 0;
  for (let column = 0; column < MAX_COLUMNS;) {
    const cell = above.get(column) ?? left.shift();
    if (cell === undefined) break;
    read.push(cell);
    cell.rows -= 1;
    length += cell.text.length + cell.link.length + cell.pictures.join('').length;
    const isLong = length > MAX_REPEATED_LENGTH;
    if (cell.rows > 0) spanning.set(column, isLong ? { ...blankCell(cell.columns), rows: cell.rows } : cell);
    column += cell.columns;
  }
  return { read, spanning };
}

/** The classes of a row against a sale: `class="car is-sold"`. Other classes, such as `hidden`, are about its look. */
function statusOfClass(classes = ''): string | undefined {
  if (classes === '') return undefined;
  return [undefined, 'listed'].includes(readSaleStatus(`row ${classes}`)) ? undefined : classes;
}

function cellText({ text: valid, struck, pictures }: Cell): string {
  const text = valid.trim() === '' ? struck : valid;
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const said = lines.filter((line) => line !== '').join('\n');
  return said === '' ? pictures.filter((address) => address !== '').join('\n') : said;
}
