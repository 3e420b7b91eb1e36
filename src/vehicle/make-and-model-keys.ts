// Matches requested makes and models with listed ones by equal keys, without case, accents and punctuation, so an index can
// hold the keys as terms. A requested text with an empty key (`!!!`) matches nothing: no listing has an empty key.
import { canonicalMake } from './makes.ts';
import { modelKey, nameKey } from './name-key.ts';
import { ukModels } from './models.ts';
import { spacedWords } from './title-words.ts';

/** The key of a make, requested or listed: `volkswagen` for `VW`. Equal for all spellings and aliases of a make. */
export function makeKey(text: string): string {
  return nameKey(canonicalMake(text) ?? text);
}

/** The key of a requested model: `3series` for `3-series` and for `3 Series`. */
export function modelQueryKey(model: string): string {
  return modelKey(model);
}

/**
 * The keys that match a listed model, one for each prefix of its words: `3`, `3series`, `3series320d` for
 * `3 Series 320d`. So `XJ` does not find `XJS`. Those of the model's other names come first: `evoque` for a
 * `Range Rover Evoque`.
 */
export function modelPrefixKeys(model: string): string[] {
  return prefixKeys(spacedWords(model));
}

/** The same of a model whose words have keys already. */
export function prefixKeys(words: readonly string[]): string[] {
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

/** The keys of a model's other names, by its own; none for most. */
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
