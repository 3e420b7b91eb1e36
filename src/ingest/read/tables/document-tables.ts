// Tables within documents: in JSON an array of rows, each an array of cells, with the names of the columns in the first rows or
// in a list beside it; in XML the sheets of a workbook that Excel saved
// (https://learn.microsoft.com/en-us/previous-versions/office/developer/office-xp/aa140066(v=office.10)).
import { isObject } from '../../../json.ts';
import { knownNames } from './table-header.ts';
import { type FeedItem, type FieldOf, noticeOf, unreadable } from '../feed-record.ts';
import { TableReader, type TableOptions } from './table-reader.ts';
import { isNotForSale } from '../not-for-sale.ts';
import type { XmlElement } from '../xml/xml-element.ts';

const MAX_TITLES = 10;
const MAX_SAMPLE = 100;
const COLUMN_LISTS = /^(?:columns?|cols|fields?|headers?|headings?|names|keys|titles)$/i;
const COLUMN_NAMES = ['label', 'name', 'title', 'header', 'field', 'key', 'id'] as const;

const CELL_LISTS = /^(?:c|cells?|values|columns)$/i;
/** What people see of a cell's value counts before it: `{ "v": "Date(2026,9,3)", "f": "03/10/2026" }`. */
const CELL_TEXTS = ['f', 'formattedValue', 'text', 'v', 'value'] as const;

/** A row's cells: an array, or the only member of an object (https://developers.google.com/chart/interactive/docs/reference). */
function cellsIn(row: unknown): readonly unknown[] | undefined {
  const [[name, list] = ['', row], ...others] = isObject(row) ? Object.entries(row) : [];
  const areCells = !isObject(row) || (CELL_LISTS.test(name) && others.length === 0);
  if (!areCells || !Array.isArray(list)) return undefined;
  return list.map((cell: unknown) => {
    const text = isObject(cell) && CELL_TEXTS.find((member) => Object.hasOwn(cell, member));
    return isObject(cell) && text ? cell[text] : cell;
  });
}

export function isTable(list: readonly unknown[]): boolean {
  const rows = list.slice(0, MAX_SAMPLE).map(cellsIn);
  if (!rows.every((row) => row?.every((cell) => typeof cell !== 'object' || cell === null) === true))
    return false;
  const widest = Math.max(...rows.map((row) => row?.length ?? 0));
  const isNamed = rows[0]?.some((cell) => typeof cell === 'string' && cell !== '') === true;
  return rows.length > 1 && widest > 2 && isNamed;
}

function rowCells(row: unknown): string[] {
  return (cellsIn(row) ?? []).map((cell) => {
    if (cell === null || cell === undefined) return '';
    return typeof cell === 'string' ? cell : JSON.stringify(cell);
  });
}

export function tableHeader(rows: readonly unknown[], fieldOf: FieldOf): string[] | undefined {
  return rows
    .slice(0, MAX_TITLES + 1)
    .map(rowCells)
    .find((cells) => knownNames(cells, fieldOf) > 0);
}

export function columnsBeside(around: object, rows: readonly unknown[]): string[] | undefined {
  const width = Math.max(...rows.slice(0, MAX_SAMPLE).map((row) => cellsIn(row)?.length ?? 0));
  for (const [name, list] of Object.entries(around) as [string, unknown][]) {
    if (!COLUMN_LISTS.test(name) || !Array.isArray(list) || list.length < width) continue;
    const names = (list as readonly unknown[]).map(columnName);
    if (names.every((column) => column !== undefined)) return names;
  }
  return undefined;
}

function columnName(column: unknown): string | undefined {
  const names = isObject(column) ? COLUMN_NAMES.map((member) => column[member]) : [column];
  return names.find((name) => typeof name === 'string');
}

export class JsonTables {
  readonly #feed: string;
  readonly #options: TableOptions;
  readonly #tables = new Map<string, TableReader>();

  constructor(feed: string, options: TableOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  expect(document: unknown, path: readonly string[]): void {
    let around: unknown = {};
    let value = document;
    for (const name of path) {
      around = Array.isArray(value) ? value[0] : value;
      value = ((around ?? {}) as Readonly<Record<string, unknown>>)[name];
    }
    if (!Array.isArray(value) || !isTable(value)) return;
    const columns = this.#options.columns ?? columnsBeside(around as object, value);
    this.#tables.set(JSON.stringify(path), new TableReader(this.#feed, { ...this.#options, columns }));
  }

  add(path: readonly string[], row: unknown, line: number): FeedItem[] | undefined {
    const table = this.#tables.size === 0 ? undefined : this.#tables.get(JSON.stringify(path));
    const cells = table === undefined || cellsIn(row) === undefined ? undefined : rowCells(row);
    return cells && table?.add({ line, text: cells.join(', '), cells, isCut: false });
  }

  end(): FeedItem[] {
    return [...this.#tables.values()].flatMap((table) => table.end());
  }
}

/** Cells further right are left out, so that an index cannot fill the memory. */
const MAX_COLUMNS = 2000;
/** Empty cells that a feed leaves out between others. One takes no bytes, and as much time as any. */
const MAX_LEFT_OUT = 20_000_000;

export function isSheetRow(open: readonly XmlElement[]): boolean {
  return open.length === 4 && open.map(({ name }) => name).join('/') === 'Workbook/Worksheet/Table/Row';
}

export class SpreadsheetReader {
  readonly #feed: string;
  readonly #options: TableOptions;
  readonly #tables = new Map<XmlElement, TableReader>();
  #leftOut = 0;

  constructor(feed: string, options: TableOptions) {
    this.#feed = feed;
    this.#options = { ...options, mayBeShort: true, mayHaveNone: true };
  }

  add(row: XmlElement, sheet: XmlElement): FeedItem[] {
    const cells = cellsOf(row);
    this.#leftOut += Math.max(0, cells.length - row.children.length);
    if (this.#leftOut > MAX_LEFT_OUT)
      throw unreadable(this.#feed, 'its rows leave out too many cells. Save the stock sheet as CSV (UTF-8).');
    const text = cells.join(', ');
    const { line } = row;
    const name = sheet.attributes.find(([attribute]) => attribute === 'Name')?.[1] ?? '';
    if (isNotForSale(name.trim())) return text === '' ? [] : [noticeOf('outside_records', line, text)];
    let table = this.#tables.get(sheet);
    if (table === undefined) this.#tables.set(sheet, (table = new TableReader(this.#feed, this.#options)));
    return table.add({ line, text, cells, isCut: false });
  }

  end(): FeedItem[] {
    const tables = [...this.#tables.values()];
    // Without any known names, the first sheet shows what its columns are called.
    const main = tables.find((table) => table.hasHeader) ?? tables[0];
    const items = tables.flatMap((table) =>
      table.hasHeader || table === main ? table.end() : table.leaveOut(),
    );
    const { fault } = tables.find((table) => table.fault !== undefined) ?? {};
    if (fault !== undefined && !tables.some((table) => table.hasHeader)) throw fault;
    return items;
  }
}

/** The texts of a row's cells. A cell may say its place, from 1; else it is behind the one before. */
function cellsOf(row: XmlElement): string[] {
  const cells: string[] = [];
  let at = 0;
  for (const cell of row.children) {
    if (cell.name !== 'Cell') continue;
    const attribute = (wanted: string): string | undefined =>
      cell.attributes.find(([name]) => name === wanted)?.[1];
    const numberOf = (wanted: string): number => {
      const value = Number(attribute(wanted));
      return Number.isSafeInteger(value) && value > 0 ? value : 0;
    };
    at = numberOf('Index') === 0 ? at : numberOf('Index') - 1;
    if (at >= MAX_COLUMNS) break;
    while (cells.length < at) cells.push('');
    const link = attribute('HRef') ?? '';
    const isPage = /^https?:/i.test(link);
    cells[at] = isPage ? link : (cell.children.find(({ name }) => name === 'Data')?.plainText ?? '');
    at += 1 + numberOf('MergeAcross');
  }
  return cells;
}
