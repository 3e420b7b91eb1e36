// What the page shows for an address: the public API is asked for it, and for nothing that it does not answer to all.
import type { Reading, Refusal, Results, Summary } from './view/answers.ts';
import type { Model } from './view/model.ts';
import { PHRASE, queryOf, searchOf, withReading, type Search } from './view/search.ts';

export interface ApiAnswer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** Asks the public API, for example `/api/v1/vehicles/?make=Ford`. */
export type AskApi = (target: string) => Promise<ApiAnswer>;

interface Place {
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
    const { status, body } = await ask(
      `/api/v1/interpret/?${new URLSearchParams({ text: phrase }).toString()}`,
    );
    if (status !== 200) return withoutResults(search, place, status, body);
    reading = body as Reading;
    search = withReading(search, reading);
  }
  const query = queryOf(search);
  const [found, counted] = await Promise.all([
    ask(`/api/v1/vehicles/?${query}`),
    ask(`/api/v1/vehicles/summary/?${queryOf({ ...search, page: undefined })}`),
  ]);
  if (found.status !== 200) return withoutResults(search, place, found.status, found.body);
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
      reading,
      filtersAreOpen: false,
    },
  };
}

function withoutResults(search: Search, place: Place, status: number, body: unknown) {
  const phase = status === 503 ? 'starting' : status >= 500 ? 'failed' : 'refused';
  const refusal = body as Refusal;
  return {
    status,
    model: {
      ...place,
      search,
      phase,
      results: null,
      summary: null,
      refusal,
      reading: null,
      filtersAreOpen: false,
    } as const,
  };
}
