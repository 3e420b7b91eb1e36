// Adds to records the objects elsewhere in a document that they name by a key: a branch by its code, or the entries of a content
// system (Contentful, JSON:API, Sanity) by links. Links are followed for two steps: to a model and to its make, but not further.
import { isObject } from '../../json.ts';
import { isPlaceName } from '../tables/column-path.ts';
import { partKey, partWords, wordsFor, type WordUse } from '../tables/feed-tables.ts';
import { fuelInColumn, gearboxInColumn } from '../../vehicle/classify.ts';
import { readSaleStatus } from '../values/sale-status.ts';
import { siteIn } from '../values/url.ts';
import type { FeedItem, FieldOf } from './feed-record.ts';
import { isNested, unwrapped } from './flatten.ts';

interface Entry {
  readonly text: string;
  readonly value: object;
  readonly origin: string;
}

interface Code {
  readonly text: string;
  readonly origin: string;
}

/** Maximum depth of objects within objects, in records and beside them. */
const MAX_DEPTH = 8;
const MAX_ENTRIES = 10_000;
/** Maximum length of an entry as JSON, in UTF-16 code units. Larger entries, repeated in each record, would fill the memory. */
const MAX_LENGTH = 10_000;
/** Maximum links that are followed in one record. */
const MAX_LINKS = 200;
/** Limit of the kinds that a link names, and of the names of a table of codes. */
const MAX_LINK_NAMES = 4;
const MAX_KEY_LENGTH = 100;
/** Minimum entries of a list that explains the names of columns. */
const MIN_LABELS = 5;
/** Limit of the tables whose names are kept, for the short forms that columns have of them. */
const MAX_TABLES = 100;
/** The form of a column's name that may be short for a table's: `Sts`. */
const SHORT_NAME = /^[a-z]{2,4}$/i;
/** The kind that all places share, besides their own. */
const A_PLACE = 'a place';
/** The form of a place's code in a column of unknown name: `NRY`. */
const PLACE_CODE = /^[A-Z][A-Z0-9_-]{1,15}$/;
/** Maximum links from one object to the next. */
const MAX_STEPS = 2;
/** The form of keys in a list, which are all of the same kind. */
const LISTED_KEY = /^(?=.*[a-z])(?=.*[0-9]).{3,}$/i;
/** The form of a key that hardly occurs in two kinds of objects, as numbers do. */
const OWN_KEY = /^(?=.*[a-z]).{5,}$/i;

export class LinkedRecords {
  /** Objects by kind and key; undefined if several objects share both. */
  readonly #entries = new Map<string, Entry | undefined>();
  readonly #used = new Set<string>();
  /** The words of codes, by column name and code: `fuelcd` and `3` mean `Hybrid`. */
  readonly #codes = new Map<string, Code>();
  /** The field of the words of a table whose name says nothing, by its name as a key: `f` is `fuel_type`. */
  readonly #fields = new Map<string, string>();
  /** What the tables of codes and of objects are called, by their names as keys. */
  readonly #tables = new Map<string, string>();
  /** The columns whose codes belong to another value of the record. */
  readonly #owned = new Set<string>();
  /** What a list beside the records calls columns whose names say nothing: `typ` is `Type`. */
  readonly #labels = new Map<string, Code>();
  readonly #held: { readonly origin: string; readonly notice: FeedItem }[] = [];
  readonly #fieldOf: FieldOf;
  readonly #dealer: string | undefined;
  #isSiteSaid = false;

  constructor(fieldOf: FieldOf, dealer: string | undefined) {
    this.#fieldOf = fieldOf;
    this.#dealer = dealer;
  }

  /**
   * Keeps the notices of an origin's objects until it is known whether a record names any. Returns the first that contains the
   * address of the dealer's site, which holds for all records.
   */
  hold(origin: string, notices: readonly FeedItem[]): readonly FeedItem[] {
    const hasSite = (item: FeedItem): boolean =>
      item.kind === 'notice' && siteIn(item.text, this.#dealer) !== undefined;
    const site = this.#isSiteSaid ? undefined : notices.find(hasSite);
    this.#isSiteSaid ||= site !== undefined;
    for (const notice of notices) if (notice !== site) this.#held.push({ origin, notice });
    return site === undefined ? [] : [site];
  }

  /** Whether a record has named an object of this origin. */
  isUsed(origin: string): boolean {
    return this.#used.has(origin);
  }

  /** The notices of objects that no record has named. */
  unused(): FeedItem[] {
    return this.#held.flatMap(({ origin, notice }) => (this.#used.has(origin) ? [] : [notice]));
  }

  /** Takes the objects with a key in a value outside the records; false if there are none. `origin` names them in notices. */
  add(name: string, value: unknown, origin = name, depth = 0): boolean {
    if (!isNested(value) || depth > MAX_DEPTH) return false;
    if (Array.isArray(value))
      return value
        .map((element) => isObject(element) && this.add(name, element, origin, depth + 1))
        .includes(true);
    const keys = keysOf(value);
    if (keys.length > 0) {
      for (const [inner, member] of Object.entries(value))
        if (Array.isArray(member)) this.add(inner, member, origin, depth + 1);
      return Object.keys(value).length > keys.length && this.#put(name, keys, value, origin);
    }
    const members = Object.entries(value);
    const codes = codesIn(value);
    this.addCodes([name], codes, origin);
    const isMap = members.length > 1 && members.every(([, member]) => isObject(member));
    if (isMap) this.#tableKey(name);
    const taken = members.map(([inner, member]) => {
      const isTaken = this.add(inner, member, origin, depth + 1);
      return isTaken || (isMap && this.#put(name, [inner], member as object, origin));
    });
    return taken.includes(true) || (depth === 0 && codes.length > 0);
  }

  /** Takes the words of a table's codes, for columns named like the table. */
  addCodes(names: readonly string[], codes: readonly (readonly [string, string])[], origin: string): void {
    for (const name of codes.length === 0 ? [] : names.slice(0, MAX_LINK_NAMES).filter(isKey)) {
      const column = this.#tableKey(name);
      const field = this.#fieldOf(name) === undefined ? fieldOfWords(codes) : undefined;
      if (field !== undefined && this.#fields.size < MAX_TABLES) this.#fields.set(column, field);
      for (const [code, text] of codes) {
        const [label = ''] = text.split(/[,;(]/, 1);
        const isLabel = codes.length >= MIN_LABELS && this.#fieldOf(code) === undefined;
        if (isLabel && this.#fieldOf(label.trim()) !== undefined)
          this.#labels.set(code, { text: label.trim(), origin });
        if (this.#codes.size < MAX_ENTRIES && isKey(code) && isKey(text)) {
          this.#codes.set(`${column}\n${code}`, { text, origin });
          if (code.includes('\n')) this.#owned.add(column);
        }
      }
    }
  }

  /** Takes the rows of a table by their keys: `<Code c="01" town="Hereford" postcode="HR4 9DG"/>`. */
  addRows(
    names: readonly string[],
    rows: readonly (readonly [key: string, row: object])[],
    origin: string,
  ): void {
    for (const name of rows.length === 0 ? [] : names.slice(0, MAX_LINK_NAMES)) {
      this.#tableKey(name);
      for (const [key, row] of rows) this.#put(name, [key], row, origin);
    }
  }

  #tableKey(name: string): string {
    const key = partKey(name);
    if (this.#tables.size < MAX_TABLES && !this.#tables.has(key)) this.#tables.set(key, name);
    return key;
  }

  /** The tables for whose names a name that is no column's is short: `Sts` for `Status`. */
  #tablesFor(name: string): string[] {
    if (!SHORT_NAME.test(name) || this.#fieldOf(name) !== undefined) return [];
    return [...this.#tables.keys()].filter(
      (table) => table.length > name.length && isShortFor(name.toLowerCase(), table),
    );
  }

  /**
   * A member with the words of its codes. `others`: the record's values, one of which may own the code, as makes do those of
   * models. `within`: the object's name. A short name, and one below the table's, becomes one that is known.
   */
  #decoded(
    column: string,
    said: unknown,
    others: () => readonly unknown[],
    within: string,
  ): readonly [name: string, value: unknown] | undefined {
    if (this.#codes.size === 0) return undefined;
    const [name = '', parent = within] = column.split('.').reverse();
    const wordOf = (table: string, code: unknown, of = ''): Code | undefined =>
      isKey(code) ? this.#codes.get(`${table}\n${of}${code}`) : undefined;
    const key = partKey(name);
    const owned = (): Code[] =>
      others().flatMap((owner) => (isKey(owner) ? (wordOf(key, said, `${owner}\n`) ?? []) : []));
    const found = wordOf(key, said) ?? only(this.#owned.has(key) ? owned() : []);
    const field = this.#fieldOf(column) === undefined ? this.#fields.get(key) : undefined;
    if (found !== undefined) return [field ?? column, this.#textOf(found)];
    const short = this.#tablesFor(column).filter((table) => wordOf(table, said) !== undefined);
    if (short.length === 1)
      return [this.#tables.get(short[0]) ?? column, this.#textOf(wordOf(short[0], said))];
    // `<Price C="W">` beside a table `Price`.
    const list = parent === '' || this.#fieldOf(`${parent}.${name}`) !== undefined ? [] : [said].flat();
    const kinds = list.map((code) => wordOf(partKey(parent), code));
    if (kinds.length === 0 || !kinds.every((kind) => kind !== undefined)) return undefined;
    const texts = kinds.map((kind) => this.#textOf(kind)?.split(/[,;(]/, 1)[0]?.trim());
    return [column.replace(/[^.]*$/, 'kind'), Array.isArray(said) ? texts : texts[0]];
  }

  #textOf(found: Code | undefined): string | undefined {
    if (found !== undefined) this.#used.add(found.origin);
    return found?.text;
  }

  /** The record with the objects that it names. */
  resolve(record: object): object {
    if (this.#entries.size === 0 && this.#codes.size === 0) return record;
    let left = MAX_LINKS;
    const follow = (linked: object, depth: number, steps: number): unknown => {
      left -= 1;
      return steps === 0 ? linked : read('', linked, depth + 1, steps - 1);
    };
    const read = (name: string, given: unknown, depth: number, steps: number): unknown => {
      const value = isNested(given) ? unwrapped(given) : given;
      if (!isNested(value) || depth > MAX_DEPTH) return value;
      if (Array.isArray(value))
        return (
          this.#listed(name, value)?.map((linked) => follow(linked, depth, steps)) ??
          value.map((element) => read(name, element, depth + 1, steps))
        );
      const linked = depth > 0 && left > 0 && name !== '' ? this.#linkedBy(name, value) : undefined;
      return linked === undefined ? readMembers(value, depth, steps, name) : follow(linked, depth, steps);
    };
    const readMembers = (value: object, depth: number, steps: number, within = ''): object => {
      const members = Object.entries(value);
      const named = members.flatMap(([name, key]) => {
        const kind = partWords(name).filter((word) => !isWord('link key', word));
        const isName = left > 0 && kind.length > 0 && isKey(key);
        const own = isName ? this.#find(kindsNamed(kind.join('_')), key) : undefined;
        if (own !== undefined) return [[kind.join('_'), follow(own, depth, steps)] as const];
        const rows = (isName ? this.#tablesFor(name) : []).flatMap((table) => {
          const row = this.#find([kindOf(table)], String(key));
          return row === undefined ? [] : [[table, follow(row, depth, steps)] as const];
        });
        if (rows.length === 1) return rows;
        const place = depth === 0 && isName ? this.#placeCoded(name, key) : undefined;
        return place === undefined ? [] : [['branch', follow(place, depth, steps)] as const];
      });
      const own = members.map(([name, member]) => {
        const label = this.#textOf(this.#labels.get(name));
        const decoded = this.#decoded(name, member, () => Object.values(value), within);
        const isTaken = decoded !== undefined && decoded[0] !== name && Object.hasOwn(value, decoded[0]);
        if (decoded === undefined || isTaken)
          return [label ?? name, read(name, member, depth + 1, steps)] as const;
        return label === undefined ? decoded : ([label, decoded[1]] as const);
      });
      return Object.fromEntries([...named, ...own, ...named.filter(([name]) => isKeyOf(value, name))]);
    };
    return readMembers(record, 0, MAX_STEPS - 1);
  }

  /** The objects of a list of keys, if it names but these: `"gallery": ["m501", "m502"]`. */
  #listed(name: string, list: readonly unknown[]): readonly object[] | undefined {
    const found = list.slice(0, MAX_LINKS).map((key) => {
      const isOwn = typeof key === 'string' && LISTED_KEY.test(key);
      return isOwn ? this.#find([...kindsNamed(name), ''], key) : undefined;
    });
    return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
  }

  /** The place with the code that is in a column of unknown name: `at="NRY"`. */
  #placeCoded(name: string, key: unknown): object | undefined {
    const isCode = typeof key === 'string' && PLACE_CODE.test(key) && this.#fieldOf(name) === undefined;
    return isCode ? this.#find([A_PLACE], key) : undefined;
  }

  #put(name: string, keys: readonly string[], value: object, origin: string): boolean {
    const [content = value] = Object.entries(value).flatMap(([member, inner]: [string, unknown]) =>
      isWord('link content', member) && isObject(inner) ? [inner] : [],
    );
    const text = JSON.stringify(content);
    if (text.length > MAX_LENGTH || this.#entries.size > MAX_ENTRIES) return false;
    for (const kind of new Set(['', ...kindsNamed(name), ...kindsOf(value)]))
      for (const key of keys) {
        const id = `${kind}\n${key}`;
        const isOther = this.#entries.has(id) && this.#entries.get(id)?.text !== text;
        this.#entries.set(id, isOther ? undefined : { text, value: content, origin });
      }
    return true;
  }

  #find(kinds: readonly string[], key: string | number): object | undefined {
    const ids = kinds.map((kind) => `${kind}\n${key}`);
    const id = ids.find((one) => this.#entries.get(one) !== undefined);
    const found = id === undefined ? undefined : this.#entries.get(id);
    if (found !== undefined) this.#used.add(found.origin);
    return found?.value;
  }

  /** The object for a link, which consists of a key and perhaps a kind: `{ "data": { "type": "makes", "id": "3" } }`. */
  #linkedBy(name: string, value: object): object | undefined {
    const [first, ...others] = Object.entries(value) as [string, unknown][];
    if (first !== undefined && others.length === 0 && isWord('link wrapper', first[0])) {
      const [, inner] = first;
      if (isObject(inner)) return this.#linkedBy(name, inner);
      const list = Array.isArray(inner) ? inner.slice(0, MAX_LINKS) : [];
      const linked = list.map((one) => (isObject(one) ? this.#linkedBy(name, one) : undefined));
      return linked.length > 0 && linked.every((one) => one !== undefined) ? linked : undefined;
    }
    const keys = keysOf(value);
    const kinds = kindsOf(value);
    // Drupal adds an object about the link itself.
    const plain = Object.values(value).filter((member) => !isNested(member));
    const isLink = keys.length === 1 && keys.length + kinds.length === plain.length;
    if (!isLink || kinds.length >= MAX_LINK_NAMES) return undefined;
    const [key = ''] = keys;
    return this.#find([...kinds, ...kindsNamed(name), ...(OWN_KEY.test(key) ? [''] : [])], key);
  }
}

/** The codes and words of an object, `{ "1": "Petrol", "2": "Diesel" }`, or of several, one for each value of another column. */
function codesIn(value: object): readonly (readonly [code: string, text: string])[] {
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
const WORDS: readonly (readonly [field: string, read: (text: string) => unknown])[] = [
  ['fuel_type', fuelInColumn],
  ['transmission', gearboxInColumn],
  ['status', readSaleStatus],
];

/** The field of which all words of a table are: `Petrol` and `Diesel` are fuels. */
export function fieldOfWords(codes: readonly (readonly [code: string, text: string])[]): string | undefined {
  if (codes.length < 2) return undefined;
  return WORDS.find(([, read]) => codes.every(([, text]) => read(text) !== undefined))?.[0];
}

function only(codes: readonly Code[]): Code | undefined {
  return new Set(codes.map(({ text }) => text)).size === 1 ? codes[0] : undefined;
}

function isWord(use: WordUse, name: string): boolean {
  return wordsFor(use).has(name.toLowerCase());
}

function isKey(value: unknown): value is string | number {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH;
}

/** Whether the name of a linked object is also that of a member, whose value is the key: `"branch": "N1"`. */
function isKeyOf(value: object, name: string): boolean {
  return Object.entries(value).some(([own, key]) => partWords(own).join('_') === name && isKey(key));
}

function keysOf(value: object): string[] {
  return valuesOf(value, 'link key');
}

function kindsOf(value: object): string[] {
  return valuesOf(value, 'link kind').map(kindOf);
}

/** The values of an object's members of these names, and of those in its wrappers: `sys.id`. */
function valuesOf(value: object, use: WordUse): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (isWord('link wrapper', name) && isObject(member)) return valuesOf(member, use);
    return isWord(use, name) && isKey(member) ? [String(member)] : [];
  });
}

/** The kind that a name says, and for a place the kind of all places: vehicles may call a branch their site. */
function kindsNamed(name: string): string[] {
  return [kindOf(name), ...(isPlaceName(name) ? [A_PLACE] : [])];
}

/** The kind as a key: `branch` for `branches` and `Branch`. */
function kindOf(name: string): string {
  return partWords(name).join('').replace(/e$/, '');
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
