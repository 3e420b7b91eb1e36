// The open listing as a history entry on top of its search, with the address of the listing's own page: Back closes it, Forward opens it
// again, and whoever reloads or shares the address gets the page. The entry contains the listing itself, because the search may show
// others by then.
import { vehicleTitle } from '../view/labels.ts';
import type { PageCar } from '../view/page-car.ts';
import { ListingDialog, type ListingLinks } from './listing-dialog.ts';

interface Entry {
  readonly listing: PageCar;
  /** Path and query string of the search under it. */
  readonly over: string;
}

export class ListingHistory {
  readonly #dialog: ListingDialog;
  /** Path and query string of the search under the open listing. */
  #over: string | undefined;
  #title = document.title;

  readonly #links: ListingLinks;

  constructor(links: ListingLinks) {
    this.#links = links;
    this.#dialog = new ListingDialog(() => history.back(), links);
  }

  /** The query string of the search of the current entry. */
  get query(): string {
    const over = this.#over ?? location.search;
    return over.includes('?') ? over.slice(over.indexOf('?') + 1) : '';
  }

  open(car: PageCar): void {
    const over = location.pathname + location.search;
    history.pushState({ listing: car, over } satisfies Entry, '', this.#links.pageOf(car));
    this.sync();
  }

  /** Opens or closes the dialog to match the history. True if the search is unchanged. */
  sync(): boolean {
    const before = this.#over;
    const entry = entryOfState(history.state);
    this.#over = entry?.over;
    if (entry !== undefined) {
      if (!this.#dialog.isOpen) this.#title = document.title;
      this.#dialog.open(entry.listing);
      document.title = vehicleTitle(entry.listing);
    } else if (this.#dialog.isOpen) {
      this.#dialog.close();
      document.title = this.#title;
    }
    return before === (this.#over ?? location.pathname + location.search);
  }
}

/** Validated, because history state outlives the version of the script that wrote it. */
function entryOfState(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null || !('listing' in state) || !('over' in state))
    return undefined;
  const { listing, over } = state;
  if (typeof listing !== 'object' || listing === null || !('images' in listing)) return undefined;
  return typeof over === 'string' ? { listing: listing as PageCar, over } : undefined;
}
