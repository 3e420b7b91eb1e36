// The terms by which an index finds a listing's title, make and model together, as the trade says it. requested-model.ts has
// what a search asks of them. A title has
//
//    3series320d   what it begins with, for each number of its words
//    =3series      its base model, by each of its names
//    *320d         each word behind the base model
//    @bmw          its make
import { makeKey, prefixKeys } from './make-and-model-keys.ts';
import { baseModel } from './model-name.ts';
import { modelKey } from './name-key.ts';
import { ukModels, type UkModelName } from './models.ts';
import { isTrim, looseWords, runsOf, spacedWords, withJoinedTrims } from './title-words.ts';

export const makeTerm = (make: string): string => `@${makeKey(make)}`;
export const baseTerm = (key: string): string => `=${key}`;
export const wordTerm = (word: string): string => `*${word}`;

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

/** The words behind the base model, and neighbours that also come as one. */
function variantWords(variant: string): string[] {
  const words = looseWords(variant);
  return runsOf(words)
    .filter(({ from, to }) => from < to || from === words.length - 1 || !isTrim(words[from], words[from + 1]))
    .map(({ key }) => key);
}

/** The base model's names, as keys, and the text behind it. Of an unknown model, the first word is the base. */
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

/** All names of the make's model of this name; of any one make's, without a make. */
function namesOf(make: string | null, key: string): readonly UkModelName[] | undefined {
  const models = modelsNamed(key);
  return models.find((model) => make === null || model.make === make)?.names;
}

/** The models of this name, of all makes. */
export function modelsNamed(key: string): readonly ModelNames[] {
  byName ??= namedModels();
  return byName.get(key) ?? [];
}

export interface ModelNames {
  readonly make: string;
  readonly names: readonly UkModelName[];
  /** Whether it is a model in its own right: a Cooper is one of a Hatch too. */
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
