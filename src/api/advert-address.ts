// The address of an advert as clients send it: the dealer's own, or the one under which responses show the vehicle.
import { REDIRECT_PARAMETER, REDIRECT_PATH } from './paths.ts';
import { parseUrl } from '../listing/parse-url.ts';

/** Normalised as imports store it. A vehicle's own `url` stands for the advert that it leads to. */
export function advertUrlOf(address: string, baseUrl: string): string {
  const url = parseUrl(address);
  if (url === undefined) return address;
  const isOwn = url.href.startsWith(
    `${parseUrl(baseUrl)?.href.replace(/\/$/, '') ?? baseUrl}${REDIRECT_PATH}`,
  );
  const advert = isOwn ? url.searchParams.get(REDIRECT_PARAMETER) : null;
  return advert === null ? url.href : (parseUrl(advert)?.href ?? advert);
}
