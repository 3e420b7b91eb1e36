// Reads the rows of a workbook that Excel saved as XML: each sheet with names of columns that are known is a table.
// Source: Microsoft, XML Spreadsheet Reference (https://learn.microsoft.com/en-us/previous-versions/office/developer/office-xp/aa140066(v=office.10)).
import { noticeOf, type FeedItem } from './feed-record.ts';
import { isNotForSale } from './record-names.ts';
import { TableReader, type TableOptions } from './table-reader.ts';
import type { XmlElement } from './xml-element.ts';

/** Cells further right are left out, so that an index cannot fill the memory. */
const MAX_COLUMNS = 2000;

/** Whether the innermost open element is a row of a sheet. */
export function isSheetRow(open: readonly XmlElement[]): boolean {
  return open.length === 4 && open.map(({ name }) => name).join('/') === 'Workbook/Worksheet/Table/Row';
}

export class SpreadsheetReader {
  readonly #feed: string;
  readonly #options: TableOptions;
  readonly #tables = new Map<XmlElement, TableReader>();

  constructor(feed: string, options: TableOptions) {
    this.#feed = feed;
    this.#options = { ...options, mayBeShort: true, mayHaveNone: true };
  }

  add(row: XmlElement, sheet: XmlElement): FeedItem[] {
    const cells = cellsOf(row);
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
    return tables.flatMap((table) => (table.hasHeader || table === main ? table.end() : table.leaveOut()));
  }
}

/** The texts of a row's cells. A cell may say its place, from 1; else it is behind the one before. */
function cellsOf(row: XmlElement): string[] {
  const cells: string[] = [];
  let at = 0;
  for (const cell of row.children) {
    if (cell.name !== 'Cell') continue;
    const numberOf = (wanted: string): number => {
      const value = Number(cell.attributes.find(([name]) => name === wanted)?.[1]);
      return Number.isSafeInteger(value) && value > 0 ? value : 0;
    };
    at = numberOf('Index') === 0 ? at : numberOf('Index') - 1;
    if (at >= MAX_COLUMNS) break;
    while (cells.length < at) cells.push('');
    cells[at] = cell.children.find(({ name }) => name === 'Data')?.plainText ?? '';
    at += 1 + numberOf('MergeAcross');
  }
  return cells;
}
