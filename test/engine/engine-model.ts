// The engine's semantics in plain arrays, `filter` and `sort`. It shares no code with the engine
// but text folding, which is tested separately. Deliberately slow.
import { distanceKm } from '../../src/geo/great-circle.ts';
import type { EngineQuery, EngineResult, Row, Schema } from '../../src/engine/schema.ts';
import { compoundsOf, foldText, tokenize } from '../../src/engine/postings/tokenizer.ts';

export function searchModel(schema: Schema, rows: readonly Row[], query: EngineQuery): EngineResult {
  const words = query.text === undefined ? [] : distinctWords(query.text);
  if (query.text !== undefined && words.length === 0) return { total: 0, keys: [], points: [] };
  const meanings = words.map((word) =>
    meaningOf(schema, rows, word, word === tokenize(foldText(query.text!)).at(-1)),
  );
  const matching = rows.filter(
    (row) =>
      query.values.every(({ field, terms }) => {
        const definition = schema.values.find(({ name }) => name === field)!;
        const value = row.values[schema.values.indexOf(definition)];
        return value !== null && definition.termsOf(value).some((term) => terms.includes(term));
      }) &&
      query.ranges.every(({ field, min, max }) => {
        const value = row.numbers[schema.numbers.indexOf(field)];
        return value !== null && value >= min && value <= max;
      }) &&
      (query.radius === undefined ||
        (row.point !== null && distanceKm(query.radius.center, row.point) <= query.radius.km)) &&
      meanings.every((meaning) => bestOf(schema, row, meaning) > 0),
  );
  const sortKey = (row: Row): number => {
    const { sortOrder } = query;
    if (sortOrder.by === 'distance')
      return row.point === null ? Infinity : distanceKm(sortOrder.from, row.point);
    if (sortOrder.by === 'number') {
      const value = row.numbers[schema.numbers.indexOf(sortOrder.field)];
      if (value === null) return Infinity;
      return sortOrder.direction === 'ascending' ? value : -value;
    }
    return -meanings.reduce((sum, meaning) => {
      const having = rows.filter((other) => bestOf(schema, other, meaning) > 0).length;
      const idf = Math.max(1, Math.round(1024 * Math.log(1 + (rows.length - having + 0.5) / (having + 0.5))));
      return sum + idf * bestOf(schema, row, meaning);
    }, 0);
  };
  const tie = (row: Row): number => row.numbers[schema.numbers.indexOf(schema.tieBreaker)] ?? Infinity;
  const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = matching
    .map((row) => ({ row, key: sortKey(row) }))
    .sort(
      (a, b) => compare(a.key, b.key) || compare(tie(a.row), tie(b.row)) || (a.row.key < b.row.key ? -1 : 1),
    );
  const page = sorted.slice(query.offset, query.offset + query.limit);
  return {
    total: matching.length,
    keys: page.map(({ row }) => row.key),
    // Adding 0 turns -0 into 0.
    points: page.map(({ row: { point } }) => point && { lat: point.lat + 0, lng: point.lng + 0 }),
  };
}

/** By term, its match weight in quarters. */
type Meaning = ReadonlyMap<string, number>;

function meaningOf(schema: Schema, rows: readonly Row[], word: string, isLast: boolean): Meaning {
  const terms = new Set(rows.flatMap((row) => [...termWeights(schema, row).keys()]));
  const code = (text: string): boolean => text.length <= 3 || /\p{N}/u.test(text);
  const literal = new Map<string, number>();
  for (const term of terms) {
    if (term === word || schema.synonyms.get(word)?.includes(term)) literal.set(term, 4);
    else if (isLast && !code(word) && term.startsWith(word)) literal.set(term, 3);
  }
  if (literal.size > 0 || code(word)) return literal;
  const errors = word.length <= 7 ? 1 : 2;
  return new Map(
    [...terms].filter((term) => !code(term) && distance(term, word) <= errors).map((term) => [term, 2]),
  );
}

function bestOf(schema: Schema, row: Row, meaning: Meaning): number {
  let best = 0;
  for (const [term, weight] of termWeights(schema, row)) {
    const matchWeight = meaning.get(term);
    if (matchWeight === undefined) continue;
    best = Math.max(best, matchWeight * Math.max(1, Math.round((15 * weight) / (1.2 + weight))));
  }
  return best;
}

function termWeights(schema: Schema, row: Row): Map<string, number> {
  const weights = new Map<string, number>();
  schema.texts.forEach((field, index) => {
    const folded = foldText(row.texts[index] ?? '');
    const words = tokenize(folded);
    const weight = field.boost / (1 - field.b + (field.b * words.length) / field.averageLength);
    for (const word of [...words, ...compoundsOf(folded)])
      weights.set(word, (weights.get(word) ?? 0) + weight);
  });
  return weights;
}

function distinctWords(text: string): string[] {
  return [...new Set(tokenize(foldText(text)))];
}

/** Optimal string alignment distance, computed with the full table. */
export function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      table[i][j] = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.length][b.length];
}
