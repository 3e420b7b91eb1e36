// Templates: texts with a record's columns in braces, `https://northgate-cars.example/stock/{VehicleID}`. They fill a field that no
// column holds as it must be.
import { FIELDS } from '../../listing/fields.ts';
import { quoted } from '../../problem.ts';
import { columnPath } from './column-path.ts';
import type { RecordField } from '../run/record-result.ts';

const PLACEHOLDER = /\{([^{}]{1,100})\}/g;

/** Fields whose values are addresses, within which a record's values are percent-encoded. */
const ADDRESS_FIELDS: ReadonlySet<RecordField> = new Set(
  FIELDS.filter(({ kind }) => kind === 'address' || kind === 'addresses').map(({ name }) => name),
);

/** The names in a template's braces. */
export function placeholdersOf(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}

/** The form of a column's name by which placeholders are looked up. */
export function placeholderKey(name: string): string {
  return columnPath(name).parts.join('');
}

/** The value of the column with this name; undefined if it has none. */
export type ColumnValue = (placeholder: string) => string | undefined;

/** A template with its values, or the reason why one of them is missing. */
export type Filled = { readonly text: string } | { readonly missing: string };

/** Fills a template of the field from the record's columns. */
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

/** What is wrong with a template; undefined if nothing is. */
export function templateFault(template: unknown): string | undefined {
  if (typeof template !== 'string') return 'must be a text';
  if (placeholdersOf(template).length > 0) return undefined;
  return `must name a column in braces, such as {VehicleID} (got ${quoted(template)})`;
}
