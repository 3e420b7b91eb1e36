// Which records need no mapping.
import { isEmptyValue } from './combine-columns.ts';
import { isOwnName } from './detect-layout.ts';
import { mayHaveMacros } from './templates.ts';

/** Fields whose value may be a list in a record of Forecourt's own. */
const LISTS: ReadonlySet<string> = new Set(['images', 'keywords']);

/** Whether a record has Forecourt's own names alone, and values that need no combining: an id, a domain as its dealer, no macros, nothing nested. */
export function isOwnRecord(record: object): boolean {
  const values = record as Readonly<Record<string, unknown>>;
  for (const name in values) {
    const value = values[name];
    if (!isOwnName(name)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) || !LISTS.has(name) || value.some(isNested)) return false;
  }
  if (typeof values.advert_url === 'string' && mayHaveMacros(values.advert_url)) return false;
  return !isEmptyValue(values.id) && (typeof values.dealer !== 'string' || values.dealer.includes('.'));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
