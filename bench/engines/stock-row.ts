// A listing as every other engine loads it. It comes from the very row that our own engine is given, so that a difference between
// two results is a difference between engines, not between interpretations of the listing.
import { tagsOf } from '../../src/cluster/listing-document.ts';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { Point } from '../../src/geo/great-circle.ts';
import { compoundsOf, foldText, tokenize } from '../../src/engine/postings/tokenizer.ts';
import { toRow, LISTING_SCHEMA } from '../../src/index/shared/listing-schema.ts';
import type { Listing } from '../../src/listing/listing.ts';

export interface StockRow {
  /** The dealer's id, a tab, the dealer: sorts as the contract's last tie-breaker does. */
  readonly key: string;
  readonly make: string | null;
  /** Make and model together. */
  readonly title: string | null;
  /** Every key that the title answers to (model-terms.ts). Empty: not known. */
  readonly modelKeys: readonly string[];
  readonly fuelType: string | null;
  readonly transmission: string | null;
  readonly dealer: string;
  readonly priceGbp: number | null;
  readonly mileageMiles: number | null;
  readonly year: number | null;
  readonly engineLitres: number | null;
  /** Place in the default order, lowest first. */
  readonly defaultRank: number;
  /** Breaks the ties of the default order and of relevance, lowest first, before the price does. */
  readonly shuffle: number;
  readonly point: Point | null;
  /** The folded words of each of TEXT_FIELDS, in its order; tags for terms of the trade, classes, neighbours and sounds. */
  readonly words: readonly (readonly string[])[];
}

/** The text fields with what an occurrence in each counts for relevance; the last one holds tags. */
export const TEXT_FIELDS: readonly { readonly name: string; readonly boost: number }[] = [
  ...LISTING_SCHEMA.texts,
  { name: 'tags', boost: LISTING_SCHEMA.tagWeight },
];

const [MAKE, MODEL] = LISTING_SCHEMA.values;
const SHUFFLE = LISTING_SCHEMA.numbers.indexOf(LISTING_SCHEMA.shuffle.by);

export function stockRow(listing: Listing, gazetteer: Gazetteer): StockRow {
  const row = toRow(listing, gazetteer);
  const { key, values, numbers, point, texts } = row;
  const [make, model, fuelType, transmission] = values;
  const [priceGbp, mileageMiles, year, engineLitres, defaultRank] = numbers;
  const shuffle = numbers[SHUFFLE];
  if (defaultRank === null || shuffle === null)
    throw new Error(`the listing '${key}' has no place in the default order`);
  return {
    key,
    make: make === null ? null : (MAKE.termsOf(make)[0] ?? null),
    title: model,
    modelKeys: model === null ? [] : MODEL.termsOf(model),
    fuelType,
    transmission,
    dealer: listing.dealer,
    priceGbp,
    mileageMiles,
    year,
    engineLitres,
    defaultRank,
    shuffle,
    point,
    words: [...texts.map(wordsIn), tagsOf(row)],
  };
}

/** Hyphenated words are there in parts and as one, as in our own index. */
function wordsIn(text: string | null): string[] {
  if (text === null) return [];
  const folded = foldText(text);
  return [...tokenize(folded), ...compoundsOf(folded)];
}
