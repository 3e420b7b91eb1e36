// A table with each cell on a line of its own, as a table of a text program becomes when it is saved or pasted as plain text.
// How many lines are a row shows in the values: below each name of a header comes what its field holds.
import { testOf, ANY_TIME } from '../../values/field-tests.ts';
import { knownNames } from './table-header.ts';
import { noticeOf, type FeedItem, type FieldOf } from '../feed-record.ts';
import { TableReader, type TableOptions } from './table-reader.ts';

const MAX_COLUMNS = 30;
const MIN_KNOWN = 3;
/** Of the cells that can be checked: others say `SOLD` for a price, or nothing. */
const MIN_SHARE = 0.6;
const MIN_CHECKED = 3;
const VALUE = /^(?:[£$€]? ?[0-9]|https?:|\/)/i;

/** How many lines at the start of `lines` are the names of columns; undefined if they begin no such table. */
export function stackedColumns(lines: readonly string[], fieldOf: FieldOf): number | undefined {
  const first = lines.findIndex((line) => VALUE.test(line));
  const most = Math.min(first === -1 ? lines.length : first, MAX_COLUMNS, Math.floor(lines.length / 2));
  let best: { readonly columns: number; readonly share: number } | undefined;
  for (let columns = MIN_KNOWN; columns <= most; columns++) {
    const names = lines.slice(0, columns);
    if (knownNames(names, fieldOf) < MIN_KNOWN) continue;
    const tests = names.map((name) => testOf(fieldOf(name) ?? ''));
    const checked = lines.slice(columns).flatMap((cell, at) => tests[at % columns]?.(cell, ANY_TIME) ?? []);
    const share = checked.filter(Boolean).length / checked.length;
    if (checked.length >= MIN_CHECKED && share >= MIN_SHARE && share > (best?.share ?? 0))
      best = { columns, share };
  }
  return best?.columns;
}

/** The records of blocks of such lines, of which each may begin with the names again. */
export function stackedRecords(
  blocks: readonly { readonly line: number; readonly lines: readonly string[] }[],
  feed: string,
  options: TableOptions,
): FeedItem[] {
  const table = new TableReader(feed, options);
  const items: FeedItem[] = [];
  let width: number | undefined;
  for (const { line, lines } of blocks) {
    width ??= stackedColumns(lines, options.fieldOf);
    const isWhole = width !== undefined && lines.length % width === 0;
    if (width === undefined || !isWhole) {
      items.push(noticeOf('outside_records', line, lines.join(', ')));
      continue;
    }
    for (let at = 0; at < lines.length; at += width) {
      const cells = lines.slice(at, at + width);
      items.push(...table.add({ line: line + at, text: cells.join(', '), cells, isCut: false }));
    }
  }
  return [...items, ...table.end()];
}
