// More of the results than one page, for the map and the chart: the first five pages, asked for only when somebody can see
// what is drawn of them.
import type { Car, Results } from '../view/answers.ts';
import { changed, queryOf, type Search } from '../view/search.ts';
import type { Api } from './api.ts';

const MOST_PAGES = 5;

export interface Sample {
  readonly cars: readonly Car[];
  readonly total: number;
}

export class Sampler {
  readonly #api: Api;
  #kept:
    { readonly name: string; readonly sample: Promise<Sample>; readonly end: AbortController } | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The first results in the order of the search. `shown` is its page on show. Undefined if another was asked for since. */
  async of(search: Search, shown: Results): Promise<Sample | undefined> {
    const first = changed(search, {});
    const name = `${shown.total_vehicles} ${queryOf(first)}`;
    if (this.#kept?.name !== name) {
      this.#kept?.end.abort();
      const end = new AbortController();
      this.#kept = { name, sample: this.#ask(first, shown, end.signal), end };
    }
    const { sample, end } = this.#kept;
    try {
      return await sample;
    } catch (error) {
      if (end.signal.aborted) return undefined;
      throw error;
    }
  }

  async #ask(first: Search, shown: Results, signal: AbortSignal): Promise<Sample> {
    const pages = Array.from({ length: Math.min(MOST_PAGES, shown.total_pages) }, (_, i) => i + 1);
    const found = await Promise.all(
      pages.map(async (page) => (page === shown.current_page ? shown.cars : this.#page(first, page, signal))),
    );
    return { cars: found.flat(), total: shown.total_vehicles };
  }

  async #page(first: Search, page: number, signal: AbortSignal): Promise<readonly Car[]> {
    const outcome = await this.#api.search(changed(first, { page: String(page) }), signal);
    return outcome.kind === 'answer' ? outcome.answer.cars : [];
  }
}
