// What the page keeps in this browser alone: the cars that were saved, the oldest first, and the searches that were kept, each with the
// state of the stock when it was last looked at, so the page can say what is new, cheaper and gone since then. Other tabs change both. If
// storage is full or forbidden, everything is forgotten when the page is closed. Copying to the clipboard is here too, for the same two
// scripts.
import { comparePageUrl, MAX_COMPARED, choicesQuery, type SearchState } from '../view/search-state.ts';
import type { SavedVehicle } from '../../../api/responses.ts';
import { newsOf, newsSentence, type SearchChange, type SearchNews } from '../view/search-news.ts';
import type { PageApiClient } from './api-client.ts';

const KEY = 'forecourt.saved';
const MAX_SAVED = 50;

export function readSaved(): readonly SavedVehicle[] {
  return storedList(KEY, isCar).slice(-MAX_SAVED);
}

export function writeSaved(cars: readonly SavedVehicle[]): readonly SavedVehicle[] {
  const saved = cars.slice(-MAX_SAVED);
  store(KEY, JSON.stringify(saved));
  return saved;
}

/** With the car, or without it if it was there. */
export function withOrWithout(cars: readonly SavedVehicle[], car: SavedVehicle): readonly SavedVehicle[] {
  const others = cars.filter(({ url }) => url !== car.url);
  return others.length < cars.length ? others : [...others, car];
}

/** Saves the car, and returns the address of its comparison with those that were saved last. `basePath` has a final slash. */
export function compareWithSaved(car: SavedVehicle, basePath: string): string {
  const saved = writeSaved([...readSaved().filter(({ url }) => url !== car.url), car]);
  return comparePageUrl(basePath, saved.slice(-MAX_COMPARED).map(advertOf));
}

export function onSavedElsewhere(act: () => void): void {
  onStoredElsewhere(KEY, act);
}

export function isCar(value: unknown): value is SavedVehicle {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'images' in value &&
    Array.isArray(value.images)
  );
}

export function advertOf({ url }: SavedVehicle): string {
  return new URL(url, document.baseURI).searchParams.get('api_target') ?? url;
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Validated, because it outlives the version of the script that wrote it. */
function storedList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  try {
    const list: unknown = JSON.parse(stored(key) ?? '[]');
    return Array.isArray(list) ? list.filter(isOne) : [];
  } catch {
    return [];
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    hasRefused = true;
  }
}

let hasRefused = false;

/** Whether this browser kept something back: then it is kept until the page is closed. */
export function isForgetful(): boolean {
  return hasRefused;
}

/** Calls `act` when another tab of this browser changes what is kept. */
function onStoredElsewhere(key: string, act: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) act();
  });
}

/**
 * Copies an address, or the text of an element, and says so in the place of the button's label for a while. Without access to the
 * clipboard the address is shown there, and the text selected.
 */
export async function copy(button: HTMLElement, what: string | HTMLElement): Promise<void> {
  const label = (button.dataset['label'] ??= button.textContent);
  // Screen readers say the new label too.
  button.ariaLive = 'polite';
  const isAddress = typeof what === 'string';
  try {
    await navigator.clipboard.writeText(isAddress ? what : what.textContent);
    button.textContent = isAddress ? 'Link copied' : 'Copied';
  } catch {
    if (!isAddress) getSelection()?.selectAllChildren(what);
    button.textContent = isAddress ? what : 'Selected: copy it with the keyboard';
  }
  setTimeout(() => (button.textContent = label), 4000);
}

const SEARCHES_KEY = 'forecourt.searches';
const MAX_KEPT = 10;
const MAX_RESPONSES = 10;

export interface KeptSearch {
  /** Its query string, without order and page. */
  readonly query: string;
  readonly label: string;
  /** Null: the service knows no changes. */
  readonly cursor: string | null;
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
}

export class KeptSearches {
  readonly #api: PageApiClient;
  readonly #onChange: () => void;
  #searches: readonly KeptSearch[] = storedList(SEARCHES_KEY, isKept).slice(-MAX_KEPT);
  #isLooking = false;
  readonly #news = new Map<string, { readonly news: SearchNews; readonly cursor: string }>();

  constructor(api: PageApiClient, onChange: () => void) {
    this.#api = api;
    this.#onChange = onChange;
    onStoredElsewhere(SEARCHES_KEY, () => {
      this.#searches = storedList(SEARCHES_KEY, isKept).slice(-MAX_KEPT);
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
    const kept = { query, label, cursor: null, at: Date.now() };
    this.#save([...this.#searches, kept].slice(-MAX_KEPT));
    const now = await this.#api.changes(query);
    if (now.kind === 'response') this.#replace({ ...kept, cursor: now.response.cursor });
  }

  /** Keeps those of a file that are not kept yet; returns how many. */
  add(searches: readonly unknown[]): number {
    const known = this.queries();
    const added = searches.filter(isKept).filter(({ query }) => !known.has(query));
    if (added.length > 0) this.#save([...this.#searches, ...added].slice(-MAX_KEPT));
    return added.length;
  }

  remove(query: string): void {
    this.#save(this.#searches.filter((one) => one.query !== query));
  }

  noteOf({ query, at, cursor }: KeptSearch): string {
    const found = this.#news.get(query);
    if (found !== undefined) return newsSentence(found.news, at, Date.now());
    if (cursor === null) return 'This service does not know what changed.';
    return this.#isLooking
      ? 'Looking for changes…'
      : 'No response about changes. Open this list again to retry.';
  }

  async refresh(): Promise<void> {
    this.#isLooking = true;
    for (const kept of this.#searches) {
      if (kept.cursor === null) continue;
      const changes: SearchChange[] = [];
      let outcome = await this.#api.changes(kept.query, kept.cursor);
      for (let response = 1; outcome.kind === 'response' && response <= MAX_RESPONSES; response++) {
        changes.push(...outcome.response.changes);
        if (!outcome.response.more) break;
        outcome = await this.#api.changes(kept.query, outcome.response.cursor);
      }
      if (outcome.kind === 'invalid') {
        // The state is forgotten: what is new counts from now on.
        outcome = await this.#api.changes(kept.query);
        if (outcome.kind === 'response')
          this.#replace({ ...kept, cursor: outcome.response.cursor, at: Date.now() });
      }
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
    store(SEARCHES_KEY, JSON.stringify(searches));
    this.#onChange();
  }
}

function isKept(value: unknown): value is KeptSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { query, label, cursor, at } = value as Readonly<Record<string, unknown>>;
  const isCursor = cursor === null || typeof cursor === 'string';
  return typeof query === 'string' && typeof label === 'string' && isCursor && typeof at === 'number';
}
