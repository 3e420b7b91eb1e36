// The names of makes and models that a phrase may hold, by key, and the nearest of them to a misspelt word. It is made
// from a table; the makes' other names are listing/'s.
import { nameKey } from '../listing/name-key.ts';
import { canonicalMake } from '../listing/makes.ts';
import { isOneEditApart } from './one-slip.ts';
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
  /** The one make or model that a word is a slip of the hand away from. */
  fuzzyMake(key: string): string | undefined;
  fuzzyModels(key: string, after: string | undefined): readonly ModelName[];
  /** Models of two words, where the first is spelt right: `C3 Picaso`. */
  fuzzySecondWord(first: string, second: string): readonly ModelName[];
}

/** Shorter words are as likely other words. */
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

/** Hardly anybody slips at the first letter: `banger` is no Ranger. */
function isFuzzyMatch(name: string, typed: string): boolean {
  return name[0] === typed[0] && isOneEditApart(name, typed);
}

function nameOf({ make, model }: Entry): ModelName {
  return { make, model };
}

let loaded: Vocabulary | undefined;

/** The vocabulary of the usual models on British roads. Made when it is first asked for. */
export function ukVocabulary(): Vocabulary {
  return (loaded ??= readVocabulary(UK_MODELS));
}
