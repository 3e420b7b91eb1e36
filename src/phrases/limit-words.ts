// Words of limits that are no price, mileage, year or engine size, from assets/phrases/limits.tsv.
import { NUMBERED_PHRASES, PHRASES, phrasesMeaning, readLists, WORDS } from './word-lists.ts';

interface Property {
  /** A larger number belongs to something else. */
  readonly max: number;
  /** May be an amount of money. */
  readonly money?: true;
  /** A number without a comparator belongs to it too. */
  readonly alone?: true;
  /** Is limited by a year, after `until`. */
  readonly dated?: true;
}

const PROPERTIES: Readonly<Record<string, Property>> = {
  tax: { max: 999, money: true, alone: true },
  insurance: { max: 5000, money: true, alone: true },
  instalment: { max: 20_000, money: true, alone: true },
  group: { max: 50, alone: true },
  economy: { max: 300, alone: true },
  output: { max: 5000, alone: true },
  size: { max: 2000 },
  count: { max: 12 },
  date: { max: 2100, dated: true },
};

export const LISTS = readLists('limits', {
  property: phrasesMeaning(PROPERTIES),
  'without a number': PHRASES,
  filler: WORDS,
  until: PHRASES,
  /** Words after the number that belong to it. */
  end: PHRASES,
  'before a time': PHRASES,
  time: PHRASES,
  'unit of time': WORDS,
  'after a time': PHRASES,
  recent: PHRASES,
  years: NUMBERED_PHRASES,
  year: WORDS,
  'before a decade': WORDS,
  /** Before a second, higher price. */
  ceiling: PHRASES,
});
