// What a view is made of: elements as plain data. The server writes them as HTML (render-html.ts) and the browser makes them
// into nodes (search/page/patch.ts), so each view is written once. A text is only ever a text: there is no way to put markup in.

export interface ElementNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Texts are never empty, and never side by side. */
  readonly children: readonly (ElementNode | string)[];
}

export type Child = ElementNode | string | number | null | readonly Child[];

/** True is an attribute without a value; null and false leave it out. */
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** An element. An address in it that leads to no page, such as `javascript:`, is left out. */
export function h(tag: string, attributes: Attributes, ...children: readonly Child[]): ElementNode {
  const attributeMap = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    const text = value === true ? '' : String(value);
    if (!URL_ATTRIBUTES.has(name) || isSafeUrl(text)) attributeMap.set(name, text);
  }
  const flat: (ElementNode | string)[] = [];
  for (const child of children) add(flat, child);
  return { tag, attributes: attributeMap, children: flat };
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

/** Of http or https, or within this site; browsers drop control characters and turn backslashes, so neither may occur. */
function isSafeUrl(url: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|\?|#)/i.test(url) && !/[\x00-\x1f\\]/.test(url);
}
