// Makes of vehicles sold used in the UK, read from assets/vehicles/makes.tsv. Differences of case, accents, punctuation and
// spaces need no alias. An unknown make keeps the dealer's spelling.
//
// A name in parentheses is also an ordinary word: phrases mean the make only if a model or `cars` follows (`AC`).
import { nameKey, isOneEditApart } from './name-key.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../tables.ts';

export interface MakeName {
  /** The `nameKey` of the name. */
  readonly key: string;
  readonly isSingleWord: boolean;
  readonly isOrdinaryWord: boolean;
}

export interface Make {
  readonly make: string;
  /** The names in listings, the make's own first. No two makes share one. */
  readonly names: readonly MakeName[];
  /** Names that only phrases use: `Veedub`. */
  readonly heardAs: readonly MakeName[];
  /** Whether the make is also a trim of other makes' models: `Leon Cupra`. */
  readonly isTrim: boolean;
  /** Models of this make that belong to another make if this make's name follows as a trim. */
  readonly trimmedModels: readonly string[];
  /** Words after which the make's own name is an ordinary word; `#` is a number. */
  readonly notAfter: ReadonlySet<string>;
}

const WHAT = 'assets/vehicles/makes.tsv';
const COLUMNS = ['make', 'aliases', 'heard', 'trim of', 'not after'];
/** Value of the column `trim of` for models of any make. */
const ANY = 'any';

/** Throws an error with the line of the first mistake. */
export function parseMakes(text: string): readonly Make[] {
  const unique = new UniqueNames(WHAT);
  return parseTable(WHAT, COLUMNS, text).map(({ line, cells }) => {
    const [own, aliases, heard, trimOf, notAfter] = cells;
    const names = [own, ...listOf(aliases)].map(parseName);
    const heardAs = listOf(heard).map(parseName);
    for (const { key } of [...names, ...heardAs]) {
      if (key === '') throw mistake(WHAT, line, 'a name is empty');
      unique.add(key, line);
    }
    const [scope, ...trimmedModels] = listOf(trimOf);
    if (scope !== undefined && scope !== ANY)
      throw mistake(WHAT, line, `the column 'trim of' must begin with ${ANY}`);
    return {
      make: withoutSign(own),
      names,
      heardAs,
      isTrim: scope === ANY,
      trimmedModels,
      notAfter: new Set(listOf(notAfter)),
    };
  });
}

function parseName(text: string): MakeName {
  const name = withoutSign(text);
  return { key: nameKey(name), isSingleWord: !/\s/.test(name), isOrdinaryWord: name !== text };
}

function withoutSign(text: string): string {
  return text.startsWith('(') ? text.slice(1, -1) : text;
}

const { rows: MAKES, version } = readTable('vehicles/makes.tsv', parseMakes);

/** A hash of the table. */
export const MAKES_VERSION = version;

const BY_KEY = new Map(MAKES.flatMap((make) => make.names.map(({ key }) => [key, make] as const)));
const BY_HEARD_KEY = new Map(MAKES.flatMap((make) => make.heardAs.map(({ key }) => [key, make] as const)));
const ORDINARY_WORDS = new Set(
  MAKES.flatMap(({ names, heardAs }) => [...names, ...heardAs])
    .filter(({ isOrdinaryWord }) => isOrdinaryWord)
    .map(({ key }) => key),
);

/** The make of a text: `Volkswagen` for `VW`, `Land Rover` for `landrover`; undefined for an unknown make. */
export function canonicalMake(text: string): string | undefined {
  return BY_KEY.get(nameKey(text))?.make;
}

/** The keys of all names of a make in listings, by its own key; for an unknown make, only that key. */
export function namesOfMake(key: string): readonly string[] {
  return BY_KEY.get(key)?.names.map((name) => name.key) ?? [key];
}

/** The make of a misspelt name in listings, such as `Frod`; undefined for other names. */
export function misspeltMake(text: string): string | undefined {
  const key = nameKey(text);
  const make = BY_KEY.get(key);
  return make !== undefined && isOneEditApart(make.names[0].key, key) ? make.make : undefined;
}

const QUOTED = /^\s*".*"\s*$/s;

/** As `canonicalMake`, for the make that a search asks for: in quotes, a misspelt name is taken as it was typed. */
export function requestedMake(text: string): string | undefined {
  return QUOTED.test(text) && misspeltMake(text) !== undefined ? undefined : canonicalMake(text);
}

/** As `canonicalMake`, for a key of a phrase, in which nicknames count too. */
export function heardMake(key: string): string | undefined {
  return (BY_KEY.get(key) ?? BY_HEARD_KEY.get(key))?.make;
}

/** All keys that `heardMake` takes. */
export function heardMakeKeys(): readonly string[] {
  return [...BY_KEY.keys(), ...BY_HEARD_KEY.keys()];
}

/** Whether a make's name, as a key, is also an ordinary word. */
export function isOrdinaryMake(key: string): boolean {
  return ORDINARY_WORDS.has(key);
}

/** Whether the word before turns a make's own name into an ordinary word: `heated seat`. */
export function isPartAfter(key: string, before: string): boolean {
  const make = BY_KEY.get(key);
  if (make?.names[0].key !== key) return false;
  return make.notAfter.has(before) || (make.notAfter.has('#') && /^[0-9]+$/.test(before));
}

/** Whether a make is also a trim of other makes' models. */
export function isTrimMake(make: string): boolean {
  return BY_KEY.get(nameKey(make))?.isTrim === true;
}

/** Whether a make's model, followed by a make as its trim, belongs to another make: the `Leon` of `Leon Cupra`. */
export function isTrimmedModel(trim: string, { make, model }: { make: string; model: string }): boolean {
  const named = BY_KEY.get(trim);
  return named?.make === make && named.trimmedModels.includes(model);
}

/** Every one-word alias, as a key, with the key of its make: `vw` and `volkswagen`. */
export function makeAliases(): ReadonlyMap<string, string> {
  return new Map(
    MAKES.flatMap(({ names: [own, ...aliases] }) =>
      aliases.filter(({ isSingleWord }) => isSingleWord).map(({ key }) => [key, own.key] as const),
    ),
  );
}
