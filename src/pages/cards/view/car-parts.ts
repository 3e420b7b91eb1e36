// Parts of cars that cards and sheets share, beside those of the search page.
import { button, h, type ElementNode } from '../../element.ts';
import { pluralize } from '../../../api/format.ts';
import { photo } from '../../search/view/car-pictures.ts';
import { vehicleTitle } from '../../search/view/labels.ts';
import type { Car } from './car.ts';
import { MAX_COMPARED, type CardsModel, type PictureSource } from './cards-model.ts';

/** A picture in its frame. The style shows the shape of a car where there is none. */
export function picture(url: string | undefined, alt: string, sourceOf: PictureSource): ElementNode {
  const source = url === undefined ? null : sourceOf(url);
  if (url === undefined || source === null)
    return h('div', { class: 'picture', ...(alt !== '' && { role: 'img', 'aria-label': 'No picture' }) });
  return h('div', { class: 'picture' }, [
    photo(source, alt, {
      'data-picture': url,
      'data-key': source.slice(0, 5) === 'data:' ? url : source,
    }),
  ]);
}

/** `3 days or more`: where a feed gives no date of arrival, a listing is known since its first import. Empty for today. */
export function listedFor(days: number): string {
  return days === 0 ? '' : `${pluralize(days, 'day')} or more`;
}

/** The link to the advert, and if the host can call tools, buttons to compare. */
export function actions(car: Car, { picked, canCallTools }: CardsModel): ElementNode {
  const { advert, dealer } = car;
  const isPicked = picked.includes(advert);
  const named = h('span', { class: 'unseen' }, ` ${vehicleTitle(car)}`);
  return h('p', { class: 'actions' }, [
    h('a', { href: advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' }, [
      dealer === null ? 'View advert' : `View at ${dealer}`,
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
