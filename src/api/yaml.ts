// JSON values written as YAML in block style. Texts are written as JSON writes them, which YAML reads the same, so no
// text can be taken for anything else.
import type { Json } from './openapi.ts';

/** Keys that need no quotes: words that YAML takes for texts. `on`, `null` and the like are not among them. */
const PLAIN_KEY = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z/$][A-Za-z0-9/_$-]*$/i;

export function toYaml(value: Json): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

/** What follows `key:` or `-`: a space and a scalar, or lines that begin with a line break. */
function block(value: Json, indent: string): string {
  if (isList(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${inList(item, indent)}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return ' {}';
    return entries.map(([key, item]) => `\n${indent}${keyOf(key)}:${block(item, `${indent}  `)}`).join('');
  }
  return ` ${JSON.stringify(value)}`;
}

/** The first line of an item stands beside its dash. */
function inList(item: Json, indent: string): string {
  const inner = `${indent}  `;
  const text = block(item, inner);
  return text.startsWith(`\n${inner}`) ? ` ${text.slice(1 + inner.length)}` : text;
}

function keyOf(key: string): string {
  return PLAIN_KEY.test(key) ? key : JSON.stringify(key);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
