// MiniSearch in this process: an index of words on the heap, with BM25 and fuzzy search. It has no index of anything
// else, so it is asked for words alone.
import { askedWords } from '../asked-words.ts';
import { heldBytes } from '../heap.ts';
import { loadPackage, packageVersion, whyNotLoaded } from '../package-loader.ts';
import type { OpenRival, Rival } from '../rival.ts';
import { engineQuery } from '../../../src/index/engine-query.ts';
import { listingKeyOf, stockRow, TEXT_FIELDS } from '../stock-row.ts';
import { Vocabulary } from '../vocabulary.ts';
import { wordQuery, type WordQuery } from './word-query.ts';

/** As much of the package as the rival uses. */
interface Index {
  add(document: Readonly<Record<string, string>>): void;
  search(query: WordQuery, options: object): { readonly id: string }[];
}

type IndexClass = new (options: object) => Index;

const PACKAGE = 'minisearch';

const FIELDS = TEXT_FIELDS.map(({ name }) => name);
/** The words come folded, with a space between them. */
const OPTIONS = {
  fields: FIELDS,
  tokenize: (text: string) => text.split(' '),
  processTerm: (word: string) => word,
};
const SEARCH_OPTIONS = { boost: Object.fromEntries(TEXT_FIELDS.map(({ name, weight }) => [name, weight])) };

export const MINISEARCH: Rival = {
  name: 'MiniSearch',
  // About 2.6 KB of heap a listing, all of it followed at each collection: a million were not taken in within 20 minutes.
  mostListings: 100_000,
  differs: 'a mistyped word stands for every word within two edits of it',

  async find() {
    try {
      loadPackage(PACKAGE);
      return { found: true, version: packageVersion(PACKAGE) };
    } catch (error) {
      return { found: false, why: whyNotLoaded(PACKAGE, error) };
    }
  },

  refuses(query) {
    const { values, ranges, radius, text, order } = engineQuery(query);
    const wordsOnly = values.length === 0 && ranges.length === 0 && radius === undefined;
    if (text !== undefined && wordsOnly && order.by === 'relevance') return undefined;
    return 'it indexes words only; for filters and orders it would look at every listing';
  },

  async open(): Promise<OpenRival> {
    const before = heldBytes();
    const index = new (loadPackage<IndexClass>(PACKAGE))(OPTIONS);
    let vocabulary = new Vocabulary([]);
    let bytes: number | undefined;
    return {
      async load(listings, gazetteer, onProgress) {
        const words = new Set<string>();
        let loaded = 0;
        for await (const listing of listings) {
          const row = stockRow(listing, gazetteer);
          for (const field of row.words) for (const word of field) words.add(word);
          index.add({ id: row.key, ...textsOf(row.words) });
          onProgress(++loaded);
        }
        vocabulary = new Vocabulary([...words].sort());
        const after = heldBytes();
        bytes = before === undefined || after === undefined ? undefined : after - before;
      },
      async ask(query) {
        const { text = '', offset, limit } = engineQuery(query);
        const words = askedWords(text);
        if (words.length === 0) return { total: 0, ids: [] };
        const found = index.search(wordQuery(words, vocabulary), SEARCH_OPTIONS);
        const page = found.slice(offset, offset + limit);
        return { total: found.length, ids: page.map(({ id }) => listingKeyOf(id)) };
      },
      bytes: async () => bytes,
      close: async () => undefined,
    };
  },
};

function textsOf(words: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap((field, place) => (field.length === 0 ? [] : [[FIELDS[place], field.join(' ')]])),
  );
}
