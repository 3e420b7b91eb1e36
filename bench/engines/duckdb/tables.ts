// DuckDB's tables. It has no indexes for ranges, but skips row groups by their minimum and maximum. So it stores the
// stock three times in small groups, each sorted for some of the queries.

/** The database file, as it is attached. Rows per group: the smallest that DuckDB takes are 2,048; measured best. */
export function attached(path: string): string {
  return `ATTACH '${path.replaceAll("'", "''")}' AS stock (ROW_GROUP_SIZE 16384); USE stock;`;
}

/** Compressed, a page of keys costs more to unpack than to find. */
export const SETTINGS = `
  PRAGMA force_compression = 'uncompressed';
  SET preserve_insertion_order = false;
`;

const COLUMNS = `key VARCHAR, make INTEGER, fuel INTEGER, transmission INTEGER, dealer INTEGER, price_up DOUBLE,
  price_down DOUBLE, miles_up DOUBLE, year_down DOUBLE, engine_up DOUBLE, default_rank_up DOUBLE, shuffle DOUBLE, x DOUBLE, y DOUBLE, z DOUBLE`;

/** As files bring them in. */
export const INCOMING = `
  CREATE TEMP TABLE incoming (id INTEGER, cell INTEGER, ${COLUMNS});
  CREATE TEMP TABLE incoming_model (listing INTEGER, model INTEGER);
  CREATE TEMP TABLE incoming_words (listing INTEGER, terms VARCHAR, impacts VARCHAR);
  CREATE TEMP TABLE incoming_term (number INTEGER, id INTEGER);
`;

export const TABLES = [
  'CREATE TABLE by_place AS SELECT * EXCLUDE cell FROM incoming ORDER BY cell, price_up',
  'CREATE TABLE by_price AS SELECT * EXCLUDE cell FROM incoming ORDER BY price_up',
  // A listing once for each key that its model answers to.
  `CREATE TABLE by_model AS SELECT model, incoming.* EXCLUDE cell FROM incoming_model JOIN incoming ON id = listing
   ORDER BY model, make, price_up`,
  'CREATE UNIQUE INDEX listing_by_id ON by_price (id)',
  // Each term's listings lie together, and those of the words that begin alike beside them.
  `CREATE TABLE posting AS
     SELECT incoming_term.id AS term, listing, impact::INTEGER AS impact FROM (
       SELECT listing, unnest(string_split(terms, ' '))::INTEGER AS number, unnest(string_split(impacts, ' ')) AS impact
       FROM incoming_words WHERE terms <> ''
     ) JOIN incoming_term USING (number) ORDER BY term, listing`,
  'DROP TABLE incoming; DROP TABLE incoming_model; DROP TABLE incoming_words; DROP TABLE incoming_term',
  'CHECKPOINT',
];
