// The terms by which an index finds a listing's title (make and model together) in the trade's wordings. requested-model.ts makes
// a search's requirements of them. A title has
//
//    3series320d   what it begins with, for each number of its words
//    =3series      its base model, by each of its names
//    *320d         each word behind the base model
//    @bmw          its make
//
// Makes and models have keys, without case, accents and punctuation, which an index holds as terms and a search asks for. A
// requested text with an empty key (`!!!`) matches nothing: no listing has an empty key.
import { baseModel } from './model-name.ts';
import { modelKey, nameKey } from './name-key.ts';
import { ukModels, type UkModelName } from './models.ts';
import { isTwoWordTrim, looseWords, runsOf, spacedWords, withJoinedTrims } from './title-words.ts';
import { canonicalMake, requestedMake } from './makes.ts';

export const makeTerm = (make: string): string => `@${makeKey(make)}`;
export const baseTerm = (key: string): string => `=${key}`;
export const wordTerm = (word: string): string => `*${word}`;
/** Whether a term is the beginning of a title. */
export const isBeginning = (term: string): boolean => !/^[=*@]/.test(term);

const SEPARATOR = '\t';

/** A listing's make and model as one value of an index; null without a model. */
export function titleOf({
  make,
  model,
}: {
  readonly make: string | null;
  readonly model: string | null;
}): string | null {
  return model === null ? null : `${make ?? ''}${SEPARATOR}${model}`;
}

/** The inverse of `titleOf`. */
export function partsOfTitle(title: string): { readonly make: string | null; readonly model: string } {
  const at = Math.max(0, title.indexOf(SEPARATOR));
  return { make: at === 0 ? null : title.slice(0, at), model: title.slice(at + 1) };
}

/** The terms of a value of `titleOf`, the most specific last. */
export function titleTerms(title: string): string[] {
  const { make, model } = partsOfTitle(title);
  const words = spacedWords(model);
  if (words.length === 0) return [];
  const { names, variant } = splitTitle(make, model);
  return [
    ...(make === null ? [] : [makeTerm(make)]),
    ...names.map(baseTerm),
    ...new Set(variantWords(variant).map(wordTerm)),
    ...prefixKeys(withJoinedTrims(words)),
  ];
}

/** The words after the base model, and neighbours that are also written as one. */
function variantWords(variant: string): string[] {
  const words = looseWords(variant);
  return runsOf(words)
    .filter(
      ({ from, to }) =>
        from < to || from === words.length - 1 || !isTwoWordTrim(words[from], words[from + 1]),
    )
    .map(({ key }) => key);
}

/** The base model's names, as keys, and the text after it. For an unknown model, the first word is the base. */
export function splitTitle(
  make: string | null,
  model: string,
): { readonly base: string; readonly names: readonly string[]; readonly variant: string } {
  const words = model.split(/\s+/).filter((word) => modelKey(word) !== '');
  const known = modelKey(baseModel(make, model));
  let key = '';
  for (let length = 1; length <= words.length; length++) {
    key += modelKey(words[length - 1]);
    if (key !== known) continue;
    const names = namesOf(make, key);
    if (names === undefined) break;
    return {
      base: words.slice(0, length).join(' '),
      names: names.map((name) => name.key),
      variant: words.slice(length).join(' '),
    };
  }
  const [first = ''] = words;
  return { base: first, names: [modelKey(first)], variant: words.slice(1).join(' ') };
}

/** All names of the make's model with this name; without a make, of any single make's. */
function namesOf(make: string | null, key: string): readonly UkModelName[] | undefined {
  const models = modelsNamed(key);
  return models.find((model) => make === null || model.make === make)?.names;
}

/** The models with this name, of all makes. */
export function modelsNamed(key: string): readonly ModelNames[] {
  byName ??= namedModels();
  return byName.get(key) ?? [];
}

/** Whether it is the name of a version that listings have as a model too: `Cooper`. */
export function isVersionName(name: string): boolean {
  return modelsNamed(modelKey(name)).some(({ isOwn }) => !isOwn);
}

export interface ModelNames {
  readonly make: string;
  readonly names: readonly UkModelName[];
  /** Whether it is a model in its own right, and not only a version: a Cooper is also a version of a Hatch. */
  readonly isOwn: boolean;
}

let byName: ReadonlyMap<string, readonly ModelNames[]> | undefined;

function namedModels(): ReadonlyMap<string, readonly ModelNames[]> {
  const models = new Map<string, ModelNames[]>();
  for (const { make, names } of ukModels().models) {
    for (const { key, heard } of names) {
      const model = { make, names, isOwn: heard !== 'never' };
      const known = models.get(key);
      if (known === undefined) models.set(key, [model]);
      else known.push(model);
    }
  }
  return models;
}

/** The key of a make in listings: `volkswagen` for `VW`. Equal for all spellings and aliases. */
export function makeKey(text: string): string {
  return nameKey(canonicalMake(text) ?? text);
}

/** The key of a requested make. */
export function makeQueryKey(text: string): string {
  return nameKey(requestedMake(text) ?? text);
}

/** The make, and the model of it, that a requested make names: `Range Rover`; undefined if it names no model. */
export function modelInMake(text: string): { readonly make: string; readonly model: string } | undefined {
  const make = canonicalMake(text);
  if (make === undefined) return undefined;
  const key = nameKey(text);
  const own = nameKey(make);
  const name = key.startsWith(own) ? key.slice(own.length) : key;
  const known = modelsNamed(name).find((model) => model.make === make);
  return known && { make, model: known.names[0].name };
}

/**
 * The keys that match a listed model, one per prefix of its words: `3`, `3series`, `3series320d` for `3 Series 320d`. So `XJ`
 * does not find `XJS`. Keys of the model's other names come first: `evoque` for a `Range Rover Evoque`.
 */
export function modelPrefixKeys(model: string): string[] {
  return prefixKeys(spacedWords(model));
}

/** As `modelPrefixKeys`, for a model whose words are keys already. */
function prefixKeys(words: readonly string[]): string[] {
  const keys = prefixesOf('', words);
  for (let length = keys.length; length > 0; length--) {
    const names = otherNames().get(keys[length - 1]);
    if (names === undefined) continue;
    const rest = words.slice(length);
    return [...names.flatMap((name) => [name, ...prefixesOf(name, rest)]), ...keys];
  }
  return keys;
}

function prefixesOf(start: string, words: readonly string[]): string[] {
  let key = start;
  return words.map((word) => (key += word));
}

let loaded: ReadonlyMap<string, readonly string[]> | undefined;

/** The keys of a model's other names, by its own key. Most models have none. */
function otherNames(): ReadonlyMap<string, readonly string[]> {
  if (loaded === undefined) {
    const keys = new Map<string, Set<string>>();
    for (const { names } of ukModels().models) {
      const [own, ...others] = names.map(({ key }) => key);
      keys.set(own, new Set([...(keys.get(own) ?? []), ...others]));
    }
    loaded = new Map(Array.from(keys, ([key, others]) => [key, [...others]]));
  }
  return loaded;
}
