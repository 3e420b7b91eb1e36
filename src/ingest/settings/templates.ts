// Templates: texts with a record's columns in braces, `https://moor.example/stock/{VehicleID}`, for fields without a column.
import { FIELDS } from '../../listing/fields.ts';
import { quoted } from '../../quoted-text.ts';
import { columnPath } from '../tables/column-path.ts';
import type { RecordField } from '../tables/feed-fields.ts';

const PLACEHOLDER = /\{([^{}]{1,100})\}/g;

/** Fields whose values are addresses, within which a record's values are percent-encoded. */
const ADDRESS_FIELDS: ReadonlySet<RecordField> = new Set(
  FIELDS.filter(({ kind }) => kind === 'address' || kind === 'addresses').map(({ name }) => name),
);

export function placeholdersOf(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}

export function placeholderKey(name: string): string {
  return columnPath(name).parts.join('');
}

export type ColumnValue = (placeholder: string) => string | undefined;

export type Filled = { readonly text: string } | { readonly missing: string };

export function fillTemplate(template: string, field: RecordField, valueOf: ColumnValue): Filled {
  const missing = placeholdersOf(template).find((name) => valueOf(name) === undefined);
  if (missing !== undefined)
    return { missing: `${field} needs {${missing}}, which has no value in the record` };
  // A value that begins the address may be a whole one.
  const text = template.replace(PLACEHOLDER, (_, name: string, at: number) => {
    const value = valueOf(name.trim()) ?? '';
    return ADDRESS_FIELDS.has(field) && at > 0 ? encodeURIComponent(value) : value;
  });
  return { text };
}

/** Channels' macros: `{gclid}`, `{{campaign.name}}`, `${CLICK_URL}`, `%%SITE%%`, `__PLACEMENT__`. One brace may name a column. */
const MACRO =
  /\$?\{\{[^{}]{0,100}\}\}|\$\{[^{}]{0,100}\}|\{([^{}]{0,100})\}|%%[A-Za-z0-9_.:-]{1,100}%%|__[A-Z0-9_]{1,60}__/g;

export function mayHaveMacros(address: string): boolean {
  return /[{]|%%|__/.test(address);
}

/** An address without leading macros and parameters that contain one; it needs macros elsewhere. Undefined if none is left. */
export function withoutMacros(
  address: string,
  isColumn: (name: string) => boolean,
  isParameter: (name: string) => boolean,
): string | undefined {
  const hasMacro = (text: string, isKnown = isColumn): boolean =>
    Array.from(text.matchAll(MACRO)).some(([, name]) => name === undefined || !isKnown(name.trim()));
  let start = 0;
  for (const { index, 0: macro } of address.matchAll(MACRO)) {
    if (index !== start || !hasMacro(macro)) break;
    start += macro.length;
  }
  const [, place = '', query = '', fragment = ''] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address.slice(start)) ?? [];
  if (start > 0 && place === '') return undefined;
  const kept = query
    .slice(1)
    .split('&')
    .filter((parameter) => !hasMacro(parameter, isParameter));
  return place + (kept.join('') === '' ? '' : `?${kept.join('&')}`) + (hasMacro(fragment) ? '' : fragment);
}

export function templateFault(template: unknown): string | undefined {
  if (typeof template !== 'string') return 'must be a text';
  if (placeholdersOf(template).length > 0) return undefined;
  return `must name a column in braces, such as {VehicleID} (got ${quoted(template)})`;
}
