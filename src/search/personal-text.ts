// Removes texts that may identify a person or a car: e-mail and web addresses, long numbers, full postcodes, number plates and
// codes. It removes rather too much, because the rest is counted and shown to operators. Names of people look like other words.
import { makeAliases } from '../vehicle/makes.ts';
import { nameKey } from '../vehicle/name-key.ts';
import { tradeTerms } from '../vehicle/trade-terms.ts';
import { ukModels } from '../vehicle/models.ts';

const ADDRESS = /@|\/\/|www\./;
/**
 * Six or more digits, however they are separated: telephone numbers, cards, accounts. This pattern and the next ones begin and
 * end at the edge of a word, so each is tried once per word.
 */
const LONG_NUMBERS = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*\d(?:[\s().,/+-]*\d){5,}[\p{L}\p{N}_]*/gu;
/** Words with five digits in a row, and long words with any digit: references, VINs, keys. */
const CODES =
  /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_]*\d{5}[\p{L}\p{N}_]*|(?=[\p{L}\p{N}_]*\d)[\p{L}\p{N}_]{12,})/gu;
const POSTCODES = /(?<![\p{L}\p{N}])[a-z]{1,2}\d[a-z\d]?[\s-]*\d[a-z]{2}(?![\p{L}\p{N}])/gu;

/** Plates of Great Britain since 2001, with the year first or last, of Northern Ireland, and plates without a year. */
const PLATES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])[a-z]{2}\d{2}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[a-z]\d{1,3}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])([a-z]{3})[\s-]*\d{1,3}[a-z](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])([a-z]{3})[\s-]*\d{3,4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{3,4}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
];

/** A folded text with a space in place of each removed part. */
export function withoutPersonalText(folded: string): string {
  let rest = withoutAddresses(folded).replace(LONG_NUMBERS, ' ').replace(CODES, ' ').replace(POSTCODES, ' ');
  // The three letters of `c63 amg` and `bmw 320d` are not part of a plate.
  for (const plate of PLATES)
    rest = rest.replace(plate, (whole, letters: string) => (tradeWords().has(letters) ? whole : ' '));
  return rest;
}

/** Removes addresses, also with spaces: `ann @ mail.example`. */
function withoutAddresses(text: string): string {
  const parts = text.split(/\s+/);
  return parts
    .filter(
      (part, i) =>
        !ADDRESS.test(part) && parts[i - 1]?.endsWith('@') !== true && parts[i + 1]?.startsWith('@') !== true,
    )
    .join(' ');
}

/** Marks of engines, which no table contains. */
const ENGINE_MARKS = 'cdi cdti cdt crd dci ddi fsi gdi gtd hdi jtd mpi sdi tdi tgi tsi vti'.split(' ');

let words: ReadonlySet<string> | undefined;

/** Three-letter words of makes, models and terms of the trade. */
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
