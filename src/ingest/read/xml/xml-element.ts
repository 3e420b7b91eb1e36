// An XML element and its conversion to a record with flattened names: `images.image.url`. Elements of one name become a list.
import { holdsNothing } from '../../tables/column-path.ts';
import { VEHICLE_ONLY_FIELDS } from '../../tables/feed-fields.ts';
import { partKey } from '../../tables/feed-tables.ts';
import type { FieldOf } from '../feed-record.ts';
import { isNoPicture, KIND_NAMES, nestedName, NO_PICTURE } from '../flatten.ts';

/** Elements named by an attribute: `<component name="city">` is a city, `<category domain="make">` a make. */
const NAMED_BY_ATTRIBUTE =
  /^(?:component|column|col|cell|str|int|long|float|double|bool|date|arr|(?:custom_?)?(?:field|attribute|attr|property|prop|param|parameter))$/i;
/** Elements of other names are such ones if their attributes name as many facts of a vehicle: `<option name="Make">`. */
const MIN_NAMED_FACTS = 3;
const NAMING = ['name', 'key', 'label'];
/** Elements that only say that something has a name and a value. */
const PAIR =
  /^(?:(?:custom|additional|technical|product)_?)?(?:field|attribute|attr|property|prop|param|parameter|spec|specification|characteristic|data|datum|item|detail|info|meta|value)$/i;
/**
 * Elements of a figure whose name is in an attribute: `<measure what="mileage" unit="mile">41000</measure>`, but not
 * `<amount type="decimal">`.
 */
const FIGURE = /^(?:measure|measurement|amount|figure|fact)$/i;
const FIGURE_NAME = /^(?:what|role|kind|type|purpose|of|for)$/i;
const DATA_TYPE =
  /^(?:\w+:)?(?:int|integer|decimal|float|double|numeric|number|string|text|currency|money)$/i;
/**
 * Elements for a name and a value in other elements that have only these two:
 * `<meta_key>colour</meta_key><meta_value>red</meta_value>`.
 */
const PAIR_NAME = /^(?:(?:attribute_?)?(?:name|key|label)|meta_key)$/i;
const PAIR_VALUE = /^(?:attribute_?)?values?$|^meta_value$/i;
/** Attributes that name the table of a code. */
const CODE_SET = /^(?:(?:code)?(?:set|list|table|type|group)|column|field|domain|scheme|for)$/i;
/** The name of a table of codes: `brandstof`. */
const SET_NAME = /^\p{L}[\p{L}\p{N} _.-]{2,}$/u;
/** HTML elements. An element that contains one is text with markup. */
const MARKUP = /^(?:p|br|b|i|u|strong|em|span|div|ul|ol|li|font|h[1-6])$/i;

/** Maximum length of the code that a row of a table begins with. */
const MAX_CODE_LENGTH = 8;

/** Attributes that say how to read a document; they have no facts. */
const SYNTAX = /^(?:version|lang|base|schemaLocation|noNamespaceSchemaLocation)$/;

export type Values = Record<string, string | string[]>;

type Attribute = readonly [name: string, value: string];
type Facts = readonly Attribute[];

interface Pair {
  readonly name: string;
  readonly values: readonly string[];
  readonly others: readonly XmlElement[];
}

export class XmlElement {
  readonly name: string;
  /** The prefix of its name, such as `g`; empty if it has none. */
  readonly prefix: string;
  readonly line: number;
  /** The element's offset in the feed, in characters. */
  readonly start: number;
  readonly attributes: Facts;
  content: (string | XmlElement)[] = [];
  hadRecords = false;
  /** The element's summary in the last notice about it. */
  said = '';

  constructor(name: string, prefix: string, line: number, start: number, attributes: Facts) {
    this.name = name;
    this.prefix = prefix;
    this.line = line;
    this.start = start;
    this.attributes = attributes;
  }

  get children(): XmlElement[] {
    return this.content.filter((part) => typeof part !== 'string');
  }

  /** What an element without child elements says, attributes included, for a notice; empty if nothing. */
  get summary(): string {
    const attributes = this.attributes
      .filter(([name]) => !SYNTAX.test(name))
      .map(([name, value]) => `${name}=${value}`);
    const words = this.content
      .filter((part) => typeof part === 'string')
      .join('')
      .trim();
    const said = [...attributes, words].filter((part) => part !== '').join(' ');
    return said === '' ? '' : `${this.name}: ${said}`;
  }

  get isComplex(): boolean {
    return this.attributes.length > 0 || this.content.some((part) => typeof part !== 'string');
  }

  get plainText(): string {
    return this.content.map((part) => (typeof part === 'string' ? part : part.plainText)).join('');
  }

  /**
   * The codes of the tables within this element, with their words, by the table's name or else the elements'. A code is an
   * element with an attribute and a text, or with two attributes; a third thing that it says may be the table.
   */
  get codes(): ReadonlyMap<string, readonly (readonly [code: string, text: string])[]> {
    const tables = new Map<string, (readonly [code: string, text: string])[]>();
    const others = new Set<string>();
    const rows = this.children.map((child) => ({ child, name: child.name, facts: child.facts }));
    const sets = codeSetsOf(rows);
    for (const { child, name, facts } of rows) {
      const set = facts.length === 3 ? sets.get(name) : undefined;
      const table = facts.find(([own]) => own === set)?.[1] ?? name;
      const code = others.has(table) ? undefined : child.#codeBeside(facts, set);
      const codes = tables.get(table) ?? [];
      if (code === undefined) others.add(table);
      else tables.set(table, codes);
      if (code !== undefined) codes.push(code);
    }
    return new Map([...tables].filter(([name, codes]) => codes.length > 1 && !others.has(name)));
  }

  /** The rows of a table of more than words, by their first attribute: `<Code c="01" town="Hereford" postcode="HR4 9DG"/>`. */
  get rows(): readonly (readonly [key: string, row: Values])[] {
    const rows = this.children.flatMap((child) => {
      const [[, key] = ['', '']] = child.attributes;
      const isRow =
        child.attributes.length > 2 && child.content.length === 0 && key.length <= MAX_CODE_LENGTH;
      return isRow ? [[key, child.toValues()] as const] : [];
    });
    const isTable = rows.length === this.children.length && new Set(rows.map(([key]) => key)).size > 1;
    return isTable ? rows : [];
  }

  /** What it says in attributes and a text, or in elements, each with its name. */
  get facts(): Facts {
    const { attributes, children } = this;
    if (children.some(({ isComplex }) => isComplex)) return [];
    const texts = children.length > 0 ? children : [this];
    const named = texts.map((one) => [one === this ? '' : one.name, one.plainText.trim()] as const);
    return [...attributes, ...named.filter(([, text]) => text !== '')];
  }

  #codeBeside(facts: Facts, set: string | undefined): readonly [code: string, text: string] | undefined {
    if (set === undefined && (this.children.length > 0 || this.attributes.length === 0)) return undefined;
    const [one, other, ...more] = facts.filter(([name]) => name !== set);
    if (one === undefined || other === undefined || more.length > 0) return undefined;
    // A code is shorter than its words; a long text is not a code.
    const isSwapped = other[0] !== '' && one[1].length > other[1].length;
    return isSwapped ? [other[1], one[1]] : [one[1], other[1]];
  }

  /** The record's names and values. The object has no prototype, because names may be `__proto__`. */
  toValues(fieldOf?: FieldOf): Values {
    const values = Object.create(null) as Values;
    const element = fieldOf === undefined ? this : this.#withFields(fieldOf);
    element.#addTo(values, '');
    return values;
  }

  toMember(): Values {
    return this.#with('', [], [this]).toValues();
  }

  /** The element with those whose attributes name a vehicle's facts as its fields, also in an element around them. */
  #withFields(fieldOf: FieldOf): XmlElement {
    const own = XmlElement.#namesOfFacts(this.children, fieldOf);
    const content = this.content.flatMap((part): (string | XmlElement)[] => {
      if (typeof part === 'string') return [part];
      if (own.has(part.name)) return [part.#asField()];
      const { children } = part;
      const listed = part.attributes.length === 0 ? XmlElement.#namesOfFacts(children, fieldOf) : own;
      if (listed.size === 0 || !children.every(({ name }) => listed.has(name))) return [part];
      const fields = children.map((child) => child.#asField());
      // Another name than the plural may say what they are about: `part_exchange`.
      const isPlural = children.every(({ name }) => partKey(name) === partKey(part.name));
      return isPlural ? fields : [this.#with(part.name, [], fields)];
    });
    return this.#with(this.name, this.attributes, content);
  }

  #asField(): XmlElement {
    return this.#factName === undefined ? this : this.#with('field', this.attributes, this.content);
  }

  #with(name: string, attributes: Facts, content: readonly (string | XmlElement)[]): XmlElement {
    const element = new XmlElement(name, this.prefix, this.line, this.start, attributes);
    element.content = [...content];
    return element;
  }

  /** What an attribute may name, unless the element's name says that it does. */
  get #factName(): string | undefined {
    if (NAMED_BY_ATTRIBUTE.test(this.name)) return undefined;
    return this.attributes.find(([attribute]) => NAMING.includes(attribute))?.[1];
  }

  /** The names of elements whose attributes name a vehicle's facts. */
  static #namesOfFacts(elements: readonly XmlElement[], fieldOf: FieldOf): ReadonlySet<string> {
    const facts = new Map<string, Set<string>>();
    for (const element of elements) {
      const named = element.#factName;
      const field = named === undefined ? undefined : fieldOf(named);
      if (field === undefined || !VEHICLE_ONLY_FIELDS.has(field)) continue;
      facts.set(element.name, (facts.get(element.name) ?? new Set()).add(field));
    }
    return new Set(
      [...facts].flatMap(([name, { size }]) =>
        size >= MIN_NAMED_FACTS && !holdsNothing(name) ? [name] : [],
      ),
    );
  }

  #addTo(values: Values, prefix: string): void {
    for (const [name, value] of this.attributes) {
      // `key` of a record is its id; a column of this name is about its keys.
      const member = name === 'key' && prefix === '' ? '@key' : name;
      if (!/^(?:xml-)?lang$/.test(name)) addValue(values, nestedName(prefix, member), value);
    }
    // Google's names have precedence over those of RSS and Atom.
    const children = this.children.sort((a, b) => Number(b.prefix === 'g') - Number(a.prefix === 'g'));
    for (const child of children) child.#addAs(prefix, values);
  }

  #addAs(around: string, values: Values): void {
    if (this.attributes.some(([name, value]) => name === 'nil' && /^(?:true|1)$/.test(value))) return;
    const pair = this.#pair;
    const isOther = this.isComplex && isNoPicture(`${around}${this.name}`, this.#membersOf(KIND_NAMES));
    const prefix = isOther ? nestedName(around, `${NO_PICTURE}.`) : around;
    const path = nestedName(prefix, pair?.name ?? this.#namingAttribute?.[1] ?? this.name);
    if (pair !== undefined) {
      for (const value of pair.values) addValue(values, path, value);
      for (const other of pair.others) other.#addAs(`${path}.`, values);
      return;
    }
    if (this.#isText) addValue(values, path, this.#text);
    const key = this.#keyAlone;
    if (key !== undefined) return addValue(values, path, key);
    const inner = this.#with(this.name, this.#ownAttributes, this.#isText ? [] : this.content);
    inner.#addTo(values, `${path}.`);
  }

  #membersOf(names: readonly string[]): Facts {
    const children = this.children.filter(({ name }) => names.includes(name.toLowerCase()));
    return [...this.attributes, ...children.map(({ name, plainText }) => [name, plainText.trim()] as const)];
  }

  get #namingAttribute(): Attribute | undefined {
    const valueOf = (wanted: string): string | undefined =>
      this.attributes.find(([name]) => name === wanted)?.[1];
    const isNamed = NAMED_BY_ATTRIBUTE.test(this.name);
    if (isNamed || (PAIR.test(this.name) && this.#hasValue)) {
      const naming = ['name', 'key', 'label', ...(isNamed ? ['code', 'id'] : [])].find((attribute) =>
        /\p{L}/u.test(valueOf(attribute) ?? ''),
      );
      return naming === undefined ? undefined : [naming, valueOf(naming)?.trim() ?? ''];
    }
    const isFigureName = ([attribute, name]: Attribute): boolean =>
      FIGURE_NAME.test(attribute) && /^\p{L}[\p{L}0-9 _-]*$/u.test(name) && !DATA_TYPE.test(name);
    const figure = FIGURE.test(this.name) && this.#hasValue ? this.attributes.find(isFigureName) : undefined;
    if (figure !== undefined) return [figure[0], nestedName(`${this.name}.`, figure[1])];
    // The taxonomies of WordPress; those of its shops begin with `pa_`.
    const domain = this.name === 'category' ? valueOf('domain') : undefined;
    if (domain !== undefined && /^[\w-]+$/.test(domain)) return ['domain', domain.replace(/^pa_/, '')];
    // Atom's links to things other than the entry.
    const relation = this.name === 'link' ? valueOf('rel') : undefined;
    if (relation !== undefined)
      return ['rel', relation === 'alternate' ? this.name : nestedName('link.', relation)];
    return undefined;
  }

  /** The value of an element that has nothing but a key: `<fuel key="DIESEL"/>`. */
  get #keyAlone(): string | undefined {
    const [attribute, ...others] = this.#ownAttributes;
    const isAlone =
      others.length === 0 && !this.content.some((part) => typeof part !== 'string' || /\S/.test(part));
    return isAlone && attribute?.[0] === 'key' ? attribute[1] : undefined;
  }

  get #ownAttributes(): Facts {
    const naming = this.#namingAttribute?.[0];
    if (naming === undefined) return this.attributes;
    return this.attributes.filter(
      ([name]) => name !== naming && !(naming === 'domain' && name === 'nicename'),
    );
  }

  get #hasValue(): boolean {
    if (this.children.length > 0) return false;
    return this.content.length > 0 || this.attributes.some(([name]) => PAIR_VALUE.test(name));
  }

  get #pair(): Pair | undefined {
    const { children } = this;
    if (children.length === 0) return this.#attributePair;
    const isPair = PAIR.test(this.name) || (children.length === 2 && this.attributes.length === 0);
    const name = isPair ? children.find((child) => PAIR_NAME.test(child.name)) : undefined;
    const value = children.find((child) => PAIR_VALUE.test(child.name));
    if (name === undefined || value === undefined || !name.#isText || !/\p{L}/u.test(name.#text))
      return undefined;
    const values = value.#isText ? [value] : value.children;
    if (!values.every((one) => one.#isText)) return undefined;
    const attributes = [...this.attributes, ...value.attributes].map(([attribute, text]) =>
      this.#with(attribute, [], [text]),
    );
    const others = children.filter((child) => child !== name && child !== value);
    return {
      name: name.#text.trim(),
      values: values.map((one) => one.#text),
      others: [...attributes, ...others],
    };
  }

  get #attributePair(): Pair | undefined {
    const name = this.attributes.find(([attribute]) => PAIR_NAME.test(attribute))?.[1];
    const value = this.attributes.find(([attribute]) => PAIR_VALUE.test(attribute))?.[1];
    const isPair = this.attributes.length === 2 && this.content.length === 0;
    return isPair && name !== undefined && value !== undefined
      ? { name, values: [value], others: [] }
      : undefined;
  }

  get #isText(): boolean {
    const { children } = this;
    const hasWords = this.content.some((part) => typeof part === 'string' && /\S/.test(part));
    if (children.length === 0) return hasWords || this.#ownAttributes.length === 0;
    return hasWords || children.some(({ name }) => MARKUP.test(name));
  }

  get #text(): string {
    const hasOnlyText = this.content.every((part) => typeof part === 'string');
    return this.content
      .map((part) => {
        if (typeof part === 'string') return hasOnlyText ? part : escaped(part);
        const inner = part.#text;
        return `<${part.name}>${part.children.length === 0 ? escaped(inner) : inner}</${part.name}>`;
      })
      .join('');
  }
}

/**
 * For the name of elements, what in them names the table of a code, beside the code and its words: an attribute whose name says so,
 * or the words that most of the elements share: `<code veld="brandstof" waarde="B">Benzine</code>`.
 */
function codeSetsOf(
  elements: readonly { readonly name: string; readonly facts: Facts }[],
): ReadonlyMap<string, string> {
  const sets = new Map<string, string>();
  const byName = new Map<string, Facts[]>();
  for (const { name, facts } of elements) {
    const alike = byName.get(name);
    if (alike === undefined) byName.set(name, [facts]);
    else alike.push(facts);
  }
  for (const [name, alike] of byName) {
    if (alike.length < 2) continue;
    const all = alike.filter(({ length }) => length === 3);
    const [first = []] = all;
    const valuesOf = (wanted: string): ReadonlySet<string> =>
      new Set(all.map((facts) => facts.find(([own]) => own === wanted)?.[1] ?? ''));
    const shared = first
      .map(([own]) => ({ own, values: valuesOf(own) }))
      .filter(
        ({ own, values }) =>
          own !== '' && values.size * 2 <= all.length && [...values].every((value) => SET_NAME.test(value)),
      )
      .sort((a, b) => a.values.size - b.values.size);
    const set = first.find(([own]) => CODE_SET.test(own))?.[0] ?? shared[0]?.own;
    if (set !== undefined) sets.set(name, set);
  }
  return sets;
}

function addValue(values: Values, name: string, value: string): void {
  const earlier = values[name];
  if (earlier === undefined) values[name] = value;
  else if (Array.isArray(earlier)) earlier.push(value);
  else values[name] = [earlier, value];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
