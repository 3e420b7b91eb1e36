// Cars that were saved, in this browser alone, and a dialog that compares up to four of them side by side.
import type { Vehicle } from '../../../api/responses.ts';
import { h, type ElementNode } from '../../element.ts';
import { FACTS } from '../view/search-fields.ts';
import { formatPounds } from '../../../api/format.ts';
import { vehicleFacts, vehicleLocation, vehicleTitle } from '../view/labels.ts';
import { patchChildren } from './patch.ts';
import { store, stored } from './storage.ts';

const KEY = 'forecourt.saved';
const MAX_SAVED = 50;
const MAX_COMPARED = 4;

export class SavedCars {
  readonly #onChange: () => void;
  readonly #dialog = document.createElement('dialog');
  #cars: readonly Vehicle[] = readSaved();
  /** The `url` of each compared car. */
  #compared: readonly string[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#dialog.id = 'saved';
    this.#dialog.setAttribute('aria-labelledby', 'saved-title');
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const removed = button?.dataset['remove'];
      if (target === this.#dialog || button?.matches('.close') === true) this.#dialog.close();
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
        compared.length === 0 ? null : table(compared),
      ),
    ]);
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

/** A column for each car. */
function table(cars: readonly Vehicle[]): ElementNode {
  const row = (label: string, cell: (car: Vehicle) => string): ElementNode =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, label),
      cars.map((car) => h('td', { dir: 'auto' }, cell(car) || '–')),
    );
  // Facts in words, each of a car that says nothing else.
  const fact = (car: Vehicle, name: string): string => {
    const others = Object.fromEntries(
      FACTS.map((one) => [one.name, one.name === name ? car[name as keyof Vehicle] : null]),
    );
    return vehicleFacts({ ...car, ...others })[0] ?? '';
  };
  return h(
    'section',
    { class: 'compared', tabindex: 0, 'aria-label': 'Comparison' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          cars.map((car) =>
            h(
              'th',
              { scope: 'col', dir: 'auto' },
              h('a', { href: car.url, target: '_blank', rel: 'noopener noreferrer' }, vehicleTitle(car)),
            ),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        row('Price', ({ price }) => (price === null ? '' : formatPounds(price))),
        row('Mileage', (car) => fact(car, 'mileage')),
        row('Year', ({ year }) => year ?? ''),
        row('Fuel', (car) => fact(car, 'fuel_type')),
        row('Gearbox', (car) => fact(car, 'transmission')),
        row('Engine', (car) => fact(car, 'engine_size')),
        row('Place', vehicleLocation),
        row('Dealer', ({ dealer }) => dealer ?? ''),
      ),
    ),
  );
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
