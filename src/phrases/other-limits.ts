// Matches limits that no parameter can express, such as `road tax under £30`, `insurance group 10` and `range of at least 200 miles`,
// so that their numbers are not read as prices or years. A number too large for what it limits is not part of it: in
// `heated seats under 5k` it is the price.
import { readAmount } from './amount.ts';
import type { Matcher } from './match.ts';
import { LISTS } from './limit-words.ts';
import { COMPARATORS_AFTER, COMPARATORS_BEFORE, comparatorSign } from './quantity-words.ts';
import { readSecond } from './second-amount.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const NO_LIMIT = 'No parameter limits this.';
const RUNNING_COST = 'Prices are for the whole vehicle: there is no search by running cost or instalment.';

export const matchOtherLimit: Matcher = (phrase, at, context) => {
  const whole = LISTS['without a number'].find(phrase, at);
  if (whole !== undefined)
    return { length: whole.length, meaning: { kind: 'unsupported', reason: RUNNING_COST } };
  const property = LISTS.property.find(phrase, at);
  if (property === undefined) return undefined;
  const { max, money, alone, dated } = property.meaning;
  let next = skipFillers(phrase, at + property.length);
  const until = dated === true ? LISTS.until.find(phrase, next) : undefined;
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
  end += flows(phrase, end) ? (LISTS.end.find(phrase, end)?.length ?? 0) : 0;
  return {
    length: end - at,
    meaning: { kind: 'unsupported', reason: money === true ? RUNNING_COST : NO_LIMIT },
  };
};

function flows({ words }: TokenizedPhrase, at: number): boolean {
  return words.at(at)?.flows === true;
}

/** `at least` is no filler. */
function skipFillers(phrase: TokenizedPhrase, at: number): number {
  let next = at;
  while (next < at + 3 && flows(phrase, next) && LISTS.filler.has(phrase.words[next].key)) {
    if (COMPARATORS_BEFORE.find(phrase, next) !== undefined) break;
    next++;
  }
  return next;
}
