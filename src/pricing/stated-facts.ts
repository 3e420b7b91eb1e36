// Reads from a listing's texts what no field has: its fuel consumption, its trims, and whether it was written off.
import type { TradeTerm } from '../vehicle/trade-terms.ts';
import type { IndexedFields } from '../listing/listing.ts';
import type { StatedFacts } from './estimate.ts';
import { TermFinder, termsIn } from './term-finder.ts';

export interface ListingText extends StatedFacts {
  readonly isWriteOff: boolean;
}

/** The ids of terms: the first covers all categories of write-offs, the second `not a cat S`. */
const WRITE_OFF = 'writeoff';
const NEVER_WRITTEN_OFF = 'neverwrittenoff';

/** Longer texts are read no further: the facts are near the beginning, and 200 texts are read for one mark. */
const MAX_CHARACTERS = 2000;

export function readListingText(
  listing: Pick<IndexedFields, 'model' | 'fullDescription' | 'sourceTerms'>,
): ListingText {
  const description = listing.fullDescription?.slice(0, MAX_CHARACTERS) ?? '';
  const terms = termsIn(finder.find([listing.model, listing.sourceTerms, description].join(' . ')));
  return {
    consumptionMpg: findConsumption(description),
    trims: terms.filter(({ group }) => group === 'trim').map(({ id }) => id),
    isWriteOff: terms.some(({ id }) => id === WRITE_OFF),
  };
}

/** `53.3 mpg`, `Combined: 53.3 mpg`. A combined figure is preferred to others. */
const CONSUMPTION = /(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) ?mpg\b(?! ?\(?(?:urban|extra))/gi;
const IS_COMBINED = /^ ?\(?combined|combined[^\d]{0,30}$/i;
const AROUND = 40;
/** Nothing beyond is a car's. */
const MIN_MPG = 5;
const MAX_MPG = 500;

function findConsumption(text: string): number | null {
  let first: number | null = null;
  for (const match of text.matchAll(CONSUMPTION)) {
    const mpg = Number(match[1]);
    if (mpg < MIN_MPG || mpg > MAX_MPG) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (IS_COMBINED.test(text.slice(end, end + AROUND)) || IS_COMBINED.test(before)) return mpg;
    first ??= mpg;
  }
  return first;
}

function isRead({ group, id }: TradeTerm): boolean {
  return group === 'trim' || id === WRITE_OFF || id === NEVER_WRITTEN_OFF;
}

const finder = new TermFinder(isRead);
