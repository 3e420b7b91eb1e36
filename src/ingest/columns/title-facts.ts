// Facts that a record states only within a text that names the vehicle: `2017 (67) Ford Fiesta 1.0 Petrol Auto, 41,200 miles, £7,495`. A fact
// in a column of its own counts before them, and a text that says two things says none.
import { classifyFuel, classifyTransmission } from '../../vehicle/classify.ts';
import { cleanText } from '../values/text.ts';
import { wordsFor } from './words.ts';

type Values = Partial<Record<string, unknown>>;

/** Longer texts are not read. */
const MAX_LENGTH = 300;
/** A year at either end, or with its plate or alone in parentheses: a `Peugeot 2008` is no car of 2008. */
const YEARS: readonly RegExp[] = [
  /(?<![\w£,.])((?:19[6-9]|20[0-4])[0-9]) ?(?:\([0-9]{2}[12]?(?:[ -]?(?:plate|reg))?\)|\/ ?[0-9]{2}[12]?(?:[ -]?(?:plate|reg))?(?!\w)|- ?[0-9]{2}[12]? ?(?:plate|reg))/gi,
  /\(((?:19[6-9]|20[0-4])[0-9])(?:[ /-]{1,3}[0-9]{2}[12]?(?:[ -]?(?:plate|reg))?)?\)/gi,
  /^(?:(?:used|nearly new) )?((?:19[6-9]|20[0-4])[0-9])(?= )/gi,
  /(?<= \S{1,40}[ ,|-]{1,3})((?:19[6-9]|20[0-4])[0-9])$/gi,
];
const PLATES = /(?<![\w£,.])([0-9]{2})[ -]?(?:plate|reg)(?![a-z])/gi;
const MILES =
  /(?<![\w£.,])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{3,6}|[0-9]{1,3}(?:\.[0-9])?k) ?(?:miles|mls)(?![a-z])/gi;
const POUNDS = /£ ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{3,6})(?![0-9,.]*(?:k|pcm| ?(?:a|per|p\/?)\W?m))/gi;
/** With the words after it, which say whether it is a part of the car: `electric heated mirrors`. */
const POWERED = /(?<![a-z])(?:electric|auto(?:matic)?) (?=([a-z ]{0,60}))/gi;

/** Takes the facts that the values lack. `titles` name the vehicle, `variants` a part of it. */
export function takeTitleFacts(
  titles: readonly unknown[],
  variants: readonly unknown[],
  values: Values,
): void {
  const named = textsOf(titles);
  values.year ??= yearIn(named, values.model);
  values.mileage ??= only(named, [MILES], ' miles');
  values.price ??= only(named, [POUNDS]);
  const words = [...named, ...textsOf([...variants, values.model])].map((text) =>
    text.replace(POWERED, withoutPart).replace(/(?<![a-z])at(?![a-z])/gi, ' '),
  );
  values.fuel_type ??= firstOf(words, fuelIn);
  values.transmission ??= firstOf(words, classifyTransmission);
}

/** The word before a part is about the part, not about the car. */
function withoutPart(powered: string, after: string): string {
  const kinds = wordsFor('electric part kind');
  const part =
    after
      .toLowerCase()
      .split(' ')
      .find((word) => !kinds.has(word)) ?? '';
  return [...wordsFor('electric part').keys()].some((start) => part.startsWith(start)) ? '' : powered;
}

function textsOf(list: readonly unknown[]): string[] {
  return list
    .filter((value) => typeof value === 'string')
    .filter((text) => text.length <= MAX_LENGTH)
    .map(cleanText);
}

function yearIn(titles: readonly string[], model: unknown): string | undefined {
  const year = only(titles, YEARS);
  const isModel = typeof model === 'string' && year !== undefined && model.startsWith(year);
  return isModel ? undefined : (year ?? only(titles, [PLATES]));
}

/** What the first of the expressions that match finds, if that is one thing. */
function only(texts: readonly string[], expressions: readonly RegExp[], unit = ''): string | undefined {
  for (const text of texts) {
    for (const expression of expressions) {
      const found = new Set(Array.from(text.matchAll(expression), ([, value = '']) => value.toLowerCase()));
      if (found.size === 1) return `${[...found].join('')}${unit}`;
      if (found.size > 1) return undefined;
    }
  }
  return undefined;
}

/** The fuel. The names of petrol engines alone are no fuel, because hybrids have them too: `Golf GTE 1.4 TSI`. */
function fuelIn(text: string): string | undefined {
  const fuel = classifyFuel(text);
  return fuel === 'Petrol' && !/petrol|unleaded/i.test(text) ? undefined : fuel;
}

function firstOf(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}
