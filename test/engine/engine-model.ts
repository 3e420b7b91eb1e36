// The engine's semantics in plain arrays, `filter` and `sort`. It shares no code with the engine but text folding, which
// is tested separately. What texts say is left to the schema, as in the engine. Deliberately slow.
import { distanceKm } from '../../src/geo/great-circle.ts';
import type { EngineQuery, EngineResult, Row, Schema, TextQuery, TextUnit } from '../../src/engine/schema.ts';
import { hasTerms } from '../../src/vehicle/classes.ts';
import { compoundsOf, foldText, tokenize } from '../../src/engine/postings/tokenizer.ts';

export function searchModel(schema: Schema, rows: readonly Row[], query: EngineQuery): EngineResult {
  const impacts = new Map(query.text === undefined ? [] : rows.map((row) => [row, impactsOf(schema, row)]));
  const isLive = (term: string): boolean => rows.some((row) => impacts.get(row)!.has(term));
  const text: TextQuery =
    query.text === undefined
      ? { units: [], preferred: [], isOpen: true }
      : schema.readText(query.text, isLive);
  const { units, choices = [], excluded = [], preferred } = text;
  if (units.length + choices.length === 0 && text.isOpen !== true) return { total: 0, keys: [], points: [] };
  const liveTerms = new Set([...impacts.values()].flatMap((own) => [...own.keys()]));
  const bestOf = (row: Row, meaning: Meaning): number =>
    Math.max(0, ...Array.from(meaning, ([term, weight]) => weight * (impacts.get(row)!.get(term) ?? 0)));
  const single = (meaning: Meaning): Scored => ({ meaning, has: (row) => bestOf(row, meaning) > 0 });
  const needed = [
    ...units.map((unit) => single(meaningOf(unit, liveTerms))),
    ...choices.map((choice): Scored => {
      const alternatives = choice.map((all) => all.map((unit) => meaningOf(unit, liveTerms)));
      return {
        meaning: united(alternatives.flat()),
        has: (row) => alternatives.some((all) => all.every((meaning) => bestOf(row, meaning) > 0)),
      };
    }),
  ];
  const isExcluded = (row: Row): boolean =>
    excluded.some((all) => all.every(({ terms }) => bestOf(row, terms) > 0));
  const scored = [...needed, ...preferred.map((tag) => single(new Map([[tag, 4]])))];
  const idfs = scored.map(({ has }) => {
    const having = rows.filter(has).length;
    return Math.max(1, Math.round(1024 * Math.log(1 + (rows.length - having + 0.5) / (having + 0.5))));
  });
  const matching = rows.filter(
    (row) =>
      query.values.every(({ field, terms, excluded = [] }) => {
        const definition = schema.values.find(({ name }) => name === field)!;
        const value = row.values[schema.values.indexOf(definition)];
        if (value === null) return false;
        const own = definition.termsOf(value);
        return (terms === undefined || hasTerms(own, { any: terms })) && !hasTerms(own, { any: excluded });
      }) &&
      query.ranges.every(({ field, min, max }) => {
        const value = row.numbers[schema.numbers.indexOf(field)];
        return value !== null && value >= min && value <= max;
      }) &&
      (query.radius === undefined ||
        (row.point !== null && distanceKm(query.radius.center, row.point) <= query.radius.km)) &&
      needed.every(({ has }) => has(row)) &&
      !isExcluded(row),
  );
  const isByOther = query.sortOrder.by === 'relevance' && needed.length === 0;
  const sortOrder = (isByOther && query.sortOrder.withoutWords) || query.sortOrder;
  const isShuffled =
    sortOrder.by === 'relevance' ||
    (sortOrder.by === 'number' && schema.shuffle.columns.includes(sortOrder.field));
  const numberIn = (row: Row, field: string): number =>
    row.numbers[schema.numbers.indexOf(field)] ?? Infinity;
  const sortKey = (row: Row): number => {
    if (sortOrder.by === 'distance')
      return row.point === null ? Infinity : distanceKm(sortOrder.from, row.point);
    if (sortOrder.by === 'number') {
      const value = row.numbers[schema.numbers.indexOf(sortOrder.field)];
      if (value === null) return Infinity;
      return sortOrder.direction === 'ascending' ? value : -value;
    }
    return -scored.reduce((sum, { meaning }, i) => sum + idfs[i] * bestOf(row, meaning), 0);
  };
  const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = matching
    .map((row) => ({ row, key: sortKey(row) }))
    .sort(
      (a, b) =>
        compare(a.key, b.key) ||
        (isShuffled && compare(numberIn(a.row, schema.shuffle.by), numberIn(b.row, schema.shuffle.by))) ||
        compare(numberIn(a.row, schema.tieBreaker), numberIn(b.row, schema.tieBreaker)) ||
        (a.row.key < b.row.key ? -1 : 1),
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

interface Scored {
  readonly meaning: Meaning;
  readonly has: (row: Row) => boolean;
}

function united(meanings: readonly Meaning[]): Meaning {
  const all = new Map<string, number>();
  for (const [term, weight] of meanings.flatMap((meaning) => [...meaning]))
    all.set(term, Math.max(weight, all.get(term) ?? 0));
  return all;
}

/** The first that any row has: one of the unit's terms, a word that it begins, a word that it may be a typo of. */
function meaningOf({ terms, prefix, typo }: TextUnit, live: ReadonlySet<string>): Meaning {
  const weighted = (found: string[], weight: number): Meaning => new Map(found.map((term) => [term, weight]));
  if ([...terms.keys()].some((term) => live.has(term))) return terms;
  const completed = [...live].filter((term) => prefix !== undefined && term.startsWith(prefix));
  if (completed.length > 0 || typo === undefined) return weighted(completed, 3);
  const errors = typo.word.length <= 7 ? 1 : 2;
  const isCode = (term: string): boolean => term.length <= 3 || /\p{N}|^\P{L}/u.test(term);
  return weighted(
    [...live].filter(
      (term) => typo.tags.includes(term) || (!isCode(term) && distance(term, typo.word) <= errors),
    ),
    2,
  );
}

/** The impact of each term of a row, its tags included. */
function impactsOf(schema: Schema, row: Row): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const numbered: string[] = [];
  const numberOf = (term: string): number => {
    const at = numbered.indexOf(term);
    return at >= 0 ? at : numbered.push(term) - 1;
  };
  const tagger = schema.createTagger?.({ textOf: (term) => numbered[term], numberOf });
  schema.texts.forEach((field, index) => {
    const text = row.texts[index];
    if (text === null) return;
    const folded = foldText(text);
    const words = tokenize(folded);
    const weight = field.boost / (1 - field.b + (field.b * words.length) / field.averageLength);
    for (const word of [...words, ...compoundsOf(folded)])
      weights.set(word, (weights.get(word) ?? 0) + weight);
    tagger?.read(index, Uint32Array.from(words, numberOf));
  });
  for (const tag of tagger?.finish(row.values) ?? []) weights.set(numbered[tag], schema.tagWeight);
  return new Map(
    Array.from(weights, ([term, weight]) => [term, Math.max(1, Math.round((15 * weight) / (1.2 + weight)))]),
  );
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
