// What a number with a direction and no unit may mean, as a question: `up to 13` is no price of £13, and may be £13,000, a mileage or an age.
import type { Quantity } from './amount.ts';
import type { MeaningOf } from './match.ts';
import type { Question } from './query-builder.ts';
import { registrationPeriodOf, yearOfHalfYear } from './resolve-year.ts';

const REASON = 'A number without a unit: say pounds, miles, litres or a year of four digits.';
/** Larger numbers are thousands by themselves. */
const MAX_THOUSANDS = 200;
const MAX_AGE = 20;

export function bareNumber(
  { first, second, comparator }: Quantity,
  thisYear: number,
): MeaningOf<'unsupported'> {
  const { value } = first.number;
  const side = comparator?.side === 'min' ? 'min' : 'max';
  const isSimple =
    second === undefined &&
    value >= 1 &&
    value <= MAX_THOUSANDS &&
    /^(?:min|max)$/.test(comparator?.side ?? '');
  const meaning = { kind: 'unsupported', reason: REASON } as const;
  return isSimple ? { ...meaning, asks: questionOf(value, side, thisYear) } : meaning;
}

function questionOf(value: number, side: 'min' | 'max', thisYear: number): Question {
  const thousands = Math.round(value * 1000);
  const grouped = thousands.toLocaleString('en-GB');
  const limit = side === 'max' ? 'Up to' : 'At least';
  const choices: Question['choices'][number][] = [
    { label: `${limit} £${grouped}`, parameters: { [`price_${side}` as const]: String(thousands) } },
    { label: `${limit} ${grouped} miles`, parameters: { [`miles_${side}` as const]: String(thousands) } },
  ];
  const plate = registrationPeriodOf(value, thisYear);
  if (side === 'max' && value <= MAX_AGE)
    choices.push({
      label: `Up to ${value} years old`,
      parameters: { year_min: String(thisYear - Math.ceil(value)) },
    });
  if (side === 'min' && plate !== undefined)
    choices.push({
      label: `From ${yearOfHalfYear(plate)}`,
      parameters: { year_min: String(yearOfHalfYear(plate)) },
    });
  const kinds =
    choices.length < 3
      ? 'a price or a mileage'
      : `a price, a mileage or ${side === 'max' ? 'an age' : 'a year'}`;
  return { question: `Is ${value} ${kinds}?`, choices };
}

const TOO_LOW = 'No vehicle costs so little: say thousands.';
const MIN_PRICE = 100;

/** Whether an amount of pounds is too low for the price of a vehicle: `up to £13`. */
export function isTooLow({ first, second }: Quantity): boolean {
  return [first, second].every(
    (amount) => amount === undefined || (amount.number.value < MIN_PRICE && !amount.number.grouped),
  );
}

/** Asks whether thousands are meant. */
export function lowPrice({ first, second, comparator }: Quantity): MeaningOf<'unsupported'> {
  const meaning = { kind: 'unsupported', reason: TOO_LOW } as const;
  const { value } = first.number;
  if (second !== undefined || value < 1) return meaning;
  const side = comparator?.side === 'min' ? 'min' : 'max';
  const limit = side === 'max' ? 'Up to' : 'At least';
  const choiceOf = (pounds: number): Question['choices'][number] => ({
    label: `${limit} £${pounds.toLocaleString('en-GB')}`,
    parameters: { [`price_${side}` as const]: String(pounds) },
  });
  const thousands = Math.round(value * 1000);
  const question = `Is £${value} meant as £${thousands.toLocaleString('en-GB')}?`;
  return { ...meaning, asks: { question, choices: [choiceOf(thousands), choiceOf(Math.round(value))] } };
}
