// The pictures of a car that a page can load, each once, and their elements.
import type { Vehicle } from '../../../api/responses.ts';
import { button, h, type ElementNode } from '../../element.ts';

/** The small one of the results, then the others. */
export function cardPictures({ thumbnail, images }: Vehicle): readonly string[] {
  return loadable([thumbnail, ...images]);
}

/** Those in full; the small one only if it is all there is. */
export function fullPictures({ thumbnail, images }: Vehicle): readonly string[] {
  return loadable(images.length > 0 ? images : [thumbnail]);
}

/** From the web or this site. No other URL is ever loaded. */
function loadable(urls: readonly (string | null)[]): readonly string[] {
  const unique = new Set(urls.filter((url) => url !== null));
  return [...unique].filter((url) => /^(?:https?:\/\/|\/(?!\/))/i.test(url));
}

/** Four by three until it has loaded. The dealer's site does not learn which page shows it. */
export function photo(
  src: string,
  alt = '',
  more: Readonly<Record<string, string | number | null>> = {},
): ElementNode {
  const room = { width: 640, height: 480 };
  return h('img', { src, alt, ...room, decoding: 'async', referrerpolicy: 'no-referrer', ...more });
}

/** Buttons to the picture before and after, with attributes by their step, around the place in the row. */
export function turner(
  at: number,
  count: number,
  attributesOf: (step: number) => Readonly<Record<string, string | number>>,
): ElementNode {
  return h('div', { class: 'turn', hidden: count < 2 }, [
    button('‹', { ...attributesOf(-1), 'aria-label': 'Previous picture' }),
    h('span', { 'aria-live': 'polite' }, `${at + 1} of ${count}`),
    button('›', { ...attributesOf(1), 'aria-label': 'Next picture' }),
  ]);
}
