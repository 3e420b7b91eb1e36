// Loads an engine on this process's heap, and measures its size. The stock's vocabulary is built beside it.
import { retainedBytes } from '../harness/usage.ts';
import type { Load } from './engine.ts';
import { stockRow, type StockRow } from './stock-row.ts';
import { Vocabulary } from './query-words.ts';

/** `add` takes one row; `finish` whatever it left over. */
export class HeapLoad {
  vocabulary = new Vocabulary();
  bytes: number | undefined;
  readonly load: Load;

  /** Before the engine takes anything. */
  constructor(add: (row: StockRow) => unknown, finish: () => unknown = () => undefined) {
    const before = retainedBytes();
    this.load = async (listings, gazetteer, onProgress) => {
      const words = new Set<string>();
      let loaded = 0;
      for await (const listing of listings) {
        const row = stockRow(listing, gazetteer);
        for (const field of row.words) for (const word of field) words.add(word);
        await add(row);
        onProgress(++loaded);
      }
      await finish();
      this.vocabulary = new Vocabulary(words);
      const after = retainedBytes();
      this.bytes = before === undefined || after === undefined ? undefined : after - before;
    };
  }
}
