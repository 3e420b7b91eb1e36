// One listing over its search: a dialog with pictures, facts, the whole description and a link to the dealer's advert. Its
// history entry has the URL of the listing's own page. Back closes the dialog and Forward reopens it; the URL itself leads to the
// page. The entry contains the listing, because the search may show others later.
import { button, h, type ElementNode } from '../../element.ts';
import { carAct, carHead, description, toDealer } from '../../view/car-parts.ts';
import { vehicleTitle } from '../../view/vehicle-words.ts';
import type { RatedVehicle } from '../../../api/responses.ts';
import { bindGallery } from '../../browser/gallery.ts';
import { copy } from '../../browser/clipboard.ts';
import { patchChildren } from '../../browser/patch.ts';

export interface ListingLinks {
  readonly pageOf: (car: RatedVehicle) => string;
  readonly isSaved: (car: RatedVehicle) => boolean;
  readonly onSave: (car: RatedVehicle) => void;
  readonly onCompare: (car: RatedVehicle) => void;
}

interface HistoryEntry {
  readonly listing: RatedVehicle;
  readonly over: string;
}

export class ListingDialog {
  readonly #links: ListingLinks;
  readonly #dialog = document.createElement('dialog');
  #car: RatedVehicle | undefined;
  /** Path and query string of the search under the open listing. */
  #over: string | undefined;
  #title = document.title;

  constructor(links: ListingLinks) {
    this.#links = links;
    const dialog = this.#dialog;
    dialog.id = 'listing';
    dialog.setAttribute('aria-labelledby', 'listing-title');
    document.body.append(dialog);
    dialog.addEventListener('close', () => {
      if (this.#car !== undefined) history.back();
      this.#car = undefined;
    });
    dialog.addEventListener('click', ({ target }) => this.#click(target));
    bindGallery(dialog);
  }

  /** The query string of the search, without a question mark. */
  get query(): string {
    const over = this.#over ?? location.search;
    return over.includes('?') ? over.slice(over.indexOf('?') + 1) : '';
  }

  open(car: RatedVehicle): void {
    const over = location.pathname + location.search;
    history.pushState({ listing: car, over } satisfies HistoryEntry, '', this.#links.pageOf(car));
    this.sync();
  }

  /** Opens or closes the dialog to match the history. True if the search is unchanged. */
  sync(): boolean {
    const before = this.#over;
    const wasOpen = this.#car !== undefined;
    const entry = entryOfState(history.state);
    this.#over = entry?.over;
    this.#car = entry?.listing;
    if (this.#car !== undefined) {
      if (!wasOpen) this.#title = document.title;
      document.title = vehicleTitle(this.#car);
      this.#show();
      if (!this.#dialog.open) this.#dialog.showModal();
      this.#dialog.scrollTop = 0;
    } else if (wasOpen) {
      this.#dialog.close();
      document.title = this.#title;
    }
    return before === (this.#over ?? location.pathname + location.search);
  }

  #click(target: EventTarget | null): void {
    // A click on the backdrop has the dialog itself as its target.
    if (target === this.#dialog) return this.#dialog.close();
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    const { act } = button.dataset;
    if (act !== undefined) this.#act(act, button);
    else if (button.matches('.close')) this.#dialog.close();
  }

  #act(act: string, button: HTMLElement): void {
    if (this.#car === undefined) return;
    if (act === 'share') return void copy(button, location.origin + this.#links.pageOf(this.#car));
    if (act === 'compare') return this.#links.onCompare(this.#car);
    this.#links.onSave(this.#car);
    this.#show();
  }

  #show(): void {
    if (this.#car !== undefined) patchChildren(this.#dialog, [view(this.#car, this.#links)]);
  }
}

function view(car: RatedVehicle, { pageOf, isSaved }: ListingLinks): ElementNode {
  const keep = { class: 'keep' };
  return h('div', { class: 'listing', 'data-key': car.url }, [
    button('×', { class: 'close', 'aria-label': 'Close' }),
    carHead(
      car,
      h('h2', { id: 'listing-title', dir: 'auto', tabindex: -1, autofocus: true }, vehicleTitle(car)),
      [
        carAct('save', isSaved(car) ? '★ Saved' : '☆ Save', {
          ...keep,
          'aria-pressed': String(isSaved(car)),
        }),
        carAct('compare', 'Compare', keep),
        carAct('share', 'Copy link', keep),
      ],
      h('p', { class: 'note' }, car.price_rating.reason),
    ),
    description(car),
    toDealer(car, h('a', { class: 'button', href: pageOf(car), target: '_self' }, 'Full details'), {
      target: '_blank',
      rel: 'noopener noreferrer',
    }),
  ]);
}

/** The entry in a history state, validated, because another version of the script may have written it. */
function entryOfState(state: unknown): HistoryEntry | undefined {
  if (typeof state !== 'object' || state === null || !('listing' in state) || !('over' in state))
    return undefined;
  const { listing, over } = state;
  if (typeof listing !== 'object' || listing === null || !('price_rating' in listing)) return undefined;
  return typeof over === 'string' ? { listing: listing as RatedVehicle, over } : undefined;
}
