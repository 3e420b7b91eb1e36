// A schema with a column of every kind, handmade rows, and random rows with few distinct values, so that rows collide,
// tie and match; some values of every column are unknown.
import { buildSegment } from './builders.ts';
import fc from 'fast-check';
import type { Point } from '../../src/geo/great-circle.ts';
import { foldText, onlyExact, tokenize } from '../../src/engine/postings/tokenizer.ts';
import type { TextSchema } from '../../src/engine/postings/postings-writer.ts';
import type { Row, Schema, Tagger, TermNumbers, TextReader, TextUnit } from '../../src/engine/schema.ts';
import { Segment } from '../../src/engine/segment/segment.ts';

/** By query word, what it also stands for. */
const SYNONYMS = new Map([
  ['vw', ['golf']],
  ['auto', ['automatic', 'tiptronic']],
  ['gears', ['=auto']],
  ['crimson', ['@red']],
]);

/**
 * Each word is a unit, once. Neighbours are preferred. Words joined by `/` are alternatives, by `&` of an alternative; `!` excludes
 * what has all words that are joined by `&`.
 */
const readText: TextReader = (text, isLive) => {
  const parts = foldText(text).split(/\s+/);
  const words = parts.filter((part) => !/^!|\//.test(part)).flatMap(tokenize);
  const pairs = words.slice(1).map((word, i) => `+${words[i]}${word}`);
  const unitOf = (word: string): TextUnit => ({
    terms: new Map([word, ...(SYNONYMS.get(word) ?? [])].filter(isLive).map((term) => [term, 4])),
    prefix: word === words.at(-1) && !onlyExact(word) ? word : undefined,
    typo: onlyExact(word) ? undefined : { word, tags: [anagramTag(word)] },
  });
  const unitsOf = (part: string): TextUnit[] => tokenize(part).map(unitOf);
  const excluded = parts.filter((part) => part.startsWith('!')).map(unitsOf);
  return {
    units: [...new Set(words)].map(unitOf),
    choices: parts.filter((part) => part.includes('/')).map((part) => part.split('/').map(unitsOf)),
    excluded: excluded.filter((units) => units.length > 0 && units.every(({ terms }) => terms.size > 0)),
    isOpen: excluded.some((units) => units.length > 0),
    preferred: [...new Set(pairs)].filter(isLive),
  };
};

/** Words of the same letters have the same tag. */
function anagramTag(word: string): string {
  return `~${[...word].sort().join('')}`;
}

/**
 * Tags of a row:
 *
 *     +redgolf    neighbours in its title
 *     ~cfosu      the letters of a long word of its title
 *     =auto       its texts say that it is an automatic
 *     @red        its colour, or its texts if that is unknown, say that it is red
 */
class SampleTagger implements Tagger {
  readonly columns = [0, 1];
  readonly #terms: TermNumbers;
  readonly #found = new Set<string>();
  #saysRed = false;

  constructor(terms: TermNumbers) {
    this.#terms = terms;
  }

  read(column: number, words: Uint32Array): void {
    const texts = Array.from(words, (word) => this.#terms.textOf(word));
    if (texts.some((word) => ['auto', 'automatic', 'tiptronic'].includes(word))) this.#found.add('=auto');
    this.#saysRed ||= texts.includes('red');
    if (column !== 0) return;
    texts.forEach((word, i) => {
      if (i > 0) this.#found.add(`+${texts[i - 1]}${word}`);
      if (!onlyExact(word)) this.#found.add(anagramTag(word));
    });
  }

  finish([colour]: Row['values']): Uint32Array {
    if (colour === 'red' || (colour === null && this.#saysRed)) this.#found.add('@red');
    const numbers = Array.from(this.#found, (tag) => this.#terms.numberOf(tag));
    this.#found.clear();
    this.#saysRed = false;
    return Uint32Array.from(numbers);
  }
}

export const schema: Schema = {
  values: [
    { name: 'colour', termsOf: (value) => [value] },
    { name: 'name', termsOf: (value) => [value.slice(0, 1), value] },
  ],
  numbers: ['price', 'year', 'weight', 'rank', 'shuffle'],
  texts: [
    { name: 'title', boost: 4, b: 0, averageLength: 3 },
    { name: 'body', boost: 1, b: 0.75, averageLength: 6 },
  ],
  readText,
  createTagger: (terms) => new SampleTagger(terms),
  tagWeight: 2,
  tieBreaker: 'price',
  shuffle: { by: 'shuffle', columns: ['rank'] },
};

/** The texts of `schema`, without tags. */
export const untagged: TextSchema = { ...schema, createTagger: undefined };

/** A row of `schema` with these texts only. */
export const textRow = (title: string | null, body: string | null = null): Pick<Row, 'values' | 'texts'> => ({
  values: [null, null],
  texts: [title, body],
});

/** A row of `schema`; parts not given are unknown. */
export function rowOf(
  key: string,
  known: {
    readonly colour?: string;
    readonly name?: string;
    readonly price?: number;
    readonly year?: number;
    readonly weight?: number;
    readonly rank?: number;
    readonly shuffle?: number;
    readonly point?: Point;
    readonly title?: string;
    readonly body?: string;
  } = {},
): Row {
  return {
    key,
    values: [known.colour ?? null, known.name ?? null],
    numbers: [known.price, known.year, known.weight, known.rank, known.shuffle].map((value) => value ?? null),
    point: known.point ?? null,
    texts: [known.title ?? null, known.body ?? null],
  };
}

export function segmentOf(rows: readonly Row[]): Segment {
  return new Segment(schema, buildSegment(schema, rows));
}

export const sampleWords = ['golf', 'gold', 'golfs', 'focus', 'focsu', 'automatic', 'auto', 'a3', 'a4', 'c-hr', 'titanium', 'titan', 'Škoda', '2.0', 'red', 'rad']; // prettier-ignore

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null, freq: 5 });
const text = fc.array(fc.constantFrom(...sampleWords), { maxLength: 6 }).map((list) => list.join(' '));

/** One of a few shared points, or any in and around Britain. */
export const anyPoint: fc.Arbitrary<Point> = fc.oneof(
  fc.record({
    lat: fc.constantFrom(51.5, 51.6, 53.48, -90, 90),
    lng: fc.constantFrom(-0.13, -2.24, 179.95, -179.95),
  }),
  fc.record({
    lat: fc.double({ min: 50, max: 59, noNaN: true }),
    lng: fc.double({ min: -6, max: 2, noNaN: true }),
  }),
);

export const anyRow: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `k${i}`)),
  values: fc.tuple(orNull(fc.constantFrom('red', 'blue', 'grey')), orNull(fc.constantFrom('aa', 'ab', 'b'))),
  numbers: fc.tuple(
    orNull(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0.5, 9995.99, 1e12))),
    orNull(fc.integer({ min: 2015, max: 2019 })),
    orNull(fc.double({ min: -5, max: 5, noNaN: true })),
    orNull(fc.integer({ min: 0, max: 3 })),
    orNull(fc.integer({ min: 0, max: 200 })),
  ),
  point: orNull(anyPoint),
  texts: fc.tuple(orNull(text), orNull(text)),
});

/** The same rows for the same seed, with keys k0, k1, … */
export function sampleRows(size: number, seed: number): Row[] {
  return fc.sample(anyRow, { numRuns: size, seed }).map((row, i) => ({ ...row, key: `k${i}` }));
}
