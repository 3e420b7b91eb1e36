// Values of parameters as text, for code that parses parameters and code that does not: lists of requested and excluded values,
// and numbers. Parsing numbers is strict, because Number('0x10'), Number('1e3') and Number(' ') all succeed. Loosely written
// numbers only become suggestions.
import type { Values } from '../listing/field.ts';
import { trimWhiteSpace } from '../quoted-text.ts';

/** A minus sign in any of its characters: keyboards and assistants also send hyphens, dashes and true minus signs. */
export const MINUS_SIGN = /[-‐−–]/;
const MINUS_SIGNS_BEFORE = /^[-‐−–][-‐−–\s]*/;

/** Values that request a single one. */
export function singleValue<Value extends string>(value: Value): Values<Value> {
  return { any: [value] };
}

/** Values as a parameter's text: `Audi,Ford,-Fiat`. `write` formats one value. */
export function formatValues({ any = [], none = [] }: Values, write = (value: string) => value): string {
  const text = (value: string): string => write(withoutSigns(value));
  return [...any.map(text), ...none.map((value) => `-${text(value)}`)].join(',');
}

/** Splits the signs from a value. Signs alone are a value that nothing has: if they were dropped, everything would match. */
export function signed(part: string): { readonly sign: '' | '-'; readonly text: string } {
  const text = trimWhiteSpace(part.replace(MINUS_SIGNS_BEFORE, ''));
  return text === '' || text === part ? { sign: '', text: part } : { sign: '-', text };
}

/** The values of a parameter's text, each once: those of two parameters are combined with each other. */
export function splitValues(text: string): Required<Values> {
  const parts = text.split(',').map((part) => signed(trimWhiteSpace(part)));
  const valuesWith = (wanted: '' | '-'): string[] => [
    ...new Set(parts.filter(({ sign, text }) => sign === wanted && text !== '').map(({ text }) => text)),
  ];
  return { any: valuesWith(''), none: valuesWith('-') };
}

/** A parameter's text in words: `Audi or Ford, not Fiat or Seat`. */
export function valuesInWords(text: string): string {
  const { any, none } = splitValues(text);
  return [
    ...(any.length > 0 ? [any.join(' or ')] : []),
    ...(none.length > 0 ? [`not ${none.join(' or ')}`] : []),
  ].join(', ');
}

/** The value without the signs of lists, which a dealer's name of a model may have. Searches ignore names' punctuation. */
function withoutSigns(value: string): string {
  return value.replaceAll(',', ' ').replace(MINUS_SIGNS_BEFORE, '').trim() || value;
}

const INTEGER = /^-?[0-9]+$/;
const DECIMAL = /^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)$/;

/** Matches a sign, digits (perhaps in groups of three), at most two decimals, and `k` or an exponent. */
const LOOSE = /^([+-]?)([0-9]{1,3}(?:[, ][0-9]{3})+|[0-9]+)(?:\.([0-9]{1,2}))?(?:(k)|e\+?([0-9]{1,2}))?$/;

/** Maximum length: longer texts are not typing errors, and slow to normalise. */
const MAX_GUESS_LENGTH = 32;

/** The value of `^-?[0-9]+$`, which may be beyond the safe integers; undefined for any other text. */
export function tryParseInteger(text: string): number | undefined {
  // Adding zero turns -0 into 0.
  return INTEGER.test(text) ? Number(text) + 0 : undefined;
}

/** The value of a plain decimal, finite however many digits it has; undefined for any other text. */
export function tryParseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text) + 0;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The integer meant by `10k`, `£5,000`, `60k miles`, `2015.0` or `1e3`; undefined if that is not obvious. */
export function suggestInteger(text: string): string | undefined {
  const value = looseNumber(text, /^£ ?| ?(?:£|gbp|pounds|miles|mi)$/g);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The decimal meant by `2.0L`, `1,6`, `1600cc` or `+2`; undefined if that is not obvious. */
export function suggestDecimal(text: string): string | undefined {
  if (text.length > MAX_GUESS_LENGTH) return undefined;
  const cc = /^([0-9]{3,4}) ?cc$/i.exec(text);
  if (cc !== null) return String(Number(cc[1]) / 1000);
  const point = text.replace(/^([0-9]+),([0-9]{1,2})(?![0-9])/, '$1.$2').replace(/\.$/, '');
  const value = looseNumber(point, / ?(?:l|litres?|liters?)$/g);
  return value === undefined ? undefined : formatDecimal(value);
}

function looseNumber(text: string, units: RegExp): number | undefined {
  if (text.length > MAX_GUESS_LENGTH) return undefined;
  const bare = text.normalize('NFKC').toLowerCase().replace(units, '');
  const match = LOOSE.exec(bare);
  if (match === null) return undefined;
  const [, sign = '', digits = '', decimals = '0', thousands, exponent = '0'] = match;
  // Parsed as one decimal text, because 2.3 * 1000 is not exactly 2300.
  return Number(
    `${sign}${digits.replace(/[, ]/g, '')}.${decimals}e${thousands === undefined ? exponent : 3}`,
  );
}

/** `value` without an exponent: `0.0000001` for 1e-7. Parsing it gives the same number. */
export function formatDecimal(value: number): string {
  const text = String(value);
  const match = /^(-?)([0-9])(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = ''] = match;
  const digits = first + rest;
  const power = Number(exponent);
  return power < 0
    ? `${sign}0.${'0'.repeat(-power - 1)}${digits}`
    : `${sign}${digits.padEnd(power + 1, '0')}`;
}
