// Finds the cards of a web page: of the elements with one heading each, the largest ones. A showroom's pages have one for each
// vehicle, with its pictures, its price and what it is in lists.
import { readSaleStatus } from '../../values/sale-status.ts';
import { isRecordAddress, splitUrls } from '../../values/url.ts';
import type { FieldOf } from '../feed-record.ts';
import type { Block } from '../described-vehicles.ts';

const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const INLINE = new Set('a abbr b bdi em i mark small span strong sub sup time u'.split(' '));
const VOID = new Set(['area', 'base', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const MAX_DEPTH = 100;
/** Maximum characters of a card; the rest is left out. */
const MAX_LENGTH = 10_000;
const MAX_CARDS = 10_000;
const LABEL = /^\p{L}[\p{L} .'-]{1,30}$/u;
/** Maximum characters of a label or its value. */
const MAX_PART_LENGTH = 200;

interface Element {
  readonly name: string;
  readonly line: number;
  readonly status: string | undefined;
  readonly isLeftOut: boolean;
  /** What a text within it says against a sale, as its class does: `<span class="badge sold">Sold after auction</span>`. */
  badge: string | undefined;
  headings: number;
  /** The texts of up to two elements within it; undefined if it has more, or long ones, or a text of its own. */
  parts: string[] | undefined;
  title: string;
  lines: string[];
  length: number;
  links: { readonly address: string; readonly isTitle: boolean }[];
  pictures: string[];
  /** The pictures of a list, of which those that are shown may be small ones. */
  gallery: string[];
  /** Elements within this one that have one heading. */
  inner: Element[];
}

export class CardFinder {
  readonly #fieldOf: FieldOf;
  readonly #open: Element[] = [];
  readonly #cards: Block[] = [];

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  /** `isLeftOut`: below a heading that says that its vehicles are not for sale. */
  open(name: string, line: number, status: string | undefined, isLeftOut: boolean): void {
    const top = this.#open.at(-1);
    if (name === 'br' && top !== undefined) endLine(top.lines);
    if (VOID.has(name) || this.#open.length === MAX_DEPTH) return;
    if (!INLINE.has(name) && top !== undefined) endLine(top.lines);
    this.#open.push({
      ...{ name, line, status, isLeftOut, badge: undefined, headings: 0, title: '', length: 0 },
      ...{ parts: [], lines: [], links: [], pictures: [], gallery: [], inner: [] },
    });
  }

  addText(text: string): void {
    const top = this.#open.at(-1);
    if (top === undefined || top.length > MAX_LENGTH) return;
    if (/\S/.test(text)) top.parts = undefined;
    const last = top.lines.pop() ?? '';
    top.lines.push(last + text.replace(/\s+/g, ' '));
    top.length += text.length;
  }

  addLink(address: string): void {
    const isTitle = this.#open.some(({ name }) => HEADINGS.has(name));
    if (address !== '') this.#open.at(-1)?.links.push({ address, isTitle });
  }

  addPicture(address: string): void {
    if (address !== '') this.#open.at(-1)?.pictures.push(address);
  }

  addGallery(addresses: readonly string[]): void {
    const gallery = this.#open.at(-1)?.gallery;
    for (const address of addresses) gallery?.push(address);
  }

  close(name: string): void {
    if (!this.#open.some((element) => element.name === name)) return;
    let element: Element | undefined;
    do {
      element = this.#open.pop();
      if (element !== undefined) this.#finish(element);
    } while (element !== undefined && element.name !== name);
  }

  end(): Block[] {
    const [outermost] = this.#open;
    if (outermost !== undefined) this.close(outermost.name);
    return this.#cards;
  }

  #finish(element: Element): void {
    const { headings, inner } = element;
    const parent = this.#open.at(-1);
    if (headings > 1)
      for (const card of inner) if (this.#cards.length < MAX_CARDS) this.#cards.push(blockOf(card));
    if (parent === undefined) return;
    element.lines = this.#labelled(element);
    const text = element.length > MAX_PART_LENGTH ? undefined : elementText(element);
    if (text === undefined || parent.parts?.length === 2) parent.parts = undefined;
    else if (text !== '') parent.parts?.push(text);
    if (HEADINGS.has(element.name)) {
      element.headings = 1;
      element.title = elementText(element);
      element.lines = [];
    }
    parent.headings += element.headings;
    if (element.headings === 1) parent.inner.push(element);
    // Nothing is read of an element with several cards.
    if (parent.headings > 1) return;
    parent.title ||= element.title;
    parent.badge ??= element.badge ?? badgeOf(element);
    for (const link of element.links) parent.links.push(link);
    for (const picture of element.pictures) parent.pictures.push(picture);
    for (const picture of element.gallery) parent.gallery.push(picture);
    if (parent.length > MAX_LENGTH) return;
    parent.length += element.length;
    const isInline = INLINE.has(element.name);
    if (isInline) {
      const [before, text] = [parent.lines.pop() ?? '', elementText(element)];
      // Style sheets set words apart: `<b>£9,995</b><small>or £150 a month`.
      const isApart = /[0-9]$/.test(before) && /^[a-z]{2}/i.test(text);
      parent.lines.push(isApart ? `${before} ${text}` : before + text);
    } else if (element.name === 'dt') parent.lines.push(`${elementText(element)}: `);
    else if (element.name === 'dd') {
      const said = elementText(element);
      if (said === '') return;
      const before = parent.lines.findLast((line) => line !== '') ?? '';
      parent.length += before.length;
      parent.lines.push(before + said, '');
    } else {
      for (const line of element.lines) parent.lines.push(line);
      endLine(parent.lines);
    }
  }

  /** `Mileage: 41,300` for `<div><span>Mileage</span><span>41,300</span></div>`, if the first is the name of a column. */
  #labelled({ headings, lines, parts = [] }: Element): string[] {
    const [label = '', value = ''] = parts;
    return headings === 0 && value !== '' && LABEL.test(label) && this.#fieldOf(label) !== undefined
      ? [`${label}: ${value}`]
      : lines;
  }
}

/** Blank lines say nothing, and one is enough. */
function endLine(lines: string[]): void {
  if (lines.at(-1) !== '') lines.push('');
}

function badgeOf(element: Element): string | undefined {
  if (element.status === undefined || element.headings > 0) return undefined;
  const text = elementText(element);
  return [undefined, 'listed'].includes(readSaleStatus(text)) ? undefined : text;
}

function elementText({ lines }: Element): string {
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/** The page is that of the title, or the only one. */
function blockOf(card: Element): Block {
  const { line, title, lines, links, pictures, gallery, badge, status = badge, isLeftOut } = card;
  const pages = new Set(links.map(({ address }) => address).filter((address) => !isRecordAddress(address)));
  const page =
    links.find(({ isTitle }) => isTitle)?.address ?? (pages.size === 1 ? [...pages][0] : undefined);
  const texts = lines
    .map((text) => text.replace(/\s+/g, ' ').trim())
    // A label that an attribute says too.
    .map((text) => text.replace(/^([^:]{1,30}): \1:? /i, '$1: '))
    .filter((text) => text !== '' && !/:$/.test(text));
  const [thumbnail] = gallery.length > 0 ? pictures : [];
  const all = [...new Set(gallery.length > 0 ? gallery : pictures)];
  return { line, title, lines: texts, page, pictures: all, thumbnail, status, isLeftOut };
}

/** The address of the picture itself, for which a page may show another until it is scrolled into view. */
export function pictureOf({ src, ...others }: Readonly<Record<string, string>>): string | undefined {
  const lazy = ['data-src', 'data-lazy-src', 'data-lazy', 'data-original'].map((name) => others[name]);
  // Such an attribute may only be a flag: `data-lazy="true"`.
  return lazy.find((address) => address !== undefined && /[/.]/.test(address)) ?? src;
}

/** `data-gallery="/1.jpg,/2.jpg"` */
export function galleryIn(attributes: Readonly<Record<string, string>>): string[] {
  const [, said] =
    Object.entries(attributes).find(([name]) => /^data-.*(?:gallery|images|photos|pictures)$/.test(name)) ??
    [];
  const list = said === undefined ? [] : splitUrls(said);
  const isPicture = (one: unknown): one is string =>
    typeof one === 'string' && /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i.test(one);
  return Array.isArray(list) && list.every(isPicture) ? list : [];
}
