// The dialog of saved cars and searches, which are in this browser alone. It compares up to four cars, shares the list as a URL,
// and exports and imports everything as a file.
import { button, h, type Child, type ElementNode } from '../../element.ts';
import {
  carPageUrl,
  comparePageUrl,
  feedUrl,
  MAX_COMPARED,
  MAX_LISTED,
  searchPageUrl,
  toSearchState,
} from '../../view/search-state.ts';
import { pluralize } from '../../../format.ts';
import { carAct, cardPicture, photo } from '../../view/car-parts.ts';
import { formatPrice } from '../../view/vehicle-facts.ts';
import { vehicleTitle } from '../../view/vehicle-words.ts';
import type { SavedVehicle } from '../../../api/responses.ts';
import {
  advertOf,
  isCar,
  isForgetful,
  listIn,
  MAX_SAVED,
  onSavedElsewhere,
  readSaved,
  withOrWithout,
  writeSaved,
} from '../../browser/browser-storage.ts';
import { copy } from '../../browser/clipboard.ts';
import { isKept, MAX_KEPT, type KeptSearch, type KeptSearches } from './kept-searches.ts';
import type { PageApiClient } from './api-client.ts';
import { newsOfCar, withKnownValues } from '../../view/search-news.ts';
import { patchChildren } from '../../browser/patch.ts';

const FORGETFUL = 'This browser does not let the page keep them: save them to a file.';
const FILE_NAME = 'forecourt-saved.json';

export class SavedCars {
  readonly #basePath: string;
  readonly #api: PageApiClient;
  readonly #searches: KeptSearches;
  readonly #onChange: () => void;
  readonly #dialog = document.createElement('dialog');
  #cars = readSaved();
  #compared: readonly string[] = [];
  #note = '';
  readonly #news = new Map<string, string | undefined>();

  constructor(basePath: string, api: PageApiClient, searches: KeptSearches, onChange: () => void) {
    this.#basePath = basePath;
    this.#api = api;
    this.#searches = searches;
    this.#onChange = onChange;
    this.#dialog.id = 'saved';
    this.#dialog.setAttribute('aria-labelledby', 'saved-title');
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('click', ({ target }) => this.#click(target));
    this.#dialog.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const [file] = target.files ?? [];
      if (target.type === 'file') return file && void this.#load(file).finally(() => (target.value = ''));
      const others = this.#compared.filter((url) => url !== target.value);
      // The fifth car replaces the first.
      this.#compared = target.checked ? [...others, target.value].slice(-MAX_COMPARED) : others;
      this.#render();
    });
    onSavedElsewhere(() => {
      this.#cars = readSaved();
      this.#changed();
    });
  }

  urls(): ReadonlySet<string> {
    return new Set(this.#cars.map(({ url }) => url));
  }

  toggle(car: SavedVehicle): void {
    const cars = withOrWithout(this.#cars, car);
    if (cars === undefined) this.open();
    else this.#save(cars);
  }

  /** The list of what is saved. It says which of its parts are full. */
  open(part: 'cars' | 'searches' = 'cars'): void {
    this.#compared = this.#cars.slice(-MAX_COMPARED).map(({ url }) => url);
    this.#note = '';
    this.#render();
    if (!this.#dialog.open) this.#dialog.showModal();
    if (part === 'searches') document.getElementById('kept-title')?.focus();
    void this.#searches.refresh();
    void this.#lookUp();
  }

  /** Finds the current state of the cars. */
  async #lookUp(): Promise<void> {
    const all = this.#cars;
    for (let from = 0; from < all.length; from += MAX_LISTED) {
      const cars = all.slice(from, from + MAX_LISTED);
      const found = await this.#api.lookUp(cars.map(advertOf));
      if (found.kind !== 'response') continue;
      found.response.results.cars.forEach((now, at) => {
        const car = cars[at];
        if (car !== undefined) this.#news.set(car.url, newsOfCar(car, now));
      });
      this.showNews();
    }
  }

  showNews(): void {
    if (this.#dialog.open) this.#render();
  }

  #click(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const seen = target.closest<HTMLElement>('[data-see]')?.dataset['see'];
    if (seen !== undefined) this.#searches.see(seen);
    const button = target.closest('button');
    const { forget, remove, act } = button?.dataset ?? {};
    if (target === this.#dialog || button?.matches('.close') === true) this.#dialog.close();
    else if (forget !== undefined) this.#searches.remove(forget);
    else if (remove !== undefined) this.#save(this.#cars.filter(({ url }) => url !== remove));
    else if (button !== null && act?.startsWith('share') === true) {
      const cars = act === 'share' ? this.#cars.slice(-MAX_LISTED) : this.#ticked();
      const url = comparePageUrl(this.#basePath, cars.map(advertOf));
      void copy(button, new URL(url, location.href).href);
    } else if (act === 'download') this.#download();
  }

  #download(): void {
    const kept = JSON.stringify({ cars: this.#cars, searches: this.#searches.all });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([kept], { type: 'application/json' }));
    link.download = FILE_NAME;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }

  async #load(file: File): Promise<void> {
    const json = await file.text().catch(() => '');
    const known = this.urls();
    const others = listIn(json, 'cars', isCar).filter(({ url }) => !known.has(url));
    const added = others.slice(0, Math.max(0, MAX_SAVED - known.size)).map(withKnownValues);
    const searches = this.#searches.add(listIn(json, 'searches', isKept));
    const count = added.length + searches.added;
    const refused = others.length - added.length + searches.refused;
    const said =
      count === 0 ? `${file.name} has nothing that is not here.` : `${count} added from ${file.name}.`;
    this.#note =
      refused === 0
        ? said
        : `${count} added from ${file.name}, ${refused} left out: there is room for ${MAX_SAVED} cars and ${MAX_KEPT} searches.`;
    this.#save([...this.#cars, ...added]);
  }

  #save(cars: readonly SavedVehicle[]): void {
    this.#cars = cars;
    writeSaved(cars);
    this.#changed();
  }

  #changed(): void {
    if (this.#dialog.open) this.#render();
    this.#onChange();
  }

  #ticked(): readonly SavedVehicle[] {
    return this.#cars.filter(({ url }) => this.#compared.includes(url));
  }

  #render(): void {
    const compared = this.#ticked();
    const comparison = comparePageUrl(this.#basePath, compared.map(advertOf));
    const { length } = this.#cars;
    patchChildren(this.#dialog, [
      h('div', { class: 'listing' }, [
        button('×', { class: 'close', 'aria-label': 'Close' }),
        h('h2', { id: 'saved-title', tabindex: -1, autofocus: true }, 'Saved cars'),
        h('p', { class: 'note' }, [
          length === 0
            ? 'None yet. Save cars with the star.'
            : `${fullNote(length, MAX_SAVED, 'cars')}Tick up to four to compare them. ${isForgetful() ? FORGETFUL : 'They are kept in this browser only.'}`,
        ]),
        h('ul', {}, [this.#cars.map((car) => this.#row(car))]),
        h('p', { class: 'acts' }, [
          compared.length < 2
            ? null
            : h('a', { class: 'button main', href: comparison, target: '_self' }, [
                `Compare ${compared.length} cars`,
              ]),
          compared.length === 0 || compared.length === length
            ? null
            : carAct('share-ticked', `Copy link to ${pluralize(compared.length, 'ticked car')}`),
          length === 0
            ? null
            : carAct(
                'share',
                length > MAX_LISTED ? `Copy link to the last ${MAX_LISTED} cars` : 'Copy link to this list',
              ),
        ]),
        this.#searchList(),
        h('p', { class: 'acts' }, [
          length + this.#searches.all.length === 0 ? null : carAct('download', 'Save to a file'),
          h('label', { class: 'button' }, [
            'Add from a file',
            h('input', { type: 'file', class: 'unseen', accept: 'application/json,.json' }),
          ]),
        ]),
        h('p', { class: 'note', role: 'status' }, this.#note),
      ]),
    ]);
  }

  #searchList(): Child {
    const { all } = this.#searches;
    if (all.length === 0) return null;
    const note = fullNote(all.length, MAX_KEPT, 'searches');
    return [
      h('h2', { id: 'kept-title', tabindex: -1 }, 'Kept searches'),
      note === '' ? null : h('p', { class: 'note' }, note),
      h('ul', {}, [all.map((kept) => this.#searchRow(kept))]),
    ];
  }

  #searchRow(kept: KeptSearch): ElementNode {
    const { query, address = `?${query}`, label } = kept;
    const search = toSearchState(new URLSearchParams(address));
    return h('li', { class: 'saved', 'data-key': query }, [
      h('div', {}, [
        h('a', { href: searchPageUrl(this.#basePath, search), 'data-see': query, dir: 'auto' }, label),
        h('p', { class: 'note' }, [
          this.#searches.noteOf(kept),
          ' · ',
          h('a', { href: feedUrl(this.#basePath, search) }, 'Feed'),
        ]),
      ]),
      button('×', { 'data-forget': query, 'aria-label': `Remove ${label}` }),
    ]);
  }

  #row(car: SavedVehicle): ElementNode {
    const { url } = car;
    const title = vehicleTitle(car);
    const picture = cardPicture(car);
    return h('li', { class: 'saved', 'data-key': url }, [
      h('label', { class: 'tick' }, [
        h('input', {
          type: 'checkbox',
          value: url,
          checked: this.#compared.includes(url),
          'aria-label': `Compare ${title}`,
        }),
        h('span', { class: 'picture' }, picture === undefined ? null : photo(picture)),
      ]),
      h('p', { dir: 'auto' }, [
        h('a', { href: carPageUrl(this.#basePath, url), target: '_self' }, title),
        h('b', {}, formatPrice(car.price)),
        h('span', { class: 'note' }, this.#news.get(url) ?? null),
      ]),
      button('×', { 'data-remove': url, 'aria-label': `Remove ${title}` }),
    ]);
  }
}

/** A sentence if there is no room for more; otherwise empty. */
function fullNote(count: number, max: number, what: string): string {
  return count < max ? '' : `There is room for ${max} ${what}: remove one to add another. `;
}
