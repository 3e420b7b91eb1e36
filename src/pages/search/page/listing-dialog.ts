// One listing over its search: a dialog with pictures, facts, the whole description and a link to the dealer's advert, and its entry in the
// history, with the address of the listing's own page. Back closes the dialog and Forward opens it again; the address itself leads to the
// page. The entry contains the listing, because the search may show others by then.
import { button, h, type ElementNode } from '../../element.ts';
import { fullPictures, knownFacts, photo, priceLine, turner } from '../view/car-parts.ts';
import { vehicleTitle } from '../view/labels.ts';
import type { PageCar } from '../view/page-car.ts';
import { copy } from './saved-list.ts';
import { patchChildren } from './patch.ts';

/** Thumbnails load full pictures, because dealers have no small ones. */
const THUMBNAILS = 10;

/** CSS pixels that a finger moves to turn a picture. */
const SWIPE = 40;

export interface ListingLinks {
  readonly pageOf: (car: PageCar) => string;
  readonly isSaved: (car: PageCar) => boolean;
  readonly onSave: (car: PageCar) => void;
  readonly onCompare: (car: PageCar) => void;
}

export class ListingDialog {
  readonly #links: ListingLinks;
  readonly #dialog = document.createElement('dialog');
  readonly #onClose: () => void;
  #car: PageCar | undefined;
  #images: readonly string[] = [];
  #image = 0;

  constructor(onClose: () => void, links: ListingLinks) {
    this.#onClose = onClose;
    this.#links = links;
    const dialog = this.#dialog;
    dialog.id = 'listing';
    dialog.setAttribute('aria-labelledby', 'listing-title');
    document.body.append(dialog);
    dialog.addEventListener('close', () => {
      if (this.#car === undefined) return;
      this.#car = undefined;
      this.#onClose();
    });
    dialog.addEventListener('click', ({ target }) => this.#click(target));
    dialog.addEventListener('error', ({ target }) => this.#leaveOut(target), true);
    let touchedAt = 0;
    dialog.addEventListener('touchstart', ({ touches }) => (touchedAt = touches[0]?.clientX ?? 0), {
      passive: true,
    });
    dialog.addEventListener('touchend', ({ target, changedTouches }) => {
      const by = (changedTouches[0]?.clientX ?? 0) - touchedAt;
      const isSwipe = target instanceof Element && target.closest('.gallery > .picture') !== null;
      if (isSwipe && Math.abs(by) > SWIPE) this.#show(this.#image - Math.sign(by));
    });
    dialog.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      this.#show(this.#image + step);
    });
  }

  get isOpen(): boolean {
    return this.#car !== undefined;
  }

  open(car: PageCar): void {
    this.#car = car;
    this.#images = fullPictures(car);
    this.#show(0);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
  }

  close(): void {
    this.#car = undefined;
    this.#dialog.close();
  }

  #click(target: EventTarget | null): void {
    // A click on the backdrop has the dialog as its target.
    if (target === this.#dialog) return this.#dialog.close();
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    const { at, step, act } = button.dataset;
    if (act !== undefined) return this.#act(act, button);
    if (at !== undefined) this.#show(Number(at));
    else if (step !== undefined) this.#show(this.#image + Number(step));
    else this.#dialog.close();
  }

  #act(act: string, button: HTMLElement): void {
    if (this.#car === undefined) return;
    if (act === 'share') return void copy(button, location.origin + this.#links.pageOf(this.#car));
    if (act === 'compare') return this.#links.onCompare(this.#car);
    this.#links.onSave(this.#car);
    this.#show(this.#image);
  }

  #show(image: number): void {
    if (this.#car === undefined) return;
    const { length } = this.#images;
    this.#image = length === 0 ? 0 : (image + length) % length;
    patchChildren(this.#dialog, [view(this.#car, this.#images, this.#image, this.#links)]);
  }

  /** The picture that is shown stays, or the next one takes its place. */
  #leaveOut(target: EventTarget | null): void {
    const missing =
      target instanceof HTMLImageElement ? this.#images.indexOf(target.dataset['key'] ?? '') : -1;
    if (missing < 0) return;
    this.#images = this.#images.toSpliced(missing, 1);
    this.#show(missing < this.#image ? this.#image - 1 : this.#image);
  }
}

function view(car: PageCar, images: readonly string[], at: number, links: ListingLinks): ElementNode {
  const { pageOf } = links;
  const isSaved = links.isSaved(car);
  const { mark = null, reason = null } = car.remark?.price_mark ?? {};
  const { price, dealer, full_description, url } = car;
  return h('div', { class: 'listing', 'data-key': url }, [
    button('×', { class: 'close', 'aria-label': 'Close' }),
    h('h2', { id: 'listing-title', dir: 'auto', tabindex: -1, autofocus: true }, vehicleTitle(car)),
    priceLine(price, mark),
    knownFacts(car),
    h('p', { class: 'acts' }, [
      button(isSaved ? '★ Saved' : '☆ Save', {
        class: 'keep',
        'data-act': 'save',
        'aria-pressed': String(isSaved),
        'data-key': 'save',
      }),
      [
        ['compare', 'Compare'],
        ['share', 'Copy link'],
      ].map(([act = '', label = '']) => button(label, { class: 'keep', 'data-act': act, 'data-key': act })),
    ]),
    gallery(images, at),
    reason === null ? null : h('p', { class: 'note' }, reason),
    h('p', { class: 'description', dir: 'auto' }, full_description ?? 'The dealer gives no description.'),
    h('p', { class: 'to-dealer' }, [
      h('a', { class: 'button', href: pageOf(car), target: '_self' }, 'Full details'),
      h('a', { class: 'button main', href: url, target: '_blank', rel: 'noopener noreferrer' }, [
        dealer === null ? 'View advert' : h('span', {}, `View at ${dealer}`),
      ]),
    ]),
  ]);
}

function gallery(images: readonly string[], at: number): ElementNode {
  const image = (src: string, alt: string, loading: 'lazy' | null): ElementNode =>
    photo(src, alt, { loading, 'data-key': src });
  const shown = images[at];
  const first = at - (at % THUMBNAILS);
  return h('div', { class: 'gallery', role: 'group', 'aria-label': 'Pictures' }, [
    shown === undefined
      ? h('div', { class: 'picture', role: 'img', 'aria-label': 'No picture' })
      : h('div', { class: 'picture' }, image(shown, `Picture ${at + 1} of ${images.length}`, null)),
    turner(at, images.length, (step) => ({ 'data-step': step })),
    h('ul', { class: 'thumbs', hidden: images.length < 2 }, [
      images.slice(first, first + THUMBNAILS).map((src, i) =>
        h('li', {}, [
          button(image(src, '', 'lazy'), {
            'data-at': first + i,
            'aria-label': `Picture ${first + i + 1}`,
            'aria-current': first + i === at ? 'true' : null,
          }),
        ]),
      ),
    ]),
  ]);
}

interface Entry {
  readonly listing: PageCar;
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
