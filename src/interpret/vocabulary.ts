// The names of makes and models that phrases use, by key, with fuzzy lookup of misspelt ones. Aliases of makes are in
// listing/makes.ts.
import { distance } from 'fastest-levenshtein';
import { nameKey } from '../listing/name-key.ts';
import { canonicalMake } from '../listing/makes.ts';
import { ukModels, type UkModel } from '../listing/uk-models.ts';
import { MODEL_NICKNAMES, makeOfNickname } from './nicknames.ts';
import { soundKey } from './sound-key.ts';

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
  /** Whether a word is close to a make or a model, but not close enough to be read as one. */
  resembles(key: string): boolean;
}

/** Shorter words are as likely to be other words. */
const MIN_FUZZY_LENGTH = 5;
const MIN_FUZZY_LENGTH_AFTER_MAKE = 4;

interface Entry extends ModelName {
  readonly afterMakeOnly: boolean;
}

function readVocabulary(models: readonly UkModel[]): Vocabulary {
  const names = models.flatMap(namesInPhrases);
  const makes = [...new Set(names.map(({ make }) => make))].map((make) => ({ make, key: nameKey(make) }));
  const byKey = new Map<string, Entry[]>();
  const twoWords: { first: string; second: string; name: ModelName }[] = [];
  for (const { name, make, model, afterMakeOnly } of names) {
    const key = nameKey(name);
    byKey.set(key, [...(byKey.get(key) ?? []), { make, model, afterMakeOnly }]);
    const words = name.split(/[\s-]+/).map(nameKey);
    if (words.length === 2) twoWords.push({ first: words[0], second: words[1], name: { make, model } });
  }

  for (const { key, ...entry } of MODEL_NICKNAMES) byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  const soundOfModel = new Map([...byKey.keys()].map((key) => [key, soundKey(key)] as const));
  const soundOfMake = new Map(makes.map(({ key }) => [key, soundKey(key)] as const));

  const modelsOf = (key: string, after: string | undefined): readonly ModelName[] => {
    const entries = byKey.get(key) ?? [];
    return entries.filter(({ make, afterMakeOnly }) => !afterMakeOnly || make === after).map(nameOf);
  };

  return {
    make: (key) => canonicalMake(key) ?? makeOfNickname(key),
    models: modelsOf,
    fuzzyMake(key) {
      if (key.length < MIN_FUZZY_LENGTH) return undefined;
      const long = makes.filter((make) => make.key.length >= MIN_FUZZY_LENGTH);
      const close = long.filter((make) => isFuzzyMatch(make.key, key));
      const sound = soundKey(key);
      const fuzzy = close.length > 0 ? close : long.filter((make) => soundsLike(make.key, soundOfMake.get(make.key), key, sound)); // prettier-ignore
      return fuzzy.length === 1 ? fuzzy[0].make : undefined;
    },
    fuzzyModels(key, after) {
      const shortest = after === undefined ? MIN_FUZZY_LENGTH : MIN_FUZZY_LENGTH_AFTER_MAKE;
      if (key.length < shortest || /[0-9]/.test(key)) return [];
      const long = [...byKey].filter(
        ([name, entries]) =>
          name.length >= shortest &&
          entries.some((entry) => (after === undefined ? !entry.afterMakeOnly : entry.make === after)),
      );
      const close = long.filter(([name]) => isFuzzyMatch(name, key));
      const sound = soundKey(key);
      const fuzzy = close.length > 0 ? close : long.filter(([name]) => soundsLike(name, soundOfModel.get(name), key, sound)); // prettier-ignore
      const named = fuzzy.flatMap(([name]) => modelsOf(name, after).filter(({ make }) => after === undefined || make === after)); // prettier-ignore
      const isOne = named.every(({ make, model }) => make === named[0].make && model === named[0].model);
      return fuzzy.length === 1 ? named : isOne ? named.slice(0, 1) : [];
    },
    fuzzySecondWord(first, second) {
      if (second.length < MIN_FUZZY_LENGTH) return [];
      return twoWords
        .filter((row) => row.first === first && isOneEditApart(row.second, second))
        .map(({ name }) => name);
    },
    resembles(key) {
      if (key.length < MIN_FUZZY_LENGTH || /[0-9]/.test(key)) return false;
      const isClose = (name: string): boolean => name.length >= MIN_FUZZY_LENGTH && isFuzzyMatch(name, key);
      return makes.some((make) => isClose(make.key)) || [...byKey.keys()].some(isClose);
    },
  };
}

/** The names by which phrases mean a model or one of its versions. */
function namesInPhrases({ make, model, names, heardAs, versions }: UkModel): (Entry & { name: string })[] {
  const isHeard = names[0].heard !== 'never';
  return [
    ...(isHeard ? [...names, ...heardAs] : [])
      .filter(({ heard }) => heard !== 'never')
      .map(({ name, heard }) => ({ name, make, model, afterMakeOnly: heard === 'after make' })),
    ...versions.flatMap((aliases) =>
      aliases.map((name) => ({ name, make, model: aliases[0], afterMakeOnly: false })),
    ),
  ];
}

/** The first letter must be right: `banger` is not a misspelt Ranger. */
function isFuzzyMatch(name: string, typed: string): boolean {
  return name[0] === typed[0] && isOneEditApart(name, typed);
}

/** Shorter sounds are those of many words. */
const MIN_SOUND_LENGTH = 3;

/** Whether a typed word sounds like a name, and looks not too different. */
function soundsLike(name: string, nameSound: string | undefined, typed: string, sound: string): boolean {
  return (
    nameSound === sound &&
    sound.length >= MIN_SOUND_LENGTH &&
    name.length >= MIN_FUZZY_LENGTH &&
    !/[0-9]/.test(name) &&
    syllables(name) === syllables(typed) &&
    distance(name, typed) <= (name.length >= 8 ? 3 : 2)
  );
}

/** Number of groups of vowels. */
function syllables(word: string): number {
  return word.match(/[aeiouy]+/g)?.length ?? 0;
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

/** The vocabulary of the table of models, built at the first call. */
export function ukVocabulary(): Vocabulary {
  return (loaded ??= readVocabulary(ukModels().models));
}
