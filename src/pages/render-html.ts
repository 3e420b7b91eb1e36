// Elements as HTML and XML, in which every string is escaped. Only the server writes them: scripts of pages must not have the end
// of a tag in them, so their bundles drop this file, as `sideEffects` in package.json allows.
import { attributesOf, attributeText, flattenChildren, type Child, type ElementNode } from './element.ts';

/** An XML document. Characters that XML forbids even escaped become U+FFFD, because texts are from dealers. */
export function renderXml(node: ElementNode | string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${xmlOf(node)}\n`;
}

function xmlOf(node: ElementNode | string): string {
  if (typeof node === 'string') return escapeXml(node);
  const children = flattenChildren(node.children);
  const names = Array.from(attributesOf(node), ([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
  return children.length === 0
    ? `<${node.tag}${names}/>`
    : `<${node.tag}${names}>${children.map(xmlOf).join('')}</${node.tag}>`;
}

function escapeXml(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
  // Parsers would turn a carriage return into a line end.
  return escapeHtml(allowed).replaceAll('\r', '&#13;');
}

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['img', 'input', 'link', 'meta', 'wbr']);

export function renderHtml(child: Child): string {
  return appended('', child, keep);
}

/** Writes HTML in pieces, because a whole page would be copied into one string before it is encoded. */
export function renderHtmlTo(write: (html: string) => void, child: Child): void {
  const rest = appended('', child, (html) => {
    if (html.length < PIECE) return html;
    write(html);
    return '';
  });
  write(rest);
}

const PIECE = 16 * 1024;

function keep(html: string): string {
  return html;
}

/** `html` with a child appended. `written` is called with the HTML so far, and returns what is left to write. */
function appended(html: string, child: Child, written: (html: string) => string): string {
  if (child === null) return html;
  if (typeof child === 'string') return html + escapeHtml(child);
  if (typeof child === 'number') return html + String(child);
  let all = html;
  if (!('tag' in child)) {
    for (const one of child) all = appended(all, one, written);
    return all;
  }
  const { tag, attributes, children, contents } = child;
  const { start, end, isRaw } = tagParts(tag);
  all += start;
  for (const name in attributes) {
    const text = attributeText(tag, name, attributes[name]);
    if (text === undefined) continue;
    const { bare, begun } = nameParts(name);
    all = text === '' ? all + bare : all + begun + escapeHtml(text) + '"';
  }
  all += '>';
  if (end === '') return all;
  // Browsers do not decode escapes in scripts and styles.
  if (isRaw && children !== null) throw new Error(`${tag} must not have contents of its own`);
  if (contents !== undefined) all = written(all + contents);
  return written(appended(all, children, written) + end);
}

/** Made once for each tag and name, because every piece that is appended to a text is an allocation. */
const tagParts = oncePerName((tag) => ({
  start: `<${tag}`,
  end: VOID_ELEMENTS.has(tag) ? '' : `</${tag}>`,
  isRaw: tag === 'script' || tag === 'style',
}));
const nameParts = oncePerName((name) => ({ bare: ` ${name}`, begun: ` ${name}="` }));

/** Names are of views, so there are few. */
function oncePerName<Parts>(make: (name: string) => Parts): (name: string) => Parts {
  const known = new Map<string, Parts>();
  return (name) => {
    let parts = known.get(name);
    if (parts === undefined) known.set(name, (parts = make(name)));
    return parts;
  };
}

/** A style or a script with contents, in which nothing is escaped. */
export function withContents(element: ElementNode, contents: string): ElementNode {
  if (contents.includes('</') || contents.includes('<!--'))
    throw new Error(`the contents would end ${element.tag}`);
  return { ...element, contents };
}

/** JSON that is safe inside a script element: it can neither end one nor begin a comment. */
export function jsonInHtml(value: unknown): string {
  // A search for one sign is several times as fast as a regular expression for all.
  return JSON_SIGNS.reduce((json, [sign, escape]) => json.replaceAll(sign, escape), JSON.stringify(value));
}

const JSON_SIGNS = ['<', '>', '&', '\u2028', '\u2029'].map(
  (sign) => [sign, `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`] as const,
);

function escapeHtml(text: string): string {
  // Most texts need no escape.
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
