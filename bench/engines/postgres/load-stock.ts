// Fills PostgreSQL's tables by COPY, then builds indexes, statistics and the visibility map.
import type { Load } from '../engine.ts';
import { ROW_COLUMNS, type NumberedStock } from '../numbered-stock.ts';
import { TEXT_FIELDS } from '../stock-row.ts';
import type { PostgresServer } from './server.ts';
import type { Session } from './session.ts';
import { AFTERWARDS, INDEXES, TABLES } from './tables.ts';

const BATCH_SIZE = 1000;

export async function loadStock(
  server: PostgresServer,
  session: Session,
  stock: NumberedStock,
  ...[listings, gazetteer, onProgress]: Parameters<Load>
): Promise<void> {
  await session.run(TABLES);
  const listingCopy = server.copyInto('listing');
  const wordsCopy = server.copyInto('words');
  const modelCopy = server.copyInto('by_model');
  for await (const listing of listings) {
    const { columns, models, words } = stock.add(listing, gazetteer);
    await listingCopy.write(line(ROW_COLUMNS.map((column) => columns[column])));
    await wordsCopy.write(line([columns.id, textVector(words)]));
    for (const model of models) await modelCopy.write(line(model));
    if (columns.id % BATCH_SIZE === 0) onProgress(columns.id);
  }
  await Promise.all([listingCopy.end(), wordsCopy.end(), modelCopy.end()]);
  for (const [table, rows] of [
    ['place', stock.places.pointRows()],
    ['cell', stock.places.cellRows()],
  ] as const) {
    const copy = server.copyInto(table);
    for (const row of rows) await copy.write(line(row));
    await copy.end();
  }
  for (const index of INDEXES) await session.run(`CREATE ${index}`);
  await session.run(AFTERWARDS);
  // Cannot run among other statements.
  await session.run('VACUUM ANALYZE');
}

/** A line of COPY's text format. */
function line(values: readonly (number | string)[]): string {
  return values
    .map((value) => (typeof value === 'number' ? String(value) : escapeCopyText(value)))
    .join('\t');
}

function escapeCopyText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Four classes are all that a text vector has: make, model and tags; facts; the place; the rest. */
const CLASS_OF_BOOST: Readonly<Record<number, string>> = { 4: 'A', 3: 'A', 2: 'B', 1.5: 'C', 1: '' };
const LABELS = TEXT_FIELDS.map(({ boost }) => CLASS_OF_BOOST[boost] ?? '');

/** Not by PostgreSQL's own parser, so that words are the same for every engine. They contain no quotes. */
function textVector(words: readonly (readonly string[])[]): string {
  let position = 0;
  return words
    .flatMap((field, index) => field.map((word) => `'${word}':${++position}${LABELS[index]}`))
    .join(' ');
}
