// Reads prices in pounds: the price to pay, among the words, former prices and remarks on VAT that dealers put around it.
import { MAX_PRICE_GBP } from '../../listing/listing.ts';
import { wordsFor } from '../tables/feed-tables.ts';
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
import { NOT_GBP, OUT_OF_RANGE, PLACEHOLDER, UNREADABLE, WITHOUT_VAT, type FieldValue } from './text.ts';
import { statusTable } from './sale-status.ts';

/** What becomes of a price without VAT: unknown, or the price with the VAT of the United Kingdom. */
export const VAT_CHOICES = ['unknown', 'add'] as const;
export type VatChoice = (typeof VAT_CHOICES)[number];

/** Prices up to here are typed to fill a form. */
const MAX_TOKEN_PRICE_GBP = 1;

const PRICE =
  /^(-?)(?:£|gbp)? ?([+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[+-]?[0-9]+(?:\.[0-9]+)?) ?(k?) ?(?:£|gbp|pounds)?$/;

const FOREIGN_SIGN = /(?!£)\p{Sc}/u;
const POUNDS = 'gbp';

/** The sign of another currency in the name of a column, unless it has that of pounds too: `Asking €`. */
export function foreignSignIn(name: string): string | undefined {
  return name.includes('£') ? undefined : FOREIGN_SIGN.exec(name)?.[0];
}

function isForeign(text: string): boolean {
  if (FOREIGN_SIGN.test(text)) return true;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((word) => word !== POUNDS && wordsFor('currency').has(word));
}

/** Words before an amount that is not to be paid; the last words before it. */
const FORMER_PRICE =
  /(?:was|rrp|reduced from|down from|previously|originally|original price|old price|before|normally|usual price|usually|list price|save|saving|you save|discount(?: of)?|part[ -]?ex(?:change)?|trade[ -]?in)[^a-z]*$/;
/** The words after a fee, and after a payment in parts. */
const FEE =
  /^[^a-z£]*(?:admin(?:istration)?|doc(?:ument)?|fees?|delivery|prep(?:aration)?)(?![a-z])(?:[^a-z£]*(?:fees?|charge)(?![a-z]))?/;
const IN_PARTS =
  /^[^a-z£]*(?:(?:a|per|each|every) ?|p[./ ]?)?(?:months?|mths?|monthly|weeks?|weekly|cm|m|w)(?![a-z])(?:[^a-z£]*(?:hp|pcp|finance))?/;
/** The words after a deduction. A deposit with an amount of its own is not one: `£9,295 deposit £500`. */
const DEDUCTION =
  /^[^a-z]*(?:(?:off|saving|discount|reduction)(?![a-z])|deposit(?![a-z])(?!\s*(?:of|from|only|is)?\s*[:(–-]?\s*£?\s*[0-9]))/;
const ASIDE: readonly RegExp[] = [DEDUCTION, FEE, IN_PARTS];

/** Whether the words around an amount say that it is not to be paid for the vehicle: a former price, a saving, a fee, a month's. */
export function isAside(before: string, after: string): boolean {
  return FORMER_PRICE.test(before) || ASIDE.some((expression) => expression.test(after));
}

export interface PriceOptions {
  /** Default: `unknown`. */
  readonly vat?: VatChoice | undefined;
  readonly isWithoutVat?: boolean | undefined;
  /** What a column says of VAT: an amount that is the VAT of a price without it is added. */
  readonly vatAmount?: unknown;
}

/** Pounds, rounded to the penny. */
export function readPrice(
  value: unknown,
  { vat, isWithoutVat = false, vatAmount }: PriceOptions = {},
): FieldValue<number> {
  let needsVat = isWithoutVat;
  const price = readNumber(value, inPounds, (text) => {
    if (isForeign(text)) return NOT_GBP;
    const [, minus, digits, thousands] = PRICE.exec(text) ?? [];
    if (digits !== undefined) {
      const value = Number(digits.replaceAll(',', ''));
      const pounds = thousands === 'k' ? value * 1000 : withThousands({ value, digits });
      if (pounds === undefined) return UNREADABLE;
      return inPounds(minus === '-' ? -Math.abs(pounds) : pounds);
    }
    const spokenOf = vatSpokenOf(text);
    // `£15,000 + VAT = £18,000`
    const amounts = spokenOf === undefined ? [] : amountsIn(text).map(({ value }) => value);
    const gross = amounts.find((value) => amounts.some((net) => isVatOn(net, value - net)));
    if (gross !== undefined) {
      needsVat = false;
      return inPounds(gross);
    }
    needsVat = spokenOf ?? isWithoutVat;
    const { withoutVat, withVat } = statusTable();
    const words = spokenOf === undefined ? text : text.replace(withoutVat, ' ').replace(withVat, ' ');
    // `o.n.o.` is one word.
    const pounds = priceAmong(amountsIn(words.replace(/(?<=(?<![a-z])[a-z])\.(?=[a-z](?![a-z]))/g, '')));
    return pounds === undefined ? UNREADABLE : inPounds(pounds);
  });
  if (!needsVat || typeof price !== 'number') return price;
  const amount = vatAmount === undefined ? undefined : readPrice(vatAmount);
  if (typeof amount === 'number' && isVatOn(price, amount)) return inPounds(price + amount);
  return vat === 'add' ? inPounds(Math.round((Math.round(price * 100) * 6) / 5) / 100) : WITHOUT_VAT;
}

/** Whether an amount is the VAT on a net price. */
export function isVatOn(net: number, amount: number): boolean {
  return Math.abs(net * 0.2 - amount) < 1;
}

/** Whether a price without VAT is known by the amount of VAT beside it. */
export function needsVatAmount(price: unknown, vatAmount: unknown, isWithoutVat: boolean): boolean {
  return (
    readPrice(price, { isWithoutVat }) === WITHOUT_VAT &&
    typeof readPrice(price, { isWithoutVat, vatAmount }) === 'number'
  );
}

/** Whether a value is a price above 0 that is lower than another price. */
export function isLowerPrice(value: unknown, other: unknown): boolean {
  const [price, otherPrice] = [value, other].map((one) => readPrice(one, { vat: 'add' }));
  return typeof price === 'number' && typeof otherPrice === 'number' && price > 0 && price < otherPrice;
}

/** Whether a column on VAT says that the price is without it; else undefined. Yes and no say whether VAT can be reclaimed. */
export function readVatStatus(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : String(value);
  if (text.length > 40) return undefined;
  const words = text.replace(/[\s_-]+/g, ' ');
  const said = vatSpokenOf(words);
  if (said !== undefined) return said;
  const status = words
    .replace(/ ?(?:vat|btw|mwst|tva|iva|scheme|rated?|rate)$/, '')
    .replace(/^vat /, '')
    .replace(/\.$/, '');
  return statusTable().isWithoutVat.get(status);
}

/** Whether a text says that a price is without VAT (true) or with it (false); undefined if it says neither. */
function vatSpokenOf(text: string): boolean | undefined {
  const { withoutVat, withVat } = statusTable();
  if (withoutVat.test(text)) return true;
  return withVat.test(text) ? false : undefined;
}

/** The price to pay among a text's amounts; undefined if there are none or several, or unknown words. */
function priceAmong(amounts: readonly NumberInText[]): number | undefined {
  const prices: number[] = [];
  let aside: RegExp | undefined;
  for (const [at, amount] of amounts.entries()) {
    const { before, after } = amount;
    const words = (aside === undefined ? before : before.replace(aside, '')).replace(FORMER_PRICE, '\n');
    if (!hasOnlyWords(words, wordsFor('beside a price'))) return undefined;
    const next = amounts[at + 1]?.digits ?? '';
    aside = ASIDE.find((expression) => expression.test(after + next));
    if (words.endsWith('\n') || aside !== undefined) continue;
    const pounds = withThousands(amount);
    if (pounds === undefined) return undefined;
    prices.push(pounds);
  }
  const last = amounts.at(-1)?.after ?? '';
  if (!hasOnlyWords(aside === undefined ? last : last.replace(aside, ''), wordsFor('beside a price')))
    return undefined;
  return prices.length === 1 ? prices[0] : undefined;
}

/** Whether a price comes with a fee: `£9,995 + £199 admin`. */
export function hasFee(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 80 || !/[a-z]/i.test(value)) return false;
  const amounts = amountsIn(value.toLowerCase());
  return amounts.length > 1 && amounts.some(({ after }) => FEE.test(after));
}

/** `9995 EUR` for 9995 and `EUR`. A foreign currency counts beside words too, unless they name pounds. */
export function withCurrency(value: unknown, currency: unknown): unknown {
  if (typeof currency !== 'string') return value;
  const isOther = typeof value === 'string' && isForeign(currency) && !/£|gbp|pound/i.test(value);
  return isPlainNumber(value) || isOther ? `${String(value).trim()} ${currency.trim()}` : value;
}

/** A shop's price less the discount of another column, an amount or a share of it. */
export function lessDiscount(price: unknown, discount: unknown, unit: unknown): unknown {
  const less = Number(discount);
  const pounds = typeof unit === 'string' && less > 0 ? readPrice(price) : undefined;
  if (typeof unit !== 'string' || typeof pounds !== 'number') return price;
  const isShare = wordsFor('share').has(unit.trim().toLowerCase());
  const asked = pounds - (isShare ? (pounds * less) / 100 : less);
  return asked > 0 ? String(rounded(asked, 2)) : price;
}

function inPounds(value: number): FieldValue<number> {
  const pounds = rounded(value, 2);
  if (pounds <= 0 || pounds >= MAX_PRICE_GBP || Number.isNaN(pounds)) return OUT_OF_RANGE;
  return pounds <= MAX_TOKEN_PRICE_GBP || isFiller(pounds) ? PLACEHOLDER : pounds;
}
