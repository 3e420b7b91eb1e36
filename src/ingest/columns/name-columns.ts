// Names a record's vehicle from its columns: a make, a model and a variant each, or several in one column, such as the title of
// the advert. A model and its variant become one name, in which words that both have appear once.
import { classifyFuel } from '../../vehicle/classify.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { baseModel, nameModel } from '../../vehicle/model-name.ts';
import { cleanText, MAX_WORD_LENGTH } from '../values/text.ts';
import { plateAtStart, type PlatedName, YEAR_AT_END, YEAR_AT_START } from '../values/year.ts';
import { nameInCategories } from './categories.ts';
import { nameKey } from '../../vehicle/name-key.ts';

type Values = Partial<Record<string, unknown>>;

export interface NameColumns {
  readonly models: readonly unknown[];
  readonly variants: readonly unknown[];
  readonly whole: readonly unknown[];
  readonly titles: readonly unknown[];
  readonly categories: readonly unknown[];
}

/** Sets the model, and the make if it is in one column with the model; returns the words that are in neither. */
export function nameFromColumns(columns: NameColumns, values: Values): unknown[] {
  const { whole, titles, variants } = columns;
  const models = [...columns.models];
  if (models.length > 0) values.make ??= makeBeside(columns);
  if (models.length === 0) {
    const named =
      firstOf(whole, (text) => nameOf(text, values.make) ?? unknownModelOf(text, values.make)) ??
      firstOf(titles, (text) => nameOf(text, values.make) ?? unknownModelIn(text, values, titles)) ??
      nameByCategory(columns, values.make);
    if (named !== undefined) {
      values.make ??= named.make;
      models.push(variants.length === 0 ? named.model : baseModel(named.make, named.model));
    }
  }
  const { model: base, others } = joinModels(models, values.make);
  const inTitle = variants.length === 0 ? variantIn([...whole, ...titles], base, values.make) : undefined;
  const { model, remainders } = appendVariants(base, inTitle ? [inTitle] : variants, values.make);
  if (model !== undefined) values.model = model;
  return [...others, ...remainders, ...whole, ...titles].filter((word) => word !== undefined);
}

/** The make of a model in a column of its own: the one that a title begins with, or that of a category, if it fits the model. */
function makeBeside({ models, whole, titles, categories }: NameColumns): string | undefined {
  const model = asText(models[0]);
  if (model === '' || model.length > MAX_WORD_LENGTH) return undefined;
  const isOf = (make: string): boolean => nameModel(make, model) !== undefined;
  const isUnknown = nameModel(null, model) === undefined;
  const length = model.split(' ').length;
  const titled = firstOf([...whole, ...titles], (text) => {
    const { make, model: rest = '' } = unknownModelOf(text, undefined) ?? {};
    // A make may be another word of a title, too: `Smart Fiesta`.
    const isNext = isUnknown && nameKey(rest.split(' ').slice(0, length).join(' ')) === nameKey(model);
    return typeof make === 'string' && (isNext || isOf(make)) ? make : undefined;
  });
  if (titled !== undefined) return titled;
  const { make } = nameInCategories(categories, 0) ?? {};
  return make !== undefined && isOf(make) ? make : undefined;
}

/** The name by the make of a category, with the model that a title begins with, or else that of the category. */
function nameByCategory({ titles, categories }: NameColumns, sentMake: unknown): Named | undefined {
  const { make, model } = nameInCategories(categories) ?? {};
  if (make === undefined || (typeof sentMake === 'string' && canonicalMake(sentMake) !== make))
    return undefined;
  return firstOf(titles, (text) => nameOf(text, make)) ?? (model === undefined ? undefined : { make, model });
}

/** The variant of a model that a title names in full: `2.0 TSI GTI` in `2017 Volkswagen Golf 2.0 TSI GTI, one owner`. */
function variantIn(titles: readonly unknown[], model: unknown, make: unknown): string | undefined {
  const [named, base] = [titles, [model]].map((texts) => firstOf(texts, (text) => nameOf(text, make)));
  if (named === undefined || base === undefined) return undefined;
  const name = baseModel(named.make ?? base.make, named.model);
  if (name !== baseModel(base.make ?? named.make, base.model)) return undefined;
  const variant = named.model.slice(name.length).trim();
  return variant !== '' && isVariantLike(variant) ? variant : undefined;
}

interface Named {
  readonly make: string | null;
  readonly model: string;
}

function firstOf<T>(list: readonly unknown[], read: (text: string) => T | undefined): T | undefined {
  for (const value of list) {
    const text = typeof value === 'string' ? nameIn(value) : '';
    const found = text === '' || text.length > MAX_WORD_LENGTH ? undefined : read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The plate that a title begins with, and the name after it; undefined unless that begins with a make. */
export function plateBefore(title: string): PlatedName | undefined {
  const found = plateAtStart(title);
  return found === undefined || unknownModelOf(found.name, undefined) === undefined ? undefined : found;
}

/** The name in a title: `2019 Ford Kuga 1.5 ST-Line` without the year, and up to a bar, a dash, a comma, a price or a line. */
function nameIn(title: string): string {
  const line = cleanText(title.trim().split('\n', 1)[0] ?? '');
  const name = (plateBefore(line)?.name ?? line)
    .replace(YEAR_AT_START, '')
    .replace(/ ?(?:[|•*–—;£~]|, | - ).*$/, '');
  const [, before] = YEAR_AT_END.exec(name) ?? [];
  return before === undefined || canonicalMake(before) !== undefined ? name : before;
}

function nameOf(text: string, make: unknown): Named | undefined {
  const sentMake = typeof make === 'string' && make.length <= MAX_WORD_LENGTH ? cleanText(make) : null;
  const named = nameModel(sentMake === '' ? null : sentMake, text);
  // Without a make, a name that several things may have is none: `Note`.
  return named === undefined || (named.make === null && sentMake === null) ? undefined : named;
}

const MAX_MAKE_WORDS = 3;

function unknownModelOf(text: string, make: unknown): Named | undefined {
  const words = text.split(' ');
  for (let length = Math.min(MAX_MAKE_WORDS, words.length - 1); length > 0; length--) {
    const known = canonicalMake(words.slice(0, length).join(' '));
    if (known !== undefined) return { make: known, model: words.slice(length).join(' ') };
  }
  return typeof make === 'string' ? { make, model: text } : undefined;
}

const MAX_NAME_WORDS = 5;

/** The make that a short title of a vehicle begins with, and what follows as its model: `Rover P5B Saloon`. */
function unknownModelIn(name: string, values: Values, titles: readonly unknown[]): Named | undefined {
  const isDated = titles.some((title) => typeof title === 'string' && /^\s*(?:19|20)[0-9]{2} /.test(title));
  const isVehicle = isDated || values.year !== undefined || values.mileage !== undefined;
  const isShort = name.split(' ').length <= MAX_NAME_WORDS;
  return isVehicle && isShort && values.make === undefined ? unknownModelOf(name, undefined) : undefined;
}

/** The only engine size in a name, in litres: `1.5 EcoBoost`. */
const LITRES =
  /(?<![\w.,£/-])(?:0\.[6-9][0-9]?|[1-8]\.[0-9]{1,2})(?![0-9.,]|s\b|[^a-z0-9]?(?:k|%|m\b|ft|in\b|inch|sec|tonne|m?pg|mile|"))/gi;

/** The engine size that the names of a vehicle say, unless it is electric; undefined if they say none or several. */
export function engineSizeInNames(names: readonly unknown[], fuelType: unknown): string | undefined {
  if (typeof fuelType === 'string' && classifyFuel(fuelType) === 'Electric') return undefined;
  for (const name of names) {
    const sizes = typeof name === 'string' && name.length <= MAX_WORD_LENGTH ? name.match(LITRES) : null;
    if (sizes !== null) return new Set(sizes).size === 1 ? sizes[0] : undefined;
  }
  return undefined;
}

const MAX_VARIANT_LENGTH = 60;

export function isVariantLike(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length <= MAX_VARIANT_LENGTH && !/[,;|\n\u00b7\u2022]|\. /.test(value)
  );
}

/** Maximum length of model and variant together. Beyond it, no overlap would make the joined name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

/** The model with the variants that can be joined to it: `Focus` and `Zetec 1.0T` give `Focus Zetec 1.0T`. */
export function appendVariants(
  base: unknown,
  variants: readonly unknown[],
  make: unknown,
): { readonly model: unknown; readonly remainders: readonly string[] } {
  let model = base;
  const remainders = variants.map(asText).filter((variant) => {
    const before = asText(model);
    if (variant === '') return false;
    // Without a model, the variant's first word would pass for one. Joining is quadratic in the number of words.
    if (before === '' || before.length + variant.length > MAX_JOINED_LENGTH) return true;
    const name = joinWords(before, withoutMake(variant, asText(make)));
    const isLong = name.length > MAX_WORD_LENGTH;
    if (!isLong) model = name;
    return isLong;
  });
  return { model, remainders };
}

/**
 * The model in several columns: the first, or one that says more of it. If only a later one is a model of the make, the first is
 * its variant. `others` are left.
 */
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
  if (base !== undefined) {
    const isFuller = (model: unknown): boolean =>
      baseOf(model) === base &&
      asText(model)
        .toLowerCase()
        .startsWith(`${asText(first).toLowerCase()} `);
    return {
      model: later.find(isFuller) ?? first,
      others: later.filter((model) => baseOf(model) !== base),
    };
  }
  const range = later.find((model) => baseOf(model) !== undefined);
  if (range === undefined) return { model: first, others: later };
  const { model, remainders } = appendVariants(range, [first], make);
  return { model, others: [...remainders, ...later.filter((other) => other !== range)] };
}

function asText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) : '';
}

/** Joins model and variant. Words that end the model and start the variant appear once, as does a repeated variant. */
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
