// SQLite's tables and indexes. Indexes cover their queries: a page is read from one B-tree, in order, without the table.
// Counting reads every matching entry, so frequent counts have narrow indexes beside the wide ones of pages.

/** Before the stock comes: nothing is worth a journal that a new load would not bring back. */
export const SETTINGS_FOR_LOADING = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -1000000;
  PRAGMA temp_store = MEMORY;
  PRAGMA mmap_size = 68719476736;
`;

/** As a server would run: pages are read where the file is mapped, without a copy and without a call. */
export const SETTINGS_FOR_SEARCHES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -64000;
`;

export const TABLES = `
  CREATE TABLE listing (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, make INTEGER, fuel INTEGER, transmission INTEGER, dealer INTEGER,
    price_up NUMERIC, price_down NUMERIC, miles_up INTEGER, year_down INTEGER, engine_up NUMERIC, default_rank_up INTEGER, shuffle INTEGER,
    place INTEGER, cell INTEGER
  );
  -- A listing once for each key that its model answers to: so that 'Golf', which finds every 'Golf GTI', is one range.
  CREATE TABLE by_model (
    model INTEGER, make INTEGER, price_up NUMERIC, key TEXT, year_down INTEGER, listing INTEGER
  );
  CREATE TABLE place (id INTEGER PRIMARY KEY, cell INTEGER, x REAL, y REAL, z REAL);
  CREATE TABLE cell (id INTEGER PRIMARY KEY, x REAL, y REAL, z REAL, reach REAL, south REAL, west REAL);
  CREATE TABLE year (year_down INTEGER PRIMARY KEY);
  -- FTS5 splits and inverts the texts; load-stock.ts turns its index into a table.
  CREATE VIRTUAL TABLE words USING fts5 (
    make, model, facts, loc, dealer, fullDescription, tags,
    content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '.=@+~'"
  );
`;

export const INDEXES = [
  'listing_by_price ON listing (price_up, key)',
  'listing_by_price_down ON listing (price_down, key)',
  'listing_by_year ON listing (year_down, price_up, key)',
  // With what is most often asked together with low mileage, so that a walk need not look into the table.
  'listing_by_miles ON listing (miles_up, price_up, key, year_down)',
  'listing_by_default_rank ON listing (default_rank_up, shuffle, price_up, key)',
  'listing_by_dealer ON listing (dealer, price_down, key)',
  'listing_by_make_and_transmission ON listing (make, transmission, year_down, price_up, key, engine_up)',
  'listing_by_place ON listing (place, price_up, key, fuel, transmission)',
  'by_model_in_order ON by_model (model, make, price_up, key, listing, year_down)',
  'by_model_counted ON by_model (model, make, price_up, year_down)',
  'by_model_of_listing ON by_model (listing, model)',
  'dealer_counted ON listing (dealer)',
  'engine_counted ON listing (make, transmission, engine_up)',
  'year_counted ON listing (year_down, price_up, miles_up)',
  'cell_counted_by_class ON listing (cell, fuel, transmission)',
  'cell_counted_by_price ON listing (cell, price_up)',
  'place_by_cell ON place (cell, x, y, z)',
  'cell_by_position ON cell (south, west, x, y, z, reach)',
];
