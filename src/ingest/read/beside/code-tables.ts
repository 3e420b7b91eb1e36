// Gives codes the words that tables beside the records of a document have for them: with `{ "fuelcd": { "3": "Hybrid" } }`, a
// `fuelcd` of 3 is `Hybrid`. A table's name may be longer than the column's (`Status` for `Sts`), say nothing, or belong to the
// object around the code (`<Price C="W">`).
import { isObject } from '../../../json.ts';
import { WORD_READERS } from '../../tables/feed-fields.ts';
import { partKey, partWords, wordsFor } from '../../tables/feed-tables.ts';
import { readSaleStatus } from '../../values/sale-status.ts';
import type { FieldOf } from '../feed-record.ts';
import { isNested } from '../flatten.ts';

type Codes = readonly (readonly [code: string, text: string])[];

interface Code {
  readonly text: string;
  readonly origin: string;
}

const MAX_CODES = 10_000;
/** Limit of the names of one table. */
export const MAX_NAMES = 4;
const MAX_KEY_LENGTH = 100;
/** Limit of a record's values that own codes. */
const MAX_OWNERS = 100;
/** Minimum entries of a list that explains the names of columns. */
const MIN_LABELS = 5;
/** Limit of the tables whose names are kept, for the short forms that columns have of them. */
const MAX_TABLES = 100;
/** The form of a column's name that may be short for a table's: `Sts`. */
const SHORT_NAME = /^[a-z]{2,4}$/i;

export class CodeTables {
  /** The words of codes, by column name and code: `fuelcd` and `3` mean `Hybrid`. */
  readonly #codes = new Map<string, Code>();
  /** The field of the words of a table whose name says nothing, by its name as a key: `f` is `fuel_type`. */
  readonly #fields = new Map<string, string>();
  /** The names of the tables of codes and of objects, by their keys. */
  readonly #tables = new Map<string, string>();
  /** The columns whose codes depend on another value of the record, as those of models do on the make. */
  readonly #owned = new Set<string>();
  /** The values that codes depend on: the makes. */
  readonly #owners = new Set<string>();
  /** The labels that a list gives columns whose names say nothing: `typ` is `Type`. */
  readonly #labels = new Map<string, Code>();
  readonly #fieldOf: FieldOf;
  readonly #used: Set<string>;

  /** The origins of the words that records get are added to `used`. */
  constructor(fieldOf: FieldOf, used: Set<string>) {
    this.#fieldOf = fieldOf;
    this.#used = used;
  }

  get areEmpty(): boolean {
    return this.#codes.size === 0;
  }

  /** Takes the words of a table's codes, for columns named like the table. */
  add(names: readonly string[], codes: Codes, origin: string): void {
    for (const name of codes.length === 0 ? [] : names.slice(0, MAX_NAMES).filter(isKey)) {
      const column = tableKey(this.addName(name));
      const field = this.#fieldOf(name) === undefined ? fieldOfCodes(codes) : undefined;
      if (field !== undefined && this.#fields.size < MAX_TABLES) this.#fields.set(column, field);
      for (const [code, text] of codes) {
        const label = labelIn(text);
        const isLabel = codes.length >= MIN_LABELS && this.#fieldOf(code) === undefined;
        const hasRoom = this.#labels.size < MAX_CODES && isKey(code);
        if (isLabel && hasRoom && this.#fieldOf(label) !== undefined)
          this.#labels.set(code, { text: label, origin });
        if (this.#codes.size < MAX_CODES && isKey(code) && isKey(text)) {
          this.#codes.set(`${column}\n${code}`, { text, origin });
          const [owner = '', ...rest] = code.split('\n');
          if (rest.length > 0) {
            this.#owned.add(column);
            this.#owners.add(owner);
          }
        }
      }
    }
  }

  /** Keeps the name of a table, for columns whose names are short for it; returns it as a key. */
  addName(name: string): string {
    const key = partKey(name);
    if (this.#tables.size < MAX_TABLES && !this.#tables.has(key)) this.#tables.set(key, name);
    return key;
  }

  /** The tables whose names an unknown column name is short for, as keys: `status` for `Sts`. */
  shortFor(name: string): string[] {
    if (!SHORT_NAME.test(name) || this.#fieldOf(name) !== undefined) return [];
    return [...this.#tables.keys()].filter(
      (table) => table.length > name.length && isShortFor(name.toLowerCase(), table),
    );
  }

  /** The different values that own codes, without those beyond a limit, which bounds the look-ups for each of a record's members. */
  ownersAmong(values: readonly unknown[]): readonly string[] {
    const owners = values
      .filter(isKey)
      .map(String)
      .filter((value) => this.#owners.has(value));
    return [...new Set(owners)].slice(0, MAX_OWNERS);
  }

  /**
   * A member with the words of its codes. `owners`: those of the record's values that own codes, as makes do those of models.
   * `within`: the object's name. A short name, and one below the table's, becomes one that is known.
   */
  decoded(
    column: string,
    said: unknown,
    owners: () => readonly string[],
    within: string,
  ): readonly [name: string, value: unknown] | undefined {
    if (this.#codes.size === 0) return undefined;
    const [name = '', parent = within] = column.split('.').reverse();
    const wordOf = (table: string, code: unknown, of = ''): Code | undefined =>
      isKey(code) ? this.#codes.get(`${table}\n${of}${code}`) : undefined;
    const key = tableKey(name);
    const owned = (): Code[] => owners().flatMap((owner) => wordOf(key, said, `${owner}\n`) ?? []);
    const found = wordOf(key, said) ?? only(this.#owned.has(key) ? owned() : []);
    const field = this.#fieldOf(column) === undefined ? this.#fields.get(key) : undefined;
    if (found !== undefined) return [field ?? column, this.#textOf(found)];
    // `fuelId` beside a table `fuels`.
    const [last = '', ...before] = partWords(name).toReversed();
    const named = wordsFor('link key').has(last) ? before.reverse().join('_') : '';
    const word = named === '' ? undefined : wordOf(tableKey(named), said);
    if (word !== undefined) return [named, this.#textOf(word)];
    const short = this.shortFor(column).filter((table) => wordOf(tableKey(table), said) !== undefined);
    if (short.length === 1)
      return [this.#tables.get(short[0]) ?? column, this.#textOf(wordOf(tableKey(short[0]), said))];
    // `<Price C="W">` beside a table `Price`.
    const list = parent === '' || this.#fieldOf(`${parent}.${name}`) !== undefined ? [] : [said].flat();
    const kinds = list.map((code) => wordOf(tableKey(parent), code));
    if (kinds.length === 0 || !kinds.every((kind) => kind !== undefined)) return undefined;
    const texts = kinds.map((kind) => labelIn(this.#textOf(kind) ?? ''));
    return [column.replace(/[^.]*$/, 'kind'), Array.isArray(said) ? texts : texts[0]];
  }

  /** The name that a list beside the records gives a column. */
  labelOf(name: string): string | undefined {
    return this.#textOf(this.#labels.get(name));
  }

  #textOf(found: Code | undefined): string | undefined {
    if (found !== undefined) this.#used.add(found.origin);
    return found?.text;
  }
}

/** The codes and words of an object, `{ "1": "Petrol", "2": "Diesel" }`, or of several, one for each value of another column. */
export function codesIn(value: object): Codes {
  const members: [string, unknown][] = Object.entries(value);
  const isText = ([, text]: [string, unknown]): boolean =>
    typeof text === 'string' && !/^https?:/i.test(text);
  if (members.length > 1 && members.every(isText)) return members as [string, string][];
  const owned = members.map(([owner, inner]) =>
    isObject(inner) && !Object.values(inner).some(isNested)
      ? codesIn(inner).map(([code, text]) => [`${owner}\n${code}`, text] as const)
      : [],
  );
  return owned.every(({ length }) => length > 0) ? owned.flat() : [];
}

/** The fields whose words are known, with their readers. */
const READERS = [...WORD_READERS.filter(({ isClass }) => isClass), { field: 'status', read: readSaleStatus }];

/** The field of which all words of a table are: `Petrol` and `Diesel` are fuels. */
export function fieldOfCodes(codes: Codes): string | undefined {
  if (codes.length < 2) return undefined;
  return READERS.find(({ read }) => codes.every(([, text]) => read(text) !== undefined))?.field;
}

/** The words of a code without a remark: `Offer price, replaces windscreen when present`. */
function labelIn(text: string): string {
  return (text.split(/[,;(]/, 1)[0] ?? '').trim();
}

function only(codes: readonly Code[]): Code | undefined {
  return new Set(codes.map(({ text }) => text)).size === 1 ? codes[0] : undefined;
}

/** A name as the key of its table: `gearbox` for `gearboxes`. */
function tableKey(name: string): string {
  return partKey(name).replace(/e$/, '');
}

export function isKey(value: unknown): value is string | number {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH;
}

/** Whether a name has the letters of a short form in their order, and begins with the first. */
function isShortFor(short: string, name: string): boolean {
  let end = 0;
  for (const letter of short) {
    const at = name.indexOf(letter, end);
    if (at < 0 || (end === 0 && at > 0)) return false;
    end = at + 1;
  }
  return true;
}
