// Elements rendered as HTML. Every string is escaped here, so texts of listings cannot become markup.
import type { ElementNode } from './element.ts';

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['img', 'input', 'link', 'meta', 'wbr']);

export function renderHtml(node: ElementNode | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes, children, contents } = node;
  let html = `<${tag}`;
  for (const [name, value] of attributes)
    html += value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  html += '>';
  if (VOID_ELEMENTS.has(tag)) return html;
  // Browsers do not decode escapes in these.
  if ((tag === 'script' || tag === 'style') && children.length > 0) {
    throw new Error(`${tag} must not have contents of its own`);
  }
  if (contents !== undefined) html += contents;
  for (const child of children) html += renderHtml(child);
  return `${html}</${tag}>`;
}

/** A style or a script with contents, in which nothing is escaped. */
export function withContents(element: ElementNode, contents: string): ElementNode {
  if (/<\/|<!--/.test(contents)) throw new Error(`the contents would end ${element.tag}`);
  return { ...element, contents };
}

/** JSON that is safe in a script element too: nothing in it can end one or begin a comment. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeHtml(text: string): string {
  // Most texts have none of them.
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
