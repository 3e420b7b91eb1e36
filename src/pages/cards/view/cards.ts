// The state of the cards, and the elements that show it (element.ts). Every change renders all of it again.
import { formatCount, pluralize } from '../../../format.ts';
import { button, h, type Child, type ElementNode } from '../../element.ts';
import {
  cardWords,
  description,
  factsInLine,
  knownFacts,
  NO_PICTURE,
  pictureName,
  photo,
  priceLine,
  turner,
} from '../../view/car-parts.ts';
import { comparison, VEHICLE_FACTS } from '../../view/vehicle-facts.ts';
import { vehicleTitle } from '../../view/vehicle-words.ts';
import { MAX_COMPARED } from '../../view/search-state.ts';
import type { Car } from './car.ts';
import { carMap } from './car-map.ts';
import type { CarList, CarSheets, Comparison, Shown } from './read-result.ts';

export interface CardsModel {
  /** Undefined until the host sends a result. */
  readonly shown: Shown | undefined;
  /** The list to go back to. */
  readonly behind: CarList | undefined;
  /** Adverts chosen for comparison, in this order. */
  readonly picked: readonly string[];
  readonly turned: ReadonlyMap<string, number>;
  readonly isMapOpen: boolean;
  readonly isBusy: boolean;
  /** An error or a change, announced once, also to screen readers. */
  readonly notice: string;
  readonly canCallTools: boolean;
  /** Whether another page can be requested, because the arguments of the search are known. */
  readonly canContinue: boolean;
  readonly sourceOf: PictureSource;
  readonly land: string;
}

/** The source of a picture; null if there is none yet, or never will be. */
export type PictureSource = (url: string) => string | null;

export function shownCars({ shown }: CardsModel): readonly Car[] {
  return shown === undefined || shown.kind === 'message' ? [] : shown.cars;
}

export function cards(model: CardsModel): Child {
  const { behind, notice } = model;
  return [
    h('p', { id: 'notice', class: notice === '' ? 'unseen' : 'notice', role: 'status' }, notice),
    behind === undefined ? null : h('p', { class: 'back' }, button('‹ All results', { 'data-do': 'back' })),
    body(model),
  ];
}

function body(model: CardsModel): Child {
  const { shown } = model;
  switch (shown?.kind) {
    case undefined:
      return h('p', { class: 'waiting' }, 'Looking for cars…');
    case 'list':
      return carList(shown, model);
    case 'sheets':
      return carSheets(shown, model);
    case 'comparison':
      return comparisonTable(shown, model);
    case 'message':
      return h('p', { class: 'message' }, shown.text);
  }
}

function carList(list: CarList, model: CardsModel): ElementNode[] {
  const { cars, total, page, pages } = list;
  const map = model.isMapOpen ? carMap(cars, model.land) : null;
  return [
    h('header', {}, [
      h('h1', { id: 'heading', tabindex: -1 }, total === 0 ? 'No car matches' : pluralize(total, 'car')),
      cars.some(({ town }) => town !== null)
        ? button('Map', { 'data-do': 'map', 'aria-expanded': model.isMapOpen ? 'true' : 'false' })
        : null,
    ]),
    h('div', { class: map === null ? 'list' : 'list with-map', 'aria-busy': model.isBusy ? 'true' : null }, [
      h('ul', { class: 'cards' }, [cars.map((car) => card(car, model))]),
      map,
    ]),
    h('p', { class: 'more' }, [
      total > cars.length ? h('span', {}, `${formatCount(cars.length)} of ${pluralize(total, 'car')}`) : null,
      page < pages && model.canContinue && model.canCallTools
        ? button(model.isBusy ? 'Loading…' : 'Show more', { 'data-do': 'more' })
        : null,
    ]),
  ];
}

function card(car: Car, model: CardsModel): ElementNode {
  const { advert, pictures } = car;
  const title = vehicleTitle(car);
  const open = { class: 'title', 'data-do': 'open', 'data-advert': advert };
  return h('li', { class: 'card', 'data-key': advert }, [
    picture(pictures[0], '', model.sourceOf),
    cardWords(
      car,
      title,
      h('h2', { dir: 'auto' }, model.canCallTools ? button(title, open) : title),
      actions(car, model, 'unseen'),
    ),
  ]);
}

/** A picture in its frame. If there is none, the style shows the silhouette of a car. */
function picture(url: string | undefined, alt: string, sourceOf: PictureSource): ElementNode {
  const source = url === undefined ? null : sourceOf(url);
  if (url === undefined || source === null)
    return h('div', { class: 'picture', ...(alt !== '' && { role: 'img', 'aria-label': NO_PICTURE }) });
  return h('div', { class: 'picture' }, [
    photo(source, alt, {
      'data-picture': url,
      'data-key': source.slice(0, 5) === 'data:' ? url : source,
    }),
  ]);
}

/** The link to the advert, and if the host can call tools, buttons to compare. `dealerClass` is that of the dealer's name. */
function actions(car: Car, { picked, canCallTools }: CardsModel, dealerClass: string | null): ElementNode {
  const { advert, dealer } = car;
  const isPicked = picked.includes(advert);
  const named = h('span', { class: 'unseen' }, ` ${vehicleTitle(car)}`);
  return h('p', { class: 'actions' }, [
    h('a', { href: advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' }, [
      'View advert',
      dealer === null ? null : h('span', { class: dealerClass }, ` at ${dealer}`),
      named,
    ]),
    canCallTools
      ? button([isPicked ? '✓ Compare' : 'Compare', named], {
          'data-do': 'pick',
          'data-advert': advert,
          'aria-pressed': isPicked ? 'true' : 'false',
          disabled: !isPicked && picked.length === MAX_COMPARED,
        })
      : null,
    isPicked && picked.length > 1
      ? button(`Compare ${picked.length} cars`, { class: 'main', 'data-do': 'compare' })
      : null,
  ]);
}

function carSheets({ cars, gone }: CarSheets, model: CardsModel): ElementNode[] {
  return [
    ...cars.map((car, i) => sheet(car, model, i === 0)),
    ...gone.map(({ advert, isWithdrawn }) =>
      h('p', { class: 'gone' }, [isWithdrawn ? 'Withdrawn: ' : 'Not known: ', h('span', {}, advert)]),
    ),
  ];
}

function sheet(car: Car, model: CardsModel, isFirst: boolean): ElementNode {
  const { price, ulez } = car;
  const { rating, reason } = car.price_rating;
  const stated = VEHICLE_FACTS.flatMap(({ label, kind, textOf }) => {
    const text = kind === 'stated' ? textOf(car) : null;
    return text === null ? [] : [`${label}: ${text}`];
  });
  return h('article', { class: 'sheet', 'data-key': car.advert }, [
    h('h1', { id: isFirst ? 'heading' : null, tabindex: -1, dir: 'auto' }, vehicleTitle(car)),
    priceLine(price, rating),
    knownFacts(car),
    gallery(car, model),
    reason === '' ? null : h('p', { class: 'reason' }, reason),
    ulez.rule === '' ? null : h('p', {}, [h('strong', {}, `ULEZ ${ulez.verdict}`), `: ${ulez.rule}`]),
    stated.length === 0 ? null : h('p', { class: 'facts' }, factsInLine(stated)),
    description(car),
    actions(car, model, null),
  ]);
}

function gallery(car: Car, { turned, sourceOf }: CardsModel): ElementNode {
  const { advert, pictures } = car;
  const at = turned.get(advert) ?? 0;
  return h('div', { class: 'gallery', role: 'group', 'aria-label': `Pictures of ${vehicleTitle(car)}` }, [
    picture(pictures[at], pictureName(at, pictures.length), sourceOf),
    turner(at, pictures.length, (step) => ({
      'data-do': 'turn',
      'data-advert': advert,
      'data-step': step,
    })),
  ]);
}

function comparisonTable({ cars }: Comparison, { sourceOf }: CardsModel): Child[] {
  return [
    h('h1', { id: 'heading', tabindex: -1 }, `${pluralize(cars.length, 'car')} compared`),
    comparison(cars, (_, at) => headOf(cars[at], sourceOf)),
  ];
}

function headOf(car: Car, sourceOf: CardsModel['sourceOf']): Child {
  const link = { href: car.advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' };
  return [picture(car.pictures[0], '', sourceOf), h('a', link, vehicleTitle(car))];
}
