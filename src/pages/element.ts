// Views return elements as plain data. The server writes them as HTML (pages/render-html.ts), the browser turns them into DOM
// nodes (pages/browser/patch.ts). A string is always text: there is no way to insert markup.

export interface ElementNode {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: Child;
  /** The contents of a style or script in a document of the server, written unescaped. */
  readonly contents?: string;
}

export type Child = ElementNode | string | number | null | readonly Child[];

/** True becomes an empty value; null and false omit the attribute. */
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An element. Attributes and children are kept as given, because the server writes them only once; attributesOf and
 * flattenChildren normalise them.
 */
export function h(tag: string, attributes: Attributes, children: Child = null): ElementNode {
  return { tag, attributes, children };
}

/** The attributes of an element. URL attributes that lead to no page, such as `javascript:` URLs, are omitted. */
export function attributesOf({ tag, attributes }: ElementNode): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name in attributes) {
    const text = attributeText(tag, name, attributes[name]);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

/** The text of an attribute; undefined if it is omitted. */
export function attributeText(tag: string, name: string, value: Attributes[string]): string | undefined {
  if (value === null || value === false) return undefined;
  const text = value === true ? '' : String(value);
  const isAllowed = !URL_ATTRIBUTES.has(name) || isSafeUrl(text) || (tag === 'img' && isDrawing(text));
  return isAllowed ? text : undefined;
}

/** The children as one flat list, in which strings are neither empty nor adjacent. */
export function flattenChildren(children: Child): readonly (ElementNode | string)[] {
  const flat: (ElementNode | string)[] = [];
  add(flat, children);
  return flat;
}

/** A button that submits no form. */
export function button(label: Child, attributes: Attributes): ElementNode {
  return h('button', { type: 'button', ...attributes }, label);
}

/** A table with these column headings: texts or cells. */
export function table(
  headings: readonly (string | ElementNode)[],
  rows: readonly ElementNode[],
  attributes: Attributes = {},
): ElementNode {
  const head = headings.map((one) => (typeof one === 'string' ? h('th', { scope: 'col' }, one) : one));
  return h('table', attributes, [h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)]);
}

/** A row of a table. Each cell is a `td` element or its contents. */
export function row(heading: Child, cells: readonly Child[]): ElementNode {
  const isCell = (cell: Child): boolean =>
    typeof cell === 'object' && cell !== null && 'tag' in cell && cell.tag === 'td';
  return h('tr', {}, [
    h('th', { scope: 'row' }, heading),
    cells.map((cell) => (isCell(cell) ? cell : h('td', {}, cell))),
  ]);
}

/** A part of a page with a heading, which is its name for screen readers. */
export function section(id: string, title: Child, contents: Child): ElementNode {
  return h('section', { 'aria-labelledby': id }, [h('h2', { id }, title), contents]);
}

function add(flat: (ElementNode | string)[], child: Child): void {
  if (child === null) return;
  if (typeof child === 'string' || typeof child === 'number') {
    const last = flat.at(-1);
    if (typeof last === 'string') flat[flat.length - 1] = last + String(child);
    else if (child !== '') flat.push(String(child));
  } else if ('tag' in child) flat.push(child);
  else for (const one of child) add(flat, one);
}

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'action']);

/** Whether a URL is a drawing. As the source of an image it cannot run scripts or load anything, although it could as a page. */
function isDrawing(url: string): boolean {
  return url.startsWith('data:image/svg+xml;base64,');
}

/** True for http and https, and for paths within this site. Control characters and backslashes could hide another URL. */
function isSafeUrl(url: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|\?|#|[\w.-]+(?:[/?#]|$))/i.test(url) && !/[\x00-\x1f\\]/.test(url);
}
