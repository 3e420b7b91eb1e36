// The public API, asked as any client may ask it. An answer is what came, or why none did.
import type { Reading, Refusal, Results, Summary } from '../view/answers.ts';
import { phaseOfStatus } from '../view/model.ts';
import { changed, queryOf, type Search } from '../view/search.ts';

export type Outcome<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'refused' | 'closed'; readonly refusal: Refusal }
  | { readonly kind: 'waiting'; readonly refusal: Refusal; readonly seconds: number }
  | { readonly kind: 'failed' };

/** Longer than any search takes; then something on the way is broken. */
const PATIENCE_MS = 20_000;

export class Api {
  readonly #root: string;

  /** `root` has a slash at its end. */
  constructor(root: string) {
    this.#root = root;
  }

  async search(search: Search, signal: AbortSignal): Promise<Outcome<Results>> {
    const outcome = await this.#get<{ results: Results }>(`vehicles/?${queryOf(search)}`, signal);
    return outcome.kind === 'answer' ? { kind: 'answer', answer: outcome.answer.results } : outcome;
  }

  async summarize(search: Search, signal: AbortSignal): Promise<Outcome<Summary>> {
    const outcome = await this.#get<{ summary: Summary }>(
      `vehicles/summary/?${queryOf(changed(search, {}))}`,
      signal,
    );
    return outcome.kind === 'answer' ? { kind: 'answer', answer: outcome.answer.summary } : outcome;
  }

  interpret(text: string, signal: AbortSignal): Promise<Outcome<Reading>> {
    return this.#get<Reading>(`interpret/?${new URLSearchParams({ text }).toString()}`, signal);
  }

  /** Throws only if the signal was given. */
  async #get<T>(target: string, signal: AbortSignal): Promise<Outcome<T>> {
    try {
      const response = await fetch(`${this.#root}api/v1/${target}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      const body: unknown = await response.json();
      if (response.ok) return { kind: 'answer', answer: body as T };
      const kind = phaseOfStatus(response.status);
      if (kind === 'failed') return { kind };
      const refusal = body as Refusal;
      if (kind !== 'waiting') return { kind, refusal };
      return { kind, refusal, seconds: Math.max(1, Number(response.headers.get('retry-after') ?? 1)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'failed' };
    }
  }
}
