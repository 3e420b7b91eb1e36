// The names of makes and models that phrases use, by key, with fuzzy lookup of misspelt ones. Aliases of makes are in
// listing/makes.ts.
import { nameKey } from '../listing/name-key.ts';
import { canonicalMake } from '../listing/makes.ts';
import { UK_MODELS, type ModelRow } from './uk-models.ts';

export interface ModelName {
  readonly make: string;
  readonly model: string;
}

export interface Vocabulary {
  /** The canonical make of a key: `Volkswagen` for `vw`. */
  make(key: string): string | undefined;
  /** The models with that key: several where makes share a name. After a make, also its models that are common words. */
  models(key: string, after: string | undefined): readonly ModelName[];
  /** The only make that a word is one edit away from. */
  fuzzyMake(key: string): string | undefined;
  /** The same for models. */
  fuzzyModels(key: string, after: string | undefined): readonly ModelName[];
  /** Models of two words with the second misspelt: `C3 Picaso`. */
  fuzzySecondWord(first: string, second: string): readonly ModelName[];
}

/** Shorter words are as likely to be other words. */
const MIN_FUZZY_LENGTH = 5;
const MIN_FUZZY_LENGTH_AFTER_MAKE = 4;

interface Entry extends ModelName {
  readonly afterMakeOnly: boolean;
}

function readVocabulary(rows: readonly ModelRow[]): Vocabulary {
  const makes = [...new Set(rows.map(({ make }) => make))].map((make) => ({ make, key: nameKey(make) }));
  const byKey = new Map<string, Entry[]>();
  const twoWords: { first: string; second: string; name: ModelName }[] = [];
  for (const { make, model, otherNames, afterMakeOnly } of rows) {
    for (const name of [model, ...otherNames]) {
      const key = nameKey(name);
      byKey.set(key, [...(byKey.get(key) ?? []), { make, model, afterMakeOnly }]);
      const words = name.split(/[\s-]+/).map(nameKey);
      if (words.length === 2) twoWords.push({ first: words[0], second: words[1], name: { make, model } });
    }
  }

  const models = (key: string, after: string | undefined): readonly ModelName[] => {
    const entries = byKey.get(key) ?? [];
    return entries.filter(({ make, afterMakeOnly }) => !afterMakeOnly || make === after).map(nameOf);
  };

  return {
    make: (key) => canonicalMake(key),
    models,
    fuzzyMake(key) {
      if (key.length < MIN_FUZZY_LENGTH) return undefined;
      const fuzzy = makes.filter(
        (make) => make.key.length >= MIN_FUZZY_LENGTH && isFuzzyMatch(make.key, key),
      );
      return fuzzy.length === 1 ? fuzzy[0].make : undefined;
    },
    fuzzyModels(key, after) {
      const shortest = after === undefined ? MIN_FUZZY_LENGTH : MIN_FUZZY_LENGTH_AFTER_MAKE;
      if (key.length < shortest || /[0-9]/.test(key)) return [];
      const fuzzy = [...byKey].filter(
        ([name, entries]) =>
          name.length >= shortest &&
          isFuzzyMatch(name, key) &&
          entries.some((entry) => (after === undefined ? !entry.afterMakeOnly : entry.make === after)),
      );
      return fuzzy.length === 1
        ? models(fuzzy[0][0], after).filter(({ make }) => after === undefined || make === after)
        : [];
    },
    fuzzySecondWord(first, second) {
      if (second.length < MIN_FUZZY_LENGTH) return [];
      return twoWords
        .filter((row) => row.first === first && isOneEditApart(row.second, second))
        .map(({ name }) => name);
    },
  };
}

/** The first letter must be right: `banger` is not a misspelt Ranger. */
function isFuzzyMatch(name: string, typed: string): boolean {
  return name[0] === typed[0] && isOneEditApart(name, typed);
}

function nameOf({ make, model }: Entry): ModelName {
  return { make, model };
}

/**
 * Whether two words differ by one edit: a letter added, dropped, replaced, or two neighbours swapped. Digits never differ:
 * `A3` is not `A4`.
 */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (/[0-9]/.test(a + b)) return false;
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

let loaded: Vocabulary | undefined;

/** The vocabulary of UK_MODELS, built at the first call. */
export function ukVocabulary(): Vocabulary {
  return (loaded ??= readVocabulary(UK_MODELS));
}
