// Parses one parameter's value by its kind: returns the value, or an issue with the rule that it breaks. Texts must be trimmed,
// not empty.
import { KM_PER_MILE } from '../geo/great-circle.ts';
import type { Gazetteer, UnresolvedPostcode } from '../geo/postcode-gazetteer.ts';
import type { Parameter } from './parameters.ts';
import { suggestDecimal, suggestInteger, tryParseDecimal, tryParseInteger } from './parameter-text.ts';
import { type ParameterIssue } from '../problem.ts';
import { quoted, trimWhiteSpace } from '../quoted-text.ts';
import { DISTANCE_BANDS_KM, type SearchCenter } from './search-query.ts';

/** A value, or an issue. Values with equal keys are equal, however they are spelt. */
export type ParsedValue<T> =
  | {
      readonly value: T;
      readonly key: string | number;
      readonly issue?: undefined;
      /** Set if the value is valid but probably not intended. */
      readonly warning?: ParameterIssue | undefined;
    }
  | { readonly issue: ParameterIssue; readonly warning?: undefined };

/** The part of a parameter's row that the parsers need. */
export type ParameterRules = Pick<Parameter, 'min' | 'max' | 'maxLength' | 'example'> & {
  readonly name: string;
};

export function parseTextValue(parameter: Parameter, text: string, key: string): ParsedValue<string> {
  if (parameter.maxLength !== undefined && isLonger(text, parameter.maxLength)) {
    return { issue: issueFor(parameter, 'too_long', text, `at most ${parameter.maxLength} characters long`) };
  }
  return { value: text, key };
}

export function parseIntegerValue(
  parameter: ParameterRules,
  text: string,
  suggest: (text: string) => string | undefined = suggestInteger,
): ParsedValue<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = parameter;
  const isWithin = (number: number): boolean => number >= min && number <= max;
  const value = tryParseInteger(text);
  if (value !== undefined && isWithin(value)) return { value, key: value };

  const guess = suggest(text);
  const suggestion = guess !== undefined && isWithin(Number(guess)) ? guess : undefined;
  const code = value === undefined ? 'not_an_integer' : 'out_of_range';
  return { issue: issueFor(parameter, code, text, integerRule(parameter, value), { suggestion }) };
}

/** The rule in words. Bounds of all integers are named only for a `value` beyond them. */
function integerRule({ min, max }: ParameterRules, value = 0): string {
  if (max === undefined && Number.isSafeInteger(value))
    return min === undefined ? 'a whole number' : `a whole number of at least ${min}`;
  return `a whole number from ${min ?? Number.MIN_SAFE_INTEGER} to ${max ?? Number.MAX_SAFE_INTEGER}`;
}

/** A distance band. Kilometres are a likely mistake, so an issue lists the bands. */
export function parseBandValue(parameter: Parameter, text: string): ParsedValue<number> {
  const parsedValue = parseIntegerValue(parameter, text, suggestBand);
  if (parsedValue.issue === undefined) return parsedValue;
  const bands = DISTANCE_BANDS_KM.map(
    (km, band) => `${band} is ${km === Infinity ? 'unlimited' : `${km} km`}`,
  );
  return {
    issue: {
      ...parsedValue.issue,
      message: `${parsedValue.issue.message} It is a band: ${bands.join(', ')}.`,
    },
  };
}

export function parseNumberValue(parameter: Parameter, text: string): ParsedValue<number> {
  const value = tryParseDecimal(text);
  if (value !== undefined) return { value, key: value };
  const rule = `a plain decimal number such as ${parameter.example}`;
  return { issue: issueFor(parameter, 'not_a_number', text, rule, { suggestion: suggestDecimal(text) }) };
}

/** One of `allowed`, compared without case. `sign` is only shown. */
export function parseEnumValue<Word extends string>(
  parameter: ParameterRules,
  text: string,
  allowed: readonly Word[],
  suggest: (text: string) => Word | undefined,
  sign = '',
): ParsedValue<Word> {
  const lowerCase = text.toLowerCase();
  const value = allowed.find((word) => word.toLowerCase() === lowerCase);
  if (value !== undefined) return { value, key: value };
  const rule = `one of ${allowed.join(', ')}`;
  const meant = suggest(text);
  const suggestion = meant === undefined ? undefined : `${sign}${meant}`;
  return { issue: issueFor(parameter, 'not_in_enum', `${sign}${text}`, rule, { allowed, suggestion }) };
}

export function parseSearchCenter(
  parameter: Parameter,
  text: string,
  gazetteer: Pick<Gazetteer, 'resolve'>,
): ParsedValue<SearchCenter> {
  const found = gazetteer.resolve(text);
  if (!('reason' in found)) {
    const { postcode, point, note } = found;
    return { value: { postcode, point, ...(note !== undefined && { note }) }, key: postcode };
  }
  const rule = LOCATION_RULES[found.reason].replace('#', () => found.postcodes?.join(' or ') ?? '');
  return { issue: issueFor(parameter, 'invalid_location', text, rule, { suggestion: found.suggestion }) };
}

const LOCATION_RULES: Readonly<Record<UnresolvedPostcode['reason'], string>> = {
  not_a_postcode: 'a UK postcode such as SW1A 1AA, or a district such as SW1A',
  area_only: 'a UK postcode or a district, not only an area',
  place_name: 'a UK postcode or a district, not the name of a place',
  several_places: 'a UK postcode or a district such as #, because several places have this name',
  unknown_district: 'a UK postcode in a district that exists',
};

/** Whether a text holds a NUL, which truncates texts in many tools, or an unpaired surrogate, which has no UTF-8. */
export function hasInvalidCharacter(text: string): boolean {
  return /[\0\p{Cs}]/u.test(text);
}

export function invalidCharacter(name: string, text: string): ParameterIssue {
  return {
    parameter: name,
    code: 'invalid_character',
    value: text,
    message: `${name} must not hold a NUL or half a character (got ${quoted(text)}).`,
  };
}

/** `required` describes what to send: `the URL of an advert`. */
export function missingParameter(name: string, required: string): ParameterIssue {
  return { parameter: name, code: 'missing', value: '', message: `${name} is required: ${required}.` };
}

export function issueFor(
  parameter: ParameterRules,
  code: ParameterIssue['code'],
  text: string,
  rule: string,
  more: Pick<ParameterIssue, 'allowed' | 'suggestion'> = {},
): ParameterIssue {
  const { allowed, suggestion } = more;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return {
    parameter: parameter.name,
    code,
    value: text,
    message: `${parameter.name} must be ${rule} (got ${quoted(text)}).${hint}`,
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The band of exactly this radius in km (`3` for `25`) or, with a unit, the narrowest that includes it (`4` for `25 miles`). */
function suggestBand(text: string): string | undefined {
  const match = /^([0-9]{1,3}(?:\.[0-9]{1,2})?) ?(?:(km|kilomet(?:re|er)s?)|(mi|miles?))?$/i.exec(text);
  if (match === null) return undefined;
  const [, digits, km, miles] = match;
  const number = Number(digits);
  const hasUnit = (km ?? miles) !== undefined;
  if (!hasUnit && Object.hasOwn(DISTANCE_BANDS_KM, number)) return String(number);
  const radius = miles === undefined ? number : number * KM_PER_MILE;
  const band = DISTANCE_BANDS_KM.findIndex((limit) => (hasUnit ? limit >= radius : limit === radius));
  return DISTANCE_BANDS_KM.at(band) === Infinity ? undefined : String(band);
}

/** Counts code points. Each has at most two code units, so the rest of a long text need not be read. */
function isLonger(text: string, limit: number): boolean {
  return Array.from(text.slice(0, 2 * limit + 1)).length > limit;
}

/** The comma-separated parts of texts. Undefined if they are invalid, or more than `max`, which adds to `issues`. */
export function listParts(
  name: string,
  texts: readonly string[],
  max: number,
  issues: ParameterIssue[],
): ReadonlySet<string> | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  const parts = new Set(texts.join().split(',').map(trimWhiteSpace));
  parts.delete('');
  if (invalid === undefined && parts.size <= max) return parts;
  const message = `${name} must have at most ${max} values (got ${parts.size}).`;
  const tooMany = { parameter: name, code: 'too_long', value: texts.join(), message } as const;
  issues.push(invalid === undefined ? tooMany : invalidCharacter(name, invalid));
  return undefined;
}
