// Slots of numbers, amounts and the words of their limits, in the rows of tables: `<number 4-7 {foot}>`, `<sum>`, `<comparator>`.
import type { PhraseContext } from '../words/match.ts';
import { beginsNumber, readNumeral, type Numeral } from '../words/numerals.ts';
import type { SlotKind } from '../words/row-language.ts';
import { endOf, hasDigit, mark, ofList, slot, word } from '../words/slots.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { isMoney, readAmount } from './amount.ts';
import { comparatorSign, QUANTITIES } from './quantity-words.ts';
import { readSecond } from './second-amount.ts';

/** A number that `accepts`, without a pound sign, with a unit of the list in the same word or behind it. */
function number(accepts: (numeral: Numeral) => boolean): SlotKind {
  return ({ min, max } = { min: 0, max: Infinity }, unit) => ({
    mayBegin: beginsNumber,
    end(phrase, at) {
      const found = readNumeral(phrase, at);
      if (found === undefined || found.value < min || found.value > max || !accepts(found)) return undefined;
      if (phrase.words[at].gap.includes('£')) return undefined;
      const next = at + found.length;
      if (unit === undefined) return found.suffix === '' ? next : undefined;
      if (found.suffix !== '') return unit.get(found.suffix) === undefined ? undefined : next;
      return flowsAt(phrase, next) ? endOf(unit, phrase, next) : undefined;
    },
  });
}

/**
 * An amount or a range of them, in bounds: of money too, or of something else. A plate, an age or an engine's size is one of
 * the vehicle.
 */
function amount(mayBeMoney: boolean): SlotKind {
  return ({ min, max } = { min: 0, max: Infinity }) => ({
    mayBegin: beginsAmount,
    end(phrase, at, context) {
      const first = readAmount(phrase, at);
      if (first === undefined) return undefined;
      const { number: numeral, pound, unit } = first.amount;
      const isMoney = pound || unit === 'pounds' || numeral.grouped;
      const isSmall = unit === 'litres' && numeral.value < MAX_ENGINE;
      if (unit === 'plate' || unit === 'cc' || unit === 'age' || isSmall) return undefined;
      if (numeral.value < min || numeral.value > max || (isMoney && !mayBeMoney)) return undefined;
      const between = at > 0 ? QUANTITIES['limit before'].find(phrase, at - 1)?.meaning : undefined;
      return (readSecond(phrase, first, between, (context as PhraseContext).thisYear) ?? first).next;
    },
  });
}

/** In litres. */
const MAX_ENGINE = 20;

function moneyAt(phrase: Phrase, at: number): number | undefined {
  const read = readAmount(phrase, at);
  return read !== undefined && isMoney(read.amount) ? read.next : undefined;
}

function beginsAmount(key: string): boolean {
  return beginsNumber(key) || QUANTITIES['part of a year'].mayBegin(key);
}

/** `1990s`, `90s` */
export const DECADE = /^(19|20)?([0-9])0s$/;

export const AMOUNT_SLOTS: ReadonlyMap<string, SlotKind> = new Map<string, SlotKind>([
  ['number', number(() => true)],
  ['digits', number(({ plain }) => plain)],
  ['whole', number(({ decimals }) => decimals === 0)],
  ['thousands', number(({ grouped }) => grouped)],
  ['money', slot(moneyAt, beginsAmount)],
  ['sum', amount(true)],
  ['amount', amount(false)],
  ['signed', mark(({ words }, at) => comparatorSign(words.at(at)?.gap ?? '') !== undefined)],
  ['comparator', ofList(QUANTITIES['limit before'])],
  ['comparator after', ofList(QUANTITIES['limit after'])],
  ['extra', ofList(QUANTITIES['on top'])],
  ['decade', word(DECADE, hasDigit)],
]);
