// Elements rendered as HTML. Every string is escaped here, so texts of listings cannot become markup.
import type { ElementNode } from './element.ts';

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['img', 'input', 'link', 'meta']);

export function renderHtml(node: ElementNode | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes, children } = node;
  const attributeText = Array.from(attributes, ([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
  ).join('');
  if (VOID_ELEMENTS.has(tag)) return `<${tag}${attributeText}>`;
  // Browsers do not decode escapes in these.
  if ((tag === 'script' || tag === 'style') && children.length > 0) {
    throw new Error(`${tag} must not have contents of its own`);
  }
  return `<${tag}${attributeText}>${children.map(renderHtml).join('')}</${tag}>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
