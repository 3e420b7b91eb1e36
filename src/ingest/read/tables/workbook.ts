// Reads an Excel workbook (.xlsx, ECMA-376 Part 1) as the XML that document-tables.ts reads: its visible sheets, one row a line.
// A zip archive is held whole: its parts, and what their headers say they hold, are limited.
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { MAX_URL_LENGTH } from '../../../listing/http-url.ts';
import { MAX_RECORD_LENGTH, recordTooLong, unreadable } from '../feed-record.ts';

const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
/** Maximum bytes of all parts together. A cell takes some 35 bytes, and four times as much in memory. */
const MAX_PARTS_BYTES = 64 * 1024 * 1024;
/** Maximum elements of all parts together. A cell has two elements, so this is the number of cells that fit the bytes. */
const MAX_ELEMENTS = 5_000_000;
/** UTF-16 code units of all cells. They share their texts, so a small file may say endless ones. */
const MAX_TEXT_LENGTH = 2 * MAX_PARTS_BYTES;
const MAX_ROWS = 1_048_576;
/** Rows of all sheets that are left out above others: a sheet may have one far below. */
const MAX_LEFT_OUT = 8 * MAX_ROWS;
/** Maximum visible sheets. Each is a table of its own. */
const MAX_SHEETS = 1000;
/** Elements in each other: more than any of Excel's. Small files could nest millions, which take gigabytes. */
const MAX_DEPTH = 64;
/** Formats of numbers that are dates: those built in, and others by their letters outside quotes and brackets. */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 22]);
const DATE_LETTERS = /[dy]/i;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of a workbook's dates: it counts 29 February 1900, which never was. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Called for each element with its attributes, when it ends, with the texts directly within it. Prefixes are left out. */
type OnElement = (name: string, attributes: Readonly<Record<string, string>>, text: string) => void;

/** The pieces of the XML, in ASCII. Throws a Problem `feed_unreadable`. */
export async function* workbookAsXml(bytes: AsyncIterable<Buffer>, feed: string): AsyncGenerator<Buffer> {
  const parts = unzip(await whole(bytes, feed), feed);
  let elements = 0;
  const read = (path: string, onElement: OnElement): void => {
    readPart(
      parts.get(path),
      (...element) => {
        if ((elements += 1) > MAX_ELEMENTS) throw tooLarge(feed);
        onElement(...element);
      },
      feed,
    );
  };
  const workbook = new Workbook(read);
  const sheets = workbook.sheets();
  let length = 0;
  let leftOut = 0;
  if (sheets.length === 0) throw unreadable(feed, 'this Excel workbook (.xlsx) has no visible sheet.');
  if (sheets.length > MAX_SHEETS) throw tooLarge(feed);
  yield Buffer.from('<?xml version="1.0"?><Workbook>');
  for (const { name, path } of sheets) {
    yield Buffer.from(`<Worksheet Name="${escaped(name)}"><Table>`);
    let line = 1;
    for (const { row, cells } of workbook.rows(path)) {
      const before = '\n'.repeat(Math.max(0, row - line));
      line = Math.max(line, row);
      const ofRow = cells.reduce((sum, { text }) => sum + text.length, 0);
      if (ofRow > MAX_RECORD_LENGTH) throw recordTooLong(feed, row);
      leftOut += before.length;
      if ((length += ofRow) > MAX_TEXT_LENGTH || leftOut > MAX_LEFT_OUT) throw tooLarge(feed);
      const texts = cells.map(
        ({ column, text }) => `<Cell Index="${column}"><Data>${escaped(text)}</Data></Cell>`,
      );
      yield Buffer.from(`${before}<Row>${texts.join('')}</Row>`);
    }
    yield Buffer.from('</Table></Worksheet>\n');
  }
  yield Buffer.from('</Workbook>');
}

interface Cell {
  readonly at: string;
  /** From 1. */
  readonly column: number;
  readonly text: string;
  readonly formula?: Formula | undefined;
}

interface Formula {
  readonly text: string;
  /** The number of a formula that several cells share; the first of them has its text. */
  readonly shared: string | undefined;
}

/** A formula with the place for which it is written. */
interface PlacedFormula {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

interface Row {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly Cell[];
}

class Workbook {
  readonly #read: (path: string, onElement: OnElement) => void;
  readonly #texts: string[] = [];
  readonly #areDates: boolean[] = [];
  #has1904 = false;

  constructor(read: (path: string, onElement: OnElement) => void) {
    this.#read = read;
    let runs: string[] = [];
    read('xl/sharedStrings.xml', (name, _, text) => {
      if (name === 't') runs.push(text);
      // How a text is read aloud, in an element `t` too.
      else if (name === 'rPh') runs.pop();
      else if (name === 'si') {
        this.#texts.push(runs.join(''));
        runs = [];
      }
    });
    this.#readStyles();
  }

  #readStyles(): void {
    const dates = new Set(DATE_FORMATS);
    let styles: number[] = [];
    let pending: number[] = [];
    this.#read('xl/styles.xml', (name, attributes) => {
      const format = Number(attributes.numFmtId);
      const code = (attributes.formatCode ?? '').replace(/"[^"]*"|\[[^[\]]*\]/g, '');
      if (name === 'numFmt' && DATE_LETTERS.test(code)) dates.add(format);
      else if (name === 'xf') pending.push(format);
      else if (name === 'cellXfs') styles = styles.concat(pending);
      if (/^cell(?:Style)?Xfs$/.test(name)) pending = [];
    });
    for (const format of styles) this.#areDates.push(dates.has(format));
  }

  /** The visible sheets, in the order of their tabs. A part is one sheet, however many refer to it. */
  sheets(): readonly { readonly name: string; readonly path: string }[] {
    const targets = this.#targets('xl/workbook.xml');
    const sheets = new Map<string, { readonly name: string; readonly path: string }>();
    this.#read('xl/workbook.xml', (name, { date1904, state, id = '', name: title = '' }) => {
      if (name === 'workbookPr') this.#has1904 = date1904 === '1' || date1904 === 'true';
      const path = targets.get(id);
      const isSheet = name === 'sheet' && (state ?? 'visible') === 'visible';
      if (isSheet && path !== undefined && !sheets.has(path)) sheets.set(path, { name: title, path });
    });
    return [...sheets.values()];
  }

  /** The rows that have a cell. A cell that links to a page and shows other words is the page's address. */
  rows(path: string): Row[] {
    const rows: Row[] = [];
    const links = new Map<string, string>();
    const targets = this.#targets(path);
    let cells: Cell[] = [];
    let value = '';
    let inline = '';
    let formula: Formula | undefined;
    let last = 0;
    const formulaLinks = new FormulaLinks();
    this.#read(path, (name, attributes, text) => {
      if (name === 'v') value = text;
      else if (name === 'f')
        formula = { text, shared: attributes.t === 'shared' ? attributes.si : undefined };
      else if (name === 't') inline += text;
      else if (name === 'c') {
        const at = attributes.r ?? '';
        const column = columnOf(at) ?? (cells.at(-1)?.column ?? 0) + 1;
        const shown = attributes.t === 'inlineStr' ? inline : this.#textOf(value, attributes);
        if (shown !== '' || formula !== undefined) cells.push({ at, column, text: shown, formula });
        value = inline = '';
        formula = undefined;
      } else if (name === 'row') {
        const row = Number(attributes.r);
        const isRow = Number.isSafeInteger(row) && row > 0 && row <= MAX_ROWS;
        last = isRow ? row : last + 1;
        const read = formulaLinks.in(cells, last);
        if (read.length > 0) rows.push({ row: last, cells: read });
        cells = [];
      } else if (name === 'hyperlink') {
        const target = targets.get(attributes.id ?? '') ?? '';
        if (/^https?:/i.test(target)) links.set(attributes.ref ?? '', target);
      }
    });
    if (links.size === 0) return rows;
    const linked = (cell: Cell): Cell => ({ ...cell, text: links.get(cell.at) ?? cell.text });
    return rows.map(({ row, cells }) => ({ row, cells: cells.map(linked) }));
  }

  #textOf(value: string, { t, s }: Readonly<Record<string, string>>): string {
    if (t === 's') return this.#texts[Number(value)] ?? '';
    if (t === 'b') return value === '1' ? 'yes' : value === '' ? '' : 'no';
    // An error, such as `#N/A`, is not a value.
    if (t === 'e') return '';
    if (t === 'str' || t === 'd' || value === '') return value;
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    if (this.#areDates[Number(s)] === true) return this.#dateOf(number) ?? value;
    // `0.1 + 0.2` is stored with all of its binary digits.
    return String(Number(number.toPrecision(15)));
  }

  #dateOf(day: number): string | undefined {
    const ms = FIRST_DAY + Math.round((day + (this.#has1904 ? 1462 : 0)) * DAY_MS);
    const date = new Date(ms);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
  }

  #targets(path: string): ReadonlyMap<string, string> {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const targets = new Map<string, string>();
    this.#read(`${folder}_rels/${path.slice(folder.length)}.rels`, (name, attributes) => {
      const { Id: id, Target: target, TargetMode: mode } = attributes;
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const isPart = mode !== 'External' && !/^https?:/i.test(target);
      const base = `zip:///${folder}`;
      if (!isPart) targets.set(id, target);
      else if (URL.canParse(target, base)) targets.set(id, new URL(target, base).pathname.slice(1));
    });
    return targets;
  }
}

/** UTF-16 code units of all links that a sheet's formulas make. Further ones are left as their words. */
const MAX_LINKS_LENGTH = 32 * 1024 * 1024;
const MAX_LINK_PARTS = 20;
const LINK = /^HYPERLINK\(/i;
/** `"https://shop.example/"`, `$A2`. */
const TEXT_OR_CELL = /\s{0,9}("[^"]*"|\$?[A-Z]{1,3}\$?[0-9]{1,7})\s{0,9}/iy;

/** What an address consists of: two parts of `HYPERLINK("https://shop.example/"&A2,"View")`. None for other formulas. */
function partsOfLink(formula: string): string[] {
  const parts: string[] = [];
  let at = LINK.exec(formula)?.[0].length ?? formula.length;
  for (;;) {
    TEXT_OR_CELL.lastIndex = at;
    const [whole = '', part] = TEXT_OR_CELL.exec(formula) ?? [];
    if (part === undefined) return [];
    if (parts.push(part) > MAX_LINK_PARTS) return [];
    at += whole.length;
    if (/[,)]/.test(formula.charAt(at))) return parts;
    if (formula.charAt(at) !== '&') return [];
    at += 1;
  }
}

/** The links that the formulas of a sheet make. */
class FormulaLinks {
  readonly #shared = new Map<string, PlacedFormula>();
  #left = MAX_LINKS_LENGTH;

  /** The cells of a row that have a text; those with a formula that links to a page have its address. */
  in(cells: readonly Cell[], row: number): readonly Cell[] {
    if (!cells.some(({ formula }) => formula !== undefined)) return cells;
    const texts = new Map(cells.map(({ column, text }) => [column, text]));
    return cells
      .map((cell) => ({ ...cell, text: this.#linkOf(cell, row, texts) ?? cell.text }))
      .filter(({ text }) => text !== '');
  }

  /** The address of texts and of cells in the formula's row. */
  #linkOf({ column, formula }: Cell, row: number, texts: ReadonlyMap<number, string>): string | undefined {
    if (formula === undefined || this.#left <= 0) return undefined;
    const own = formula.text === '' ? undefined : { text: formula.text, row, column };
    if (own !== undefined && formula.shared !== undefined) this.#shared.set(formula.shared, own);
    const placed = own ?? this.#shared.get(formula.shared ?? '');
    if (placed?.column !== column) return undefined;
    const parts = partsOfLink(placed.text).map((part) => {
      if (part.startsWith('"')) return part.slice(1, -1);
      const [, letters = '', fixed, digits] = /^\$?([A-Z]+)(\$?)([0-9]+)$/.exec(part.toUpperCase()) ?? [];
      const isOfRow = Number(digits) + (fixed === '' ? row - placed.row : 0) === row;
      return isOfRow ? texts.get(columnOf(letters) ?? 0) : undefined;
    });
    const length = parts.reduce((sum, part) => sum + (part?.length ?? Infinity), 0);
    const link = length <= MAX_URL_LENGTH ? parts.join('') : '';
    this.#left -= link.length;
    return /^https?:/i.test(link) ? link : undefined;
  }
}

/** The number of a cell's column, from 1: 28 for `AB12`. */
function columnOf(cell: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function readPart(part: Uint8Array | undefined, onElement: OnElement, feed: string): void {
  if (part === undefined) return;
  const parser = new SaxesParser();
  const open: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const refuse = (): never => {
    throw unreadable(feed, 'this Excel workbook (.xlsx) is damaged. Save it again.');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  // Where the last element began or ended: a tag, a comment or a text is no longer than a record.
  let seen = 0;
  parser.on('opentag', ({ name, attributes }) => {
    seen = parser.position;
    if (open.length === MAX_DEPTH) refuse();
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
    open.push({
      name: localName(name),
      attributes: Object.fromEntries(own) as Record<string, string>,
      text: '',
    });
  });
  parser.on('text', (text) => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.text += text;
  });
  parser.on('closetag', () => {
    seen = parser.position;
    const closed = open.pop();
    if (closed !== undefined) onElement(closed.name, closed.attributes, closed.text);
  });
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8');
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
    if (parser.position - seen > MAX_RECORD_LENGTH) refuse();
  }
  parser.close();
}

const PIECE_LENGTH = 64 * 1024;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The parts that are read. No part becomes larger than its header says. */
function unzip(archive: Buffer, feed: string): ReadonlyMap<string, Uint8Array> {
  let size = 0;
  try {
    const parts = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(?:_rels\/)?(?:workbook|sharedStrings|styles|worksheets\/).*\.(?:xml|rels)$/.test(name))
          return false;
        size += originalSize;
        if (size > MAX_PARTS_BYTES) throw tooLarge(feed);
        return true;
      },
    });
    return new Map(Object.entries(parts));
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number')
      throw unreadable(feed, 'this Excel workbook (.xlsx) is damaged or truncated. Fetch it again.', error);
    throw error;
  }
}

async function whole(bytes: AsyncIterable<Buffer>, feed: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_ARCHIVE_BYTES) throw tooLarge(feed);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(feed: string): Error {
  return unreadable(
    feed,
    'this Excel workbook (.xlsx) is too large. Save the stock sheet as CSV (UTF-8) and import that.',
  );
}

/** The text as XML in ASCII, without characters that XML does not allow. */
function escaped(text: string): string {
  return text.replace(/[^ !#-%'-;=?-~]/gu, (character) => {
    const isAllowed = /[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(character);
    return isAllowed ? `&#${character.codePointAt(0) ?? 0};` : '';
  });
}
