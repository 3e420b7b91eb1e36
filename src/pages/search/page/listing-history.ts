// The listing that is open is an entry of the history, over the search that it was found with: going back closes it, going
// forward opens it again, and so does loading the page anew. The entry keeps the listing itself, because it may have been
// chosen on the chart, which shows more than one page. Nobody else's copy of the address has it; there it is just the search.
import type { Vehicle } from '../view/api-types.ts';
import { ListingDialog } from './listing-dialog.ts';

const HASH = '#listing';

export class ListingHistory {
  readonly #dialog = new ListingDialog(() => history.back());
  /** The search that it is open over, as the address has it. */
  #over: string | undefined;

  open(car: Vehicle): void {
    history.pushState({ listing: car }, '', HASH);
    this.sync();
  }

  /** Opens or closes what the address says. True: nothing else about the address has changed by that. */
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

/** State outlives the page, and the script that wrote it. */
function listingOfState(state: unknown): Vehicle | undefined {
  if (typeof state !== 'object' || state === null || !('listing' in state)) return undefined;
  const { listing } = state;
  if (typeof listing !== 'object' || listing === null || !('images' in listing)) return undefined;
  return listing as Vehicle;
}
