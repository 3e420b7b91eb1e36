// Up to four cars side by side, by the URLs of their adverts: pictures on top, then rows in which the cars differ, then the other
// rows. The best value of a row is marked. More than four cars are a list. It is complete without script, and has a URL to share.
import { pluralize } from '../../format.ts';
import { h, type Child } from '../element.ts';
import { withContents } from '../render-html.ts';
import { carAct, cardList, cardPicture, firstPicture, photo } from '../view/car-parts.ts';
import { comparison, formatPrice } from '../view/vehicle-facts.ts';
import { vehicleTitle } from '../view/vehicle-words.ts';
import type { RatedVehicle } from '../../api/responses.ts';
import { carPageUrl, comparePageUrl, MAX_COMPARED } from '../view/search-state.ts';
import { linkPreview, sitePage, type PageUrls } from '../site-frame.ts';

export interface ComparePageModel extends PageUrls {
  readonly style: string;
  readonly script: string;
  /** The cars in the order requested, at most MAX_LISTED. */
  readonly cars: readonly RatedVehicle[];
  /** Number of requested cars that are no longer listed. */
  readonly gone: number;
}

export function comparePage(model: ComparePageModel): string {
  const { basePath, style, script, cars, gone } = model;
  const { length } = cars;
  const isList = length > MAX_COMPARED;
  const title =
    length === 0
      ? 'No cars to compare'
      : `${pluralize(length, 'car')} ${isList ? 'on this list' : 'compared'}`;
  const withdrawn = `${pluralize(gone, 'car')} of this ${isList ? 'list' : 'comparison'} ${gone === 1 ? 'is' : 'are'} no longer listed.`;
  const isShown = length > 0;
  return sitePage({
    title: `${title} – Forecourt`,
    siteUrl: basePath,
    name: '',
    head: [
      withContents(h('style', {}), style),
      isShown ? [h('script', { type: 'module', src: script }), preview(title, model)] : null,
    ],
    content: h('main', { id: 'content', class: 'car' }, [
      h('h1', {}, title),
      gone === 0 ? null : h('p', {}, withdrawn),
      isShown
        ? h('p', { class: 'acts scripted' }, [carAct('share', 'Copy link'), carAct('print', 'Print')])
        : null,
      HINTS[length] === undefined
        ? null
        : h('p', {}, [HINTS[length], h('a', { href: basePath }, 'Search all cars')]),
      isList ? cardList(cars, basePath) : null,
      isShown && !isList ? comparison(cars, (car) => head(car, basePath)) : null,
    ]),
  });
}

/** Hints for no car, and for one car. */
const HINTS: readonly (string | undefined)[] = [
  'Save cars in the search with the star, then compare them. ',
  'Save another car with the star to see both side by side. ',
];

function preview(title: string, { baseUrl, cars }: ComparePageModel): Child {
  const priced = cars.map((car) => `${vehicleTitle(car)}, ${formatPrice(car.price)}`);
  return linkPreview({
    title,
    description: priced.join(' · '),
    url: comparePageUrl(
      `${baseUrl}/`,
      cars.map(({ advert }) => advert),
    ),
    picture: firstPicture(cars),
  });
}

function head(car: RatedVehicle, basePath: string): Child {
  const picture = cardPicture(car);
  return [
    h('div', { class: 'picture' }, picture === undefined ? null : photo(picture)),
    h('a', { href: carPageUrl(basePath, car.url) }, vehicleTitle(car)),
  ];
}
