// Parameters that operations have besides those of a search, or instead of them: the URLs of adverts, and a phrase.
import { parseUrl } from '../listing/domain-name.ts';
import { storedUrl } from '../listing/http-url.ts';
import { anyText, readOne, type OwnParameter } from '../query/read-parameters.ts';
import { missingParameter } from '../query/parse-value.ts';
import { REDIRECT_PARAMETER, REDIRECT_PATH } from './paths.ts';
import { MAX_ADVERTS } from './schemas/vehicle-schemas.ts';

const EXAMPLE = 'https://northgate-cars.example/stock/8841';
const AN_ADVERT = 'the URL of an advert';

/** Names under which clients send adverts. */
export const ADVERT_NAMES: readonly string[] =
  'advert adverts advert_url url urls api_target address id ids vehicles cars'.split(' ');

/** The parameter of a lookup. */
export const ADVERT = {
  name: 'advert',
  example: EXAMPLE,
  otherNames: ADVERT_NAMES,
  read({ name }, texts) {
    const adverts = texts.filter((text) => text !== '');
    if (adverts.length === 0) return { issue: missingParameter(name, AN_ADVERT) };
    const { length } = adverts;
    if (length <= MAX_ADVERTS) return { value: adverts, key: adverts.join(' ') };
    const message = `${name} may be sent at most ${MAX_ADVERTS} times (got ${length}).`;
    return { issue: { parameter: name, code: 'out_of_range', value: String(length), message } };
  },
} as const satisfies OwnParameter<readonly string[]>;

/** The parameter of a redirect. */
export const TARGET = {
  name: REDIRECT_PARAMETER,
  example: EXAMPLE,
  otherNames: ADVERT_NAMES,
  read: readOne(anyText, AN_ADVERT),
} as const satisfies OwnParameter<string>;

/** The phrase to interpret. */
export const PHRASE = {
  name: 'text',
  example: 'cheap diesel automatic estate under £10k near SW1A 1AA',
  otherNames: 'q query text phrase prompt search question request message input txt'.split(' '),
  read: readOne(anyText),
} as const satisfies OwnParameter<string>;

/** The URL of an advert, as stocks have it, from the dealer's URL or our redirect. `baseUrl` has no final slash. */
export function advertUrlOf(address: string, baseUrl: string): string {
  const url = parseUrl(address);
  const redirect = `${parseUrl(baseUrl)?.href.replace(/\/$/, '') ?? baseUrl}${REDIRECT_PATH}`;
  const advert = url?.href.startsWith(redirect) === true ? url.searchParams.get(REDIRECT_PARAMETER) : null;
  return storedUrl(advert ?? address);
}
