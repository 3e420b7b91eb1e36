// Finds where all vehicles of a feed are, if the text beside them says one place: `Hill Farm, Ludlow SY8 2HT` above a table, `All
// cars are at our Wicksea yard`, the address at the end of a web page.
import { isWholePostcode, parsePostalAddress, townOfPostcode } from '../values/postal-address.ts';

export type Place = Readonly<Partial<Record<'postcode' | 'loc', string>>>;

const POSTCODE = /(?<![a-z0-9])[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}(?![a-z0-9])/gi;
/** In the source of a web page, shorter forms may be of anything. */
const POSTCODE_IN_PAGE = /(?<![\w-])[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}(?![\w-])/g;
/** What the address of somebody else, or of no yard, follows. */
const OTHER =
  /\b(?:registered|head office|correspondence|customer|finance|insurance|warranty|auction)\b[^.;\n]{0,60}$/i;
const ADDRESS = /(?:https?:|www\.)\S*/gi;
/** `All cars at our Wicksea yard`, `Everything is at the Market Drayton site`. */
const YARD =
  /\b(?:[Aa]ll|[Ee]very|[Ee]verything)\b[^.]{0,40} (?:at|from|in) (?:our|the) (\p{Lu}\p{Ll}+(?:[ -]\p{L}{2,}){0,3}?),? (?:branch|depot|forecourt|garage|premises|showroom|site|store|yard)\b/u;

/** The places that a text beside the vehicles says. `isLetterhead`: it has the address of the dealer's site too. */
export function placesIn(text: string, isLetterhead: boolean): readonly Place[] {
  const postcodes = Array.from(text.matchAll(POSTCODE), ({ 0: code, index }): Place[] => {
    const isTheirs = !OTHER.test(text.slice(Math.max(0, index - 100), index));
    const postcode = code.toUpperCase().replace(/ ?(?=.{3}$)/, ' ');
    return isTheirs && isReal(code) ? [{ postcode }] : [];
  }).flat();
  const isShort = isLetterhead && text.length <= 300 && !text.includes('{');
  const town = isShort ? parsePostalAddress(text.replace(ADDRESS, ' ')).town : undefined;
  const loc = YARD.exec(text)?.[1] ?? town;
  return loc === undefined ? postcodes : [...postcodes, { loc }];
}

/** The place that all of these are; a postcode says more than a name. */
export function onlyPlace(places: readonly Place[]): Place | undefined {
  const postcodes = places.filter(({ postcode }) => postcode !== undefined);
  const [first, ...others] = postcodes.length > 0 ? postcodes : places;
  return others.every(({ postcode, loc }) => (postcode ?? loc) === (first.postcode ?? first.loc))
    ? first
    : undefined;
}

/** The only postcode in the source of a web page. */
export function postcodeOfPage(page: string): string | undefined {
  const [code, ...others] = new Set((page.match(POSTCODE_IN_PAGE) ?? []).filter(isReal));
  return others.length === 0 ? code : undefined;
}

function isReal(code: string): boolean {
  return isWholePostcode(code) && townOfPostcode(code) !== undefined;
}
