// Tables of the pages.
import { h, type ElementNode } from './element.ts';

/** A table whose columns have these headings: texts, or cells of their own. */
export function table(
  headings: readonly (string | ElementNode)[],
  rows: readonly ElementNode[],
  attributes: Readonly<Record<string, string>> = {},
): ElementNode {
  const head = headings.map((one) => (typeof one === 'string' ? h('th', { scope: 'col' }, one) : one));
  return h('table', attributes, [h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)]);
}
