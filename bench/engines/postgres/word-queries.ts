// PostgreSQL queries with words. They are looked up in the vocabulary first: the inverted index finds many exact terms
// far sooner than one prefix, which it would gather into a bitmap (measured: a quarter of the time). One pass gives the
// total and the ranks.
import { maxEdits } from '../../../src/engine/postings/edit-distance.ts';
import { NEAREST_FIRST, squareOf, withinRadius } from '../row-store.ts';
import {
  bind,
  conditionColumns,
  conditions,
  EMPTY_PAGE,
  orderColumns,
  pageEnd,
  sql,
  type ResultPage,
  type Sql,
  type SqlQuery,
} from '../sql-query.ts';
import { fuzzyWords, soundTag, type QueryWord } from '../query-words.ts';
import type { Session } from './session.ts';

/** What the classes D to A of a text vector weigh, as 1 to 1.5 to 2 to 4. */
const WEIGHTS = '{0.25, 0.375, 0.5, 1}';

export async function findText(
  session: Session,
  query: SqlQuery,
  words: readonly QueryWord[],
): Promise<ResultPage> {
  const vocabulary = await exactTerms(session, words);
  const parts: string[] = [];
  for (const { word, spellings, isPrefix, isFuzzy } of words) {
    let terms = vocabulary.filter((term) => spellings.includes(term));
    if (terms.length === 0 && isPrefix) terms = vocabulary.filter((term) => term.startsWith(word));
    if (terms.length === 0 && isFuzzy) terms = await fuzzyTerms(session, word);
    if (terms.length === 0) return EMPTY_PAGE;
    parts.push(`(${terms.map((term) => `'${term}'`).join(' | ')})`);
  }
  return session.page(query, pageOf(query, parts.join(' & ')));
}

/** All terms of all words, without their errors, in one statement. */
async function exactTerms(session: Session, words: readonly QueryWord[]): Promise<string[]> {
  const wanted = words.flatMap(({ word, spellings, isPrefix }, at) => [
    ...(at === 0 ? [] : ['OR']),
    bind(`word IN (${spellings.map(() => '?').join(', ')})`, ...spellings),
    // No word holds the last code point: it sorts behind every continuation.
    ...(isPrefix ? [bind('OR word BETWEEN ? AND ?', word, `${word}\u{10ffff}`)] : []),
  ]);
  return session.texts(sql('SELECT word FROM vocabulary WHERE', ...wanted));
}

/** Trigrams give candidates, of which the edit distance leaves what is meant. A swap is two steps of PostgreSQL's distance. */
async function fuzzyTerms(session: Session, word: string): Promise<string[]> {
  const steps = 2 * maxEdits(word);
  const isNear = 'word % ? AND levenshtein_less_equal(word, ?, ?) <= ?';
  const select = `SELECT word FROM vocabulary WHERE ${isNear} ORDER BY word`;
  const near = await session.texts(bind(select, word, word, steps, steps));
  const sounds = await session.texts(bind('SELECT word FROM vocabulary WHERE word = ?', soundTag(word)));
  return [...fuzzyWords(near, word), ...sounds];
}

/** Rows of the total and a key. */
function pageOf(query: SqlQuery, terms: string): Sql {
  const { order, radius } = query;
  const measured = order.by === 'distance' || radius !== undefined;
  const needsListings = measured || conditionColumns(query).length > 0 || order.by === 'columns';
  const columns = {
    columns: orderColumns(query).map((column) => `l.${column}`),
    distance: NEAREST_FIRST,
    relevance: ['rank DESC', 'w.listing'],
  }[order.by];
  const best = sql(
    'SELECT count(*) OVER () AS total, w.listing,',
    squareOf(query),
    'AS square,',
    order.by === 'relevance' ? bind(`ts_rank('${WEIGHTS}', w.words, ?::tsquery)`, terms) : '0',
    'AS rank FROM words w',
    needsListings ? 'JOIN listing l ON l.id = w.listing' : '',
    measured ? 'LEFT JOIN place p ON p.id = l.place' : '',
    bind('WHERE w.words @@ ?::tsquery AND', terms),
    conditions(query),
    withinRadius(query),
    pageEnd(query, columns),
  );
  // Keys are read for the page only, not for every match.
  return sql(
    'SELECT total, key FROM (SELECT total, listing, row_number() OVER () AS place_on_page FROM (',
    best,
    ') best) page JOIN listing ON id = page.listing ORDER BY place_on_page',
  );
}
