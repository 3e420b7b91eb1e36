// An XML element with its content, and its conversion to a record with flattened names: `mileage.value`, `image[0].url`.
import { nestedName } from './flatten.ts';

/** Elements named by an attribute: `<component name="city">` is a city. */
const NAMED_BY_ATTRIBUTE = /^(?:component|field|attribute|property|param)$/i;
/** HTML elements. An element that contains one is text with markup. */
const MARKUP = /^(?:p|br|b|i|u|strong|em|span|div|ul|ol|li|font|h[1-6])$/i;

type Values = Record<string, string | string[]>;

export class XmlElement {
  readonly name: string;
  /** The line it starts on. */
  readonly line: number;
  /** Its offset in the feed, in characters. */
  readonly start: number;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Texts and elements in document order. */
  content: (string | XmlElement)[] = [];

  constructor(
    name: string,
    line: number,
    start: number,
    attributes: readonly (readonly [name: string, value: string])[],
  ) {
    this.name = name;
    this.line = line;
    this.start = start;
    this.attributes = attributes;
  }

  get children(): XmlElement[] {
    return this.content.filter((part) => typeof part !== 'string');
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
    for (const [name, value] of this.attributes) values[nestedName(prefix, name)] = value;
    const groups = new Map<string, XmlElement[]>();
    for (const child of this.children) {
      const group = groups.get(child.#effectiveName);
      if (group === undefined) groups.set(child.#effectiveName, [child]);
      else group.push(child);
    }
    for (const [name, group] of groups) {
      const path = nestedName(prefix, name);
      const [first] = group;
      if (group.length === 1 && first !== undefined) first.#addAs(path, values);
      else if (group.every((child) => child.#isText)) values[path] = group.map((child) => child.#text);
      else group.forEach((child, n) => child.#addAs(`${path}[${n}]`, values));
    }
  }

  #addAs(path: string, values: Values): void {
    if (this.#isText) values[path] = this.#text;
    const inner = new XmlElement(this.name, this.line, this.start, this.#ownAttributes);
    inner.content = this.#isText ? [] : this.content;
    inner.#addTo(values, `${path}.`);
  }

  get #effectiveName(): string {
    const given = NAMED_BY_ATTRIBUTE.test(this.name)
      ? this.attributes.find(([name]) => name === 'name')
      : undefined;
    return given?.[1] ?? this.name;
  }

  get #ownAttributes(): XmlElement['attributes'] {
    return NAMED_BY_ATTRIBUTE.test(this.name)
      ? this.attributes.filter(([name]) => name !== 'name')
      : this.attributes;
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
