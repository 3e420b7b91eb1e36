// Earlier states of the stock in a cluster. A listing is valid from the change that made it so until the next one. A state
// consists of the current documents that had been made so by then, and of the past documents that a later change ended. It is
// read like any state, so the words and names of a search have the meanings that they had then.
import { areNamesFixed, withCorrections } from '../stock/stock-names.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { toEngineQuery } from '../index/shared/engine-query.ts';
import { CURRENT, type ClusterResponse, type Countable, type PointInTime } from './point-in-time.ts';
import { boolFilter, MATCH_NONE, type QueryDsl } from './query-dsl.ts';
import { matchQuery, type SearchContext } from './result-page.ts';

/** The sources by which searches are read. */
export type ReadingContext = Pick<SearchContext, 'words' | 'names'> & {
  readonly pit: Pick<PointInTime, 'count'>;
};

/** The listings that were valid at a sequence. `published` is the sequence of the published state. */
export function validAt(sequence: number, published: number): QueryDsl {
  // Listings that end later than the published state are still current in it.
  const ended: QueryDsl = { range: { until: { gt: sequence, lte: published } } };
  return {
    bool: {
      filter: [{ range: { sequence: { lte: sequence } } }],
      should: [CURRENT, ended],
      minimum_should_match: 1,
    },
  };
}

/** Searches one earlier state. */
export class StateView implements Countable {
  readonly #history: PointInTime;
  readonly #valid: QueryDsl;

  /** `history` must include the past. */
  constructor(history: PointInTime, sequence: number) {
    this.#history = history;
    this.#valid = validAt(sequence, history.published.state.sequence);
  }

  search<Source = unknown>(body: QueryDsl): Promise<ClusterResponse<Source>> {
    const { query, ...rest } = body;
    const filters = query === undefined ? [this.#valid] : [this.#valid, query as QueryDsl];
    return this.#history.search({ ...rest, query: boolFilter(filters) });
  }

  async count(query: QueryDsl): Promise<number> {
    const { hits } = await this.search({ query, size: 0 });
    return hits.total.value;
  }
}

/** The filter for the listings that a search means in a state. */
export async function readSearch(query: SearchQuery, context: ReadingContext): Promise<QueryDsl> {
  const text = await context.words.match(query.q);
  const read = async (named: SearchQuery): Promise<QueryDsl> =>
    text === undefined ? MATCH_NONE : matchQuery(toEngineQuery(named), text, context);
  if (areNamesFixed(query)) return read(query);
  const { names } = context;
  const found = await withCorrections({ ...query, q: undefined }, { names, correctWords }, async (named) => {
    const meant = await read(named);
    return { meant, total: await context.pit.count(meant) };
  });
  return found.meant;
}

// No correction is needed here: the context has read the words.
const correctWords = async (): Promise<[]> => [];
