// What of a page cannot be seen on a screen of this width without scrolling sideways.
import type { Page } from 'playwright-core';

export function beyondScreen(page: Page, width: number): Promise<string[]> {
  return page.evaluate(`(${BEYOND})(${width})`);
}

/** What is beyond the screen, or beyond its card or dialog, except within what is meant to scroll sideways. */
const BEYOND = `(width) => {
  const found = [];
  // For screen readers only.
  const isUnseen = (element) =>
    element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement));
  const add = (element, rect, what) => {
    if (rect.width < 2) return;
    if (element.closest('.strip, .chips, .all-pictures > li, .car section > .cards > li, .compared, svg, select') !== null || isUnseen(element)) return;
    const frame = element.closest('.card, dialog, .chip, .filters')?.getBoundingClientRect();
    const left = Math.max(0, frame?.left ?? 0);
    const right = Math.min(width, frame?.right ?? width);
    if (rect.left < left - 1 || rect.right > right + 1)
      found.push(what + ' ' + element.localName + '.' + element.className + ' ' + Math.round(rect.left) + ' to ' + Math.round(rect.right));
  };
  if (document.documentElement.scrollWidth > width) found.push('the page is ' + document.documentElement.scrollWidth);
  for (const part of document.querySelectorAll('.strip, .chips, .all-pictures, .car section > .cards, .compared, svg')) {
    const rect = part.getBoundingClientRect();
    if (part.closest('.car section > .cards > li') === null && (rect.left < 0 || rect.right > width + 1)) found.push('scrolled ' + part.className);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) { add(node, node.getBoundingClientRect(), 'element'); continue; }
    if (node.parentElement.closest('.dealer, .to-dealer') !== null || node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) add(node.parentElement, rect, 'text');
  }
  return [...new Set(found)];
}`;
