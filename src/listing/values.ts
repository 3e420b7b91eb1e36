// Values that a search asks for or excludes, made and read by code that does not parse parameters.
import type { Values } from './field.ts';

/** Asks for one value. */
export function only<Value extends string>(value: Value): Values<Value> {
  return { any: [value] };
}

/** As a parameter has them: `Audi,Ford,-Fiat`. `write` writes one value. */
export function formatValues({ any = [], none = [] }: Values, write = (value: string) => value): string {
  const text = (value: string): string => write(withoutSigns(value));
  return [...any.map(text), ...none.map((value) => `-${text(value)}`)].join(',');
}

/** The values of a parameter's text. */
export function splitValues(text: string): Required<Values> {
  const parts = text.split(',').map((part) => part.trim());
  const isExcluded = (part: string): boolean => part.length > 1 && part.startsWith('-');
  const any = parts.filter((part) => part !== '' && !isExcluded(part));
  return { any, none: parts.filter(isExcluded).map((part) => part.slice(1).trim()) };
}

/** A parameter's text in words: `Audi or Ford, not Fiat or Seat`. */
export function valuesInWords(text: string): string {
  const { any, none } = splitValues(text);
  return [
    ...(any.length > 0 ? [any.join(' or ')] : []),
    ...(none.length > 0 ? [`not ${none.join(' or ')}`] : []),
  ].join(', ');
}

/** Without the signs of lists, which a dealer's name of a model may have. Searches ignore the punctuation of names. */
function withoutSigns(value: string): string {
  return (
    value
      .replaceAll(',', ' ')
      .replace(/^-+\s*/, '')
      .trim() || value
  );
}
