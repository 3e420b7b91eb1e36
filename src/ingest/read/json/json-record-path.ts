// Finds the records in the start of a JSON document. A path has no names for arrays, and `*` for every name of an object. Records
// are the objects with at least two names of a vehicle, or rows below such names, preferably in arrays, and not those with far
// fewer names than others; without any, the array with most objects, if those have more names than what is around them.
import { isObject } from '../../../json.ts';
import { type FieldOf, MAX_RECORD_LENGTH } from '../feed-record.ts';
import { isNested, unwrapped } from '../flatten.ts';
import { isJsonLd, isTypedVehicle } from '../json-ld.ts';
import { columnsBeside, isTable, tableHeader } from '../tables/document-tables.ts';
import { pairOf } from '../named-pairs.ts';
import { isBesideStock, isNotForSale } from '../not-for-sale.ts';
import { VEHICLE_ONLY_FIELDS, vehicleFields } from '../../tables/feed-fields.ts';

export type JsonRecordPath = readonly string[];

/** Fields of which a record has its own, and a wrapper of records has none. */
const IDENTITIES: ReadonlySet<string> = new Set(['id', 'advert_url', 'registration', 'vin']);
const MAX_DEPTH = 6;
/** Elements of an array, and names of an object, that are looked at. */
const MAX_SAMPLE = 100;
/** Names that are looked up in a document; bounds the time for one of nothing but objects in objects. */
const MAX_LOOK_UPS = 100_000;
const ENOUGH = new Error('a document has too many names to look at');

interface Candidate {
  readonly path: JsonRecordPath;
  readonly isList: boolean;
  vehicles: number;
  fields: number;
  /** Whether it is a list within what has an identity of its own. */
  isInner: boolean;
  objects: number;
  names: number;
}

interface Around {
  readonly members: object;
  readonly isInList: boolean;
  readonly isIdentified: boolean;
}

/** The record paths of a document, most often one; `[]` if the document is the record, or an array of records. */
export function findRecordPaths(document: unknown, allFields: FieldOf): JsonRecordPath[] {
  let lookUps = 0;
  const fieldOf: FieldOf = (name) => {
    lookUps += 1;
    if (lookUps > MAX_LOOK_UPS) throw ENOUGH;
    return allFields(name);
  };
  const candidates = new Map<string, Candidate>();
  const candidateAt = (path: JsonRecordPath, isList: boolean): Candidate => {
    const key = JSON.stringify(path);
    const found = candidates.get(key) ?? {
      ...{ path, isList, isInner: false },
      ...{ vehicles: 0, fields: 0, objects: 0, names: 0 },
    };
    candidates.set(key, found);
    return found;
  };
  const visitList = (list: readonly unknown[], path: JsonRecordPath, around: Around): void => {
    // A list of texts holds no records.
    if (list.length > 0 && !list.some(isNested)) return;
    const candidate = candidateAt(path, true);
    candidate.isInner ||= around.isIdentified;
    const header = isTable(list)
      ? (columnsBeside(around.members, list) ?? tableHeader(list, fieldOf))
      : undefined;
    if (header !== undefined) {
      candidate.vehicles += list.length;
      candidate.fields = vehicleFields(header, fieldOf).size;
    }
    for (const element of list.slice(0, MAX_SAMPLE))
      if (isNested(element) && !Array.isArray(element)) visit(element, path, { ...around, isInList: true });
  };
  const visit = (value: object, path: JsonRecordPath, around: Around): void => {
    if (Array.isArray(value)) return visitList(value, path, around);
    if (path.length > MAX_DEPTH) return;
    if (isMapOfVehicles(value, fieldOf)) {
      const candidate = candidateAt([...path, '*'], true);
      candidate.vehicles += 1;
      candidate.fields = Math.max(
        ...Object.values(value).map((member: object) => countFields(member, fieldOf)),
      );
      return;
    }
    const { isInList } = around;
    const candidate = candidateAt(path, isInList);
    candidate.objects += 1;
    candidate.names = Math.max(candidate.names, Object.keys(value).length);
    const fields = countFields(value, fieldOf);
    const isRecord = isIdentified(value, fieldOf);
    if (fields >= MIN_FIELDS) {
      candidate.vehicles += 1;
      candidate.fields = Math.max(candidate.fields, fields);
      if (isInList || isRecord) return;
    }
    const inside = { members: value, isInList, isIdentified: around.isIdentified || (isInList && isRecord) };
    for (const [name, member] of Object.entries(value).slice(0, MAX_SAMPLE))
      if (isNested(member)) visit(member, [...path, name], inside);
  };
  try {
    if (isNested(document)) visit(document, [], { members: {}, isInList: false, isIdentified: false });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return choosePaths([...candidates.values()], document, allFields);
}

function choosePaths(
  candidates: readonly Candidate[],
  document: unknown,
  fieldOf: FieldOf,
): JsonRecordPath[] {
  const withVehicles = candidates.filter(({ vehicles }) => vehicles > 0);
  const lists = withVehicles.filter(({ isList }) => isList);
  if (lists.length > 0) {
    const stock = preferred(lists, ({ path }) => !path.some((name) => isBesideStock(name)));
    const most = Math.max(...stock.map(({ fields }) => fields));
    // The values of a filter are few: `{ "make": "Ford", "model": "Focus", "count": 12 }`.
    const full = stock.filter(({ fields }) => fields * 2 >= most);
    return preferred(full, ({ path }) => !isNotForSale(path.at(-1) ?? '')).map(({ path }) => path);
  }
  const [single] = withVehicles;
  if (single !== undefined) return [single.path];
  const isWrapper =
    isNested(document) && !Array.isArray(document) && !isJsonLd(document) && !isIdentified(document, fieldOf);
  if (!isWrapper) return [[]];
  const others = candidates.filter(({ path, isList }) => isList && !path.some((name) => isBesideStock(name)));
  const outer = preferred(others, ({ isInner }) => !isInner);
  const largest = outer.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.objects > best.objects ? candidate : best),
    undefined,
  );
  // A record with pictures has more names of its own than those have.
  const own = Object.values(document).filter((member) => !isNested(member)).length;
  const isEmpty = largest?.objects === 0;
  return [largest !== undefined && (isEmpty || largest.names > own) ? largest.path : []];
}

function preferred<T>(list: readonly T[], isPreferred: (one: T) => boolean): readonly T[] {
  const found = list.filter(isPreferred);
  return found.length > 0 ? found : list;
}

const MIN_FIELDS = 2;

/** The number of an object's vehicle fields, with those in its objects and pairs, but not of other arrays and of vehicles in it. */
function countFields(value: object, fieldOf: FieldOf): number {
  if (isJsonLd(value)) return isTypedVehicle(value) ? VEHICLE_ONLY_FIELDS.size : 0;
  const fields = new Set<string>();
  const collect = (members: object, prefix: string, depth: number): void => {
    for (const [name, member] of Object.entries(members).slice(0, MAX_SAMPLE)) {
      const inner: unknown = isNested(member) ? unwrapped(member) : member;
      if (isNested(inner) && !Array.isArray(inner)) {
        if (depth < 4 && !isMapOfVehicles(inner, fieldOf)) collect(inner, `${prefix}${name}.`, depth + 1);
        continue;
      }
      for (const known of Array.isArray(member) ? pairNames(member, name) : [name]) {
        const field = fieldOf(prefix + known) ?? fieldOf(known) ?? '';
        if (VEHICLE_ONLY_FIELDS.has(field)) fields.add(field);
      }
    }
  };
  collect(value, '', 1);
  return fields.size;
}

function pairNames(list: readonly unknown[], name: string): string[] {
  if (!list.some(isNested)) return [name];
  if (isBesideStock(name)) return [];
  return list
    .slice(0, MAX_SAMPLE)
    .filter(isNested)
    .flatMap((element) => pairOf(element, name)?.[0]?.[0] ?? []);
}

function isIdentified(value: object, fieldOf: FieldOf): boolean {
  return Object.entries(value).some(
    ([name, member]) => !isNested(member) && IDENTITIES.has(fieldOf(name) ?? ''),
  );
}

/** Whether every member is a vehicle with names like the first one's, as in an object of vehicles by their ids. */
function isMapOfVehicles(value: object, fieldOf: FieldOf): boolean {
  const members = Object.values(value).slice(0, MAX_SAMPLE) as unknown[];
  const [first] = members;
  // The name of only one has a number if it is an id.
  const areNamed = members.length > 1 || /[0-9]/.test(Object.keys(value)[0] ?? '');
  if (!areNamed || !isNested(first)) return false;
  const names = Object.keys(first);
  return members.every((member) => {
    if (!isNested(member) || Array.isArray(member)) return false;
    const shared = names.filter((name) => Object.hasOwn(member, name));
    return shared.length * 2 >= names.length && countFields(member, fieldOf) >= MIN_FIELDS;
  });
}

/** Whether a record path starts with a path. Names are compared without case. */
export function startsWith(wanted: JsonRecordPath, path: JsonRecordPath): boolean {
  return path.every((name, depth) => {
    const other = wanted[depth];
    return other === '*' || other === name || other?.toLowerCase() === name.toLowerCase();
  });
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

export class JsonPrefix {
  #text = '';
  readonly #closers: string[] = [];
  #inString = false;
  #escaped = false;
  /** Up to here the text becomes valid JSON when the open containers are closed. */
  #end = 0;
  #isWhole = false;

  get text(): string {
    return this.#text;
  }

  /** The length of what `parse` reads. */
  get length(): number {
    return this.#end;
  }

  get isComplete(): boolean {
    return this.#isWhole || this.#text.length >= MAX_RECORD_LENGTH;
  }

  get isOpen(): boolean {
    return this.#closers.length > 0 || this.#inString;
  }

  push(text: string): void {
    const start = this.#text.length;
    this.#text += text;
    if (this.#isWhole) return;
    const end = Math.min(text.length, MAX_RECORD_LENGTH - start);
    for (let at = 0; at < end && !this.#isWhole; at++) this.#read(text.charAt(at), start + at);
  }

  #read(character: string, at: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
      return;
    }
    const closer = CLOSERS[character];
    if (character === '"') this.#inString = true;
    else if (character === ',') this.#end = at;
    else if (closer !== undefined) {
      this.#closers.push(closer);
      this.#end = at + 1;
    } else if (character === '}' || character === ']') {
      this.#closers.pop();
      this.#end = at + 1;
      const isFirstObject = character === '}' && this.#closers.length === 1 && this.#closers[0] === ']';
      this.#isWhole = this.#closers.length === 0 || (isFirstObject && !LISTS_TABLES.test(this.#text));
    }
  }

  /** The document as far as it is known; undefined if it is not valid JSON. */
  parse(): unknown {
    try {
      return JSON.parse(this.#text.slice(0, this.#end) + this.#closers.toReversed().join('')) as unknown;
    } catch {
      return undefined;
    }
  }
}

/** Documents whose list is one of tables, not of records. */
const LISTS_TABLES = /^\s*\[\s*\{\s*"type"\s*:\s*"(?:header|database|table)"/;

/** The tables of a database in a list, as phpMyAdmin exports them, as an object of lists; undefined for other documents. */
export function tablesIn(document: unknown): object | undefined {
  const elements: readonly unknown[] = Array.isArray(document) ? document : [];
  const tables = elements.flatMap((element) =>
    isObject(element) && element.type === 'table' && typeof element.name === 'string'
      ? [[element.name, element.data] as const]
      : [],
  );
  return tables.length === 0 ? undefined : Object.fromEntries(tables);
}

/** Whether a document is a record, or a list of records, by its names. */
export function isRecordLike(document: unknown, fieldOf: FieldOf): boolean {
  if (typeof document !== 'object' || document === null) return true;
  return (
    Array.isArray(document) ||
    Object.keys(document).some((name) => /^(?:id|make|model|vin|registration)$/.test(fieldOf(name) ?? ''))
  );
}
