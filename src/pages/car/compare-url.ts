// The address of cars side by side, which can be shared. The scripts of pages make it too.
import { COMPARE_PATH } from '../../api/paths.ts';

/** More do not fit side by side. */
export const MAX_COMPARED = 4;
/** More cars than fit side by side are a list; a lookup takes no more. */
export const MAX_LISTED = 20;

/** `basePath` has a final slash. */
export function comparePageUrl(basePath: string, adverts: readonly string[]): string {
  const pairs = adverts.map((advert) => ['advert', advert] as [string, string]);
  return `${basePath}${COMPARE_PATH.slice(1)}?${new URLSearchParams(pairs).toString()}`;
}
