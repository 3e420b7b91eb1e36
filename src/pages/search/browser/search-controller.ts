// One search at a time: a new one ends the one before. The controller holds the model and announces its changes; it knows neither
// document nor address bar. Until a response arrives, the model on show stays, as one consistent set.
import type { PageModel } from '../view/page-model.ts';
import type { SearchState } from '../../view/search-state.ts';
import type { ApiOutcome, PageApiClient } from './api-client.ts';

const SLOW_MS = 2_500;

export class SearchController {
  #model: PageModel;
  #latest: SearchState;
  #current = new AbortController();
  readonly #api: PageApiClient;
  readonly #onChange: (model: PageModel) => void;

  constructor(model: PageModel, api: PageApiClient, onChange: (model: PageModel) => void) {
    this.#model = model;
    this.#latest = model.search;
    this.#api = api;
    this.#onChange = onChange;
  }

  get model(): PageModel {
    return this.#model;
  }

  /** The search that further changes apply to: the one in flight, or the one on show. */
  get latest(): SearchState {
    return this.#latest;
  }

  set(part: Partial<Pick<PageModel, 'saved' | 'kept' | 'news' | 'filtersAreOpen'>>): void {
    this.#change(part);
  }

  /** Loads the page at `asked`, a URL below the base path. `search` is the search of its parameters. */
  load(asked: string, search: SearchState): void {
    this.#current.abort();
    const { signal } = (this.#current = new AbortController());
    this.#latest = search;
    this.#change({ asked, phase: 'loading' });
    void this.#run(asked, signal);
  }

  async #run(asked: string, signal: AbortSignal): Promise<void> {
    const slow = setTimeout(() => this.#change({ phase: 'slow' }), SLOW_MS);
    signal.addEventListener('abort', () => clearTimeout(slow));
    let outcome;
    try {
      outcome = await this.#api.load(asked, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      clearTimeout(slow);
    }
    if (outcome.kind !== 'response') return this.#showProblem(outcome, signal);
    const { response } = outcome;
    this.#latest = response.search;
    this.#change({ ...response, asked });
  }

  #showProblem(outcome: Exclude<ApiOutcome<unknown>, { kind: 'response' }>, signal: AbortSignal): void {
    const { kind: phase } = outcome;
    if (phase === 'failed') return this.#change({ phase, problem: null });
    if (phase !== 'retrying') return this.#change({ phase, problem: outcome.problem });
    this.#change({ phase, problem: outcome.problem, retrySeconds: outcome.seconds });
    // Jitter, so that refused pages do not retry together.
    const retry = (): void => this.load(this.#model.asked, this.#latest);
    const timer = setTimeout(retry, outcome.seconds * 1000 * (1 + Math.random() / 2));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #change(part: Partial<PageModel>): void {
    this.#model = { ...this.#model, ...part };
    this.#onChange(this.#model);
  }
}
