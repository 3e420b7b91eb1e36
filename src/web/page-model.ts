// What the page shows for an address: the public API is asked for it, and for nothing that it does not answer to all.
import type { Reading, Refusal, Results, Summary } from './view/answers.ts';
import { phaseOfStatus, type Model } from './view/model.ts';
import { PHRASE, queryOf, searchOf, withReading, type Search } from './view/search.ts';

export interface ApiAnswer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  /** Of the header Retry-After. */
  readonly retrySeconds?: number | undefined;
}

/** Asks the public API, for example `/api/v1/vehicles/?make=Ford`. */
export type AskApi = (target: string) => Promise<ApiAnswer>;

export interface Place {
  readonly root: string;
  readonly site: string;
}

/** The page for these pairs of the address, with the status that it is sent with. */
export async function modelFor(
  pairs: readonly (readonly [string, string])[],
  place: Place,
  ask: AskApi,
): Promise<{ readonly status: number; readonly model: Model }> {
  let search = searchOf(pairs);
  const phrase =
    pairs
      .filter(([name]) => name === PHRASE)
      .map(([, text]) => text.trim())
      .at(-1) ?? '';
  let reading: Reading | null = null;
  if (phrase !== '') {
    const read = await ask(`/api/v1/interpret/?${new URLSearchParams({ text: phrase }).toString()}`);
    if (read.status !== 200) return withoutResults(search, place, read);
    reading = read.body as Reading;
    search = withReading(search, reading);
  }
  const query = queryOf(search);
  const [found, counted] = await Promise.all([
    ask(`/api/v1/vehicles/?${query}`),
    ask(`/api/v1/vehicles/summary/?${queryOf({ ...search, page: undefined })}`),
  ]);
  if (found.status !== 200) return withoutResults(search, place, found);
  const { results } = found.body as { results: Results };
  const summary = counted.status === 200 ? (counted.body as { summary: Summary }).summary : null;
  return {
    status: 200,
    model: {
      ...place,
      search,
      phase: 'shown',
      results,
      summary,
      refusal: null,
      waitSeconds: 0,
      reading,
      filtersAreOpen: false,
    },
  };
}

/** The page that says why there are no results, and what to do next. */
export function withoutResults(
  search: Search,
  place: Place,
  { status, body, retrySeconds }: ApiAnswer,
): { readonly status: number; readonly model: Model } {
  return {
    status,
    model: {
      ...place,
      search,
      phase: phaseOfStatus(status),
      results: null,
      summary: null,
      refusal: body as Refusal,
      waitSeconds: Math.max(1, retrySeconds ?? 1),
      reading: null,
      filtersAreOpen: false,
    },
  };
}
