// Reads microdata (https://html.spec.whatwg.org/multipage/microdata.html): what the elements of a web page say of its vehicles, as
// the objects that JSON-LD has in a script.
import { readSaleStatus } from '../values/sale-status.ts';
import { vehicleFields } from '../tables/feed-fields.ts';
import { noticeOf, type FeedItem, type FieldOf, type RawRecord } from './feed-record.ts';
import { flatten } from './flatten.ts';
import { isTypedVehicle, vehiclesOf } from './json-ld.ts';
import { pictureOf } from './xml/html-cards.ts';

/** The attributes with the values of properties; others have their text, or what `content` says. */
const VALUE_ATTRIBUTES = new Map([
  ...['a', 'area', 'link'].map((name) => [name, 'href'] as const),
  ...['audio', 'embed', 'iframe', 'source', 'track', 'video'].map((name) => [name, 'src'] as const),
  ...[['object', 'data'] as const, ['data', 'value'] as const, ['meter', 'value'] as const],
  ['time', 'datetime'],
]);
const ADDRESSES = new Set(['href', 'src', 'data']);
/** Maximum texts that are read within each other. */
const MAX_DEPTH = 16;
/** Maximum characters of a text; the rest is left out. */
const MAX_LENGTH = 20_000;
/** Maximum characters of a text that says alone that a vehicle is not for sale. */
const MAX_BADGE_LENGTH = 40;

type Attributes = Readonly<Record<string, string>>;
type AddressOf = (address: string) => string;

interface Item {
  readonly line: number;
  readonly isVehicle: boolean;
  readonly properties: Map<string, unknown[]>;
}

interface Element {
  readonly names: readonly string[];
  readonly item: Item | undefined;
  readonly value: string | undefined;
  /** Where its text begins, if that is read. */
  readonly start: number | undefined;
  /** What its class says against a sale, or an element in it beside its vehicle. */
  status: string | undefined;
  readonly vehiclesBefore: number;
}

const UNMARKED = { names: [], item: undefined, value: undefined, start: undefined };

interface Surroundings {
  readonly line: number;
  /** What the element's class says against a sale. */
  readonly status: string | undefined;
  /** Whether it is below a heading that says that its vehicles are not for sale. */
  readonly isLeftOut: boolean;
  readonly addressOf: AddressOf;
}

export class Microdata {
  readonly #open: Element[] = [];
  readonly #items: Item[] = [];
  /** Those of the open items that are vehicles. */
  readonly #around: Item[] = [];
  /** Items that are vehicles, or hold some. */
  readonly #outermost: { readonly line: number; readonly value: object }[] = [];
  readonly #vehicles: { status?: unknown }[] = [];
  /** The text of the outermost element whose text is read. */
  #text = '';
  #texts = 0;

  get records(): RawRecord[] {
    return this.#outermost.flatMap(({ line, value: item }) =>
      vehiclesOf([item]).map((value) => ({ kind: 'record' as const, line, value })),
    );
  }

  open(name: string, attributes: Attributes, { line, status, isLeftOut, addressOf }: Surroundings): void {
    const { itemscope, itemprop = '', itemtype = '', itemid } = attributes;
    const vehiclesBefore = this.#vehicles.length;
    if (itemscope === undefined && itemprop === '' && status === undefined) {
      this.#open.push({ status, vehiclesBefore, ...UNMARKED });
      return;
    }
    const names = itemprop.split(/\s+/).filter((one) => one !== '');
    const types: unknown[] = isLeftOut ? [] : itemtype.split(/\s+/);
    const isVehicle = isTypedVehicle({ '@type': types });
    const item =
      itemscope === undefined ? undefined : { line, isVehicle, properties: new Map([['@type', types]]) };
    const value = item === undefined && names.length > 0 ? valueOf(name, attributes, addressOf) : undefined;
    const isProperty = names.length > 0 && value === undefined && this.#items.length > 0;
    const isRead = item === undefined && (isProperty || status !== undefined) && this.#texts < MAX_DEPTH;
    if (isRead) this.#texts += 1;
    const start = isRead ? this.#text.length : undefined;
    this.#open.push({ names, item, value, start, status, vehiclesBefore });
    if (item === undefined) return;
    if (itemid !== undefined) add(item, '@id', itemid);
    this.#items.push(item);
    if (isVehicle) this.#around.push(item);
  }

  addText(text: string): void {
    if (this.#texts > 0 && this.#text.length < MAX_LENGTH) this.#text += text;
    const around = this.#around.at(-1);
    const said = text.length > MAX_BADGE_LENGTH ? '' : text.trim();
    // `<span>SOLD</span>`, without a class.
    const isBadge = said === said.toUpperCase() && this.#open.at(-1)?.names.length === 0;
    if (around !== undefined && isBadge && ![undefined, 'listed'].includes(readSaleStatus(said)))
      add(around, 'status', said);
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { names, item, start } = element;
    const text = start === undefined ? '' : this.#text.slice(start).replace(/\s+/g, ' ').trim();
    if (start !== undefined) this.#texts -= 1;
    if (this.#texts === 0) this.#text = '';
    if (item !== undefined) this.#items.pop();
    if (item?.isVehicle === true) this.#around.pop();
    const value = item === undefined ? (element.value ?? text) : objectOf(item);
    if (typeof value === 'object' && item?.isVehicle === true) this.#vehicles.push(value);
    this.#takeStatus(element, text);
    const around = this.#items.at(-1);
    if (typeof value === 'object' && (around === undefined || names.length === 0)) {
      if (vehiclesOf([value]).length > 0) this.#outermost.push({ line: item?.line ?? 1, value });
    } else if (around !== undefined && value !== '') for (const name of names) add(around, name, value);
  }

  /** A status is of the vehicle that the element is or is in, or else of the only one in it or in what is around it. */
  #takeStatus({ status, vehiclesBefore, item }: Element, text: string): void {
    if (status === undefined) return;
    const badge = [undefined, 'listed'].includes(readSaleStatus(text)) ? undefined : text;
    const around = this.#around.at(-1);
    const parent = this.#open.at(-1);
    const isOne = item?.isVehicle === true || this.#vehicles.length === vehiclesBefore + 1;
    const vehicle = isOne ? this.#vehicles.at(-1) : undefined;
    if (vehicle !== undefined) vehicle.status ??= status;
    else if (badge !== undefined && around !== undefined) add(around, 'status', badge);
    else if (badge !== undefined && parent !== undefined) parent.status ??= badge;
  }
}

function objectOf({ properties }: Item): { status?: unknown } {
  return Object.fromEntries(
    Array.from(properties, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function add({ properties }: Item, name: string, value: unknown): void {
  const values = properties.get(name);
  if (values === undefined) properties.set(name, [value]);
  else values.push(value);
}

/** The value of a property that is neither an item nor the element's text. */
function valueOf(name: string, attributes: Attributes, addressOf: AddressOf): string | undefined {
  const attribute = VALUE_ATTRIBUTES.get(name) ?? '';
  const said = name === 'img' ? pictureOf(attributes) : attributes[attribute];
  const isAddress = name === 'img' || ADDRESSES.has(attribute);
  return attributes['content'] ?? (said !== undefined && isAddress ? addressOf(said) : said);
}

/** The vehicles of cards, or of microdata if more have facts in it: it may mark little of what a page shows. */
export function vehiclesOfPage(
  cards: readonly RawRecord[],
  marked: readonly RawRecord[],
  fieldOf: FieldOf,
): readonly FeedItem[] {
  const hasFacts = ({ value }: RawRecord): boolean =>
    vehicleFields(flatten(value as object).keys(), fieldOf).size > 1;
  if (marked.filter(hasFacts).length <= cards.length) return cards;
  const pageOf = ({ value }: RawRecord): string => String((value as { readonly url?: unknown }).url);
  const pages = new Set(marked.map(pageOf));
  const others = cards.filter((card) => !pages.has(pageOf(card)));
  return [...marked, ...others.map((card) => noticeOf('outside_records', card.line, pageOf(card)))];
}
