// Finds the records in a JSON document from its start. A record path lists the names from the document to its records;
// arrays on the way add no name, and `*` stands for every name of an object. The rule: records are the objects with at least
// two names of a vehicle, preferably those in arrays. Without any, the
// array with most objects, if those have more names than what is around them.
import type { FieldOf } from './feed-record.ts';
import { isJsonLd, isTypedVehicle } from './json-ld.ts';

export type JsonRecordPath = readonly string[];

/** Fields that only vehicles have. */
const VEHICLE_FIELDS: ReadonlySet<string> = new Set([
  ...['make', 'model', 'variant', 'mileage', 'fuel_type', 'transmission', 'engine_size'],
  ...['registration', 'vin', 'price', 'year'],
]);
/** Fields of which a record has its own, and a wrapper of records has none. */
const IDENTITIES: ReadonlySet<string> = new Set(['id', 'advert_url', 'registration', 'vin']);
/** Arrays of these names are not the stock, whatever they hold. */
const NOT_STOCK =
  /^(?:errors?|warnings?|messages?|links?|pages?|pagination|filters?|facets?|aggregations?|dealers?|branches|locations)$/i;
/** Arrays of these names repeat vehicles, or hold some that are not for sale. */
const NOT_FOR_SALE =
  /^(?:recently_?)?(?:sold|archived?|deleted|removed|expired|withdrawn|similar|related|recommended|featured)(?:_?(?:vehicles|cars|stock|items|listings|adverts))?$/i;
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
  objects: number;
  /** The most names that one of its objects has. */
  names: number;
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
    const found = candidates.get(key) ?? { path, isList, vehicles: 0, objects: 0, names: 0 };
    candidates.set(key, found);
    return found;
  };
  const visit = (value: unknown, path: JsonRecordPath, isInList: boolean): void => {
    if (Array.isArray(value)) {
      // A list of texts holds no records.
      if (value.length === 0 || value.some(isObject)) candidateAt(path, true);
      for (const element of value.slice(0, MAX_SAMPLE))
        if (isObject(element) && !Array.isArray(element)) visit(element, path, true);
      return;
    }
    if (!isObject(value) || path.length > MAX_DEPTH) return;
    if (isMapOfVehicles(value, fieldOf)) {
      candidateAt([...path, '*'], true).vehicles += 1;
      return;
    }
    const candidate = candidateAt(path, isInList);
    candidate.objects += 1;
    candidate.names = Math.max(candidate.names, Object.keys(value).length);
    if (isVehicle(value, fieldOf)) {
      candidate.vehicles += 1;
      if (isInList || isIdentified(value, fieldOf)) return;
    }
    for (const [name, member] of Object.entries(value).slice(0, MAX_SAMPLE))
      if (isObject(member)) visit(member, [...path, name], isInList);
  };
  try {
    visit(document, [], false);
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
  const forSale = lists.filter(({ path }) => !NOT_FOR_SALE.test(path.at(-1) ?? ''));
  if (lists.length > 0) return (forSale.length > 0 ? forSale : lists).map(({ path }) => path);
  const [single] = withVehicles;
  if (single !== undefined) return [single.path];
  const isWrapper =
    isObject(document) && !Array.isArray(document) && !isJsonLd(document) && !isIdentified(document, fieldOf);
  if (!isWrapper) return [[]];
  const others = candidates.filter(
    ({ path, isList }) => isList && !path.some((name) => NOT_STOCK.test(name)),
  );
  const largest = others.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.objects > best.objects ? candidate : best),
    undefined,
  );
  // A record with pictures has more names of its own than those have.
  const own = Object.values(document).filter((member) => !isObject(member)).length;
  const isEmpty = largest?.objects === 0;
  return [largest !== undefined && (isEmpty || largest.names > own) ? largest.path : []];
}

/** Whether an object, with the objects in it but without its arrays, has at least two fields of a vehicle. */
function isVehicle(value: object, fieldOf: FieldOf): boolean {
  if (isJsonLd(value)) return isTypedVehicle(value);
  const fields = new Set<string>();
  const collect = (members: object, prefix: string, depth: number): void => {
    for (const [name, member] of Object.entries(members).slice(0, MAX_SAMPLE)) {
      if (isObject(member) && !Array.isArray(member)) {
        if (depth < 4) collect(member, `${prefix}${name}.`, depth + 1);
        continue;
      }
      const field = fieldOf(prefix + name) ?? fieldOf(name);
      if (field !== undefined && VEHICLE_FIELDS.has(field)) fields.add(field);
    }
  };
  collect(value, '', 1);
  return fields.size >= 2;
}

/** Whether an object itself has what identifies a record. */
function isIdentified(value: object, fieldOf: FieldOf): boolean {
  return Object.entries(value).some(
    ([name, member]) => !isObject(member) && IDENTITIES.has(fieldOf(name) ?? ''),
  );
}

/** Whether every member is a vehicle with names like the first one's, as in an object of vehicles by their ids. */
function isMapOfVehicles(value: object, fieldOf: FieldOf): boolean {
  const members = Object.values(value).slice(0, MAX_SAMPLE) as unknown[];
  const [first] = members;
  if (members.length < 2 || !isObject(first)) return false;
  const names = Object.keys(first);
  return members.every((member) => {
    if (!isObject(member) || Array.isArray(member)) return false;
    const shared = names.filter((name) => Object.hasOwn(member, name));
    return shared.length * 2 >= names.length && isVehicle(member, fieldOf);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
