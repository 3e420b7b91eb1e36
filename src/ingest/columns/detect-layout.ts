// How a feed's layout is detected: by the first signature whose names the feed has; and which records need no mapping.
import type { FeedFormat } from '../read/feed-format.ts';
import { OWN_FIELDS } from './column-fields.ts';
import { columnPath } from './column-path.ts';
import { columnTable, type LayoutName } from './column-table.ts';
import { areWrappers } from './parents.ts';
import { isEmptyValue } from './combine-columns.ts';
import { mayHaveMacros } from './templates.ts';

const OWN_NAMES: ReadonlySet<string> = new Set(OWN_FIELDS);

/** Layouts have the names that they are known by among the first. */
const MAX_NAMES = 1000;

export function detectLayout(names: readonly string[], format: FeedFormat): LayoutName {
  // Exact spelling identifies Forecourt's own layout, even in a record with few of its names.
  const own = names.map((name) => name.trim().toLowerCase());
  if (format !== 'xml' && (own.includes('advert_url') || own.every((name) => OWN_NAMES.has(name)))) {
    return 'forecourt';
  }
  const found = new Set(names.slice(0, MAX_NAMES).flatMap(keysOf));
  const has = (signature: readonly string[]): boolean =>
    signature.every((name) => found.has(columnPath(name).parts.join('')));
  const tried = [...columnTable().layouts.values()].filter(({ order }) => order !== undefined);
  const layout = tried
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .find(({ signatures }) => signatures.some(has));
  return layout?.name ?? (format === 'xml' ? 'xml' : 'general');
}

/** A name's key, and those of what is left without the parents that say nothing. */
function keysOf(name: string): string[] {
  const { parts } = columnPath(name);
  const keys: string[] = [];
  for (let start = 0; start < parts.length && areWrappers(parts.slice(0, start)); start++) {
    keys.push(parts.slice(start).join(''));
  }
  return keys;
}

export function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name);
}

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
