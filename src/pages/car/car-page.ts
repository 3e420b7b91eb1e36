// The page of one listing: its advert's data, its price against this stock, and links to go on. It is complete without script,
// for search engines and link previews too.
import { formatPounds, pluralize } from '../../format.ts';
import { CAR_PATH } from '../../api/paths.ts';
import { h, row, section, type Child, type ElementNode } from '../element.ts';
import { jsonInHtml, withContents } from '../render-html.ts';
import {
  carAct,
  cardList,
  carHead,
  description,
  EAGER_IMAGES,
  fullPictures,
  toDealer,
} from '../view/car-parts.ts';
import { ratingInWords, vehicleLocation, vehicleTitle } from '../view/vehicle-words.ts';
import type { RatedVehicle } from '../../api/responses.ts';
import { againstTypical, factsInBrief, SAME_PRICE, VEHICLE_FACTS } from '../view/vehicle-facts.ts';
import { searchBox } from '../search/view/search-box.ts';
import { searchPageUrl, type SearchState } from '../view/search-state.ts';
import { linkPreview, structuredData, sitePage, type PageUrls } from '../site-frame.ts';
import type { ComparedAdvert } from '../../stock/stock-reader.ts';
import { comparedPrices } from './compared-prices.ts';

/** Cars that a page links to, and the search that finds all of them. */
export interface OtherCars {
  readonly cars: readonly RatedVehicle[];
  readonly search: SearchState;
}

export interface CarPageModel extends PageUrls {
  readonly style: string;
  readonly script: string;
  readonly from: SearchState;
  readonly car: RatedVehicle | null;
  readonly gone: 'not_chosen' | 'withdrawn' | 'unknown';
  readonly comparables: readonly ComparedAdvert[];
  readonly similar: OtherCars | null;
  readonly ofDealer: OtherCars | null;
}

const MAX_DESCRIPTION = 200;

export function carPage(model: CarPageModel): string {
  const { car, basePath, style, script } = model;
  return sitePage({
    title: car === null ? `${GONE[model.gone].title} – Forecourt` : `${carTitle(car)} – Forecourt`,
    siteUrl: basePath,
    name: '',
    head: [
      withContents(h('style', {}), style),
      ...(car === null ? [] : [h('script', { type: 'module', src: script }), ...descriptions(car, model)]),
    ],
    content: h('main', { id: 'content', class: 'car' }, [
      car === null ? goneCar(model) : listedCar(car, model),
      otherCars('Similar cars', 'similar', model, model.similar),
      otherCars('Other cars of this dealer', 'of-dealer', model, model.ofDealer),
      car === null
        ? null
        : withContents(h('script', { type: 'application/json', id: 'state' }), jsonInHtml(car)),
    ]),
  });
}

function carTitle(car: RatedVehicle): string {
  const { price, dealer } = car;
  return [vehicleTitle(car), price === null ? null : formatPounds(price), dealer]
    .filter((part) => part !== null)
    .join(', ');
}

function pageUrl({ advert }: RatedVehicle, { baseUrl }: CarPageModel): string {
  return `${baseUrl}${CAR_PATH}?advert=${encodeURIComponent(advert)}`;
}

function descriptions(car: RatedVehicle, model: CarPageModel): Child[] {
  const url = pageUrl(car, model);
  const said = [...factsInBrief(car), vehicleLocation(car), car.full_description ?? ''];
  const text = said.filter((part) => part !== '').join(' · ');
  const summary = text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION).trimEnd()}…` : text;
  const [picture] = fullPictures(car);
  return [
    linkPreview({ title: carTitle(car), description: summary, url, picture }),
    withContents(h('script', { type: 'application/ld+json' }), structuredData({ ...car, url })),
  ];
}

function listedCar(car: RatedVehicle, model: CarPageModel): ElementNode {
  const { basePath, from } = model;
  const isFromSearch = Object.keys(from).length > 0;
  return h('article', { class: 'listing' }, [
    h('p', {}, [
      h('a', { href: searchPageUrl(basePath, from) }, [
        isFromSearch ? 'Back to the search' : 'Search all cars',
      ]),
    ]),
    carHead(
      car,
      h('h1', { dir: 'auto' }, vehicleTitle(car)),
      ACTS.map(([act, label]) => carAct(act, label)),
      [ratingSection(car, model), toDealer(car, null, { rel: 'noopener' })],
    ),
    factsTable(car),
    section('description', 'Description', description(car)),
  ]);
}

const ACTS = [
  ['save', '☆ Save'],
  ['compare', 'Compare'],
  ['share', 'Copy link'],
  ['print', 'Print'],
] as const;

function ratingSection(car: RatedVehicle, model: CarPageModel): ElementNode {
  const { price, price_rating } = car;
  const { rating, expected, comparables, reason } = price_rating;
  const proof =
    expected === null || comparables === null
      ? null
      : `${difference(price, expected)} of ${pluralize(comparables, 'similar car')}, ${formatPounds(expected)}.`;
  return h('section', { class: `rating ${rating ?? 'none'}`, 'aria-labelledby': 'rating' }, [
    // Without a rating, the reason says so.
    h('h2', { id: 'rating', class: rating === null ? 'unseen' : null }, ratingInWords(rating)),
    proof === null ? null : h('p', {}, proof),
    h('p', {}, reason),
    compared(car, model),
  ]);
}

/** A price against the typical one: `£1,240 below the typical price`. */
function difference(price: number | null, expected: number): string {
  const against = againstTypical(price, expected);
  if (against === null) return 'The typical price';
  return against === SAME_PRICE ? 'Exactly the typical price' : `${against} the typical price`;
}

function compared({ price, mileage, price_rating }: RatedVehicle, model: CarPageModel): Child {
  const { low, expected, high } = price_rating;
  const { comparables, basePath } = model;
  if (low === null || expected === null || high === null || price === null || mileage === null) return null;
  if (comparables.length === 0) return null;
  return comparedPrices({
    cars: comparables,
    own: { priceGbp: price, mileageMiles: mileage },
    low,
    expected,
    high,
    pageOf: (advert) => `${basePath}${CAR_PATH.slice(1)}?advert=${encodeURIComponent(advert)}`,
  });
}

function factsTable(car: RatedVehicle): ElementNode {
  const rows = VEHICLE_FACTS.flatMap(({ label, kind, textOf, reasonOf }) => {
    const text = textOf(car);
    const isShown = kind !== 'price' && (kind !== 'stated' || text !== null);
    const parts = [text ?? 'Unknown', reasonOf?.(car) ?? null].filter((part) => part !== null);
    return isShown ? [row(label, [h('td', { dir: 'auto' }, parts.join(': '))])] : [];
  });
  return h('table', {}, [h('caption', {}, 'Facts'), h('tbody', {}, rows)]);
}

const GONE = {
  not_chosen: {
    title: 'No car was chosen',
    reason: 'This page shows one car. Search for cars, and choose one of the results.',
  },
  withdrawn: {
    title: 'This car is no longer for sale',
    reason: 'Its dealer has withdrawn the advert.',
  },
  unknown: {
    title: 'No car has this address',
    reason: 'The address may be mistyped, or the car was never listed here.',
  },
} as const;

function goneCar(model: CarPageModel): Child {
  const { title, reason } = GONE[model.gone];
  return [h('h1', {}, title), h('p', {}, reason), searchBox({ basePath: model.basePath, search: {} })];
}

function otherCars(title: string, id: string, { basePath }: CarPageModel, others: OtherCars | null): Child {
  if (others === null || others.cars.length === 0) return null;
  return section(id, title, [
    // The first pictures are not among these cards, so all of them load lazily.
    cardList(others.cars, basePath, EAGER_IMAGES),
    h('p', {}, h('a', { href: searchPageUrl(basePath, others.search) }, `All ${title.toLowerCase()}`)),
  ]);
}
