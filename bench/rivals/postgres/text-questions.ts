// Questions with words. They are looked up in the vocabulary first: the inverted index finds many terms as they are far
// sooner than one beginning, which it would gather into a bitmap before anything else (measured: a quarter of the time).
// One pass gives the total and the ranks.
import { allowedErrors, findSimilar } from '../../../src/engine/text/edit-distance.ts';
import { onlyExact } from '../../../src/engine/text/words.ts';
import type { AskedWord } from '../asked-words.ts';
import type { Question } from '../question.ts';
import { conditionColumns, conditions, joined, pageEnd, sql, type Sql } from '../sql.ts';
import type { Found } from './listing-questions.ts';
import { NEAREST_FIRST, squareOf, withinCircle } from './place-questions.ts';
import type { Session } from './session.ts';

/** What the classes D to A of a text vector weigh, as 1 to 1.5 to 2 to 4. */
const WEIGHTS = '{0.25, 0.375, 0.5, 1}';

export async function askText(
  session: Session,
  question: Question,
  words: readonly AskedWord[],
): Promise<Found> {
  const vocabulary = await literalTerms(session, words);
  const parts: string[] = [];
  for (const asked of words) {
    const literal = vocabulary.filter((term) => isTermOf(term, asked));
    const terms =
      literal.length > 0 || !asked.correctable ? literal : await similarTerms(session, asked.word);
    if (terms.length === 0) return { total: 0, keys: [] };
    parts.push(`(${terms.map((term) => `'${term}'`).join(' | ')})`);
  }
  return session.page(question, pageOf(question, parts.join(' & ')));
}

/** All terms of all words, without their errors, in one question. */
async function literalTerms(session: Session, words: readonly AskedWord[]): Promise<string[]> {
  const wanted = words.map(({ word, spellings, completed }) => {
    const literal = sql(`word IN (${spellings.map(() => '?').join(', ')})`, ...spellings);
    // No word holds the last code point: it sorts behind every continuation.
    return completed
      ? joined([literal, sql('word BETWEEN ? AND ?', word, `${word}\u{10ffff}`)], ' OR ')
      : literal;
  });
  return session.texts(joined([sql('SELECT word FROM vocabulary WHERE'), joined(wanted, ' OR ')]));
}

function isTermOf(term: string, { word, spellings, completed }: AskedWord): boolean {
  return spellings.includes(term) || (completed && term.startsWith(word));
}

/** Trigrams give candidates, of which the edit distance leaves what is meant. A swap is two steps of PostgreSQL's distance. */
async function similarTerms(session: Session, word: string): Promise<string[]> {
  const errors = allowedErrors(word);
  const candidates = await session.texts(
    sql(
      'SELECT word FROM vocabulary WHERE word % ? AND levenshtein_less_equal(word, ?, ?) <= ? ORDER BY word',
      word,
      word,
      2 * errors,
      2 * errors,
    ),
  );
  return findSimilar(candidates, word, errors)
    .map((index) => candidates[index])
    .filter((term) => !onlyExact(term));
}

/** Rows of the total and a key. */
function pageOf(question: Question, terms: string): Sql {
  const { order, circle } = question;
  const measured = order.by === 'distance' || circle !== undefined;
  const needsListings = measured || conditionColumns(question).length > 0 || order.by === 'columns';
  const best = joined([
    sql('SELECT count(*) OVER () AS total, w.listing,'),
    squareOf(question),
    sql('AS square,'),
    order.by === 'relevance' ? sql(`ts_rank('${WEIGHTS}', w.words, ?::tsquery)`, terms) : sql('0'),
    sql('AS rank FROM words w'),
    sql(needsListings ? 'JOIN listing l ON l.id = w.listing' : ''),
    sql(measured ? 'LEFT JOIN place p ON p.id = l.place' : ''),
    sql('WHERE w.words @@ ?::tsquery AND', terms),
    conditions(question),
    withinCircle(question),
    pageEnd(question, orderOf(question)),
  ]);
  // Keys are read for the page only, not for every match.
  return joined([
    sql('SELECT total, key FROM (SELECT total, listing, row_number() OVER () AS place_on_page FROM ('),
    best,
    sql(') best) page JOIN listing ON id = page.listing ORDER BY place_on_page'),
  ]);
}

function orderOf({ order }: Question): readonly string[] {
  switch (order.by) {
    case 'columns':
      return order.columns.map((column) => `l.${column}`);
    case 'distance':
      return NEAREST_FIRST;
    case 'relevance':
      return ['rank DESC', 'w.listing'];
  }
}
