// Questions with words. The word with the fewest listings leads; for each of its listings the others are looked up, or,
// where that is dearer, gathered first. One pass gives the total and the scores.
import type { AskedWord } from '../asked-words.ts';
import type { Question } from '../question.ts';
import { conditionColumns, conditions, joined, OF_LISTING, pageEnd, sql, type Sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import type { Found } from './listing-questions.ts';
import { askMeasured } from './place-questions.ts';
import { meaningOf, type Meaning } from './word-meanings.ts';

export function askText(
  connection: Connection,
  question: Question,
  words: readonly AskedWord[],
  vocabulary: readonly string[],
): Found {
  const stock = connection.number('SELECT count(*) FROM listing', []);
  const meanings = words.map((word) => meaningOf(connection, word, vocabulary, stock));
  if (meanings.some(({ terms }) => terms.length === 0)) return { total: 0, keys: [] };
  const hits = hitsOf(meanings.sort((a, b) => a.listings - b.listings));
  const { order, circle } = question;
  if (order.by === 'distance' || circle !== undefined) {
    const tables = joined([sql('('), hits, sql(') hit CROSS JOIN listing l ON l.id = hit.listing')], '');
    return askMeasured(connection, { tables, owner: OF_LISTING, byRelevance: BEST_FIRST }, question);
  }
  return readPage(connection, question, pageOf(question, hits));
}

const BEST_FIRST = ['hit.score DESC', 'hit.listing'];

/** Rows of the total and a key. Past the last page there are none, and the total comes with the first page. */
function readPage(connection: Connection, question: Question, { text, values }: Sql): Found {
  const rows = connection.rows(text, values);
  if (rows.length === 0 && question.offset > 0) {
    const first = sql(text, ...values.slice(0, -1), 0);
    return { ...readPage(connection, { ...question, offset: 0 }, first), keys: [] };
  }
  return { total: Number(rows[0]?.[0] ?? 0), keys: rows.map(([, key]) => String(key)) };
}

function pageOf(question: Question, hits: Sql): Sql {
  const { order } = question;
  const needsListings = conditionColumns(question).length > 0 || order.by === 'columns';
  const columns = order.by === 'columns' ? order.columns.map((column) => `l.${column}`) : BEST_FIRST;
  const found = joined([
    sql('SELECT count(*) OVER () AS total, hit.listing AS found FROM ('),
    hits,
    sql(`) hit ${needsListings ? 'CROSS JOIN listing l ON l.id = hit.listing' : ''} WHERE`),
    conditions(question),
    pageEnd(question, columns),
  ]);
  // Keys are read for the page only, not for every match. A cross join keeps the order of what leads it.
  return joined([sql('SELECT total, key FROM ('), found, sql(') CROSS JOIN listing ON id = found')]);
}

/** Listings that have all words, as `listing` and `score`. The rarest word leads. */
function hitsOf([first, ...others]: readonly Meaning[]): Sql {
  return others.reduce((found, meaning) => withWord(found, first.listings, meaning), gathered(first));
}

/** Of the listings found, about `candidates`, those that have one more word. */
function withWord(found: Sql, candidates: number, meaning: Meaning): Sql {
  const { terms, listings, rarity } = meaning;
  const from = joined([sql('FROM ('), found, sql(') f')], '');
  if (terms.length === 1) {
    const score = `f.score + ${rarity * terms[0].closeness} * p.impact`;
    const join = sql('CROSS JOIN posting p ON p.term = ? AND p.listing = f.listing', terms[0].id);
    return joined([sql(`SELECT f.listing AS listing, ${score} AS score`), from, join]);
  }
  // To gather is to group and to index, about two steps a listing; to look up is one a candidate and term.
  if (2 * listings < candidates * terms.length) {
    const join = joined([sql('CROSS JOIN ('), gathered(meaning), sql(') g ON g.listing = f.listing')], '');
    return joined([sql('SELECT f.listing AS listing, f.score + g.score AS score'), from, join]);
  }
  return joined([
    sql('WITH t AS MATERIALIZED ('),
    termTable(terms),
    sql(`) SELECT f.listing AS listing, f.score + ${rarity} * max(t.closeness * p.impact) AS score`),
    from,
    sql('CROSS JOIN t CROSS JOIN posting p ON p.term = t.term AND p.listing = f.listing GROUP BY f.listing'),
  ]);
}

/** Listings of any of the terms, each once, as `listing` and `score`. */
function gathered({ terms, rarity }: Meaning): Sql {
  if (terms.length === 1) {
    const score = `${rarity * terms[0].closeness} * impact`;
    return sql(`SELECT listing, ${score} AS score FROM posting WHERE term = ?`, terms[0].id);
  }
  return joined(
    [
      sql(`SELECT listing, ${rarity} * max(closeness * impact) AS score FROM (`),
      termTable(terms),
      sql(') t CROSS JOIN posting ON posting.term = t.term GROUP BY listing'),
    ],
    '',
  );
}

/** A table of `term` and `closeness`. */
function termTable(terms: Meaning['terms']): Sql {
  const rows = JSON.stringify(terms.map(({ id, closeness }) => [id, closeness]));
  return sql('SELECT value ->> 0 AS term, value ->> 1 AS closeness FROM json_each(?)', rows);
}
