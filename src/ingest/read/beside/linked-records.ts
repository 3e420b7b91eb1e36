// Adds to records the objects elsewhere in a document that they name by a key: a branch by its code, or the entries of a content
// system (Contentful, JSON:API, Sanity) by links, and the pictures of a table that name their vehicle. Links are followed for two
// steps: to a model and to its make, but not further.
import { isObject } from '../../../json.ts';
import { isPictureName, isPlaceName } from '../../tables/column-path.ts';
import { partWords, wordsFor, type WordUse } from '../../tables/feed-tables.ts';
import { siteIn } from '../../values/url.ts';
import { CodeTables, codesIn, isKey, MAX_NAMES } from './code-tables.ts';
import type { FeedItem, FieldOf } from '../feed-record.ts';
import { isNested, unwrapped } from '../flatten.ts';

interface Entry {
  readonly text: string;
  /** The length as JSON. */
  readonly length: number;
  readonly value: object;
  readonly origin: string;
}

/** Maximum depth of objects within objects, in records and beside them. */
const MAX_DEPTH = 8;
const MAX_ENTRIES = 10_000;
/** Maximum length of an entry as JSON, in UTF-16 code units. Larger entries, repeated in each record, would fill the memory. */
const MAX_LENGTH = 10_000;
/** Maximum links that are followed in one record. */
const MAX_LINKS = 200;
/** Limit of what links add to one record, in characters of JSON: a short record may name large entries again and again. */
const MAX_LINKED_LENGTH = 200_000;
/** Limit of all pictures that are kept, in characters of JSON. */
const MAX_PICTURES_LENGTH = 32 * 1024 * 1024;
/** Limit of the kinds that a link names, and of the members that name the vehicle of a picture. */
const MAX_KINDS = 4;
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
  /** The pictures of a table of their own, by the member with the key of their vehicle, `car_id`, and the key. */
  readonly #pictures = new Map<string, Map<string, Entry[]>>();
  #picturesLength = 0;
  readonly #used = new Set<string>();
  readonly codes: CodeTables;
  readonly #held: { readonly origin: string; readonly notice: FeedItem }[] = [];
  readonly #fieldOf: FieldOf;
  readonly #dealer: string | undefined;
  #isSiteSaid = false;

  constructor(fieldOf: FieldOf, dealer: string | undefined) {
    this.#fieldOf = fieldOf;
    this.#dealer = dealer;
    this.codes = new CodeTables(fieldOf, this.#used);
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
        .flat()
        .map((element: unknown) => isObject(element) && this.add(name, element, origin, depth + 1))
        .includes(true);
    if (this.#addPicture(name, value, origin)) return true;
    const keys = keysOf(value, name);
    if (keys.length > 0) {
      for (const [inner, member] of Object.entries(value))
        if (Array.isArray(member)) this.add(inner, member, origin, depth + 1);
      return Object.keys(value).length > keys.length && this.#put(name, keys, value, origin);
    }
    const members = Object.entries(value);
    const codes = codesIn(value);
    this.codes.add([name], codes, origin);
    const isMap = members.length > 1 && members.every(([, member]) => isObject(member));
    if (isMap) this.codes.addName(name);
    const taken = members.map(([inner, member]) => {
      const isTaken = this.add(inner, member, origin, depth + 1);
      return isTaken || (isMap && this.#put(name, [inner], member as object, origin));
    });
    return taken.includes(true) || (depth === 0 && codes.length > 0);
  }

  /** Takes an object of a table of pictures: `{ "image_id": "901", "car_id": "214", "url": … }`. */
  #addPicture(name: string, value: object, origin: string): boolean {
    const [owner, key] = isPictureName(bareName(name)) ? (ownerOf(value) ?? []) : [];
    if (owner === undefined || key === undefined) return false;
    const pictures = this.#pictures.get(owner) ?? new Map<string, Entry[]>();
    const ofOwner = pictures.get(key) ?? [];
    const isFurtherKind = pictures.size === 0 && this.#pictures.size === MAX_KINDS;
    if (isFurtherKind || ofOwner.length === MAX_LINKS) return false;
    const { length } = JSON.stringify(value);
    this.#picturesLength += length;
    if (this.#picturesLength > MAX_PICTURES_LENGTH) return false;
    ofOwner.push({ text: '', length, value, origin });
    this.#pictures.set(owner, pictures.set(key, ofOwner));
    return true;
  }

  #picturesOf(record: object): readonly Entry[] {
    const members = record as Readonly<Record<string, unknown>>;
    return [...this.#pictures].flatMap(([owner, pictures]) => {
      const key = members[owner] ?? (/id$/i.test(owner) ? (members.id ?? members._id) : undefined);
      return (isKey(key) ? pictures.get(String(key)) : undefined) ?? [];
    });
  }

  #withPictures(record: object): object {
    let room = MAX_LINKED_LENGTH;
    const pictures = this.#picturesOf(record).filter(({ length }) => (room -= length) >= 0);
    if (pictures.length === 0) return record;
    for (const { origin } of pictures) this.#used.add(origin);
    const name = Object.hasOwn(record, 'images') ? 'pictures' : 'images';
    return { [name]: pictures.map(({ value }) => value), ...record };
  }

  /** Takes the rows of a table by their keys: `<Code c="01" town="Hereford" postcode="HR4 9DG"/>`. */
  addRows(
    names: readonly string[],
    rows: readonly (readonly [key: string, row: object])[],
    origin: string,
  ): void {
    for (const name of rows.length === 0 ? [] : names.slice(0, MAX_NAMES)) {
      this.codes.addName(name);
      for (const [key, row] of rows) this.#put(name, [key], row, origin);
    }
  }

  /** The record with the objects that it names, in the document or, as in WordPress, embedded in the record. */
  resolve(record: object): object {
    if (!('_embedded' in record) || !isNested(record._embedded))
      return this.#withPictures(this.#resolve(record));
    const { _embedded: embedded, ...own } = record;
    const within = new LinkedRecords(this.#fieldOf, this.#dealer);
    within.add('', embedded);
    return this.#resolve({ ...within.#resolve(own), _embedded: embedded });
  }

  #resolve(record: object): object {
    if (this.#entries.size === 0 && this.codes.areEmpty) return record;
    let left = MAX_LINKS;
    let room = MAX_LINKED_LENGTH;
    /** The objects of one or several links; undefined if the record then had too many, so that it keeps the links. */
    const follow = (
      linked: readonly Entry[] | undefined,
      depth: number,
      steps: number,
    ): unknown[] | undefined => {
      if (linked === undefined) return undefined;
      const length = linked.reduce((sum, entry) => sum + entry.length, 0);
      if (linked.length > left || length > room) return undefined;
      left -= linked.length;
      room -= length;
      for (const { origin } of linked) this.#used.add(origin);
      return linked.map(({ value }) => (steps === 0 ? value : read('', value, depth + 1, steps - 1)));
    };
    const read = (name: string, given: unknown, depth: number, steps: number): unknown => {
      const value = isNested(given) ? unwrapped(given) : given;
      if (!isNested(value) || depth > MAX_DEPTH) return value;
      if (Array.isArray(value))
        return (
          follow(left > 0 ? this.#listed(name, value) : undefined, depth, steps) ??
          value.map((element) => read(name, element, depth + 1, steps))
        );
      const linked = depth > 0 && left > 0 && name !== '' ? this.#linkedBy(name, value) : undefined;
      const objects = follow(linked === undefined ? undefined : [linked].flat(), depth, steps);
      if (objects === undefined) return readMembers(value, depth, steps, name);
      return Array.isArray(linked) ? objects : objects[0];
    };
    const readMembers = (value: object, depth: number, steps: number, within = ''): object => {
      const members = Object.entries(value);
      const named = members.flatMap(([name, key]) => {
        const kind = partWords(name).filter((word) => !isWord('link key', word));
        const isName = left > 0 && kind.length > 0 && isKey(key);
        const own = isName ? this.#find(kindsNamed(kind.join('_')), key) : undefined;
        const objects = follow(own && [own], depth, steps);
        if (objects !== undefined) return [[kind.join('_'), objects[0]] as const];
        const rows = (isName ? this.codes.shortFor(name) : []).flatMap((table) => {
          const row = this.#find([kindOf(table)], String(key));
          const found = follow(row && [row], depth, steps);
          return found === undefined ? [] : [[table, found[0]] as const];
        });
        if (rows.length === 1) return rows;
        // The place with the code that is in a column of unknown name: `at="NRY"`.
        const isCode = typeof key === 'string' && PLACE_CODE.test(key) && this.#fieldOf(name) === undefined;
        const place = depth === 0 && isName && isCode ? this.#find([A_PLACE], key) : undefined;
        const branch = follow(place && [place], depth, steps);
        return branch === undefined ? [] : [['branch', branch[0]] as const];
      });
      let known: readonly string[] | undefined;
      const owners = (): readonly string[] => (known ??= this.codes.ownersAmong(Object.values(value)));
      const own = members.map(([name, member]) => {
        const label = this.codes.labelOf(name);
        const decoded = this.codes.decoded(name, member, owners, within);
        const isTaken = decoded !== undefined && decoded[0] !== name && Object.hasOwn(value, decoded[0]);
        if (decoded === undefined || isTaken)
          return [label ?? name, read(name, member, depth + 1, steps)] as const;
        return label === undefined ? decoded : ([label, decoded[1]] as const);
      });
      // A name may also be that of a member, whose value is the key: `"branch": "N1"`.
      const keys = new Set(members.map(([name, key]) => (isKey(key) ? partWords(name).join('_') : '')));
      return Object.fromEntries([...named, ...own, ...named.filter(([name]) => keys.has(name))]);
    };
    return readMembers(record, 0, MAX_STEPS - 1);
  }

  /** The objects of a list of keys, if it names but these: `"gallery": ["m501", "m502"]`. */
  #listed(name: string, list: readonly unknown[]): readonly Entry[] | undefined {
    const kinds = kindsNamed(name);
    const found = list.slice(0, MAX_LINKS).map((key) => {
      if (typeof key === 'number') return this.#find(kinds, key);
      const isOwn = typeof key === 'string' && LISTED_KEY.test(key);
      return isOwn ? this.#find([...kinds, ''], key) : undefined;
    });
    return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
  }

  #put(name: string, keys: readonly string[], value: object, origin: string): boolean {
    const [content = value] = Object.entries(value).flatMap(([member, inner]: [string, unknown]) =>
      isWord('link content', member) && isObject(inner) ? [inner] : [],
    );
    const text = JSON.stringify(content);
    if (text.length > MAX_LENGTH || this.#entries.size > MAX_ENTRIES) return false;
    for (const kind of new Set(['', ...kindsNamed(name), ...kindsOf(value)]))
      for (const key of keys) {
        if (this.#entries.size > MAX_ENTRIES) return true;
        const id = `${kind}\n${key}`;
        const isOther = this.#entries.has(id) && this.#entries.get(id)?.text !== text;
        this.#entries.set(id, isOther ? undefined : { text, length: text.length, value: content, origin });
      }
    return true;
  }

  #find(kinds: readonly string[], key: string | number): Entry | undefined {
    const ids = kinds.map((kind) => `${kind}\n${key}`);
    const id = ids.find((one) => this.#entries.get(one) !== undefined);
    return id === undefined ? undefined : this.#entries.get(id);
  }

  /** The object for a link, which consists of a key and perhaps a kind: `{ "data": { "type": "makes", "id": "3" } }`. */
  #linkedBy(name: string, value: object): Entry | readonly Entry[] | undefined {
    const [first, ...others] = Object.entries(value) as [string, unknown][];
    if (first !== undefined && others.length === 0 && isWord('link wrapper', first[0])) {
      const [, inner] = first;
      if (isObject(inner)) return this.#linkedBy(name, inner);
      const list = Array.isArray(inner) ? inner.slice(0, MAX_LINKS) : [];
      const linked = list.map((one) => (isObject(one) ? this.#linkedBy(name, one) : undefined));
      return linked.length > 0 && linked.every((one) => one !== undefined) ? linked.flat() : undefined;
    }
    const keys = valuesOf(value, 'link key');
    const kinds = kindsOf(value);
    // Drupal adds an object about the link itself.
    const plain = Object.values(value).filter((member) => !isNested(member));
    const isLink = keys.length === 1 && keys.length + kinds.length === plain.length;
    if (!isLink || kinds.length >= MAX_KINDS) return undefined;
    const [key = ''] = keys;
    return this.#find([...kinds, ...kindsNamed(name), ...(OWN_KEY.test(key) ? [''] : [])], key);
  }
}

function isWord(use: WordUse, name: string): boolean {
  return wordsFor(use).has(name.toLowerCase());
}

/** The keys of an object, or in a table of this name the one that repeats it: `make_id` in `makes`. */
function keysOf(value: object, table: string): string[] {
  const keys = valuesOf(value, 'link key');
  if (keys.length > 0 || table === '') return keys;
  const kinds = kindsNamed(table);
  return Object.entries(value).flatMap(([name, key]: [string, unknown]) => {
    const kind = kindOfKey(name);
    return kind.length > 0 && kinds.includes(kindOf(kind.join('_'))) && isKey(key) ? [String(key)] : [];
  });
}

/** The member with the key of the vehicle that has an object, and the key: `car_id`. */
function ownerOf(value: object): readonly [name: string, key: string] | undefined {
  for (const [name, key] of Object.entries(value) as [string, unknown][]) {
    const kind = kindOfKey(name);
    if (kind.length > 0 && kind.every((word) => isWord('prefix', word)) && isKey(key))
      return [name, String(key)];
  }
  return undefined;
}

/** What a key identifies, as words: `make` for `make_id` and `idMake`. Empty for other names. */
function kindOfKey(name: string): readonly string[] {
  const words = partWords(name);
  const kind = words.filter((word) => !isWord('link key', word));
  return kind.length < words.length ? kind : [];
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

/** The kinds that a name says, and for a place the kind of all places: vehicles may call a branch their site. */
function kindsNamed(name: string): string[] {
  const kinds = new Set([name, bareName(name)].map(kindOf));
  return [...kinds, ...(isPlaceName(name) ? [A_PLACE] : [])];
}

/** The name of a table without a beginning that says nothing: `images` for `tbl_car_images`. */
function bareName(name: string): string {
  const words = partWords(name);
  const start = words.findIndex((word) => !isWord('prefix', word));
  return start > 0 ? words.slice(start).join('_') : name;
}

/** The kind as a key: `branch` for `branches` and `Branch`. */
function kindOf(name: string): string {
  return partWords(name).join('').replace(/e$/, '');
}
