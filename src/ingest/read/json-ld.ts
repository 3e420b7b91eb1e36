// Reads JSON-LD (https://schema.org/Car), which says which objects are vehicles. Its objects, the nodes of a graph, may name each
// other by `@id` (https://www.w3.org/TR/json-ld11/#node-identifiers), so that the offer and the pictures of a vehicle are elsewhere.
import { isObject } from '../../json.ts';
import { wordsFor } from '../tables/feed-tables.ts';

/** Maximum depth at which nodes are looked for in a document, and references in a vehicle. */
const MAX_DEPTH = 16;
/** Maximum length of a node as JSON, in UTF-16 code units. Larger ones, repeated in each vehicle, would fill the memory. */
const MAX_LENGTH = 10_000;
const MAX_NODES = 10_000;
/** Maximum references that are followed in one vehicle. */
const MAX_LINKS = 200;
/** Maximum references from one node to the next: to an offer and its seller. */
const MAX_STEPS = 2;

type Members = Readonly<Record<string, unknown>>;

/** The object's types without their namespace; empty for an object that is not JSON-LD. */
export function typesOf(value: object): string[] {
  const type = (value as Members)['@type'];
  const list: unknown[] = Array.isArray(type) ? type : [type];
  return list
    .filter((name) => typeof name === 'string')
    .map((name) =>
      name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1),
    );
}

export function isJsonLd(value: object): boolean {
  return Object.hasOwn(value, '@type') || Object.hasOwn(value, '@graph');
}

export function isTypedVehicle(value: object): boolean {
  return isVehicleType(value) || offeredBy(value) !== undefined;
}

function isVehicleType(value: object): boolean {
  return typesOf(value).some((type) => wordsFor('vehicle type').has(type));
}

/** The vehicles in a value, with what they name in it, or in the graph around it. */
export function vehiclesOf(value: object, graph = new Graph(value)): object[] {
  return typedVehicles(value).map((vehicle) => graph.joined(vehicle));
}

/** Without a limit of depth: a document nested too deep is refused, not read in part. */
function typedVehicles(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(typedVehicles);
  if (!isObject(value) || referenceOf(value) !== undefined) return [];
  if (isTypedVehicle(value)) return [value];
  return Object.values(value).flatMap(typedVehicles);
}

function offeredBy(value: object): object | undefined {
  const { itemOffered } = value as Members;
  const isVehicle = isObject(itemOffered) && isVehicleType(itemOffered);
  return isVehicle && referenceOf(itemOffered) === undefined ? itemOffered : undefined;
}

/** A vehicle as it is; an offer as its vehicle, with the offer in `offers`. */
function withOffer(value: object): object {
  const vehicle = offeredBy(value);
  return vehicle === undefined ? value : { offers: withoutVehicle(value), ...vehicle };
}

function withoutVehicle(offer: object): object {
  return Object.fromEntries(Object.entries(offer).filter(([name]) => name !== 'itemOffered'));
}

/** The node that an object only names, perhaps with its type. */
function referenceOf(value: object): string | undefined {
  const id = idOf(value);
  return id !== undefined && Object.keys(value).every((name) => /^@(?:id|type)$/.test(name)) ? id : undefined;
}

function idOf(value: object): string | undefined {
  const { '@id': id } = value as Members;
  return typeof id === 'string' ? id : undefined;
}

export class Graph {
  readonly #nodes = new Map<string, object>();
  /** Ids of several nodes, as `#offer` may be in each of several pages, and of long ones. */
  readonly #shared = new Set<string>();
  /** Offers by the vehicle that they name. */
  readonly #offers = new Map<string, object[]>();
  readonly #used = new Set<string>();
  /** The document until all of its vehicles are joined. */
  #unjoined: unknown;

  constructor(document: unknown) {
    this.#take(document, 0);
    this.#unjoined = document;
  }

  /** Whether a vehicle of the document has what this node says. */
  isUsed(node: object): boolean {
    if (this.#nodes.size > 0) for (const vehicle of typedVehicles(this.#unjoined)) this.joined(vehicle);
    this.#unjoined = undefined;
    return this.#used.has(idOf(node) ?? '');
  }

  /** A vehicle with the nodes that it names, and the offers that name it. */
  joined(vehicle: object): object {
    const whole = withOffer(vehicle);
    const own = idOf(whole) ?? '';
    const hasOffers = Object.hasOwn(whole, 'offers') || this.#shared.has(own);
    const offers = hasOffers ? [] : (this.#offers.get(own) ?? []);
    let left = MAX_LINKS;
    const read = (value: unknown, depth: number, steps: number): unknown => {
      if (depth > MAX_DEPTH) return value;
      if (Array.isArray(value)) return value.map((element) => read(element, depth + 1, steps));
      if (!isObject(value)) return value;
      const id = steps > 0 && left > 0 ? referenceOf(value) : undefined;
      const node = id === undefined ? undefined : this.#node(id);
      if (id !== undefined && node !== undefined) {
        left -= 1;
        this.#used.add(id);
        return read(node, depth + 1, steps - 1);
      }
      const members = Object.entries(value).map(
        ([name, member]) => [name, read(member, depth + 1, steps)] as const,
      );
      return Object.fromEntries(members);
    };
    for (const offer of offers) this.#used.add(idOf(offer) ?? '');
    if (this.#nodes.size === 0 && offers.length === 0) return whole;
    const offered = offers.length === 0 ? whole : { offers: offers.map(withoutVehicle), ...whole };
    return read(offered, 0, MAX_STEPS) as object;
  }

  /** The node of this id, unless it is a vehicle, such as one that is like another. */
  #node(id: string): object | undefined {
    const node = this.#shared.has(id) ? undefined : this.#nodes.get(id);
    return node === undefined || isTypedVehicle(node) ? undefined : node;
  }

  #take(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const element of value) this.#take(element, depth + 1);
    if (!isObject(value) || referenceOf(value) !== undefined) return;
    const { itemOffered } = value;
    const offered = isObject(itemOffered) ? referenceOf(itemOffered) : undefined;
    if (offered !== undefined) {
      const offers = this.#offers.get(offered) ?? [];
      // Each of its vehicles gets all of them.
      if (offers.length < MAX_LINKS) offers.push(value);
      this.#offers.set(offered, offers);
    }
    const id = idOf(value);
    if (id !== undefined) this.#add(id, value);
    for (const member of Object.values(value)) this.#take(member, depth + 1);
  }

  #add(id: string, value: object): void {
    if (this.#nodes.size > MAX_NODES || this.#shared.has(id)) return;
    const known = this.#nodes.get(id) ?? {};
    const isOther = !agree(known, value);
    const node = { ...known, ...value };
    if (isOther || JSON.stringify(node).length > MAX_LENGTH) this.#shared.add(id);
    this.#nodes.set(id, node);
  }
}

/** Whether two objects may be of one node: no member of both differs. */
function agree(one: object, other: object): boolean {
  return Object.entries(one).every(
    ([name, value]) =>
      !Object.hasOwn(other, name) || JSON.stringify(value) === JSON.stringify((other as Members)[name]),
  );
}
