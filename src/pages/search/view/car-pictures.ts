// The pictures of a car that a page can load, each once.
import type { Vehicle } from '../../../api/responses.ts';

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
