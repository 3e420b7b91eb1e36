// Cars that were saved, in this browser alone, and a dialog from which up to four of them are compared.
import type { Vehicle } from '../../../api/responses.ts';
import { h, type ElementNode } from '../../element.ts';
import { comparePageUrl, MAX_COMPARED } from '../../car/compare-page.ts';
import { formatPounds } from '../../../api/format.ts';
import { vehicleTitle } from '../view/labels.ts';
import { feedUrl, searchPageUrl, toSearchState } from '../view/search-state.ts';
import type { KeptSearch, KeptSearches } from './kept-searches.ts';
import { patchChildren } from './patch.ts';
import { store, stored } from './storage.ts';

const KEY = 'forecourt.saved';
const MAX_SAVED = 50;

export class SavedCars {
  readonly #basePath: string;
  readonly #searches: KeptSearches;
  readonly #onChange: () => void;
  readonly #dialog = document.createElement('dialog');
  #cars: readonly Vehicle[] = readSaved();
  /** The `url` of each compared car. */
  #compared: readonly string[] = [];

  constructor(basePath: string, searches: KeptSearches, onChange: () => void) {
    this.#basePath = basePath;
    this.#searches = searches;
    this.#onChange = onChange;
    this.#dialog.id = 'saved';
    this.#dialog.setAttribute('aria-labelledby', 'saved-title');
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const seen =
        target instanceof Element ? target.closest<HTMLElement>('[data-see]')?.dataset['see'] : undefined;
      if (seen !== undefined) this.#searches.see(seen);
      const removed = button?.dataset['remove'];
      if (target === this.#dialog || button?.matches('.close') === true) this.#dialog.close();
      else if (button?.dataset['forget'] !== undefined) this.#searches.remove(button.dataset['forget']);
      else if (removed !== undefined) this.#save(this.#cars.filter(({ url }) => url !== removed));
    });
    this.#dialog.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const others = this.#compared.filter((url) => url !== target.value);
      // The fifth takes the place of the first.
      this.#compared = target.checked ? [...others, target.value].slice(-MAX_COMPARED) : others;
      this.#render();
    });
    // Another tab of this browser.
    addEventListener('storage', ({ key }) => {
      if (key !== KEY) return;
      this.#cars = readSaved();
      this.#changed();
    });
  }

  urls(): ReadonlySet<string> {
    return new Set(this.#cars.map(({ url }) => url));
  }

  toggle(car: Vehicle): void {
    const others = this.#cars.filter(({ url }) => url !== car.url);
    this.#save(others.length < this.#cars.length ? others : [...others, car].slice(-MAX_SAVED));
  }

  open(): void {
    this.#compared = this.#cars.slice(-MAX_COMPARED).map(({ url }) => url);
    this.#render();
    if (!this.#dialog.open) this.#dialog.showModal();
    void this.#searches.refresh();
  }

  /** The kept searches are others, or more is known of them. */
  showSearches(): void {
    if (this.#dialog.open) this.#render();
  }

  #save(cars: readonly Vehicle[]): void {
    this.#cars = cars;
    store(KEY, JSON.stringify(cars));
    this.#changed();
  }

  #changed(): void {
    if (this.#dialog.open) this.#render();
    this.#onChange();
  }

  #render(): void {
    const compared = this.#cars.filter(({ url }) => this.#compared.includes(url));
    patchChildren(this.#dialog, [
      h(
        'div',
        { class: 'listing' },
        h('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×'),
        h('h2', { id: 'saved-title', tabindex: -1, autofocus: true }, 'Saved cars'),
        h(
          'p',
          { class: 'note' },
          this.#cars.length === 0
            ? 'None yet. Save cars with the star.'
            : 'Tick up to four to compare them. They are kept in this browser only.',
        ),
        h(
          'ul',
          {},
          this.#cars.map((car) => this.#row(car)),
        ),
        compared.length < 2
          ? null
          : h(
              'p',
              {},
              h(
                'a',
                {
                  class: 'button main',
                  href: comparePageUrl(this.#basePath, compared.map(advertOf)),
                  target: '_self',
                },
                `Compare ${compared.length} cars`,
              ),
            ),
        this.#searches.all.length === 0
          ? null
          : [
              h('h2', {}, 'Kept searches'),
              h(
                'ul',
                {},
                this.#searches.all.map((kept) => this.#searchRow(kept)),
              ),
            ],
      ),
    ]);
  }

  #searchRow(kept: KeptSearch): ElementNode {
    const { query, label } = kept;
    const search = toSearchState(new URLSearchParams(query));
    return h(
      'li',
      { class: 'saved', 'data-key': query },
      h(
        'div',
        {},
        h('a', { href: searchPageUrl(this.#basePath, search), 'data-see': query, dir: 'auto' }, label),
        h(
          'p',
          { class: 'note' },
          this.#searches.noteOf(kept),
          ' · ',
          h('a', { href: feedUrl(this.#basePath, search) }, 'Feed'),
        ),
      ),
      h('button', { type: 'button', 'data-forget': query, 'aria-label': `Remove ${label}` }, 'Remove'),
    );
  }

  #row(car: Vehicle): ElementNode {
    const { url } = car;
    const title = vehicleTitle(car);
    return h(
      'li',
      { class: 'saved', 'data-key': url },
      h(
        'label',
        { class: 'tick' },
        h('input', { type: 'checkbox', value: url, checked: this.#compared.includes(url) }),
        h('span', { dir: 'auto' }, `${title}${car.price === null ? '' : `, ${formatPounds(car.price)}`}`),
      ),
      h('button', { type: 'button', 'data-remove': url, 'aria-label': `Remove ${title}` }, 'Remove'),
    );
  }
}

/** Validated, because it outlives the version of the script that wrote it. */
function readSaved(): readonly Vehicle[] {
  try {
    const saved: unknown = JSON.parse(stored(KEY) ?? '[]');
    if (!Array.isArray(saved)) return [];
    return saved.filter(isVehicle).slice(-MAX_SAVED);
  } catch {
    return [];
  }
}

function isVehicle(value: unknown): value is Vehicle {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'images' in value
  );
}

/** The address of its advert. */
function advertOf({ url }: Vehicle): string {
  return new URL(url, document.baseURI).searchParams.get('api_target') ?? url;
}
