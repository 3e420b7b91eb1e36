// A client of the page's own state and suggestions, and of the public API. An outcome is a response or the reason why not.
import type {
  ChangesResponse,
  LookupResponse,
  MapCounts,
  ProblemBody,
  SuggestionJson,
} from '../../../api/responses.ts';
import { CHANGES_PATH, LOOKUP_PATH, MAP_PATH } from '../../../api/paths.ts';
import { phaseOfStatus, type PageState } from '../view/page-model.ts';
import { advertsUrl, phraseUrl } from '../../view/search-state.ts';

export type ApiOutcome<T> =
  | { readonly kind: 'response'; readonly response: T }
  | { readonly kind: 'invalid' | 'unauthorized'; readonly problem: ProblemBody }
  | { readonly kind: 'retrying'; readonly problem: ProblemBody; readonly seconds: number }
  | { readonly kind: 'failed' };

/** Longer than any search should take. */
const REQUEST_TIMEOUT_MS = 20_000;

export class PageApiClient {
  readonly #basePath: string;

  /** `basePath` has a final slash. */
  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  load(asked: string, signal: AbortSignal): Promise<ApiOutcome<PageState>> {
    return this.#get(`page/state${asked}`, signal);
  }

  map(query: string, signal: AbortSignal): Promise<ApiOutcome<{ readonly map: MapCounts }>> {
    return this.#get(`${MAP_PATH.slice(1)}?${query}`, signal);
  }

  suggest(
    text: string,
    signal: AbortSignal,
  ): Promise<ApiOutcome<{ readonly suggestions: readonly SuggestionJson[] }>> {
    return this.#get(phraseUrl('page/suggestions', text), signal);
  }

  lookUp(adverts: readonly string[]): Promise<ApiOutcome<LookupResponse>> {
    return this.#get(advertsUrl(LOOKUP_PATH.slice(1), adverts));
  }

  /** A page of the changes of a search since a cursor; without `since`, no changes and the current cursor. */
  changes(query: string, since?: string): Promise<ApiOutcome<ChangesResponse>> {
    const from = since === undefined ? '' : `&since=${encodeURIComponent(since)}`;
    return this.#get(`${CHANGES_PATH.slice(1)}?${query}${from}`);
  }

  /** Throws only if `signal` was passed and aborted. */
  async #get<T>(target: string, signal = new AbortController().signal): Promise<ApiOutcome<T>> {
    try {
      const response = await fetch(`${this.#basePath}${target}`, {
        // Tells the server that the page, not a program, is searching.
        headers: { accept: 'application/json', 'x-requested-with': 'search-page' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      if (response.ok) return { kind: 'response', response: (await response.json()) as T };
      const kind = phaseOfStatus(response.status);
      if (kind === 'failed') return { kind };
      // A proxy in front of the service may respond with pages of its own.
      const problem = (await response.json().catch(() => ({ detail: '' }))) as ProblemBody;
      if (kind !== 'retrying') return { kind, problem };
      return { kind, problem, seconds: Math.max(1, Number(response.headers.get('retry-after') ?? 1)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'failed' };
    }
  }
}
