// The first five pages of results, for the map and the chart. They are loaded only once these are visible.
import type { Vehicle, SearchResults } from '../view/api-types.ts';
import { withChange, toQueryString, type SearchState } from '../view/search-state.ts';
import type { PageApiClient } from './api-client.ts';

const MAX_PAGES = 5;

export interface FirstResults {
  readonly cars: readonly Vehicle[];
  readonly total: number;
}

export class FirstResultsLoader {
  readonly #api: PageApiClient;
  #cached:
    | {
        readonly key: string;
        readonly firstResults: Promise<FirstResults>;
        readonly controller: AbortController;
      }
    | undefined;

  constructor(api: PageApiClient) {
    this.#api = api;
  }

  /** The first results in the search's order. `current` is the page on show. Undefined if another search superseded it. */
  async load(search: SearchState, current: SearchResults): Promise<FirstResults | undefined> {
    const first = withChange(search, {});
    const key = `${current.total_vehicles} ${toQueryString(first)}`;
    if (this.#cached?.key !== key) {
      this.#cached?.controller.abort();
      const controller = new AbortController();
      this.#cached = { key, firstResults: this.#fetch(first, current, controller.signal), controller };
    }
    const { firstResults, controller } = this.#cached;
    try {
      return await firstResults;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    }
  }

  async #fetch(first: SearchState, current: SearchResults, signal: AbortSignal): Promise<FirstResults> {
    const pages = Array.from({ length: Math.min(MAX_PAGES, current.total_pages) }, (_, i) => i + 1);
    const pageVehicles = await Promise.all(
      pages.map(async (page) =>
        page === current.current_page ? current.cars : this.#page(first, page, signal),
      ),
    );
    return { cars: pageVehicles.flat(), total: current.total_vehicles };
  }

  async #page(first: SearchState, page: number, signal: AbortSignal): Promise<readonly Vehicle[]> {
    const outcome = await this.#api.search(withChange(first, { page: String(page) }), signal);
    return outcome.kind === 'response' ? outcome.response.cars : [];
  }
}
