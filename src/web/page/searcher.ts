// One search at a time: a new one ends the one before it. It keeps the model, says when it has changed, and knows neither
// the document nor the address bar.
import type { Reading } from '../view/answers.ts';
import type { Model, Phase } from '../view/model.ts';
import { withReading, type Search } from '../view/search.ts';
import type { Api, Outcome } from './api.ts';

/** Until then nobody has to be told that it takes a while. */
const SLOW_MS = 2_500;

export class Searcher {
  #model: Model;
  #current = new AbortController();
  readonly #api: Api;
  readonly #onChange: (model: Model) => void;

  constructor(model: Model, api: Api, onChange: (model: Model) => void) {
    this.#model = model;
    this.#api = api;
    this.#onChange = onChange;
  }

  get model(): Model {
    return this.#model;
  }

  showFilters(filtersAreOpen: boolean): void {
    this.#change({ filtersAreOpen });
  }

  /** Asks for the search. `reading` is how a phrase led to it. */
  search(search: Search, reading: Reading | null = null): void {
    const signal = this.#startAnew();
    this.#change({ search, reading, phase: 'asking' });
    void this.#run(search, signal);
  }

  /** Reads the phrase and asks for `base` with what it says. A phrase that cannot be read is said to be refused. */
  async hear(phrase: string, base: Search): Promise<Search | undefined> {
    const signal = this.#startAnew();
    const outcome = await unlessEnded(this.#api.interpret(phrase, signal));
    if (outcome === undefined) return undefined;
    if (outcome.kind !== 'answer') {
      this.#without(outcome, signal, () => void this.hear(phrase, base));
      return undefined;
    }
    const search = withReading(base, outcome.answer);
    this.#change({ search, reading: outcome.answer, phase: 'asking' });
    void this.#run(search, signal);
    return search;
  }

  async #run(search: Search, signal: AbortSignal): Promise<void> {
    const slow = setTimeout(() => this.#change({ phase: 'slow' }), SLOW_MS);
    signal.addEventListener('abort', () => clearTimeout(slow));
    const finding = this.#api.search(search, signal);
    const counting = this.#api.summarize(search, signal);
    const found = await unlessEnded(finding);
    if (found === undefined) return void counting.catch(() => undefined);
    clearTimeout(slow);
    if (found.kind !== 'answer') {
      void counting.catch(() => undefined);
      return this.#without(found, signal, () => this.search(search, this.#model.reading));
    }
    const results = found.answer;
    // Where nothing matches, what would help is in the summary.
    if (results.total_vehicles > 0) this.#show({ results });
    const counted = await unlessEnded(counting);
    if (counted === undefined) return;
    this.#show({ results, ...(counted.kind === 'answer' && { summary: counted.answer }) });
  }

  #show(part: Pick<Model, 'results'> & Partial<Model>): void {
    this.#change({ ...part, phase: 'shown', refusal: null });
  }

  #without(
    outcome: Exclude<Outcome<unknown>, { kind: 'answer' }>,
    signal: AbortSignal,
    retry: () => void,
  ): void {
    const phase: Phase = outcome.kind;
    if (outcome.kind === 'failed') return this.#change({ phase, refusal: null });
    if (outcome.kind !== 'waiting') return this.#change({ phase, refusal: outcome.refusal });
    this.#change({ phase, refusal: outcome.refusal, waitSeconds: outcome.seconds });
    // Pages that were refused together do not come back together.
    const timer = setTimeout(retry, outcome.seconds * 1000 * (1 + Math.random() / 2));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #startAnew(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  #change(part: Partial<Model>): void {
    this.#model = { ...this.#model, ...part };
    this.#onChange(this.#model);
  }
}

/** Undefined if another search has ended this one. */
async function unlessEnded<T>(outcome: Promise<T>): Promise<T | undefined> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
