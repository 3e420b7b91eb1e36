// PostgreSQL's tables and indexes. Indexes cover their queries: after VACUUM a page is read from the index alone.

const TYPES =
  'price_up float8, price_down float8, miles_up int8, year_down int8, engine_up float8, default_rank_up int8, shuffle int8';

export const TABLES = `
  CREATE EXTENSION pg_trgm;
  CREATE EXTENSION fuzzystrmatch;
  CREATE TABLE listing (
    id int4, key text COLLATE "C", make int4, fuel int4, transmission int4, dealer int4, ${TYPES}, place int4, cell int4
  );
  -- Apart, so that the pages of what is filtered by stay few.
  CREATE TABLE words (listing int4, words tsvector);
  -- A listing once for each key that its model answers to: so that 'Golf', which finds every 'Golf GTI', is one range.
  CREATE TABLE by_model (model int4, make int4, price_up float8, key text COLLATE "C", year_down int8, listing int4);
  CREATE TABLE place (id int4, cell int4, x float8, y float8, z float8);
  CREATE TABLE cell (id int4, x float8, y float8, z float8, reach float8, south float8, west float8);
`;

export const INDEXES = [
  'UNIQUE INDEX listing_by_id ON listing (id)',
  'INDEX listing_by_price ON listing (price_up, key)',
  'INDEX listing_by_price_down ON listing (price_down, key)',
  'INDEX listing_by_year ON listing (year_down, price_up, key)',
  'INDEX listing_by_miles ON listing (miles_up, price_up, key, year_down)',
  'INDEX listing_by_default_rank ON listing (default_rank_up, shuffle, price_up, key)',
  'INDEX listing_by_dealer ON listing (dealer, price_down, key)',
  'INDEX listing_by_make_and_transmission ON listing (make, transmission, year_down, price_up, key) INCLUDE (engine_up)',
  'INDEX listing_by_place ON listing (place, price_up, key) INCLUDE (fuel, transmission)',
  'INDEX by_model_in_order ON by_model (model, make, price_up, key) INCLUDE (listing, year_down)',
  'INDEX by_model_counted ON by_model (model, make, price_up) INCLUDE (year_down)',
  'INDEX by_model_of_listing ON by_model (listing, model)',
  'INDEX dealer_counted ON listing (dealer)',
  'INDEX engine_counted ON listing (make, transmission, engine_up)',
  'INDEX year_counted ON listing (year_down, price_up) INCLUDE (miles_up)',
  'INDEX cell_counted_by_class ON listing (cell, fuel, transmission)',
  'INDEX cell_counted_by_price ON listing (cell, price_up)',
  'UNIQUE INDEX place_by_id ON place (id) INCLUDE (x, y, z)',
  'INDEX place_by_cell ON place (cell) INCLUDE (id, x, y, z)',
  'INDEX cell_by_position ON cell (south, west) INCLUDE (id, x, y, z, reach)',
  'INDEX words_inverted ON words USING gin (words) WITH (fastupdate = off)',
  'UNIQUE INDEX words_of_listing ON words (listing)',
];

/**
 * What takes PostgreSQL longest is to count everything, so the number is kept: exactly, in the same transaction as every
 * change. The vocabulary is for typing errors.
 */
export const AFTERWARDS = `
  CREATE TABLE stock AS SELECT count(*) AS listings FROM listing;
  CREATE FUNCTION count_stock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE stock SET listings = listings + CASE TG_OP
        WHEN 'INSERT' THEN (SELECT count(*) FROM changed) ELSE -(SELECT count(*) FROM changed) END;
      RETURN NULL;
    END $$;
  CREATE TRIGGER count_added AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_stock();
  CREATE TRIGGER count_removed AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_stock();
  CREATE TABLE vocabulary AS SELECT word COLLATE "C" AS word, ndoc AS listings FROM ts_stat('SELECT words FROM words');
  CREATE UNIQUE INDEX vocabulary_by_word ON vocabulary (word) INCLUDE (listings);
  CREATE INDEX vocabulary_by_trigrams ON vocabulary USING gin (word gin_trgm_ops);
`;
