// The names of makes and models that phrases use, by key, with fuzzy lookup of misspelt ones.
import { distance } from 'fastest-levenshtein';
import { addToList } from '../../lists-by-key.ts';
import { KeyStarts, modelKey, nameKey, soundKey, isOneEditApart, NearWords } from '../../vehicle/name-key.ts';
import { heardMake, heardMakeKeys } from '../../vehicle/makes.ts';
import { ukModels, type UkModel } from '../../vehicle/models.ts';

export interface ModelName {
  readonly make: string;
  readonly model: string;
}

export interface Vocabulary {
  /** The canonical make of a key: `Volkswagen` for `vw`. */
  make(key: string): string | undefined;
  /** The models with that key: several where makes share a name. After a make, also its models that are common words. */
  models(key: string, after: string | undefined): readonly ModelName[];
  /** All models with that key, also those that are common words. */
  modelsAnywhere(key: string): readonly ModelName[];
  /** Whether a make or a model, or its plural, may begin with the key of some words. */
  mayBegin(key: string): boolean;
  /** The only make that a word is one edit away from. */
  fuzzyMake(key: string): string | undefined;
  /** The same for models. */
  fuzzyModels(key: string, after: string | undefined): readonly ModelName[];
  /** Models of two words with the second misspelt: `C3 Picaso`. */
  fuzzySecondWord(first: string, second: string): readonly ModelName[];
  /** Whether a word is close to a make or a model, but not close enough to be read as one. */
  resembles(key: string): boolean;
}

/** Whether a key is a make or a model. */
export function isNameKey(key: string, vocabulary: Vocabulary): boolean {
  return vocabulary.make(key) !== undefined || vocabulary.models(key, undefined).length > 0;
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
  /** By their first word. */
  const twoWords = new Map<string, { second: string; name: ModelName }[]>();
  const plain = new Set(names.map(({ name }) => modelKey(name)));
  for (const { name, make, model, afterMakeOnly } of names) {
    const key = nameKey(name);
    // `Ka` is not a `Ka+`.
    for (const own of new Set([modelKey(name), ...(plain.has(key) ? [] : [key])]))
      addToList(byKey, own, { make, model, afterMakeOnly });
    const words = name.split(/[\s-]+/).map(nameKey);
    if (words.length !== 2) continue;
    const [first, second] = words;
    addToList(twoWords, first, { second, name: { make, model } });
  }
  const long = (names: Iterable<string>, shortest: number): string[] =>
    [...names].filter((name) => name.length >= shortest);
  const makeNames = new Map(
    makes.filter(({ key }) => key.length >= MIN_FUZZY_LENGTH).map(({ key, make }) => [key, make] as const),
  );
  const nearMakes = new NearWords(makeNames.keys());
  const soundingMakes = bySound(
    [...makeNames.keys()].filter(
      (name) => name.length >= LONG_MAKE || (soundKey(name)?.length ?? 0) >= MIN_SOUND_LENGTH,
    ),
  );
  const nearModels = new NearWords(long(byKey.keys(), MIN_FUZZY_LENGTH_AFTER_MAKE));
  const soundingModels = bySound(long(byKey.keys(), MIN_FUZZY_LENGTH));

  const modelsOf = (key: string, after: string | undefined): readonly ModelName[] => {
    const entries = byKey.get(key);
    if (entries === undefined) return NO_MODELS;
    return entries.filter(({ make, afterMakeOnly }) => !afterMakeOnly || make === after).map(nameOf);
  };

  const starts = new KeyStarts([...heardMakeKeys(), ...byKey.keys()].flatMap(plurals));

  return {
    make: heardMake,
    models: modelsOf,
    modelsAnywhere: (key) => (byKey.get(key) ?? []).map(nameOf),
    mayBegin: (key) => starts.mayBegin(key),
    fuzzyMake(key) {
      if (key.length < MIN_FUZZY_LENGTH) return undefined;
      const close = nearMakes.near(key);
      // `megan` is nearer to Megane than to Morgan.
      if (close.length === 0 && nearModels.near(key).length > 0) return undefined;
      const fuzzy = close.length > 0 ? close : namesLike(key, soundingMakes, MIN_SOUND_LENGTH_AMONG_FEW);
      return fuzzy.length === 1 ? makeNames.get(fuzzy[0]) : undefined;
    },
    fuzzyModels(key, after) {
      const shortest = after === undefined ? MIN_FUZZY_LENGTH : MIN_FUZZY_LENGTH_AFTER_MAKE;
      if (key.length < shortest || /[0-9]/.test(key)) return [];
      const isPossible = (name: string): boolean =>
        name.length >= shortest &&
        (byKey.get(name) ?? []).some((entry) =>
          after === undefined ? !entry.afterMakeOnly : entry.make === after,
        );
      const close = nearModels.near(key).filter(isPossible);
      const minSound = after === undefined ? MIN_SOUND_LENGTH : MIN_SOUND_LENGTH_AMONG_FEW;
      const alike = namesLike(key, soundingModels, minSound).filter(isPossible);
      // `rangler` is one edit away from Ranger too, which sounds different.
      const both = alike.filter((name) => distance(name, key) === 1);
      const fuzzy = [both, close].find((names) => names.length > 0) ?? alike;
      const named = fuzzy.flatMap((name) =>
        modelsOf(name, after).filter(({ make }) => after === undefined || make === after),
      );
      const isOne = named.every(({ make, model }) => make === named[0].make && model === named[0].model);
      return fuzzy.length === 1 ? named : isOne ? named.slice(0, 1) : [];
    },
    fuzzySecondWord(first, second) {
      if (second.length < MIN_FUZZY_LENGTH) return [];
      return (twoWords.get(first) ?? [])
        .filter((row) => isOneEditApart(row.second, second))
        .map(({ name }) => name);
    },
    resembles(key) {
      if (key.length < MIN_FUZZY_LENGTH || /[0-9]/.test(key)) return false;
      return (
        nearMakes.near(key).length > 0 || nearModels.near(key).some((name) => name.length >= MIN_FUZZY_LENGTH)
      );
    },
  };
}

/** A key and its plurals: `Skodas`, `Yarises`. */
function plurals(key: string): string[] {
  return [key, `${key}s`, `${key}es`, `${key}ses`, key.replace(/y$/, 'ies')];
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

/** Shorter sounds are those of many words, except among makes of some length and the models of one make. */
const MIN_SOUND_LENGTH = 3;
const LONG_MAKE = 6;
const MIN_SOUND_LENGTH_AMONG_FEW = 2;

function bySound(names: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const sounding = new Map<string, string[]>();
  for (const name of names) {
    const sound = soundKey(name);
    if (sound === undefined || /[0-9]/.test(name)) continue;
    addToList(sounding, sound, name);
  }
  return sounding;
}

/** The names that sound like a typed word, and look not too different. */
function namesLike(
  typed: string,
  sounding: ReadonlyMap<string, readonly string[]>,
  minSound: number,
): string[] {
  const sound = soundKey(typed) ?? '';
  const names = sound.length < minSound ? [] : (sounding.get(sound) ?? []);
  return names.filter(
    (name) => syllables(name) === syllables(typed) && distance(name, typed) <= (name.length >= 8 ? 3 : 2),
  );
}

function syllables(word: string): number {
  return word.match(/[aeiouy]+/g)?.length ?? 0;
}

const NO_MODELS: readonly ModelName[] = [];

function nameOf({ make, model }: Entry): ModelName {
  return { make, model };
}

let loaded: Vocabulary | undefined;

export function ukVocabulary(): Vocabulary {
  return (loaded ??= readVocabulary(ukModels().models));
}
