// Reads mileages: in miles or kilometres, with the words that dealers put around them.
import { wordsFor } from '../columns/words.ts';
import {
  amountsIn,
  hasOnlyWords,
  isFiller,
  isPlainNumber,
  readNumber,
  rounded,
  withThousands,
  type NumberInText,
} from './number.ts';
import { MAX_MILES } from '../../listing/listing.ts';
import { OUT_OF_RANGE, PLACEHOLDER, UNREADABLE, type FieldValue } from './field-value.ts';

const KM_PER_MILE = 1.609344;

const NEGATIVE = /^-/;
/** Units as words and as the codes of UN/CEFACT, which schema.org uses. */
const MILES = /^ ?\(?(?:miles?|mls|mi|smi)(?![a-z])/;
const KILOMETRES = /^ ?\(?(?:kms?|kmt|kilomet(?:re|er)s?)(?![a-z])/;

/** Whole miles. Kilometres are converted. */
export function readMileage(value: unknown): FieldValue<number> {
  return readNumber(value, inMiles, (text) => {
    if (NEGATIVE.test(text)) return isPlainNumber(text) ? OUT_OF_RANGE : UNREADABLE;
    const { amounts, after } = amountsIn(text);
    const texts = [...amounts.map(({ before }) => before), after];
    if (!texts.every((words) => hasOnlyWords(words, wordsFor('beside a mileage')))) return UNREADABLE;
    const unitOf = (n: number): string => texts[n + 1] ?? '';
    const inTheirOwn = amounts.flatMap((amount, n) => (MILES.test(unitOf(n)) ? [amount] : []));
    const amount = only(inTheirOwn) ?? only(amounts);
    if (amount === undefined) return UNREADABLE;
    const unit = unitOf(amounts.indexOf(amount));
    const isInKilometres = KILOMETRES.test(unit);
    const distance = withThousands(amount, isInKilometres || MILES.test(unit));
    if (distance === undefined) return UNREADABLE;
    if (!isInKilometres) return inMiles(distance);
    return isFiller(distance) ? PLACEHOLDER : inMiles(distance / KM_PER_MILE);
  });
}

/** `12000 km` for 12000 and `KM`. */
export function withMileageUnit(value: unknown, unit: unknown): unknown {
  if (typeof unit !== 'string' || !isPlainNumber(value)) return value;
  const name = unit.trim().toLowerCase();
  // In a unit column `M` means miles; after a number it could mean metres.
  return `${String(value).trim()} ${name === 'm' ? 'miles' : name}`;
}

function only(amounts: readonly NumberInText[]): NumberInText | undefined {
  return amounts.length === 1 ? amounts[0] : undefined;
}

function inMiles(value: number): FieldValue<number> {
  const miles = rounded(value, 0);
  if (isFiller(miles)) return PLACEHOLDER;
  return value >= 0 && miles <= MAX_MILES ? miles : OUT_OF_RANGE;
}
