// Flattens nested records to paths and values: `mileage.value`, `media.images.href`, with lists for arrays. Pairs of a name and a
// value become a path. MongoDB's extended JSON (https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/) and other
// databases have types around values.
import { isObject } from '../../json.ts';
import { holdsPairs, isNameOfPair, mayListPairs, pairOf, SYNTAX, withPairs } from './named-pairs.ts';
import { isOtherPrice, isPartPayment, namesOffer } from './not-for-sale.ts';
import { isPictureName } from '../tables/column-path.ts';
import { partWords, wordsFor, wordList } from '../tables/feed-tables.ts';
import { noticeOf, type FeedItem } from './feed-record.ts';
import { type Graph, isJsonLd, typesOf, vehiclesOf } from './json-ld.ts';

/** Deeper values are not flattened, and reported as ignored columns. */
const MAX_DEPTH = 8;
/** Maximum path length. Without it, a long name would be repeated in full for every value below it. */
const MAX_NAME_LENGTH = 300;
export function nestedName(prefix: string, name: string): string {
  return (prefix + name).slice(0, MAX_NAME_LENGTH);
}

/** The paths and values of a JSON object, in its order; several values of a path are a list. */
export function flatten(record: object): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  const add = (path: string, value: unknown): void => {
    const list = values.has(path) ? (lists.get(path) ?? [values.get(path)].flat()) : undefined;
    if (list !== undefined) {
      lists.set(path, list);
      for (const element of [value].flat()) list.push(element);
    }
    values.set(path, list ?? value);
  };
  addMembers(Object.entries(record), '', 1, add);
  return values;
}

/** Whether a value that is not an object stays under this name, whatever names are beside it. */
export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && !SYNTAX.has(name) && !isNameOfPair(name) && !mayListPairs(name);
}

type Add = (path: string, value: unknown) => void;

function addMembers(
  members: readonly (readonly [string, unknown])[],
  prefix: string,
  depth: number,
  add: Add,
): void {
  for (const [name, given] of withPairs(members)) {
    if (SYNTAX.has(name)) continue;
    const value = isNested(given) ? picturesIn(unwrapped(given), name) : given;
    const path = nestedName(prefix, name);
    if (!isNested(value) || depth === MAX_DEPTH) add(path, value);
    else if (isObject(value)) {
      const pair = holdsPairs(name) ? pairOf(value, name) : undefined;
      addMembers(pair ?? Object.entries(value), pair === undefined ? `${path}.` : prefix, depth + 1, add);
    } else if (!Array.isArray(value) || !value.some(isNested)) add(path, value);
    else
      for (const element of offersIn(value, name)) {
        const isOther = isObject(element) && isNoPicture(path, Object.entries(element));
        const pair = isObject(element) && !isOther ? pairOf(element, name) : undefined;
        addMembers(
          pair ?? [[isOther ? NO_PICTURE : name, element]],
          isOther ? `${path}.` : prefix,
          depth + 1,
          add,
        );
      }
  }
}

/** Members that say of what kind a picture is. */
export const KIND_NAMES =
  'type t kind role usage mime_type mimetype media_type mediatype content_type contenttype'.split(' ');
const OTHER_KIND =
  /^(?:video|movie|application|audio|text)(?![a-z])|^(?:pdf|document|youtube|vimeo|film|brochure)$/i;
/** The name given to anything else among pictures. It holds nothing, so that reports have what is not read. */
export const NO_PICTURE = 'video';

/** Whether an object among pictures says that it is something else: `{ "type": "VIDEO", "link": … }`. */
export function isNoPicture(path: string, members: readonly (readonly [string, unknown])[]): boolean {
  const isSaid = members.some(
    ([name, kind]) =>
      KIND_NAMES.includes(name.toLowerCase()) && typeof kind === 'string' && OTHER_KIND.test(kind),
  );
  return isSaid && path.split('.').some(isPictureName);
}

/** A name that counts: `1`, `image_2`. */
const COUNTED = /^([a-z]*[_-]?)[0-9]+$/i;

/** The pictures of an object that only counts them, as a list: `{ "m1": { "url": … }, "m2": { "url": … } }`. */
function picturesIn(value: unknown, name: string): unknown {
  const start = isObject(value) ? COUNTED.exec(Object.keys(value)[0] ?? '')?.[1] : undefined;
  if (start === undefined || !isPictureName(name)) return value;
  const members: [string, unknown][] = Object.entries(value as object);
  const areAlike = members.every(([own, one]) => isObject(one) && COUNTED.exec(own)?.[1] === start);
  return areAlike ? members.map(([, one]) => one) : value;
}

function offersIn(list: readonly unknown[], name: string): readonly unknown[] {
  const translations = wordsFor('translation');
  // Under a name that holds nothing, so that reports have what is not read.
  if (partWords(name).some((word) => (translations.get(word) ?? word) === 'price'))
    return list.map((element) => (isOtherPrice(element) ? { other_price: element } : element));
  if (!wordsFor('variant list').has(name.toLowerCase())) return list;
  const isPart = (element: unknown): boolean =>
    isObject(element) &&
    Object.entries(element).some(([member, said]) => namesOffer(`${name} ${member}`) && isPartPayment(said));
  return list.filter((element) => !isPart(element));
}

/**
 * The value without the type that databases write around it, `{ "$numberInt": "12" }`, the list of a connection of GraphQL, and the
 * English value among several languages: `{ "en-GB": "Diesel", "cy": "Disel" }`.
 */
export function unwrapped(value: object): unknown {
  let inner: unknown = value;
  while (isObject(inner)) {
    const names = Object.keys(inner);
    const related = (names.length === 1 ? relatedIn(inner) : undefined) ?? nodesIn(inner);
    if (related !== undefined) return related;
    const typed = names.length === 1 ? valueOfType(names[0], inner[names[0]]) : undefined;
    const name = typed === undefined ? english(names) : undefined;
    if (typed === undefined && name === undefined) break;
    inner = name === undefined ? typed : inner[name];
  }
  return inner;
}

/** The types of Firestore's interface. */
const TYPED = /^(?:string|integer|double|boolean|timestamp|reference|null|geoPoint|bytes)Value$/;
/** The types of DynamoDB's JSON. */
const TYPES = new Map<string, (value: unknown) => boolean>([
  ['S', (value) => typeof value === 'string'],
  ['N', (value) => typeof value === 'string' && /^-?[0-9.eE+]+$/.test(value)],
  ['BOOL', (value) => typeof value === 'boolean'],
  ['SS', Array.isArray],
  ['NS', Array.isArray],
  ['L', Array.isArray],
  ['M', isObject],
]);

/** The value in an object that has only its type as a name: `{ "stringValue": "Kia" }`, `{ "S": "Kia" }`. */
function valueOfType(type: string, value: unknown): unknown {
  if (type === 'NULL' && value === true) return null;
  if (type.startsWith('$') || TYPED.test(type) || TYPES.get(type)?.(value) === true) return value;
  if (type === 'arrayValue' && isObject(value)) return value.values ?? [];
  return type === 'mapValue' && isObject(value) ? value.fields : undefined;
}

const CONNECTION = /^(?:edges|nodes|pageInfo|totalCount|__typename)$/;

/** The nodes of a connection: `{ "edges": [{ "node": { "url": "…" } }] }`. */
function nodesIn(value: Members): readonly unknown[] | undefined {
  const { nodes, edges } = value;
  if (!Object.keys(value).every((name) => CONNECTION.test(name))) return undefined;
  if (Array.isArray(nodes)) return nodes as readonly unknown[];
  const list: readonly unknown[] = Array.isArray(edges) ? edges : [];
  const found = list.flatMap((edge) => (isObject(edge) && edge.node !== undefined ? [edge.node] : []));
  return Array.isArray(edges) && found.length === list.length ? found : undefined;
}

/** The objects that Strapi names as related: `{ "data": { "id": 4, "attributes": { "name": "Kia" } } }`. */
function relatedIn({ data }: { readonly data?: unknown }): unknown {
  const list: readonly unknown[] = Array.isArray(data) ? data : [data];
  const found = list.flatMap((one) => (isObject(one) && isObject(one.attributes) ? [one.attributes] : []));
  if (list.length === 0 || found.length < list.length) return undefined;
  return Array.isArray(data) ? found : found[0];
}

const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const ENGLISH = [/^en[-_]gb$/i, /^en$/i, /^en[-_]/i];

/** The name for English, if all names are languages. */
function english(names: readonly string[]): string | undefined {
  const found = ENGLISH.flatMap((language) => names.find((name) => language.test(name)) ?? []);
  return names.every((name) => LANGUAGE.test(name)) ? found[0] : undefined;
}

export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The records in a value; of JSON-LD its vehicles, with what they name in the graph around it. */
export function expandRecord(value: unknown, line: number, source?: string, graph?: Graph): FeedItem[] {
  const kind = 'record';
  if (!isObject(value)) return [{ kind, line, value, source }];
  if (!isJsonLd(value)) return [{ kind, line, value: withoutEnvelope(value), source }];
  const vehicles = vehiclesOf(value, graph);
  if (vehicles.length > 0) return vehicles.map((vehicle) => ({ kind, line, value: vehicle }));
  if (graph?.isUsed(value) === true) return [];
  const types = typesOf(value).join(', ');
  return [noticeOf('not_a_vehicle', line, types === '' ? '@graph' : types)];
}

/** The record with the members of its envelope as its own; those with a name that it has already stay where they are. */
function withoutEnvelope(value: Members): object {
  const isEnvelope = (name: string): boolean => Object.hasOwn(value, name) && isObject(value[name]);
  const envelope = wordList('envelope').find(isEnvelope);
  if (envelope === undefined) return value;
  const inner = value[envelope] as Members;
  const outer = Object.entries(value).filter(([name]) => name !== envelope);
  const isTaken = ([name]: [string, unknown]): boolean => Object.hasOwn(value, name);
  const members: [string, unknown][] = Object.entries(inner);
  const clashing = members.filter(isTaken);
  return Object.fromEntries([
    ...outer,
    ...members.filter((member) => !isTaken(member)),
    ...(clashing.length > 0 ? [[envelope, Object.fromEntries(clashing)]] : []),
  ]) as object;
}

/** The record with the name that it has in an object of records as its id. */
export function withId(value: unknown, id: string): unknown {
  return isNested(value) && !Object.hasOwn(value, 'id') ? { id, ...value } : value;
}

type Members = Readonly<Record<string, unknown>>;
