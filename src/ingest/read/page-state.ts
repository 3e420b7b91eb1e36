// The data that a web page was made from and has in a script: `window.__STATE__={…}`, Next's `__NEXT_DATA__`. Apollo keeps objects by their type and id, and
// those in others as references (https://www.apollographql.com/docs/react/caching/overview).
import { isObject } from '../../json.ts';
import { MAX_RECORD_LENGTH, type FeedItem, type ReaderOptions } from './feed-record.ts';
import { isNested } from './flatten.ts';
import { JsonPrefix, findRecordPaths } from './json-record-path.ts';
import { JsonReader } from './json-reader.ts';
import { VEHICLE_ONLY_FIELDS } from './named-pairs.ts';

/** Where the data begins: at the start, or behind a name. */
const BEGINNING = /(?:^|[=(])\s*(?=\{)/gm;
const REFERENCE = '__ref';
const MAX_DEPTH = 4;
/** Objects of a document after references have been followed. */
const MAX_OBJECTS = 100_000;
const MIN_FIELDS = 3;

/** The vehicles in the data of a script; none if it has none. */
export function vehiclesInScript(script: string, feed: string, options: ReaderOptions): FeedItem[] {
  const { fieldOf } = options;
  const isVehicle = (item: FeedItem): boolean => {
    const names = item.kind === 'record' && isObject(item.value) ? Object.keys(item.value) : [];
    return names.filter((name) => VEHICLE_ONLY_FIELDS.has(fieldOf(name) ?? '')).length >= MIN_FIELDS;
  };
  let end = 0;
  for (const { 0: before, index } of script.matchAll(BEGINNING)) {
    // Within what has been read.
    if (index < end) continue;
    const data = new JsonPrefix();
    data.push(script.slice(index + before.length));
    if (data.isOpen) return [];
    const document = withReferences(data.parse());
    const text = JSON.stringify(document) ?? '';
    end = index + text.length;
    if (
      text.length > MAX_RECORD_LENGTH ||
      !findRecordPaths(document, fieldOf).some(({ length }) => length > 0)
    )
      continue;
    const reader = new JsonReader(feed, options);
    const vehicles = [...reader.push(text), ...reader.end()].filter(isVehicle);
    if (vehicles.length > 0) return vehicles;
  }
  return [];
}

/** The document with the objects of a cache by their type, and those that they refer to in them. */
function withReferences(document: unknown, depth = 0): unknown {
  if (!isObject(document) || depth > MAX_DEPTH) return document;
  const entries: [string, unknown][] = Object.entries(document);
  const kept = entries.filter(([key, value]) => /^\w+:./.test(key) && isObject(value));
  if (kept.length * 2 <= entries.length)
    return Object.fromEntries(entries.map(([key, value]) => [key, withReferences(value, depth + 1)]));
  let left = MAX_OBJECTS;
  const followed = (value: unknown, steps: number): unknown => {
    if (!isNested(value) || (left -= 1) < 0) return value;
    if (Array.isArray(value)) return value.map((element) => followed(element, steps));
    const { [REFERENCE]: reference } = value as { readonly [REFERENCE]?: unknown };
    const own = typeof reference === 'string' ? document[reference] : value;
    if (!isObject(own) || steps > MAX_DEPTH) return undefined;
    return Object.fromEntries(Object.entries(own).map(([key, member]) => [key, followed(member, steps + 1)]));
  };
  const byType: Record<string, unknown[]> = {};
  for (const [key, value] of kept)
    (byType[`${key.slice(0, key.indexOf(':'))} `] ??= []).push(followed(value, 0));
  return byType;
}
