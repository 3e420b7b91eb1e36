// Joins a model and its variant to one name, as the model's column shows it: words that both have appear once.
import { canonicalMake } from '../../vehicle/makes.ts';
import { baseModel, nameModel } from '../../vehicle/model-name.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { cleanText, MAX_WORD_LENGTH } from './text.ts';

/** Maximum length of model and variant together. Beyond it, no overlap would make the joined name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

export interface JoinedModelName {
  readonly model: string | undefined;
  readonly remainder: string | undefined;
}

export function appendVariants(
  base: unknown,
  variants: readonly unknown[],
  make: unknown,
): { readonly model: unknown; readonly remainders: readonly unknown[] } {
  let model = base;
  const remainders = variants.map((variant) => {
    const appended = appendVariant(model, variant, make);
    model = appended.model ?? model;
    return appended.remainder;
  });
  return { model, remainders };
}

/** `Focus` and `Zetec 1.0T` give `Focus Zetec 1.0T`. `model` is undefined if the model stays unchanged. */
function appendVariant(model: unknown, variant: unknown, make: unknown): JoinedModelName {
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

/** The model of several columns. If only a later one is a model of the make, the first is its variant. `others` are in no model's name. */
export function joinModels(
  models: readonly unknown[],
  make: unknown,
): { readonly model: unknown; readonly others: readonly unknown[] } {
  const [first, ...later] = models;
  if (later.length === 0) return { model: first, others: [] };
  const sentMake = asText(make) === '' ? null : asText(make);
  const baseOf = (model: unknown): string | undefined => {
    const text = asText(model);
    if (text.length > MAX_WORD_LENGTH || (sentMake?.length ?? 0) > MAX_WORD_LENGTH) return undefined;
    const named = nameModel(sentMake, text);
    return named && baseModel(named.make, named.model);
  };
  const base = baseOf(first);
  if (base !== undefined) return { model: first, others: later.filter((model) => baseOf(model) !== base) };
  const range = later.find((model) => baseOf(model) !== undefined);
  if (range === undefined) return { model: first, others: later };
  const { model, remainder } = appendVariant(range, first, make);
  return { model: model ?? range, others: [remainder, ...later.filter((other) => other !== range)] };
}

function asText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) : '';
}

/** Joins model and variant; words at the model's end that start the variant appear once, and a variant that the model has is not added. */
function joinWords(model: string, variant: string): string {
  const modelWords = model.split(' ');
  const words = variant.split(' ');
  const known = new Set(modelWords.slice(1).map(nameKey));
  if (words.every((word) => known.has(nameKey(word)))) return model;
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
