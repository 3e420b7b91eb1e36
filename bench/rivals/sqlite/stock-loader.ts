// Fills the tables of the SQLite rival: rows first, then each index in one sorted pass.
import type { Gazetteer } from '../../../src/geo/gazetteer.ts';
import type { Listing } from '../../../src/listing/listing.ts';
import { UNKNOWN, type ListingColumns, type StockNumbers } from '../listing-columns.ts';
import { TEXT_FIELDS } from '../stock-row.ts';
import type { Connection } from './connection.ts';
import { INDEXES, SETTINGS_FOR_ASKING, TABLES } from './tables.ts';
import { buildPostings } from './text-index.ts';

const LISTING_COLUMNS: readonly (keyof ListingColumns)[] = [
  'id', 'key', 'make', 'fuel', 'gearbox', 'dealer', 'price_up', 'price_down', 'miles_up', 'year_down', 'engine_up',
  'standing_up', 'place', 'cell',
]; // prettier-ignore

const BATCH = 1000;

export async function loadStock(
  connection: Connection,
  numbers: StockNumbers,
  listings: Iterable<Listing> | AsyncIterable<Listing>,
  gazetteer: Gazetteer,
  onProgress: (listings: number) => void,
): Promise<void> {
  connection.exec(TABLES);
  connection.exec('BEGIN');
  const years = new Set<number>();
  const insertListing = connection.inserter(insertInto('listing', LISTING_COLUMNS.length));
  const insertModel = connection.inserter(insertInto('by_model', 6));
  const texts = TEXT_FIELDS.map(({ name }) => name).join(', ');
  const insertWords = connection.inserter(
    `INSERT INTO words (rowid, ${texts}) VALUES (?${', ?'.repeat(TEXT_FIELDS.length)})`,
  );
  for await (const listing of listings) {
    const { columns, models, words } = numbers.add(listing, gazetteer);
    const { id, key, make, price_up, year_down } = columns;
    insertListing(LISTING_COLUMNS.map((column) => columns[column]));
    for (const model of models) insertModel([model, make, price_up, key, year_down, id]);
    insertWords([id, ...words.map((field) => field.join(' '))]);
    if (year_down !== UNKNOWN) years.add(year_down);
    if (id % BATCH === 0) onProgress(id);
  }
  insertPlaces(connection, numbers, years);
  connection.exec('COMMIT');
  buildPostings(connection);
  for (const index of INDEXES) connection.exec(`CREATE INDEX ${index}`);
  connection.exec('ANALYZE');
  connection.exec(SETTINGS_FOR_ASKING);
}

function insertPlaces(connection: Connection, { places }: StockNumbers, years: Iterable<number>): void {
  const insertPlace = connection.inserter(insertInto('place', 5));
  for (const { number, cell, x, y, z } of places.all()) insertPlace([number, cell, x, y, z]);
  const insertCell = connection.inserter(insertInto('cell', 7));
  for (const { number, x, y, z, reach, south, west } of places.cells()) {
    insertCell([number, x, y, z, reach, south, west]);
  }
  const insertYear = connection.inserter(insertInto('year', 1));
  for (const year of years) insertYear([year]);
}

function insertInto(table: string, columns: number): string {
  return `INSERT INTO ${table} VALUES (?${', ?'.repeat(columns - 1)})`;
}
