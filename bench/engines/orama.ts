// Orama in this process: trees and an inverted index on the heap.
import type { EngineQuery, SortOrder } from '../../src/engine/schema.ts';
import { toEngineQuery } from '../../src/index/shared/engine-query.ts';
import { findPackage, loadPackage, type OpenEngine, type OtherEngine } from './engine.ts';
import { HeapLoad } from './heap-load.ts';
import { ModelTitles } from './model-titles.ts';
import type { StockRow } from './stock-row.ts';
import { queryWords, type QueryWord, type Vocabulary } from './query-words.ts';
import { singleTerm } from './sql-query.ts';

/** As much of the package as is used. */
interface Package {
  create(options: object): object;
  insertMultiple(database: object, documents: readonly Document[], batch: number): unknown;
  search(database: object, search: OramaSearch): Result | Promise<Result>;
}

interface Result {
  readonly count: number;
  readonly hits: readonly { readonly id: string }[];
}

type Document = Readonly<Record<string, string | number | readonly string[]>>;

interface OramaSearch {
  readonly where: Readonly<Record<string, object>>;
  readonly term?: string;
  readonly sortBy?: { readonly property: string; readonly order: 'ASC' | 'DESC' };
  /** Edits, of every word. */
  readonly tolerance?: number;
  readonly threshold?: number;
  readonly offset: number;
  readonly limit: number;
}

const PACKAGE = '@orama/orama';
/** It rebalances its trees once for each batch, not for each listing. */
const BATCH_SIZE = 1000;
/** A swap of two letters is two steps of Orama's distance. */
const EDITS = 2;

/** All words in one property: Orama finds two words only in one property that has both. */
const SCHEMA: Readonly<Record<string, string>> = {
  make: 'enum',
  model: 'enum[]',
  fuelType: 'enum',
  transmission: 'enum',
  dealer: 'enum',
  priceGbp: 'number',
  mileageMiles: 'number',
  year: 'number',
  engineLitres: 'number',
  defaultRank: 'number',
  words: 'string',
};
const SORTED_BY = ['priceGbp', 'mileageMiles', 'year', 'defaultRank'];

/** Words come folded, with a space between them. Each once, as in Orama's own. */
const TOKENIZER = {
  language: 'english',
  normalizationCache: new Map<string, string>(),
  tokenize: (text: string) => [...new Set(text.split(' '))],
};

export const ORAMA: OtherEngine = {
  name: 'Orama',
  // It gathers the listings of a word in time that grows with their square: among 100,000, up to 20 s for one query.
  maxListings: 10_000,
  knownDifference:
    'it breaks ties as listings came, so of pages only the size is compared; and it takes each word for a beginning, so ' +
    'answers to words are not compared',
  find: () => findPackage(PACKAGE),

  unsupported(query) {
    const { radius, sortOrder, values } = toEngineQuery(query);
    if (values.some(({ excluded }) => excluded !== undefined)) return 'it has no exclusion of values';
    return radius === undefined && sortOrder.by !== 'distance'
      ? undefined
      : 'it orders by distance only where nothing else is asked for';
  },

  comparable: ({ q }) => (q === undefined ? 'total' : 'nothing'),

  async open(): Promise<OpenEngine> {
    const orama = loadPackage<Package>(PACKAGE);
    const database = orama.create({
      schema: SCHEMA,
      components: { tokenizer: TOKENIZER },
      sort: { unsortableProperties: Object.keys(SCHEMA).filter((name) => !SORTED_BY.includes(name)) },
    });
    const titles = new ModelTitles();
    let batch: Document[] = [];
    const insert = async (): Promise<void> => {
      await orama.insertMultiple(database, batch, BATCH_SIZE);
      batch = [];
    };
    const stock = new HeapLoad(
      (row) => (batch.push(documentOf(row, titles)) < BATCH_SIZE ? undefined : insert()),
      insert,
    );
    return {
      load: stock.load,
      async search(query) {
        const parsed = toEngineQuery(query);
        const words = parsed.text === undefined ? undefined : queryWords(parsed.text);
        if (words?.length === 0) return { total: 0, ids: [] };
        const { count, hits } = await orama.search(
          database,
          searchOf(parsed, titles, words, stock.vocabulary),
        );
        return { total: count, ids: hits.map(({ id }) => id) };
      },
      bytes: async () => stock.bytes,
      close: async () => undefined,
    };
  },
};

/** Unknown values are absent: then no range finds them, and they sort last. */
function documentOf(
  { key, title, modelKeys, dealer, defaultRank, words, ...row }: StockRow,
  titles: ModelTitles,
): Document {
  const { make, fuelType, transmission, priceGbp, mileageMiles, year, engineLitres } = row;
  const values = { make, fuelType, transmission, priceGbp, mileageMiles, year, engineLitres };
  const known = Object.entries(values).flatMap(([name, value]): [string, string | number][] =>
    value === null ? [] : [[name, value]],
  );
  const texts = words.flat().join(' ');
  const model = [...titles.add(title, modelKeys)];
  return { id: key, model, dealer, defaultRank, words: texts, ...Object.fromEntries(known) };
}

/** Of a query without a place; `words` are those of its text, at least one. */
function searchOf(
  { values, ranges, sortOrder, offset, limit }: EngineQuery,
  titles: ModelTitles,
  words: readonly QueryWord[] | undefined,
  vocabulary: Vocabulary,
): OramaSearch {
  const where: Record<string, object> = {};
  for (const { field, terms = [] } of values)
    where[field] =
      field === 'model'
        ? { containsAny: terms.flatMap((term) => titles.keysFor(term)) }
        : { in: terms.map(singleTerm) };
  for (const { field, min, max } of ranges) where[field] = { between: [min, max] };
  return { where, offset, limit, ...sortOf(sortOrder), ...(words && fuzzyText(words, vocabulary)) };
}

function sortOf(sortOrder: SortOrder): Pick<OramaSearch, 'sortBy'> {
  if (sortOrder.by !== 'number') return {};
  return {
    sortBy: { property: sortOrder.field, order: sortOrder.direction === 'ascending' ? 'ASC' : 'DESC' },
  };
}

/** A threshold of 0 is "and". */
function fuzzyText(words: readonly QueryWord[], vocabulary: Vocabulary): Partial<OramaSearch> {
  const term = words.map(({ spellings }) => spellings[0]).join(' ');
  const needsEdits = words.some((queryWord) => queryWord.isFuzzy && !vocabulary.has(queryWord));
  return { term, threshold: 0, tolerance: needsEdits ? EDITS : 0 };
}
