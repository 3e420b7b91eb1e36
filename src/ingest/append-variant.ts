// A model and its variant as one name: `Focus` and `Zetec 1.0T` are the model `Focus Zetec 1.0T`, which a search for the
// model Focus finds, because it begins with the asked word.
import { canonicalMake } from '../listing/makes.ts';
import { nameKey } from '../listing/name-key.ts';
import { MAX_WORD_LENGTH, cleanText } from './values/text.ts';

/** Of a model and its variant together: with twice as much no shared words make the name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

export interface NamedModel {
  readonly model: string | undefined;
  /** A variant that found no place in the model. */
  readonly remainder: string | undefined;
}

/** What is no text is left alone: `model` is undefined then, and stays what it is. */
export function appendVariant(model: unknown, variant: unknown, make: unknown): NamedModel {
  const asText = (value: unknown): string =>
    typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
  const extra = asText(variant);
  if (extra === '') return { model: undefined, remainder: undefined };
  const base = asText(model);
  // Without a model the variant's first word could be anything.
  if (base === '') return { model: undefined, remainder: extra };
  // Joining compares runs of words, which takes the square of their number.
  if (base.length + extra.length > MAX_JOINED_LENGTH) return { model: undefined, remainder: extra };
  const name = joinWords(base, withoutMake(extra, asText(make)));
  return name.length > MAX_WORD_LENGTH
    ? { model: undefined, remainder: extra }
    : { model: name, remainder: undefined };
}

/** Words of the variant that the model ends with or that repeat it are not said twice. */
function joinWords(model: string, variant: string): string {
  const modelWords = model.split(' ');
  const words = variant.split(' ');
  for (let length = Math.min(modelWords.length, words.length); length > 0; length--) {
    if (nameKey(modelWords.slice(-length).join('')) === nameKey(words.slice(0, length).join(''))) {
      return [...modelWords, ...words.slice(length)].join(' ');
    }
  }
  return `${model} ${variant}`;
}

function withoutMake(variant: string, make: string): string {
  const words = variant.split(' ');
  const makeKey = nameKey(canonicalMake(make) ?? make);
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const start = words.slice(0, length).join(' ');
    if (makeKey !== '' && nameKey(canonicalMake(start) ?? start) === makeKey)
      return words.slice(length).join(' ');
  }
  return variant;
}
