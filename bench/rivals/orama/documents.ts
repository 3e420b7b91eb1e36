// A listing as Orama takes it in. What is not known is not there: then no range finds it, and it sorts last.
import type { StockRow } from '../stock-row.ts';

/** All words in one property: Orama finds two words only where one property has both. */
export const SCHEMA: Readonly<Record<string, string>> = {
  make: 'enum',
  model: 'enum[]',
  fuelType: 'enum',
  transmission: 'enum',
  dealer: 'enum',
  priceGbp: 'number',
  mileageMiles: 'number',
  year: 'number',
  engineLitres: 'number',
  standing: 'number',
  words: 'string',
};

export const SORTED_BY: readonly string[] = ['priceGbp', 'mileageMiles', 'year', 'standing'];

export type OramaDocument = Readonly<Record<string, string | number | readonly string[]>>;

/** Words come folded, with a space between them. Each once, as in Orama's own. */
export const TOKENIZER = {
  language: 'english',
  normalizationCache: new Map<string, string>(),
  tokenize: (text: string) => [...new Set(text.split(' '))],
};

export function documentOf(row: StockRow): OramaDocument {
  const { key, make, modelKeys, fuelType, transmission, dealer, words } = row;
  const { priceGbp, mileageMiles, year, engineLitres, standing } = row;
  const values = { make, fuelType, transmission, priceGbp, mileageMiles, year, engineLitres };
  const known = Object.entries(values).filter(
    (entry): entry is [string, string | number] => entry[1] !== null,
  );
  return {
    id: key,
    model: modelKeys,
    dealer,
    standing,
    words: words.flat().join(' '),
    ...Object.fromEntries(known),
  };
}
