// Matches limits that no parameter can express, such as `road tax under £30`, `insurance group 10` and `range of at least 200 miles`,
// so that their numbers are not read as prices or years. A number too large for what it limits is not part of it: in
// `heated seats under 5k` it is the price.
import { readAmount } from './amount.ts';
import { COMPARATORS_AFTER, COMPARATORS_BEFORE, comparatorSign } from './comparators.ts';
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { readSecond } from './second-amount.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

interface Property {
  readonly max: number;
  /** May be an amount of money. */
  readonly money?: true;
  /** A number without a comparator belongs to it too. */
  readonly alone?: true;
  /** Is limited by a year, after `until`. */
  readonly dated?: true;
  readonly reason?: string;
}

const NO_LIMIT = 'No parameter limits this.';
const RUNNING_COST = 'Prices are for the whole vehicle: there is no search by running cost or instalment.';

const PROPERTIES = new PhraseMatcher<Property>([
  [
    { max: 999, money: true, alone: true, reason: RUNNING_COST },
    'road tax, car tax, tax, ved, vehicle tax, yearly tax, annual tax, tax cost, tax costs, tax of, road fund licence, running costs, running cost, tax per year',
  ],
  [{ max: 5000, money: true, alone: true, reason: RUNNING_COST }, 'insurance, insurance cost, insurance costs, car insurance, insure'],
  [
    { max: 20_000, money: true, alone: true, reason: RUNNING_COST },
    'deposit, monthly payments, monthly payment, monthly budget, monthly, monthlies, payments, payment, repayments, repayment, monthly cost, monthly costs, ' +
      'instalments, installments, finance, finance payments, finance deposit, a month, per month, pcm, apr, monthly price',
  ],
  [{ max: 50, alone: true }, 'insurance group, insurance groups, insurance band, ins group, insurance grp, group, tax band, 0 60, 0 62, 0 to 60, 0 to 62, 0 60mph, 0 62mph, nought to sixty, zero to sixty, 0 60 time, 0 to 60 time, 0 100'],
  [{ max: 300, alone: true }, 'mpg, miles per gallon, fuel economy, fuel consumption, economy, average mpg, combined mpg, top speed'],
  [{ max: 5000, alone: true }, 'co2, co2 emissions, emissions, bhp, horsepower, brake horsepower, torque, electric range, battery range, ev range, wltp range, range of, a range of, boot space, bootspace, towing capacity, towing weight'],
  [{ max: 2000 }, 'power, hp, range, real range, boot, battery, battery size, battery capacity, kwh, ground clearance, weight, length, width, height'],
  [{ max: 12 }, 'owners, previous owners, keepers, former keepers, number of owners, no of owners, seats, doors, number of seats, number of doors, gears, cylinders'],
  [{ max: 2100, dated: true }, 'mot, mot valid, mot runs, mot expires, mot expiry, warranty, manufacturer warranty, manufacturers warranty, tax until, taxed, service plan, service due, serviced'],
]); // prettier-ignore

/** Limits without a number. */
const WHOLE = new PhraseMatcher<true>([
  [true, 'free road tax, free tax, zero tax, zero road tax, nil tax, tax free, tax exempt, low insurance group, low insurance groups, cheap insurance group, low tax band, low tax bracket'],
]); // prettier-ignore

const FILLERS = new Set(
  'is of at in a an the with cost costs costing that has being time was be miles rating'.split(' '),
);
const UNTIL = new PhraseMatcher<true>([
  [true, 'until, till, til, to, through to, up to, expires, expires in, expiring, runs until, valid until, valid to, due, due in, up until'],
]); // prettier-ignore
/** Words after the number that belong to it. */
const ENDS = new PhraseMatcher<true>([
  [true, 'insurance, tax, road tax, deposit, a month, per month, a year, per year, 0 60, 0 to 60, range, of range, seconds, secs, s, mph, people, litres, bhp, g km, co2'],
]); // prettier-ignore

export const matchOtherLimit: Matcher = (phrase, at, context) => {
  const whole = WHOLE.find(phrase, at);
  if (whole !== undefined)
    return { length: whole.length, meaning: { kind: 'unsupported', reason: RUNNING_COST } };
  const property = PROPERTIES.find(phrase, at);
  if (property === undefined) return undefined;
  const { max, money, alone, dated, reason } = property.meaning;
  let next = skipFillers(phrase, at + property.length);
  const until = dated === true ? UNTIL.find(phrase, next) : undefined;
  const comparator = dated === true ? undefined : COMPARATORS_BEFORE.find(phrase, next);
  if (!flows(phrase, next)) return undefined;
  next = skipFillers(phrase, next + (until?.length ?? comparator?.length ?? 0));
  const first = flows(phrase, next) ? readAmount(phrase, next) : undefined;
  if (first === undefined || (dated === true && until === undefined)) return undefined;
  const { number, pound, unit } = first.amount;
  const second = readSecond(phrase, first, comparator?.meaning, context.thisYear);
  let end = (second ?? first).next;
  const after = flows(phrase, end) ? COMPARATORS_AFTER.find(phrase, end) : undefined;
  const isCompared = comparator ?? after ?? (/\+/.test(phrase.text.charAt(phrase.words[end - 1].end)) ? true : comparatorSign(phrase.words[next].gap)); // prettier-ignore
  const isMoney = pound || unit === 'pounds';
  const isItsOwn = number.value <= max && (money === true || (!isMoney && !number.grouped));
  const isVehicles =
    unit === 'plate' || unit === 'cc' || unit === 'age' || (unit === 'litres' && number.value < 20);
  const isUnlimited = alone !== true && isCompared === undefined && dated !== true;
  if (!isItsOwn || isUnlimited || isVehicles) return undefined;
  end += after?.length ?? 0;
  end += flows(phrase, end) ? (ENDS.find(phrase, end)?.length ?? 0) : 0;
  return { length: end - at, meaning: { kind: 'unsupported', reason: reason ?? NO_LIMIT } };
};

function flows({ words }: TokenizedPhrase, at: number): boolean {
  return words.at(at)?.flows === true;
}

/** `at least` is no filler. */
function skipFillers(phrase: TokenizedPhrase, at: number): number {
  let next = at;
  while (next < at + 3 && flows(phrase, next) && FILLERS.has(phrase.words[next].key)) {
    if (COMPARATORS_BEFORE.find(phrase, next) !== undefined) break;
    next++;
  }
  return next;
}
