// The names of makes and models as keys, which show whether words of a text form a name with their neighbours.
import { makeAliases } from './makes.ts';
import { ukModels } from './models.ts';
import { nameKey } from './name-key.ts';

interface NameKeys {
  readonly models: ReadonlySet<string>;
  /** From the key of a make to its models' keys. */
  readonly ofMakes: ReadonlyMap<string, ReadonlySet<string>>;
}

let keys: NameKeys | undefined;

export const MAKE_ALIASES = makeAliases();

/** Whether `key`, words with nothing between them, is the name of a model. */
export function isModelName(key: string): boolean {
  return nameKeys().models.has(key);
}

/** Whether the `length` words, which form a spelling, are an article and the beginning of a model: `a C-Class` has no `a/c`. */
export function beginsName(words: readonly string[], at: number, length: number): boolean {
  return length === 2 && words[at] === 'a' && isModelName(words[at + 1] + (words.at(at + 2) ?? ''));
}

export function isMakeName(key: string): boolean {
  return nameKeys().ofMakes.has(MAKE_ALIASES.get(key) ?? key);
}

/** Whether `key`, words with nothing between them, is the name of a model of the make with the key `make`. */
export function isModelOfMake(make: string, key: string): boolean {
  return (
    nameKeys()
      .ofMakes.get(MAKE_ALIASES.get(make) ?? make)
      ?.has(key) === true
  );
}

/** Maximum words of a name: `range rover evoque l`. */
const MAX_NAME_WORDS = 4;

/** How many words from `at` on are the longest name of a make or model: 2 for `land rover`, 0 if there is none. */
export function wordsOfName(words: readonly string[], at: number): number {
  let key = '';
  let longest = 0;
  words.slice(at, at + MAX_NAME_WORDS).forEach((word, i) => {
    key += word;
    if (isModelName(key) || isMakeName(key)) longest = i + 1;
  });
  return longest;
}

/** How many words are, from the first on, a name of a make or model, or a make with its model: 3 for `bmw 3 series`; 0 if none are. */
export function wordsOfFullName(words: readonly string[]): number {
  const name = wordsOfName(words, 0);
  for (let end = Math.min(name + MAX_NAME_WORDS, words.length); end > name; end--) {
    const isNamed = (make: number): boolean =>
      isModelOfMake(words.slice(0, make).join(''), words.slice(make, end).join(''));
    if (isNamed(1) || isNamed(name)) return end;
  }
  return name;
}

/** The keys of the makes that have a model of this name. */
export function makesOfModel(key: string): readonly string[] {
  return [...nameKeys().ofMakes].filter(([, models]) => models.has(key)).map(([make]) => make);
}

function nameKeys(): NameKeys {
  if (keys !== undefined) return keys;
  const ofMakes = new Map<string, Set<string>>();
  for (const { make, names } of ukModels().models) {
    const key = nameKey(make);
    const own = ofMakes.get(key) ?? new Set();
    for (const name of names) own.add(name.key);
    ofMakes.set(key, own);
  }
  return (keys = { ofMakes, models: new Set([...ofMakes.values()].flatMap((own) => [...own])) });
}
