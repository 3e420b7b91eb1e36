// The open listing as a history entry on top of its search, with the address of the listing's own page: Back closes it, Forward opens it
// again, and whoever reloads or shares the address gets the page. The entry contains the listing itself, because the search may show
// others by then.
import type { Vehicle } from '../../../api/responses.ts';
import { vehicleTitle } from '../view/labels.ts';
import { ListingDialog, type ListingLinks } from './listing-dialog.ts';

interface Entry {
  readonly listing: Vehicle;
  /** Path and query string of the search under it. */
  readonly over: string;
}

export class ListingHistory {
  readonly #dialog: ListingDialog;
  /** Path and query string of the search on show. */
  #search = location.pathname + location.search;
  #title = document.title;

  constructor(links: ListingLinks) {
    this.#dialog = new ListingDialog(() => history.back(), links);
  }

  /** The query string of the search on show. */
  get query(): string {
    return this.#search.slice(this.#search.indexOf('?') + 1 || this.#search.length);
  }

  /** `url` is the page of the car. */
  open(car: Vehicle, url: string): void {
    const over = location.pathname + location.search;
    history.pushState({ listing: car, over } satisfies Entry, '', url);
    this.sync();
  }

  /** Opens or closes the dialog to match the history. True if the search is unchanged. */
  sync(): boolean {
    const before = this.#search;
    const entry = entryOfState(history.state);
    this.#search = entry?.over ?? location.pathname + location.search;
    if (entry !== undefined) {
      if (!this.#dialog.isOpen) this.#title = document.title;
      this.#dialog.open(entry.listing);
      document.title = vehicleTitle(entry.listing);
    } else if (this.#dialog.isOpen) {
      this.#dialog.close();
      document.title = this.#title;
    }
    return before === this.#search;
  }
}

/** Validated, because history state outlives the version of the script that wrote it. */
function entryOfState(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null || !('listing' in state) || !('over' in state))
    return undefined;
  const { listing, over } = state;
  if (typeof listing !== 'object' || listing === null || !('images' in listing)) return undefined;
  return typeof over === 'string' ? { listing: listing as Vehicle, over } : undefined;
}
