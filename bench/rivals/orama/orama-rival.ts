// Orama in this process: trees and an inverted index on the heap.
import { engineQuery } from '../../../src/index/engine-query.ts';
import { askedWords } from '../asked-words.ts';
import { heldBytes } from '../heap.ts';
import { loadPackage, packageVersion, whyNotLoaded } from '../package-loader.ts';
import type { OpenRival, Rival } from '../rival.ts';
import { listingKeyOf, stockRow } from '../stock-row.ts';
import { Vocabulary } from '../vocabulary.ts';
import { documentOf, SCHEMA, SORTED_BY, TOKENIZER, type OramaDocument } from './documents.ts';
import { searchOf, type OramaSearch } from './search.ts';

/** As much of the package as the rival uses. */
interface Package {
  create(options: object): object;
  insertMultiple(database: object, documents: readonly OramaDocument[], batch: number): unknown;
  search(database: object, search: OramaSearch): Answer | Promise<Answer>;
}

interface Answer {
  readonly count: number;
  readonly hits: readonly { readonly id: string }[];
}

const PACKAGE = '@orama/orama';
/** It rebalances its trees once for each batch, not for each listing. */
const BATCH = 1000;

export const ORAMA: Rival = {
  name: 'Orama',
  // It gathers the listings of a word in time that grows with their square: among 100,000, up to 20 s for one question.
  mostListings: 10_000,
  differs:
    'it breaks ties as listings came, so of pages only the size is compared; and it takes each word for a beginning, so ' +
    'answers to words are not compared',

  async find() {
    try {
      loadPackage(PACKAGE);
      return { found: true, version: packageVersion(PACKAGE) };
    } catch (error) {
      return { found: false, why: whyNotLoaded(PACKAGE, error) };
    }
  },

  refuses(query) {
    const { radius, order } = engineQuery(query);
    return radius === undefined && order.by !== 'distance'
      ? undefined
      : 'it orders by distance only where nothing else is asked for';
  },

  comparable: ({ q }) => (q === undefined ? 'total' : 'nothing'),

  async open(): Promise<OpenRival> {
    const before = heldBytes();
    const orama = loadPackage<Package>(PACKAGE);
    const database = orama.create({
      schema: SCHEMA,
      components: { tokenizer: TOKENIZER },
      sort: { unsortableProperties: Object.keys(SCHEMA).filter((name) => !SORTED_BY.includes(name)) },
    });
    let vocabulary = new Vocabulary([]);
    let bytes: number | undefined;
    return {
      async load(listings, gazetteer, onProgress) {
        const words = new Set<string>();
        let batch: OramaDocument[] = [];
        let loaded = 0;
        for await (const listing of listings) {
          const row = stockRow(listing, gazetteer);
          for (const field of row.words) for (const word of field) words.add(word);
          loaded += 1;
          if (batch.push(documentOf(row)) < BATCH) continue;
          await orama.insertMultiple(database, batch, BATCH);
          batch = [];
          onProgress(loaded);
        }
        await orama.insertMultiple(database, batch, BATCH);
        vocabulary = new Vocabulary([...words].sort());
        const after = heldBytes();
        bytes = before === undefined || after === undefined ? undefined : after - before;
      },
      async ask(query) {
        const asked = engineQuery(query);
        const words = asked.text === undefined ? undefined : askedWords(asked.text);
        if (words?.length === 0) return { total: 0, ids: [] };
        const { count, hits } = await orama.search(database, searchOf(asked, words, vocabulary));
        return { total: count, ids: hits.map(({ id }) => listingKeyOf(id)) };
      },
      bytes: async () => bytes,
      close: async () => undefined,
    };
  },
};
