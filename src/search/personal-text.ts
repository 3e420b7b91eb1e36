// Removes from a text what may identify a person or a car: addresses of e-mail and pages, long numbers, full postcodes, number plates
// and codes. Rather a word too many: what is left is counted and shown to operators. Names of people cannot be told from other words.
import { makeAliases } from '../listing/makes.ts';
import { nameKey } from '../listing/name-key.ts';
import { tradeTerms } from '../listing/trade-terms.ts';
import { ukModels } from '../listing/uk-models.ts';

/** A part of a word on either side is no boundary. */
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

const patternOf = (inner: string): RegExp => new RegExp(`${START}${inner}${END}`, 'gu');

const ADDRESSES = /\S*\s*@\s*\S*|\S*(?:\/\/|www\.)\S*/g;
/** Six digits and more, however they are separated: telephone numbers, cards, accounts. */
const LONG_NUMBERS = /[\p{L}\p{N}_]*\d(?:[\s().,/+-]*\d){5,}[\p{L}\p{N}_]*/gu;
/** Words with five digits in a row, and long ones with any: references, VINs, keys. */
const CODES = /[\p{L}\p{N}_]*\d{5}[\p{L}\p{N}_]*|(?=[\p{L}_]*\d)[\p{L}\p{N}_]{12,}/gu;
const POSTCODES = patternOf(String.raw`[a-z]{1,2}\d[a-z\d]?[\s-]*\d[a-z]{2}`);

/** The plates of Great Britain since 2001, with the year first or last, of Northern Ireland, and those without a year. */
const PLATES: readonly RegExp[] = [
  String.raw`[a-z]{2}\d{2}[\s-]*([a-z]{3})`,
  String.raw`[a-z]\d{1,3}[\s-]*([a-z]{3})`,
  String.raw`([a-z]{3})[\s-]*\d{1,3}[a-z]`,
  String.raw`([a-z]{3})[\s-]*\d{3,4}`,
  String.raw`\d{3,4}[\s-]*([a-z]{3})`,
].map(patternOf);

/** The rest of a folded text, with a space for each part that was removed. Takes time in proportion to the square of its length. */
export function withoutPersonalText(folded: string): string {
  let rest = folded
    .replace(ADDRESSES, ' ')
    .replace(LONG_NUMBERS, ' ')
    .replace(CODES, ' ')
    .replace(POSTCODES, ' ');
  // The three letters of `c63 amg` and `bmw 320d` are no plate's.
  for (const plate of PLATES)
    rest = rest.replace(plate, (whole, letters: string) => (tradeWords().has(letters) ? whole : ' '));
  return rest;
}

/** Marks of engines, which no table has. */
const ENGINE_MARKS = 'cdi cdti cdt crd dci ddi fsi gdi gtd hdi jtd mpi sdi tdi tgi tsi vti'.split(' ');

let words: ReadonlySet<string> | undefined;

/** Words of three letters that makes, models and terms of the trade have. */
function tradeWords(): ReadonlySet<string> {
  words ??= new Set(
    [
      ...ENGINE_MARKS,
      ...[...makeAliases()].flat(),
      ...ukModels().models.flatMap(({ make, names, badges }) => [
        make,
        ...names.map(({ name }) => name),
        ...badges,
      ]),
      ...tradeTerms().terms.flatMap(({ spellings, narrower }) => [...spellings, ...narrower]),
    ]
      .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
      .map(nameKey)
      .filter((word) => /^[a-z]{3}$/.test(word)),
  );
  return words;
}
