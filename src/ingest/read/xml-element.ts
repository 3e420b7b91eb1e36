// An XML element with its content, and its conversion to a record with flattened names: `mileage.value`, `images.image.url`.
// Elements of one name share it, so that it has the list of their values.
import { nestedName } from './flatten.ts';

/** Elements named by an attribute: `<component name="city">` is a city, `<category domain="make">` a make. */
const NAMED_BY_ATTRIBUTE = /^(?:component|field|attribute|property|param)$/i;
/** Elements that name and give a value, and have no others: `<meta_key>colour</meta_key><meta_value>red</meta_value>`. */
const PAIR_NAME = /^(?:name|key|label|meta_key)$/i;
const PAIR_VALUE = /^(?:value|meta_value)$/i;
/** HTML elements. An element that contains one is text with markup. */
const MARKUP = /^(?:p|br|b|i|u|strong|em|span|div|ul|ol|li|font|h[1-6])$/i;

/** Attributes that say how to read a document; they have no facts. */
const SYNTAX = /^(?:version|lang|base|schemaLocation|noNamespaceSchemaLocation)$/;

type Values = Record<string, string | string[]>;

export class XmlElement {
  readonly name: string;
  /** The prefix of its name, such as `g`; empty if it has none. */
  readonly prefix: string;
  /** The line it starts on. */
  readonly line: number;
  /** Its offset in the feed, in characters. */
  readonly start: number;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Texts and elements in document order. */
  content: (string | XmlElement)[] = [];

  constructor(
    name: string,
    prefix: string,
    line: number,
    start: number,
    attributes: readonly (readonly [name: string, value: string])[],
  ) {
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

  /** Whether it has attributes or child elements. */
  get isComplex(): boolean {
    return this.attributes.length > 0 || this.content.some((part) => typeof part !== 'string');
  }

  /** The record's names and values. The object has no prototype, because names may be `__proto__`. */
  toValues(): Values {
    const values = Object.create(null) as Values;
    this.#addTo(values, '');
    return values;
  }

  #addTo(values: Values, prefix: string): void {
    for (const [name, value] of this.attributes) addValue(values, nestedName(prefix, name), value);
    // Google's names have precedence over those of RSS and Atom.
    const children = this.children.sort((a, b) => Number(b.prefix === 'g') - Number(a.prefix === 'g'));
    for (const child of children) child.#addAs(nestedName(prefix, child.#effectiveName), values);
  }

  #addAs(path: string, values: Values): void {
    const pair = this.#pair;
    if (pair !== undefined || this.#isText) addValue(values, path, pair?.value ?? this.#text);
    if (pair !== undefined) return;
    const inner = new XmlElement(this.name, this.prefix, this.line, this.start, this.#ownAttributes);
    inner.content = this.#isText ? [] : this.content;
    inner.#addTo(values, `${path}.`);
  }

  get #effectiveName(): string {
    return this.#pair?.name ?? this.#namingAttribute?.[1] ?? this.name;
  }

  /** The attribute that names the element, and the name. */
  get #namingAttribute(): readonly [attribute: string, name: string] | undefined {
    const valueOf = (wanted: string): string | undefined =>
      this.attributes.find(([name]) => name === wanted)?.[1];
    if (NAMED_BY_ATTRIBUTE.test(this.name)) {
      const name = valueOf('name');
      return name === undefined ? undefined : ['name', name];
    }
    // The taxonomies of WordPress; those of its shops begin with `pa_`.
    const domain = this.name === 'category' ? valueOf('domain') : undefined;
    if (domain !== undefined && /^[\w-]+$/.test(domain)) return ['domain', domain.replace(/^pa_/, '')];
    // Links of Atom to other things than the entry.
    const relation = this.name === 'link' ? valueOf('rel') : undefined;
    if (relation !== undefined)
      return ['rel', relation === 'alternate' ? this.name : nestedName('link.', relation)];
    return undefined;
  }

  get #ownAttributes(): XmlElement['attributes'] {
    const naming = this.#namingAttribute?.[0];
    if (naming === undefined) return this.attributes;
    return this.attributes.filter(
      ([name]) => name !== naming && !(naming === 'domain' && name === 'nicename'),
    );
  }

  /** The name and the value of an element that is a pair of them. */
  get #pair(): { readonly name: string; readonly value: string } | undefined {
    const { children } = this;
    if (children.length === 0) return this.#attributePair;
    if (children.length !== 2 || this.attributes.length > 0) return undefined;
    const name = children.find((child) => PAIR_NAME.test(child.name));
    const value = children.find((child) => PAIR_VALUE.test(child.name));
    if (name === undefined || value === undefined || !name.#isText || !value.#isText) return undefined;
    return { name: nestedName('', name.#text.trim()), value: value.#text };
  }

  get #attributePair(): { readonly name: string; readonly value: string } | undefined {
    const name = this.attributes.find(([attribute]) => PAIR_NAME.test(attribute))?.[1];
    const value = this.attributes.find(([attribute]) => PAIR_VALUE.test(attribute))?.[1];
    const isPair = this.attributes.length === 2 && this.content.length === 0;
    return isPair && name !== undefined && value !== undefined
      ? { name: nestedName('', name), value }
      : undefined;
  }

  /** Whether its value is a text, possibly with markup. */
  get #isText(): boolean {
    const { children } = this;
    const hasWords = this.content.some((part) => typeof part === 'string' && /\S/.test(part));
    if (children.length === 0) return hasWords || this.#ownAttributes.length === 0;
    return hasWords || children.some(({ name }) => MARKUP.test(name));
  }

  /** Its text, as HTML if it contains elements. */
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

/** Adds a value to those that its name has. */
function addValue(values: Values, name: string, value: string): void {
  const earlier = values[name];
  if (earlier === undefined) values[name] = value;
  else if (Array.isArray(earlier)) earlier.push(value);
  else values[name] = [earlier, value];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
