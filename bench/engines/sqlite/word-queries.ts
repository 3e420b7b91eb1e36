// Queries with words. The word with the fewest listings leads; for each of its listings the others are looked up or, if that
// costs more, gathered first. One pass gives the total and the scores.
import { MATCH_WEIGHTS, idfOf } from '../../../src/engine/query/bm25f.ts';
import {
  bind,
  conditionColumns,
  conditions,
  EMPTY_PAGE,
  OF_LISTING,
  orderColumns,
  pageEnd,
  sql,
  type ResultPage,
  type Sql,
  type SqlQuery,
} from '../sql-query.ts';
import { fuzzyWords, soundTag, type QueryWord } from '../query-words.ts';
import type { Connection } from './connection.ts';
import { findMeasured } from './queries.ts';

/** What a word stands for in this stock. */
interface Meaning {
  readonly terms: readonly Term[];
  /** Of all terms together; a listing with two of them counts twice. */
  readonly listings: number;
  readonly idf: number;
}

interface Term {
  readonly id: number;
  readonly listings: number;
  readonly matchWeight: number;
}

const BEST_FIRST = ['hit.score DESC', 'hit.listing'];

export function findText(
  connection: Connection,
  query: SqlQuery,
  words: readonly QueryWord[],
  vocabulary: readonly string[],
): ResultPage {
  const stock = connection.number(sql('SELECT count(*) FROM listing'));
  const meanings = words.map((word) => meaningOf(connection, word, vocabulary, stock));
  if (meanings.some(({ terms }) => terms.length === 0)) return EMPTY_PAGE;
  const hits = hitsOf(meanings.sort((a, b) => a.listings - b.listings));
  if (query.order.by === 'distance' || query.radius !== undefined) {
    const tables = sql('(', hits, ') hit CROSS JOIN listing l ON l.id = hit.listing');
    return findMeasured(connection, { tables, owner: OF_LISTING, byRelevance: BEST_FIRST }, query);
  }
  const page = pageOf(query, hits);
  const rows = connection.rows(page);
  if (rows.length > 0 || query.offset === 0)
    return { total: Number(rows[0]?.[0] ?? 0), keys: rows.map(([, key]) => String(key)) };
  // Past the last page there are no rows; the total comes with the first page.
  return { total: connection.number(bind(page.text, ...page.values.slice(0, -1), 0)), keys: [] };
}

/** `vocabulary` holds all words in order. Similar ones are searched for here: SQLite has no function for that. */
function meaningOf(
  connection: Connection,
  { word, spellings, isPrefix, isFuzzy }: QueryWord,
  vocabulary: readonly string[],
  stock: number,
): Meaning {
  const select = (condition: string, matchWeight: number, ...values: string[]): Term[] => {
    const rows = connection.rows(bind(`SELECT id, listings FROM term WHERE ${condition}`, ...values));
    return rows.map(([id, listings]) => ({ id: Number(id), listings: Number(listings), matchWeight }));
  };
  let terms = spellings.flatMap((spelling) => select('word = ?', MATCH_WEIGHTS.exact, spelling));
  if (terms.length === 0 && isPrefix) {
    // No word holds U+FFFF: it sorts behind every continuation.
    terms = select('word > ? AND word < ?', MATCH_WEIGHTS.prefix, word, `${word}\uffff`);
  }
  if (terms.length === 0 && isFuzzy) {
    const alike = [...fuzzyWords(vocabulary, word), soundTag(word)];
    terms = alike.flatMap((other) => select('word = ?', MATCH_WEIGHTS.fuzzy, other));
  }
  const listings = terms.reduce((sum, term) => sum + term.listings, 0);
  return { terms, listings, idf: idfOf(Math.min(listings, stock), stock) };
}

/** Rows of the total and a key. */
function pageOf(query: SqlQuery, hits: Sql): Sql {
  const isByColumns = query.order.by === 'columns';
  const needsListings = conditionColumns(query).length > 0 || isByColumns;
  const columns = isByColumns ? orderColumns(query).map((column) => `l.${column}`) : BEST_FIRST;
  const found = sql(
    'SELECT count(*) OVER () AS total, hit.listing AS found FROM (',
    hits,
    `) hit ${needsListings ? 'CROSS JOIN listing l ON l.id = hit.listing' : ''} WHERE`,
    conditions(query),
    pageEnd(query, columns),
  );
  // Keys are read for the page only, not for every match. A cross join keeps the order of what leads it.
  return sql('SELECT total, key FROM (', found, ') CROSS JOIN listing ON id = found');
}

/** Listings that have all words, as `listing` and `score`. The rarest word leads. */
function hitsOf([first, ...others]: readonly Meaning[]): Sql {
  return others.reduce((found, meaning) => withWord(found, first.listings, meaning), gathered(first));
}

/** Of the listings found, about `candidates`, those that have one more word. */
function withWord(found: Sql, candidates: number, meaning: Meaning): Sql {
  const { terms, listings, idf } = meaning;
  const from = sql('FROM (', found, ') f');
  if (terms.length === 1) {
    const score = `f.score + ${idf * terms[0].matchWeight} * p.impact`;
    const join = bind('CROSS JOIN posting p ON p.term = ? AND p.listing = f.listing', terms[0].id);
    return sql(`SELECT f.listing AS listing, ${score} AS score`, from, join);
  }
  // To gather is to group and to index, about two steps a listing; to look up is one a candidate and term.
  if (2 * listings < candidates * terms.length) {
    const join = sql('CROSS JOIN (', gathered(meaning), ') g ON g.listing = f.listing');
    return sql('SELECT f.listing AS listing, f.score + g.score AS score', from, join);
  }
  return sql(
    'WITH t AS MATERIALIZED (',
    termTable(terms),
    `) SELECT f.listing AS listing, f.score + ${idf} * max(t.closeness * p.impact) AS score`,
    from,
    'CROSS JOIN t CROSS JOIN posting p ON p.term = t.term AND p.listing = f.listing GROUP BY f.listing',
  );
}

/** Listings of any of the terms, each once, as `listing` and `score`. */
function gathered({ terms, idf }: Meaning): Sql {
  if (terms.length === 1) {
    const score = `${idf * terms[0].matchWeight} * impact`;
    return bind(`SELECT listing, ${score} AS score FROM posting WHERE term = ?`, terms[0].id);
  }
  const score = `${idf} * max(closeness * impact)`;
  const from = sql(`SELECT listing, ${score} AS score FROM (`, termTable(terms), ') t');
  return sql(from, 'CROSS JOIN posting ON posting.term = t.term GROUP BY listing');
}

/** A table of `term` and `matchWeight`. */
function termTable(terms: readonly Term[]): Sql {
  const rows = JSON.stringify(terms.map(({ id, matchWeight }) => [id, matchWeight]));
  return bind('SELECT value ->> 0 AS term, value ->> 1 AS closeness FROM json_each(?)', rows);
}
