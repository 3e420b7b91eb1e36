// A quantity as it is read, before resolve-quantity.ts gives it a meaning.
import type { Numeral } from './numerals.ts';
import type { Comparator, Unit } from './quantity-words.ts';

export interface Amount {
  readonly number: Numeral;
  readonly unit: Unit | undefined;
  /** A pound sign precedes it. */
  readonly pound: boolean;
  /** A word such as `late` precedes a year. */
  readonly part?: true;
}

export interface Quantity {
  readonly topic: 'pounds' | 'miles' | 'litres' | 'year' | 'plate' | 'age' | undefined;
  readonly comparator: Comparator | undefined;
  readonly first: Amount;
  /** The upper end of a range. */
  readonly second: Amount | undefined;
  /** The next word makes it a distance: `20 miles from`. */
  readonly distant: boolean;
}
