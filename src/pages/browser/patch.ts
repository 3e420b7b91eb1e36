// Applies elements to nodes of the document. Existing nodes are kept and changed only where they differ, so focus, scroll
// position and loaded pictures stay. Nothing parses markup, which the page's policy forbids too.
import { attributesOf, flattenChildren, type Child, type ElementNode } from '../element.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Attribute of an element whose children are managed by other code. */
const OWN_ATTRIBUTE = 'data-own';
/** Attribute with the names of attributes that other code sets. */
const KEEPS_ATTRIBUTE = 'data-keeps';
/** Attribute that distinguishes an element from others of its kind. */
const KEY_ATTRIBUTE = 'data-key';

export function patch(element: Element, to: ElementNode): void {
  const attributes = attributesOf(to);
  patchAttributes(element, attributes);
  if (!attributes.has(OWN_ATTRIBUTE)) patchChildren(element, to.children);
  if (element instanceof HTMLOptionElement) element.selected = attributes.has('selected');
}

export function patchChildren(parent: Element, to: Child): void {
  const children = flattenChildren(to);
  children.forEach((child, i) => {
    const present = parent.childNodes[i];
    if (present === undefined) parent.append(build(child, parent));
    else if (typeof child === 'string') {
      if (!(present instanceof Text)) present.replaceWith(child);
      else if (present.data !== child) present.data = child;
    } else if (present instanceof Element && isSame(present, child)) patch(present, child);
    else present.replaceWith(build(child, parent));
  });
  while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}

function isSame(present: Element, to: ElementNode): boolean {
  const key = to.attributes[KEY_ATTRIBUTE] ?? null;
  return present.localName === to.tag && present.getAttribute(KEY_ATTRIBUTE) === (key && String(key));
}

function patchAttributes(element: Element, attributes: ReadonlyMap<string, string>): void {
  const isTicked = attributes.has('checked');
  // Changed only if the model changed: a box that was just ticked stays so until the response.
  if (element instanceof HTMLInputElement && element.hasAttribute('checked') !== isTicked)
    element.checked = isTicked;
  for (const [name, value] of attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  const kept = element.getAttribute(KEEPS_ATTRIBUTE)?.split(' ') ?? [];
  for (const name of element.getAttributeNames()) {
    if (!attributes.has(name) && !PRESERVED.has(name) && !kept.includes(name)) element.removeAttribute(name);
  }
  // Does not overwrite the focused field.
  if (element instanceof HTMLInputElement && element !== document.activeElement) {
    const value = attributes.get('value');
    if (value !== undefined && element.value !== value) element.value = value;
  }
}

/** Attributes that scripts set themselves. */
const PRESERVED: ReadonlySet<string> = new Set(['data-state']);

export function append(parent: Element, node: ElementNode): void {
  parent.append(build(node, parent));
}

function build(node: ElementNode | string, parent: Element): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const isSvg = node.tag === 'svg' || parent.namespaceURI === SVG;
  const element = isSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  for (const [name, value] of attributesOf(node)) element.setAttribute(name, value);
  for (const child of flattenChildren(node.children)) element.append(build(child, element));
  return element;
}
