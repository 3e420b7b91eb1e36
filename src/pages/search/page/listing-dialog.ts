// The dialog of one listing: pictures, facts, the whole description and a link to the dealer's advert.
import type { Vehicle } from '../view/api-types.ts';
import { h, type ElementNode } from '../../element.ts';
import { vehicleFacts, vehicleLocation, formatPounds, vehicleTitle } from '../view/labels.ts';
import { structuredData } from '../view/structured-data.ts';
import { dataElement } from './data-element.ts';
import { patchChildren } from './patch.ts';

/** Thumbnails load full pictures, because dealers have no small ones. */
const THUMBNAILS = 10;

export class ListingDialog {
  readonly #dialog = document.createElement('dialog');
  /** The open listing, for programs. */
  #data = document.createElement('script');
  readonly #onClose: () => void;
  #car: Vehicle | undefined;
  #image = 0;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
    const dialog = this.#dialog;
    dialog.id = 'listing';
    dialog.setAttribute('aria-labelledby', 'listing-title');
    document.body.append(dialog);
    dialog.addEventListener('close', () => {
      if (this.#car === undefined) return;
      this.#car = undefined;
      this.#data.remove();
      this.#onClose();
    });
    dialog.addEventListener('click', ({ target }) => this.#click(target));
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

  open(car: Vehicle): void {
    this.#car = car;
    this.#data.remove();
    this.#data = dataElement(structuredData(car));
    document.head.append(this.#data);
    this.#show(0);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
  }

  close(): void {
    this.#car = undefined;
    this.#data.remove();
    this.#dialog.close();
  }

  #click(target: EventTarget | null): void {
    // A click on the backdrop has the dialog as its target.
    if (target === this.#dialog) return this.#dialog.close();
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    const { at, step } = button.dataset;
    if (at !== undefined) this.#show(Number(at));
    else if (step !== undefined) this.#show(this.#image + Number(step));
    else this.#dialog.close();
  }

  #show(image: number): void {
    if (this.#car === undefined) return;
    const images = imagesOf(this.#car).length;
    this.#image = images === 0 ? 0 : (image + images) % images;
    patchChildren(this.#dialog, [view(this.#car, this.#image)]);
  }
}

function imagesOf({ images, thumbnail }: Vehicle): readonly string[] {
  return images.length > 0 || thumbnail === null ? images : [thumbnail];
}

function view(car: Vehicle, at: number): ElementNode {
  const { price, dealer, full_description, url } = car;
  const place = vehicleLocation(car);
  return h(
    'div',
    { class: 'listing', 'data-key': url },
    h('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×'),
    h('h2', { id: 'listing-title', tabindex: -1, autofocus: true }, vehicleTitle(car)),
    h('p', { class: 'price' }, price === null ? 'Price on request' : formatPounds(price)),
    gallery(car, at),
    h(
      'ul',
      { class: 'known' },
      vehicleFacts(car).map((fact) => h('li', {}, fact)),
      place === '' ? null : h('li', {}, place),
    ),
    h('p', { class: 'description' }, full_description ?? 'The dealer gives no description.'),
    h(
      'p',
      {},
      h(
        'a',
        { class: 'button main', href: url, target: '_blank', rel: 'noopener noreferrer' },
        dealer === null ? 'View advert' : `View at ${dealer}`,
      ),
    ),
  );
}

function gallery(car: Vehicle, at: number): ElementNode | null {
  const images = imagesOf(car);
  if (images.length === 0) return null;
  const image = (src: string, alt: string, loading: 'lazy' | null): ElementNode =>
    h('img', {
      src,
      alt,
      width: 640,
      height: 400,
      loading,
      decoding: 'async',
      referrerpolicy: 'no-referrer',
      'data-key': src,
    });
  const first = at - (at % THUMBNAILS);
  const button = (step: number, label: string, sign: string): ElementNode =>
    h('button', { type: 'button', 'data-step': step, 'aria-label': label }, sign);
  return h(
    'div',
    { class: 'gallery', role: 'group', 'aria-label': 'Pictures' },
    h('div', { class: 'picture' }, image(images[at] ?? '', `Picture ${at + 1} of ${images.length}`, null)),
    h(
      'div',
      { class: 'turn', hidden: images.length < 2 },
      button(-1, 'Previous picture', '‹'),
      h('span', { 'aria-live': 'polite' }, `${at + 1} of ${images.length}`),
      button(1, 'Next picture', '›'),
    ),
    h(
      'ul',
      { class: 'thumbs', hidden: images.length < 2 },
      images.slice(first, first + THUMBNAILS).map((src, i) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              'data-at': first + i,
              'aria-label': `Picture ${first + i + 1}`,
              'aria-current': first + i === at ? 'true' : null,
            },
            image(src, '', 'lazy'),
          ),
        ),
      ),
    ),
  );
}
