// The searches saved in this browser. Each has the state of the stock when it was last seen, so the page can show which cars are
// new, cheaper or gone since then.
import { choicesQuery, searchPageUrl, type SearchState } from '../../view/search-state.ts';
import { newsOf, newsSentence, type SearchChange, type SearchNews } from '../../view/search-news.ts';
import type { PageApiClient } from './api-client.ts';
import { onStoredElsewhere, store, storedList } from '../../browser/browser-storage.ts';

const KEY = 'forecourt.searches';
/** Maximum saved searches. Another one is refused, so that none is lost unseen. */
export const MAX_KEPT = 10;
const MAX_RESPONSES = 10;

export interface KeptSearch {
  /** Its query string, without order and page. */
  readonly query: string;
  /** The URL of its page, with the names of its places. Earlier versions stored none. */
  readonly address?: string;
  readonly label: string;
  /** Null until the service has responded. */
  readonly cursor: string | null;
  /** Time of that response, in milliseconds since 1970. */
  readonly at: number;
  /** Since when changes until `at` are unknown: the service no longer knew the state at that time. */
  readonly unknownSince?: number | undefined;
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

  /** Saves the search, or removes it if it is saved. Returns false if there is no room for it. */
  toggle(search: SearchState, label: string): boolean {
    const query = choicesQuery(search);
    const isKept = this.queries().has(query);
    if (!isKept && this.#searches.length >= MAX_KEPT) return false;
    if (isKept) this.remove(query);
    else void this.#keep(search, query, label);
    return true;
  }

  async #keep(search: SearchState, query: string, label: string): Promise<void> {
    const address = searchPageUrl('', { ...search, sort: undefined, page: undefined });
    const kept = { query, address, label, cursor: null, at: Date.now() };
    this.#save([...this.#searches, kept]);
    const now = await this.#api.changes(query);
    if (now.kind === 'response') this.#replace({ ...kept, cursor: now.response.cursor });
  }

  /** Adds searches of a file that are not saved yet, as far as there is room. */
  add(searches: readonly KeptSearch[]): { readonly added: number; readonly refused: number } {
    const known = this.queries();
    const others = searches.filter(({ query }) => !known.has(query));
    const added = others.slice(0, Math.max(0, MAX_KEPT - known.size));
    if (added.length > 0) this.#save([...this.#searches, ...added]);
    return { added: added.length, refused: others.length - added.length };
  }

  remove(query: string): void {
    this.#save(this.#searches.filter((one) => one.query !== query));
  }

  noteOf({ query, at, unknownSince }: KeptSearch): string {
    const found = this.#news.get(query);
    if (found !== undefined) return newsSentence(found.news, at, Date.now(), unknownSince);
    return this.#isLooking
      ? 'Looking for changes…'
      : 'No response about changes. Open this list again to retry.';
  }

  /** Number of new or cheaper cars in all searches. */
  countNews(): number {
    const found = this.#searches.flatMap(({ query }) => this.#news.get(query)?.news ?? []);
    return found.reduce((sum, { entered, cheaper }) => sum + entered + cheaper, 0);
  }

  /** Finds the changes of searches that were last refreshed at least `age` milliseconds ago. */
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
      if (isForgotten) {
        outcome = await this.#api.changes(kept.query);
        changes.length = 0;
      }
      // Without a known state of the stock, changes count from now.
      if (outcome.kind === 'response' && (isForgotten || kept.cursor === null))
        this.#replace({
          ...kept,
          cursor: outcome.response.cursor,
          at: Date.now(),
          unknownSince: isForgotten ? (kept.unknownSince ?? kept.at) : undefined,
        });
      if (outcome.kind === 'response')
        this.#news.set(kept.query, { news: newsOf(changes), cursor: outcome.response.cursor });
      this.#onChange();
    }
    this.#isLooking = false;
    this.#onChange();
  }

  /** Marks a search as seen: changes count from now. */
  see(query: string): void {
    const kept = this.#searches.find((one) => one.query === query);
    const found = this.#news.get(query);
    if (kept === undefined || found === undefined) return;
    this.#news.delete(query);
    this.#replace({ ...kept, cursor: found.cursor, at: Date.now(), unknownSince: undefined });
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
  return storedList(KEY, isKept);
}

export function isKept(value: unknown): value is KeptSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { query, address, label, cursor, at, unknownSince } = value as Readonly<Record<string, unknown>>;
  const isCursor = cursor === null || typeof cursor === 'string';
  const isAddress = address === undefined || typeof address === 'string';
  const isTime = typeof at === 'number' && ['undefined', 'number'].includes(typeof unknownSince);
  return isAddress && typeof query === 'string' && typeof label === 'string' && isCursor && isTime;
}
