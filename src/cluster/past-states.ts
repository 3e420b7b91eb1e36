// Earlier states of the stock in a cluster. A listing is valid from the change that made it so until the next one: the current documents
// made so by then, and the past ones that another change ended later, are the state, which is read as any. So the words and names of a
// search mean there what they meant then.
import { BoundedMap } from '../memo.ts';
import { areNamesFixed, withCorrections } from '../listing/stock-names.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { toEngineQuery } from '../index/engine-query.ts';
import { CURRENT, type ClusterResponse, type PointInTime } from './point-in-time.ts';
import { boolFilter, type QueryDsl } from './query-dsl.ts';
import { matchQuery, type SearchContext } from './result-page.ts';

/** Of each point in time, so many are kept, with what is known of their words. */
const MAX_KEPT = 8;

/** What searches are read with. */
export type ReadingContext = Pick<SearchContext, 'words' | 'names'> & {
  readonly pit: Pick<PointInTime, 'count'>;
};

/** The listings at a sequence, up to that of the published state. */
export function validAt(sequence: number, published: number): QueryDsl {
  // What ends later is not published: there the current document is valid.
  const ended: QueryDsl = { range: { until: { gt: sequence, lte: published } } };
  return {
    bool: {
      filter: [{ range: { sequence: { lte: sequence } } }],
      should: [CURRENT, ended],
      minimum_should_match: 1,
    },
  };
}

/** Searches one state. */
export class StateView implements Pick<PointInTime, 'search' | 'count'> {
  readonly #history: PointInTime;
  readonly #valid: QueryDsl;

  /** `history` has the past. */
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

/** The contexts of earlier states at one point in time. */
export class PastContexts {
  readonly #make: (view: StateView) => ReadingContext;
  readonly #history: PointInTime;
  readonly #kept = new BoundedMap<number, ReadingContext>(MAX_KEPT);

  constructor(history: PointInTime, make: (view: StateView) => ReadingContext) {
    this.#history = history;
    this.#make = make;
  }

  at(sequence: number): ReadingContext {
    return this.#kept.getOrMake(sequence, () => this.#make(new StateView(this.#history, sequence)));
  }
}

/** The listings that a search means in a state. */
export async function readSearch(query: SearchQuery, context: ReadingContext): Promise<QueryDsl> {
  const text = await context.words.match(query.q);
  const read = (named: SearchQuery): QueryDsl =>
    text === undefined ? NOTHING : matchQuery(toEngineQuery(named), text);
  if (areNamesFixed(query)) return read(query);
  const { names } = context;
  const found = await withCorrections({ ...query, q: undefined }, { names, correctWords }, async (named) => {
    const meant = read(named);
    return { meant, total: await context.pit.count(meant) };
  });
  return found.meant;
}

const NOTHING: QueryDsl = { match_none: {} };

// The words are read by their context.
const correctWords = async (): Promise<[]> => [];
