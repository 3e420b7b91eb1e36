// Finds where all vehicles of a feed are, if the text beside them says one place: `Hill Farm, Ludlow SY8 2HT` above a table, `All
// cars are at our Wicksea yard`, the address at the end of a web page.
import { isWholePostcode, townOfPostcode } from '../values/postal-address.ts';

export type Place = Readonly<Partial<Record<'postcode' | 'loc', string>>>;

const POSTCODE = /(?<![a-z0-9])[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}(?![a-z0-9])/gi;
/** In the source of a web page, shorter forms may be of anything. */
const POSTCODE_IN_PAGE = /(?<![\w-])[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}(?![\w-])/g;
const MAX_POSTCODE_LENGTH = 8;
/** What the address of somebody else, or of no yard, follows. */
const OTHER =
  /\b(?:registered|head office|correspondence|customer|finance|insurance|warranty|auction)\b[^.;\n]{0,60}$/i;
/** `All cars at our Wicksea yard`, `Everything is at the Market Drayton site`. */
const YARD =
  /\b(?:[Aa]ll|[Ee]very|[Ee]verything)\b[^.]{0,40} (?:at|from|in) (?:our|the) (\p{Lu}\p{Ll}+(?:[ -]\p{L}{2,}){0,3}?),? (?:branch|depot|forecourt|garage|premises|showroom|site|store|yard)\b/u;

/** The places that a text beside the vehicles says. */
export function placesIn(text: string): readonly Place[] {
  const postcodes = Array.from(text.matchAll(POSTCODE), ({ 0: code, index }): Place[] => {
    const isTheirs = !OTHER.test(text.slice(Math.max(0, index - 100), index));
    const postcode = code.toUpperCase().replace(/ ?(?=.{3}$)/, ' ');
    return isTheirs && isReal(code) ? [{ postcode }] : [];
  }).flat();
  const [, loc] = YARD.exec(text) ?? [];
  return loc === undefined ? postcodes : [...postcodes, { loc }];
}

/** The place that all of these are; a postcode says more than a name. */
export function onlyPlace(places: readonly Place[]): Place | undefined {
  const postcodes = new Set(places.flatMap(({ postcode }) => postcode ?? []));
  const [postcode] = postcodes;
  if (postcode === undefined) return places[0];
  return postcodes.size === 1 ? { postcode } : undefined;
}

/** The postcodes in the source of a web page, which comes in pieces. */
export class PostcodesInPage {
  readonly #found = new Set<string>();
  #before = '';

  push(piece: string): void {
    const text = this.#before + piece;
    for (const { 0: code, index } of text.matchAll(POSTCODE_IN_PAGE)) {
      // What begins the kept text has been looked at.
      const isWhole = (index > 0 || this.#before === '') && index + code.length < text.length;
      if (isWhole && this.#found.size < 2 && isReal(code)) this.#found.add(code);
    }
    this.#before = text.slice(-MAX_POSTCODE_LENGTH - 2);
  }

  get only(): string | undefined {
    return this.#found.size === 1 ? [...this.#found][0] : undefined;
  }
}

function isReal(code: string): boolean {
  return isWholePostcode(code) && townOfPostcode(code) !== undefined;
}
