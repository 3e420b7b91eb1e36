// MiniSearch in this process: an index of words on the heap, with BM25 and fuzzy search. It has no other index, so it
// runs only queries with words alone.
import { toEngineQuery } from '../../src/index/shared/engine-query.ts';
import { findPackage, loadPackage, type OpenEngine, type OtherEngine } from './engine.ts';
import { HeapLoad } from './heap-load.ts';
import { TEXT_FIELDS } from './stock-row.ts';
import { queryWords, soundTag, type QueryWord, type Vocabulary } from './query-words.ts';

/** As much of the package as is used. */
type IndexClass = new (options: object) => {
  add(document: Readonly<Record<string, string>>): void;
  search(query: WordQuery, options: object): { readonly id: string }[];
};

/** A tree of queries. */
interface WordQuery {
  readonly combineWith: 'AND' | 'OR';
  readonly queries: readonly (string | WordQuery)[];
  readonly prefix?: boolean;
  /** Edits. */
  readonly fuzzy?: number;
}

const PACKAGE = 'minisearch';
/** A swap of two letters is two steps of MiniSearch's distance. */
const EDITS = 2;
const FIELDS = TEXT_FIELDS.map(({ name }) => name);
/** The words come folded, with a space between them. */
const OPTIONS = {
  fields: FIELDS,
  tokenize: (text: string) => text.split(' '),
  processTerm: (word: string) => word,
};
const SEARCH_OPTIONS = { boost: Object.fromEntries(TEXT_FIELDS.map(({ name, boost }) => [name, boost])) };

export const MINISEARCH: OtherEngine = {
  name: 'MiniSearch',
  // About 2.6 KB of heap a listing, all of it followed at each collection: a million were not loaded within 20 minutes.
  maxListings: 100_000,
  knownDifference: 'a mistyped word matches every word within two edits of it',
  find: () => findPackage(PACKAGE),

  unsupported(query) {
    const { values, ranges, radius, text, sortOrder } = toEngineQuery(query);
    const wordsOnly = values.length === 0 && ranges.length === 0 && radius === undefined;
    if (text !== undefined && wordsOnly && sortOrder.by === 'relevance') return undefined;
    return 'it indexes words only; for filters and orders it would look at every listing';
  },

  async open(): Promise<OpenEngine> {
    const index = new (loadPackage<IndexClass>(PACKAGE))(OPTIONS);
    const stock = new HeapLoad(({ key, words }) => {
      const texts = words.flatMap((field, place) =>
        field.length === 0 ? [] : [[FIELDS[place], field.join(' ')]],
      );
      index.add({ id: key, ...(Object.fromEntries(texts) as Record<string, string>) });
    });
    return {
      load: stock.load,
      async search(query) {
        const { text = '', offset, limit } = toEngineQuery(query);
        const words = queryWords(text);
        if (words.length === 0) return { total: 0, ids: [] };
        const queries = words.map((word) => wordQuery(word, stock.vocabulary));
        const hits = index.search({ combineWith: 'AND', queries }, SEARCH_OPTIONS);
        const page = hits.slice(offset, offset + limit);
        return { total: hits.length, ids: page.map(({ id }) => id) };
      },
      bytes: async () => stock.bytes,
      close: async () => undefined,
    };
  },
};

function wordQuery(queryWord: QueryWord, vocabulary: Vocabulary): WordQuery {
  const { word, spellings, isPrefix, isFuzzy } = queryWord;
  if (vocabulary.hasSpelling(queryWord) || !isFuzzy) {
    return { combineWith: 'OR', queries: spellings, prefix: false };
  }
  if (isPrefix && vocabulary.has(queryWord)) return { combineWith: 'OR', queries: [word], prefix: true };
  const similar: WordQuery = { combineWith: 'OR', queries: [word], fuzzy: EDITS };
  return { combineWith: 'OR', queries: [similar, soundTag(word)] };
}
