// Joins a model and its variant to one name, as the model's column shows it: words that both have appear once.
import { canonicalMake } from '../../listing/makes.ts';
import { nameKey } from '../../listing/name-key.ts';
import { cleanText, MAX_WORD_LENGTH } from './text.ts';

/** Maximum length of model and variant together. Beyond it, no overlap would make the joined name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

export interface NamedModel {
  readonly model: string | undefined;
  /** The variant, if it could not be appended. */
  readonly remainder: string | undefined;
}

/**
 * Appends a variant to a model: `Focus` and `Zetec 1.0T` give `Focus Zetec 1.0T`, which a search for the model Focus finds by
 * its first word. `model` is undefined if the model stays unchanged.
 */
export function appendVariant(model: unknown, variant: unknown, make: unknown): NamedModel {
  const asText = (value: unknown): string =>
    typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
  const extra = asText(variant);
  if (extra === '') return { model: undefined, remainder: undefined };
  const base = asText(model);
  // Without a model, the variant's first word would pass for one.
  if (base === '') return { model: undefined, remainder: extra };
  // Joining is quadratic in the number of words.
  if (base.length + extra.length > MAX_JOINED_LENGTH) return { model: undefined, remainder: extra };
  const name = joinWords(base, withoutMake(extra, asText(make)));
  return name.length > MAX_WORD_LENGTH
    ? { model: undefined, remainder: extra }
    : { model: name, remainder: undefined };
}

/** Joins model and variant; words at the model's end that start the variant appear once. */
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
