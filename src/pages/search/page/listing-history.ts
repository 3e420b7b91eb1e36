// The open listing as a history entry on top of its search: Back closes it, Forward and Reload open it again. The entry contains the
// listing itself, because the search may show others by then. For others the same URL shows only the search.
import type { Vehicle } from '../../../api/responses.ts';
import { ListingDialog } from './listing-dialog.ts';

const HASH = '#listing';

export class ListingHistory {
  readonly #dialog = new ListingDialog(() => history.back());
  /** The query string of the search under the open listing. */
  #over: string | undefined;

  open(car: Vehicle): void {
    history.pushState({ listing: car }, '', HASH);
    this.sync();
  }

  /** Opens or closes the dialog to match the URL. True if the search is unchanged. */
  sync(): boolean {
    const before = this.#over;
    const car = location.hash === HASH ? listingOfState(history.state) : undefined;
    this.#over = car === undefined ? undefined : location.search;
    if (car !== undefined) this.#dialog.open(car);
    else if (this.#dialog.isOpen) this.#dialog.close();
    if (car === undefined && location.hash === HASH) {
      history.replaceState(null, '', location.pathname + location.search);
    }
    return before === location.search;
  }
}

/** Validated, because history state outlives the version of the script that wrote it. */
function listingOfState(state: unknown): Vehicle | undefined {
  if (typeof state !== 'object' || state === null || !('listing' in state)) return undefined;
  const { listing } = state;
  if (typeof listing !== 'object' || listing === null || !('images' in listing)) return undefined;
  return listing as Vehicle;
}
