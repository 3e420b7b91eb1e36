// Elements as HTML. This is the one place where texts are escaped: whatever a listing says comes out as the same text.
import type { ElementNode } from './view/element.ts';

const VOID: ReadonlySet<string> = new Set(['img', 'input', 'link', 'meta']);

export function markup(node: ElementNode | string): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, attributes, children } = node;
  const written = Array.from(attributes, ([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  if (VOID.has(tag)) return `<${tag}${written}>`;
  // What is in these is no text with escapes, so nothing may be in them.
  if ((tag === 'script' || tag === 'style') && children.length > 0) {
    throw new Error(`${tag} must load what it holds`);
  }
  return `<${tag}${written}>${children.map(markup).join('')}</${tag}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
