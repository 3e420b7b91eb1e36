// Tantivy, the library of Quickwit and ParadeDB: in a process of Python, which has the only packaged build of it (serve.py).
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { maxEdits } from '../../../src/engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS } from '../../../src/engine/query/bm25f.ts';
import type { EngineQuery } from '../../../src/engine/schema.ts';
import { toEngineQuery } from '../../../src/index/shared/engine-query.ts';
import {
  PYTHON_INSTALLATION,
  PYTHON_PACKAGES,
  type EngineResult,
  type OpenEngine,
  type OtherEngine,
} from '../engine.ts';
import { HeapLoad } from '../heap-load.ts';
import { ModelTitles } from '../model-titles.ts';
import { UNKNOWN } from '../numbered-stock.ts';
import { queryWords, soundTag, type QueryWord, type Vocabulary } from '../query-words.ts';
import { singleTerm } from '../sql-query.ts';
import { TEXT_FIELDS, type StockRow } from '../stock-row.ts';
import { LineProcess } from './line-process.ts';

const BATCH_SIZE = 1000;
/** Make, model and dealer are fields of values too. */
const textField = (name: string): string => `words_${name}`;
/** The term of listings without a value: excluding some values excludes these too. */
const NO_VALUE = '-';

export const TANTIVY: OtherEngine = {
  name: 'Tantivy',

  async find() {
    try {
      const program = `import sys; sys.path.insert(0, ${JSON.stringify(PYTHON_PACKAGES)}); import tantivy; print(tantivy.__version__)`;
      const { stdout } = await promisify(execFile)('python3', ['-c', program]);
      return { isAvailable: true, version: /\d+(\.\d+)+/.exec(stdout)?.[0] ?? stdout.trim() };
    } catch {
      return { isAvailable: false, reason: `Tantivy is not installed (${PYTHON_INSTALLATION})` };
    }
  },

  unsupported(query) {
    const { radius, sortOrder } = toEngineQuery(query);
    return radius === undefined && sortOrder.by !== 'distance'
      ? undefined
      : 'it has no circles, and no order by distance';
  },

  async open(folder): Promise<OpenEngine> {
    const path = join(folder, 'index');
    mkdirSync(path);
    const server = new LineProcess('python3', [join(import.meta.dirname, 'serve.py'), path]);
    const ask = (task: string, given: unknown) => server.ask([task, given]);
    await ask(
      'open',
      TEXT_FIELDS.map(({ name, boost }) => [textField(name), boost]),
    );
    const titles = new ModelTitles();
    let batch: object[] = [];
    const insert = async (): Promise<void> => {
      await ask('add', batch);
      batch = [];
    };
    const stock = new HeapLoad(
      (row) => (batch.push(documentOf(row, titles)) < BATCH_SIZE ? undefined : insert()),
      async () => {
        await insert();
        await ask('finish', null);
      },
    );
    return {
      load: stock.load,
      async search(query) {
        const parsed = toEngineQuery(query);
        const words = parsed.text === undefined ? [] : queryWords(parsed.text);
        const terms = words.map((word) => termsOf(word, stock.vocabulary));
        const isEmpty = parsed.text !== undefined && words.length === 0;
        if (isEmpty || terms.some(({ length }) => length === 0)) return { total: 0, ids: [] };
        return (await ask('search', { ...conditionsOf(parsed, titles), words: terms })) as EngineResult;
      },
      bytes: async () =>
        readdirSync(path).reduce((total, name) => total + statSync(join(path, name)).size, 0),
      close: () => server.close(),
    };
  },
};

/** A term with its weight and, for a mistyped word, how many edits away the words may be that it stands for. */
type AskedTerm = readonly [term: string, weight: number, edits: number];

function termsOf(queryWord: QueryWord, vocabulary: Vocabulary): AskedTerm[] {
  const { word, isFuzzy } = queryWord;
  if (vocabulary.has(queryWord) || !isFuzzy)
    return vocabulary.termsOf(queryWord).map(({ word, matchWeight }) => [word, matchWeight, 0]);
  const { fuzzy } = MATCH_WEIGHTS;
  return [
    [word, fuzzy, maxEdits(word)],
    [soundTag(word), fuzzy, 0],
  ];
}

/** A column for each order that the contract has, so that ties are broken by the column itself. */
function documentOf(row: StockRow, titles: ModelTitles): object {
  const { key, make, fuelType, transmission, dealer, priceGbp, mileageMiles, year, engineLitres } = row;
  const up = (value: number | null): string => String(value ?? UNKNOWN).padStart(16, '0');
  const down = (value: number | null): string => up(value === null ? null : UNKNOWN - 1 - value);
  const numbers = Object.entries({ priceGbp, mileageMiles, year, engineLitres });
  const texts = row.words.flatMap((words, at): [string, string][] =>
    words.length === 0 ? [] : [[textField(TEXT_FIELDS[at].name), words.join(' ')]],
  );
  return {
    key,
    make: make ?? NO_VALUE,
    model: [...titles.add(row.title, row.modelKeys)],
    fuelType: fuelType ?? NO_VALUE,
    transmission: transmission ?? NO_VALUE,
    dealer,
    priceGbp_up: `${up(priceGbp)} ${key}`,
    priceGbp_down: `${down(priceGbp)} ${key}`,
    mileageMiles_up: `${up(mileageMiles)}${up(priceGbp)} ${key}`,
    year_down: `${down(year)}${up(priceGbp)} ${key}`,
    defaultRank_up: `${up(row.defaultRank)}${up(row.shuffle)}${up(priceGbp)} ${key}`,
    ...Object.fromEntries(numbers.filter(([, value]) => value !== null)),
    ...Object.fromEntries(texts),
  };
}

/** What serve.py takes, but for the words. */
function conditionsOf({ values, ranges, sortOrder, offset, limit }: EngineQuery, titles: ModelTitles) {
  const keysOf = (field: string, terms: EngineQuery['values'][number]['terms'] = []): string[] =>
    terms.flatMap((term) => (field === 'model' ? titles.keysFor(term) : singleTerm(term)));
  return {
    values: values.flatMap(({ field, terms }) =>
      terms === undefined ? [] : [[field, keysOf(field, terms)]],
    ),
    excluded: values.flatMap(({ field, excluded }) =>
      excluded === undefined ? [] : [[field, [...keysOf(field, excluded), NO_VALUE]]],
    ),
    // JSON has no infinity: null is an open side.
    ranges: ranges.map(({ field, min, max }) => [field, min, max]),
    order:
      sortOrder.by === 'number'
        ? `${sortOrder.field}_${sortOrder.direction === 'ascending' ? 'up' : 'down'}`
        : null,
    offset,
    limit,
  };
}
