// The address of an advert as clients send it, the dealer's own or the one under which responses show the vehicle; and the issues of
// operations that got none or too many.
import { REDIRECT_PARAMETER, REDIRECT_PATH } from './paths.ts';
import { parseUrl } from '../listing/domain-name.ts';
import type { ParameterIssue } from '../problem.ts';
import { MAX_ADVERTS } from './schemas/lookup-schema.ts';

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

export function missingAdvert(parameter: string): ParameterIssue {
  const message = `${parameter} is required: the URL of an advert.`;
  return { parameter, code: 'missing', value: '', message };
}

export function tooManyAdverts(count: number): ParameterIssue {
  const message = `advert may be sent at most ${MAX_ADVERTS} times (got ${count}).`;
  return { parameter: 'advert', code: 'out_of_range', value: String(count), message };
}

/** True for names under which clients send the URL of an advert by mistake, in any case. */
export function isAdvertAlias(name: string): boolean {
  return ADVERT_ALIASES.has(name.toLowerCase());
}

const ADVERT_ALIASES = new Set(['advert', 'adverts', 'advert_url', 'url', 'urls', 'api_target', 'address', 'id', 'ids']); // prettier-ignore
