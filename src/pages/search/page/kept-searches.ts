// The searches that were kept in this browser, each with the state of the stock when it was last looked at, so the page can say what is new,
// cheaper and gone since then.
import { choicesQuery, searchPageUrl, type SearchState } from '../view/search-state.ts';
import { newsOf, newsSentence, type SearchChange, type SearchNews } from '../view/search-news.ts';
import type { PageApiClient } from './api-client.ts';
import { onStoredElsewhere, store, storedList } from './browser-storage.ts';

const KEY = 'forecourt.searches';
const MAX_KEPT = 10;
const MAX_RESPONSES = 10;

export interface KeptSearch {
  /** Its query string, without order and page. */
  readonly query: string;
  /** Its page, with the names of its places. Earlier versions have kept none. */
  readonly address?: string;
  readonly label: string;
  /** Null until the service has responded. */
  readonly cursor: string | null;
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
}

export class KeptSearches {
  readonly #api: PageApiClient;
  readonly #onChange: () => void;
  #searches = readKept();
  #isLooking = false;
  readonly #news = new Map<string, { readonly news: SearchNews; readonly cursor: string }>();

  constructor(api: PageApiClient, onChange: () => void) {
    this.#api = api;
    this.#onChange = onChange;
    onStoredElsewhere(KEY, () => {
      this.#searches = readKept();
      this.#onChange();
    });
  }

  get all(): readonly KeptSearch[] {
    return this.#searches;
  }

  queries(): ReadonlySet<string> {
    return new Set(this.#searches.map(({ query }) => query));
  }

  async toggle(search: SearchState, label: string): Promise<void> {
    const query = choicesQuery(search);
    if (this.queries().has(query)) return this.remove(query);
    const address = searchPageUrl('', { ...search, sort: undefined, page: undefined });
    const kept = { query, address, label, cursor: null, at: Date.now() };
    this.#save([...this.#searches, kept].slice(-MAX_KEPT));
    const now = await this.#api.changes(query);
    if (now.kind === 'response') this.#replace({ ...kept, cursor: now.response.cursor });
  }

  /** Keeps those of a file that are not kept yet; returns how many. */
  add(searches: readonly KeptSearch[]): number {
    const known = this.queries();
    const added = searches.filter(({ query }) => !known.has(query));
    if (added.length > 0) this.#save([...this.#searches, ...added].slice(-MAX_KEPT));
    return added.length;
  }

  remove(query: string): void {
    this.#save(this.#searches.filter((one) => one.query !== query));
  }

  noteOf({ query, at }: KeptSearch): string {
    const found = this.#news.get(query);
    if (found !== undefined) return newsSentence(found.news, at, Date.now());
    return this.#isLooking
      ? 'Looking for changes…'
      : 'No response about changes. Open this list again to retry.';
  }

  /** How many cars are new or cheaper, over all searches. */
  countNews(): number {
    const found = this.#searches.flatMap(({ query }) => this.#news.get(query)?.news ?? []);
    return found.reduce((sum, { entered, cheaper }) => sum + entered + cheaper, 0);
  }

  /** Finds what is new in the searches that were last looked at `age` milliseconds ago or earlier. */
  async refresh(age = 0): Promise<void> {
    this.#isLooking = true;
    for (const kept of this.#searches) {
      if (Date.now() - kept.at < age) continue;
      const changes: SearchChange[] = [];
      let outcome = await this.#api.changes(kept.query, kept.cursor ?? undefined);
      for (let response = 1; outcome.kind === 'response' && response <= MAX_RESPONSES; response++) {
        changes.push(...outcome.response.changes);
        if (!outcome.response.more) break;
        outcome = await this.#api.changes(kept.query, outcome.response.cursor);
      }
      const isForgotten = outcome.kind === 'invalid' && kept.cursor !== null;
      if (isForgotten) outcome = await this.#api.changes(kept.query);
      // Without a state of the stock, what is new counts from now on.
      if (outcome.kind === 'response' && (isForgotten || kept.cursor === null))
        this.#replace({ ...kept, cursor: outcome.response.cursor, at: Date.now() });
      if (outcome.kind === 'response')
        this.#news.set(kept.query, { news: newsOf(changes), cursor: outcome.response.cursor });
      this.#onChange();
    }
    this.#isLooking = false;
    this.#onChange();
  }

  /** The search is looked at: what is new counts from now on. */
  see(query: string): void {
    const kept = this.#searches.find((one) => one.query === query);
    const found = this.#news.get(query);
    if (kept === undefined || found === undefined) return;
    this.#news.delete(query);
    this.#replace({ ...kept, cursor: found.cursor, at: Date.now() });
  }

  #replace(kept: KeptSearch): void {
    this.#save(this.#searches.map((one) => (one.query === kept.query ? kept : one)));
  }

  #save(searches: readonly KeptSearch[]): void {
    this.#searches = searches;
    store(KEY, JSON.stringify(searches));
    this.#onChange();
  }
}

function readKept(): readonly KeptSearch[] {
  return storedList(KEY, isKept).slice(-MAX_KEPT);
}

export function isKept(value: unknown): value is KeptSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { query, address, label, cursor, at } = value as Readonly<Record<string, unknown>>;
  const isCursor = cursor === null || typeof cursor === 'string';
  const isAddress = address === undefined || typeof address === 'string';
  return (
    isAddress && typeof query === 'string' && typeof label === 'string' && isCursor && typeof at === 'number'
  );
}
