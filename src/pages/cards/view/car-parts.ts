// Parts of cars that cards and sheets share.
import { h, type ElementNode } from '../../element.ts';
import { pluralize } from '../../../api/format.ts';
import { priceRating } from '../../search/view/labels.ts';
import type { Car } from './car.ts';
import { MAX_COMPARED, type CardsModel, type PictureSource } from './cards-model.ts';

/** A picture, or the shape of a car in its place. */
export function picture(url: string | undefined, alt: string, sourceOf: PictureSource): ElementNode {
  const source = url === undefined ? null : sourceOf(url);
  if (url === undefined || source === null) return silhouette(alt);
  return h('img', {
    src: source,
    alt,
    decoding: 'async',
    referrerpolicy: 'no-referrer',
    'data-picture': url,
    'data-key': source.slice(0, 5) === 'data:' ? url : source,
  });
}

function silhouette(alt: string): ElementNode {
  const body =
    'M8 40c0-5 3-8 8-9l14-3 12-11c3-2 6-3 10-3h22c5 0 9 2 12 5l9 10 11 2c6 1 8 4 8 9v4c0 3-2 4-5 4H13c-3 0-5-2-5-5z';
  return h(
    'svg',
    {
      class: 'silhouette',
      viewBox: '0 0 122 62',
      ...(alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': 'No picture' }),
    },
    h('path', { d: body }),
    [32, 92].map((x) => h('circle', { cx: x, cy: 47, r: 8 })),
  );
}

/** The mark of the price, and on request the reason. */
export function priceMark({ advert, mark, reason }: Car, explained: ReadonlySet<string>): ElementNode[] {
  const isOpen = explained.has(advert);
  const label = priceRating(mark);
  if (reason === null) return mark === null ? [] : [h('p', {}, h('span', { class: `mark ${mark}` }, label))];
  const button = {
    type: 'button',
    class: `mark ${mark ?? 'none'}`,
    'data-do': 'explain',
    'data-advert': advert,
    'aria-expanded': isOpen ? 'true' : 'false',
  };
  return [h('p', {}, h('button', button, label)), ...(isOpen ? [h('p', { class: 'reason' }, reason)] : [])];
}

/** `3 days or more`: where a feed gives no date of arrival, a listing is known since its first import. Empty for today. */
export function listedFor(days: number | null): string {
  return days === null || days === 0 ? '' : `${pluralize(days, 'day')} or more`;
}

/** Place and days, as far as they are known. */
export function whereabouts({ place, listedDays }: Car): string {
  const days = listedFor(listedDays);
  const listed = days === '' ? '' : `listed ${days}`;
  return [place, listed].filter((part) => part !== '').join(' · ');
}

/** The link to the advert, and if the host can call tools, buttons to compare. */
export function actions({ advert, title, dealer }: Car, { picked, canCallTools }: CardsModel): ElementNode {
  const isPicked = picked.includes(advert);
  const named = h('span', { class: 'unseen' }, ` ${title}`);
  return h(
    'p',
    { class: 'actions' },
    h(
      'a',
      { href: advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' },
      dealer === '' ? 'Dealer’s advert' : `Advert at ${dealer}`,
      named,
    ),
    canCallTools
      ? h(
          'button',
          {
            type: 'button',
            'data-do': 'pick',
            'data-advert': advert,
            'aria-pressed': isPicked ? 'true' : 'false',
            disabled: !isPicked && picked.length === MAX_COMPARED,
          },
          isPicked ? '✓ Compare' : 'Compare',
          named,
        )
      : null,
    isPicked && picked.length > 1
      ? h('button', { type: 'button', class: 'main', 'data-do': 'compare' }, `Compare ${picked.length} cars`)
      : null,
  );
}
