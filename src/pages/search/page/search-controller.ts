// One search at a time: a new one ends the one before it. It keeps the model, says when it has changed, and knows neither
// the document nor the address bar.
import type { InterpretationResponse, SearchResults, SummaryTotals } from '../../../api/responses.ts';
import { explainEmpty, type EmptyReason } from '../view/empty-results.ts';
import { withPlaceFound } from '../view/field-errors.ts';
import type { PageModel, Phase } from '../view/page-model.ts';
import {
  choicesQuery,
  isTextAlone,
  keptBeside,
  placeNameIn,
  SHOWN_PHRASE,
  toInterpretedSearch,
  type SearchState,
} from '../view/search-state.ts';
import { findTermChoices } from '../view/term-choices.ts';
import type { PageApiClient, ApiOutcome } from './api-client.ts';

/** Delay before the message that a search is slow. */
const SLOW_MS = 2_500;

export class SearchController {
  #model: PageModel;
  #current = new AbortController();
  readonly #api: PageApiClient;
  readonly #onChange: (model: PageModel) => void;

  constructor(model: PageModel, api: PageApiClient, onChange: (model: PageModel) => void) {
    this.#model = model;
    this.#api = api;
    this.#onChange = onChange;
  }

  get model(): PageModel {
    return this.#model;
  }

  showSaved(saved: ReadonlySet<string>, kept: ReadonlySet<string>): void {
    this.#change({ saved, kept });
  }

  showFilters(filtersAreOpen: boolean): void {
    this.#change({ filtersAreOpen });
  }

  /** Starts the search. `interpretation` is how a phrase led to it. */
  search(search: SearchState, interpretation: InterpretationResponse | null = null): void {
    const signal = this.#abortPrevious();
    const isSamePlace = search.location === this.#model.search.location;
    const placeName = isSamePlace ? this.#model.placeName : null;
    this.#change({ search, interpretation, before: {}, placeNote: null, placeName, phase: 'loading' });
    void this.#run(search, signal);
  }

  /** Starts the search that the phrase stands for; `before` is the search that it may refine. */
  searchPhrase(phrase: string, before: SearchState): void {
    void this.#interpret(phrase, before, this.#abortPrevious());
  }

  async #interpret(phrase: string, before: SearchState, signal: AbortSignal): Promise<void> {
    const outcome = await unlessAborted(this.#api.interpret(phrase, signal, before));
    if (outcome === undefined) return;
    if (outcome.kind !== 'response') {
      this.#change({ search: { ...before, [SHOWN_PHRASE]: phrase }, interpretation: null });
      return this.#showProblem(outcome, signal, () => this.searchPhrase(phrase, before));
    }
    const search = toInterpretedSearch(keptBeside(before, outcome.response), phrase, outcome.response);
    this.#change({
      search,
      interpretation: outcome.response,
      before,
      placeNote: null,
      placeName: placeNameIn(outcome.response),
      phase: 'loading',
    });
    await this.#run(search, signal);
  }

  /** The search that a text stands for as a phrase, if it finds anything. */
  async #textAsPhrase(
    { q = '', ...others }: SearchState,
    signal: AbortSignal,
  ): Promise<Partial<PageModel> | undefined> {
    const interpreted = await this.#api.interpret(q, signal);
    if (interpreted.kind !== 'response') return undefined;
    const search = toInterpretedSearch(others, q, interpreted.response);
    const found = await this.#api.search(search, signal);
    if (found.kind !== 'response' || found.response.total_vehicles === 0) return undefined;
    return { search, interpretation: interpreted.response, placeName: placeNameIn(interpreted.response) };
  }

  async #run(search: SearchState, signal: AbortSignal): Promise<void> {
    const slow = setTimeout(() => this.#change({ phase: 'slow' }), SLOW_MS);
    signal.addEventListener('abort', () => clearTimeout(slow));
    const finding = this.#api.search(search, signal);
    const counting = this.#api.summarize(search, signal);
    const searchOutcome = await unlessAborted(finding);
    if (searchOutcome === undefined) return void counting.catch(() => undefined);
    clearTimeout(slow);
    if (searchOutcome.kind !== 'response') {
      void counting.catch(() => undefined);
      const place = searchOutcome.kind === 'invalid' && withPlaceFound(search, searchOutcome.problem);
      if (place) {
        this.#change({ search: place.search, placeNote: place.note, placeName: place.name });
        return this.#run(place.search, signal);
      }
      return this.#showProblem(searchOutcome, signal, () => this.search(search, this.#model.interpretation));
    }
    const { response: results, warnings = [] } = searchOutcome;
    // No listing has all of these words, so they may be a phrase.
    if (results.total_vehicles === 0 && isTextAlone(search)) {
      const phrase = await unlessAborted(this.#textAsPhrase(search, signal));
      if (signal.aborted) return void counting.catch(() => undefined);
      if (phrase?.search !== undefined) {
        void counting.catch(() => undefined);
        this.#change(phrase);
        return this.#run(phrase.search, signal);
      }
    }
    // With no match, results wait for the reason and for the suggestions in the summary.
    if (results.total_vehicles > 0) this.#show({ results, warnings, emptyReason: null });
    const explaining = results.total_vehicles === 0 ? this.#explainEmpty(search, signal) : null;
    const known = await unlessAborted(Promise.all([counting, explaining]));
    if (known === undefined) return;
    const [summaryOutcome, emptyReason] = known;
    void this.#loadRemarks(results, signal);
    this.#show({
      results,
      warnings,
      emptyReason,
      ...(summaryOutcome.kind === 'response' && { summary: summaryOutcome.response }),
    });
    if (summaryOutcome.kind === 'response') await this.#showChoices(search, summaryOutcome.response, signal);
  }

  /** After the results, because some choices need the summary of another search. */
  async #showChoices(search: SearchState, summary: SummaryTotals, signal: AbortSignal): Promise<void> {
    const finding = findTermChoices(search, summary, this.#model.choices, async (other) => {
      const outcome = await this.#api.summarize(other, signal);
      return outcome.kind === 'response' ? outcome.response : undefined;
    });
    const choices = await unlessAborted(finding);
    if (choices !== undefined) this.#change({ choices: { ...choices, key: choicesQuery(search) } });
  }

  /** What the stock says of the cars on show, after the results too: it takes longer than they do. */
  async #loadRemarks({ cars }: SearchResults, signal: AbortSignal): Promise<void> {
    if (cars.length === 0) return;
    const outcome = await unlessAborted(this.#api.remarks(cars, signal));
    if (outcome?.kind === 'response') this.#change({ remarks: outcome.response });
  }

  #explainEmpty(search: SearchState, signal: AbortSignal): Promise<EmptyReason> {
    return explainEmpty(search, async (part) => {
      const found = await this.#api.search(part, signal);
      return found.kind === 'response' ? found.response.total_vehicles : undefined;
    });
  }

  #show(part: Pick<PageModel, 'results'> & Partial<PageModel>): void {
    this.#change({ ...part, phase: 'loaded', problem: null });
  }

  #showProblem(
    outcome: Exclude<ApiOutcome<unknown>, { kind: 'response' }>,
    signal: AbortSignal,
    retry: () => void,
  ): void {
    const phase: Phase = outcome.kind;
    if (outcome.kind === 'failed') return this.#change({ phase, problem: null });
    if (outcome.kind !== 'retrying') return this.#change({ phase, problem: outcome.problem });
    this.#change({ phase, problem: outcome.problem, retrySeconds: outcome.seconds });
    // Jitter, so that refused pages do not retry at once.
    const timer = setTimeout(retry, outcome.seconds * 1000 * (1 + Math.random() / 2));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #abortPrevious(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  #change(part: Partial<PageModel>): void {
    this.#model = { ...this.#model, ...part };
    this.#onChange(this.#model);
  }
}

/** Undefined if another search has ended this one. */
async function unlessAborted<T>(outcome: Promise<T>): Promise<T | undefined> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
