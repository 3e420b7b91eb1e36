// Fills the tables of the PostgreSQL rival: every table by a COPY of its own, then the indexes, then statistics and the
// visibility of every page.
import type { Gazetteer } from '../../../src/geo/gazetteer.ts';
import type { Listing } from '../../../src/listing/listing.ts';
import type { ListingColumns, StockNumbers } from '../listing-columns.ts';
import { TEXT_FIELDS } from '../stock-row.ts';
import type { Copy, PostgresServer } from './server.ts';
import type { Session } from './session.ts';
import { AFTERWARDS, INDEXES, TABLES } from './tables.ts';

const LISTING_COLUMNS: readonly (keyof ListingColumns)[] = [
  'id', 'key', 'make', 'fuel', 'gearbox', 'dealer', 'price_up', 'price_down', 'miles_up', 'year_down', 'engine_up',
  'standing_up', 'place', 'cell',
]; // prettier-ignore

const BATCH = 1000;

export async function loadStock(
  server: PostgresServer,
  session: Session,
  numbers: StockNumbers,
  listings: Iterable<Listing> | AsyncIterable<Listing>,
  gazetteer: Gazetteer,
  onProgress: (listings: number) => void,
): Promise<void> {
  await session.run(TABLES);
  const listingCopy = server.copyInto('listing');
  const wordsCopy = server.copyInto('words');
  const modelCopy = server.copyInto('by_model');
  for await (const listing of listings) {
    const { columns, models, words } = numbers.add(listing, gazetteer);
    const { id, make, price_up, key, year_down } = columns;
    await listingCopy.write(line(LISTING_COLUMNS.map((column) => columns[column])));
    await wordsCopy.write(line([id, textVector(words)]));
    for (const model of models) await modelCopy.write(line([model, make, price_up, key, year_down, id]));
    if (id % BATCH === 0) onProgress(id);
  }
  await Promise.all([listingCopy.end(), wordsCopy.end(), modelCopy.end()]);
  await loadPlaces(server, numbers);
  for (const index of INDEXES) await session.run(`CREATE ${index}`);
  await session.run(AFTERWARDS);
  // Cannot run among other statements.
  await session.run('VACUUM ANALYZE');
}

async function loadPlaces(server: PostgresServer, { places }: StockNumbers): Promise<void> {
  const fill = async (copy: Copy, rows: Iterable<readonly number[]>): Promise<void> => {
    for (const row of rows) await copy.write(line(row));
    await copy.end();
  };
  const rowsOfPlaces = Array.from(places.all(), ({ number, cell, x, y, z }) => [number, cell, x, y, z]);
  await fill(server.copyInto('place'), rowsOfPlaces);
  const rowsOfCells = Array.from(places.cells(), ({ number, x, y, z, reach, south, west }) => [
    number,
    x,
    y,
    z,
    reach,
    south,
    west,
  ]);
  await fill(server.copyInto('cell'), rowsOfCells);
}

/** A line of COPY's text format. */
function line(values: readonly (number | string)[]): string {
  return values.map((value) => (typeof value === 'number' ? String(value) : escaped(value))).join('\t');
}

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Four classes are all that a text vector has: make and model; facts; the place; the rest. */
const CLASS_OF_WEIGHT: Readonly<Record<number, string>> = { 4: 'A', 2: 'B', 1.5: 'C', 1: '' };
const LABELS = TEXT_FIELDS.map(({ weight }) => CLASS_OF_WEIGHT[weight] ?? '');

/** Made here and not by PostgreSQL's own parser, so that words are what they are for every rival. They hold no quotes. */
function textVector(words: readonly (readonly string[])[]): string {
  let position = 0;
  return words
    .flatMap((field, index) => field.map((word) => `'${word}':${++position}${LABELS[index]}`))
    .join(' ');
}
