// Elements as HTML. This is the one place where texts are escaped: whatever a listing says comes out as the same text.
import type { ElementNode } from './element.ts';

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['img', 'input', 'link', 'meta']);

export function renderHtml(node: ElementNode | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes, children } = node;
  const attributeText = Array.from(attributes, ([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
  if (VOID_ELEMENTS.has(tag)) return `<${tag}${attributeText}>`;
  // What is in these is no text with escapes, so nothing may be in them.
  if ((tag === 'script' || tag === 'style') && children.length > 0) {
    throw new Error(`${tag} must load what it holds`);
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
