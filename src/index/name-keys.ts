// The names of makes and models as keys, for words of a query's text that are names beside other words.
import { makeAliases } from '../vehicle/makes.ts';
import { ukModels } from '../vehicle/models.ts';
import { nameKey } from '../vehicle/name-key.ts';

interface NameKeys {
  readonly models: ReadonlySet<string>;
  /** By the key of a make, its models'. */
  readonly ofMakes: ReadonlyMap<string, ReadonlySet<string>>;
}

let keys: NameKeys | undefined;

const MAKE_ALIASES = makeAliases();

/** Whether words with nothing between are the name of a model. */
export function isModelName(key: string): boolean {
  return nameKeys().models.has(key);
}

export function isMakeName(key: string): boolean {
  return nameKeys().ofMakes.has(MAKE_ALIASES.get(key) ?? key);
}

/** Whether words with nothing between are the name of a model of the make with another key. */
export function isModelOfMake(make: string, key: string): boolean {
  return (
    nameKeys()
      .ofMakes.get(MAKE_ALIASES.get(make) ?? make)
      ?.has(key) === true
  );
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
