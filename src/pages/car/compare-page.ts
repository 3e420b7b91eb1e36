// Up to four cars side by side, by the addresses of their adverts: pictures on top, then rows in which they differ, then the others. The
// best value of a row is marked. More cars than four are a list. It is complete without script, and its address can be shared.
import { formatPounds, pluralize } from '../../api/format.ts';
import type { GoneAdvert } from '../../api/responses.ts';
import { h, type Child, type ElementNode } from '../element.ts';
import { withContents } from '../render-html.ts';
import { cardPictures } from '../search/view/car-pictures.ts';
import { formatPrice } from '../search/view/car-parts.ts';
import { card } from '../search/view/card.ts';
import {
  priceRating,
  ULEZ_WORDS,
  vehicleFacts,
  vehicleLocation,
  vehicleTitle,
} from '../search/view/labels.ts';
import type { LookedUpCar } from '../search/view/page-car.ts';
import { FACTS, FORM_FIELDS } from '../search/view/search-fields.ts';
import { carPageUrl } from '../search/view/search-state.ts';
import { MAX_COMPARED } from './compare-url.ts';
import { sitePage } from '../site-frame.ts';
import { table } from '../table.ts';

export interface ComparePageModel {
  /** Path of the search page, with a final slash. */
  readonly basePath: string;
  /** The page's CSS. */
  readonly style: string;
  /** In the order asked, at most MAX_LISTED. */
  readonly cars: readonly (LookedUpCar | GoneAdvert)[];
}

interface Row {
  readonly label: string;
  readonly textOf: (car: LookedUpCar) => string | null;
  /** The least value is best; null: it is unknown. */
  readonly rankOf?: (car: LookedUpCar) => number | null;
}

const RANKS: Readonly<Record<string, Row['rankOf']>> = { mileage: ({ mileage }) => mileage };

const ROWS: readonly Row[] = [
  {
    label: 'Price',
    textOf: ({ price }) => formatPrice(price),
    rankOf: ({ price }) => price,
  },
  {
    label: 'Price rating',
    textOf: ({ price_mark }) => priceRating(price_mark.mark),
  },
  {
    label: 'Against the typical price',
    textOf: ({ price, price_mark: { expected } }) => againstTypical(price, expected),
    rankOf: ({ price, price_mark: { expected } }) =>
      price === null || expected === null ? null : price / expected,
  },
  { label: 'Year', textOf: ({ year }) => year, rankOf: ({ year }) => (year === null ? null : -Number(year)) },
  ...FACTS.map(({ name }) => ({
    label: FORM_FIELDS.find((field) => field.name === name)?.label ?? name,
    textOf: (car: LookedUpCar) => vehicleFacts({ [name]: car[name as keyof LookedUpCar] })[0] ?? null,
    ...(RANKS[name] !== undefined && { rankOf: RANKS[name] }),
  })),
  { label: 'ULEZ', textOf: ({ ulez: { verdict } }) => (verdict === 'unknown' ? null : ULEZ_WORDS[verdict]) },
  { label: 'Place', textOf: (car) => vehicleLocation(car) || null },
  { label: 'Dealer', textOf: ({ dealer }) => dealer },
  {
    label: 'Listed',
    textOf: ({ listed_days: days }) => (days === 0 ? 'Today' : `${pluralize(days, 'day')} ago`),
  },
];

function againstTypical(price: number | null, expected: number | null): string | null {
  if (price === null || expected === null) return null;
  const more = Math.round(price) - expected;
  if (more === 0) return 'The same';
  return `${formatPounds(Math.abs(more))} ${more < 0 ? 'below' : 'above'}`;
}

export function comparePage({ basePath, style, cars }: ComparePageModel): string {
  const listed = cars.filter((car) => car.state === 'listed');
  const gone = cars.length - listed.length;
  const isList = listed.length > MAX_COMPARED;
  const title =
    listed.length === 0
      ? 'No cars to compare'
      : `${pluralize(listed.length, 'car')} ${isList ? 'on this list' : 'compared'}`;
  return sitePage({
    title: `${title} – Forecourt`,
    siteUrl: basePath,
    name: '',
    head: [withContents(h('style', {}), style)],
    content: h(
      'main',
      { id: 'content', class: 'car' },
      h('h1', {}, title),
      gone === 0
        ? null
        : h(
            'p',
            {},
            `${pluralize(gone, 'car')} of this ${isList ? 'list' : 'comparison'} ${gone === 1 ? 'is' : 'are'} no longer listed.`,
          ),
      listed.length === 0
        ? h(
            'p',
            {},
            'Save cars in the search with the star, then compare them. ',
            h('a', { href: basePath }, 'Search all cars'),
          )
        : isList
          ? list(listed, basePath)
          : [
              listed.length > 1
                ? null
                : h(
                    'p',
                    {},
                    'Save another car with the star to see both side by side. ',
                    h('a', { href: basePath }, 'Search all cars'),
                  ),
              comparison(listed, basePath),
            ],
    ),
  });
}

function list(cars: readonly LookedUpCar[], basePath: string): ElementNode {
  return h(
    'ol',
    { class: 'cards' },
    cars.map((car, at) => card(car, at, carPageUrl(basePath, car.url))),
  );
}

function comparison(cars: readonly LookedUpCar[], basePath: string): ElementNode {
  const rows = ROWS.map((row) => ({ ...row, texts: cars.map(row.textOf) })).filter(({ texts }) =>
    texts.some((text) => text !== null),
  );
  const differs = ({ texts }: { readonly texts: readonly unknown[] }): boolean => new Set(texts).size > 1;
  const inOrder = [...rows.filter(differs), ...rows.filter((row) => !differs(row))];
  return h(
    'div',
    { class: 'compared', tabindex: 0, role: 'region', 'aria-label': 'Comparison' },
    table(
      [h('td', {}), ...cars.map((car) => head(car, basePath))],
      inOrder.map(({ label, texts, rankOf }) => {
        const best = rankOf === undefined ? null : bestOf(cars.map(rankOf));
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          cars.map((car, at) => cell(texts[at] ?? null, best !== null && rankOf?.(car) === best)),
        );
      }),
    ),
  );
}

/** Null where all are alike, or fewer than two are known. */
function bestOf(ranks: readonly (number | null)[]): number | null {
  const known = ranks.filter((rank) => rank !== null);
  const best = Math.min(...known);
  return known.length < 2 || known.every((rank) => rank === best) ? null : best;
}

function cell(text: string | null, isBest: boolean): ElementNode {
  const best: Child = isBest ? [' ', h('span', { class: 'pill below' }, 'Best')] : null;
  return h('td', { dir: 'auto' }, text ?? 'Unknown', best);
}

function head(car: LookedUpCar, basePath: string): ElementNode {
  const [picture] = cardPictures(car);
  return h(
    'th',
    { scope: 'col', dir: 'auto' },
    h(
      'div',
      { class: 'picture' },
      picture === undefined
        ? null
        : h('img', {
            src: picture,
            alt: '',
            width: 320,
            height: 240,
            decoding: 'async',
            referrerpolicy: 'no-referrer',
          }),
    ),
    h('a', { href: carPageUrl(basePath, car.url) }, vehicleTitle(car)),
  );
}
