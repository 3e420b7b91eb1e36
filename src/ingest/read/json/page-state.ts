// The data that a web page was made from and has in a script: `window.__STATE__={…}`, Next's `__NEXT_DATA__`. Apollo keeps
// objects by their type and id, and those in others as references (https://www.apollographql.com/docs/react/caching/overview).
import { isObject } from '../../../json.ts';
import {
  MAX_RECORD_LENGTH,
  noticeOf,
  type FeedItem,
  type FieldOf,
  type ReaderOptions,
} from '../feed-record.ts';
import { isNested } from '../flatten.ts';
import { JsonPrefix, findRecordPaths } from './json-record-path.ts';
import { JsonReader } from './json-reader.ts';
import { vehicleFields } from '../../tables/feed-fields.ts';

export interface Script {
  readonly line: number;
  readonly text: string;
}

/** The start of the data: at the beginning, or after a name. */
const BEGINNING = /(?:^|[=(])[ \t]*(?=\{\s*")/gm;
/** Maximum characters that are scanned for the ends of objects, repeated scans included. */
const MAX_SCANNED = 8 * MAX_RECORD_LENGTH;
const REFERENCE = '__ref';
const MAX_DEPTH = 4;
/** Maximum objects of a document after its references have been followed. */
const MAX_OBJECTS = 100_000;
const MIN_FIELDS = 3;

/** The items of the first data with vehicles, and a notice of other data with vehicles, most often the same ones. */
export function vehiclesInScripts(
  scripts: readonly Script[],
  feed: string,
  options: ReaderOptions,
): FeedItem[] {
  const items: FeedItem[] = [];
  for (const { line, text, document } of objectsIn(scripts)) {
    const read = readData(document, feed, options).map((item) => ({ ...item, line }));
    if (read.some((item) => item.kind === 'record' && isVehicle(item.value, options.fieldOf)))
      items.push(...(items.length === 0 ? read : [noticeOf('outside_records', line, text)]));
  }
  return items;
}

function* objectsIn(scripts: readonly Script[]): Generator<Script & { readonly document: unknown }> {
  let left = MAX_SCANNED;
  for (const { line: firstLine, text } of scripts) {
    let line = firstLine;
    let end = 0;
    for (const { 0: before, index } of text.matchAll(BEGINNING)) {
      const start = index + before.length;
      // Within what has been read.
      if (start < end || left <= 0) continue;
      const data = new JsonPrefix();
      data.push(text.slice(start, start + left));
      left -= data.isOpen ? text.length - start : data.length;
      const document = data.isOpen ? undefined : data.parse();
      if (document === undefined) continue;
      line += text.slice(end, start).split('\n').length - 1;
      end = start + data.length;
      yield { line, text: text.slice(start, end), document };
      line += text.slice(start, end).split('\n').length - 1;
    }
  }
}

function readData(document: unknown, feed: string, options: ReaderOptions): FeedItem[] {
  try {
    const whole = withReferences(document, options.fieldOf);
    const text = JSON.stringify(whole);
    const isList = findRecordPaths(whole, options.fieldOf).some(({ length }) => length > 0);
    if (!isList || text.length > MAX_RECORD_LENGTH) return [];
    const reader = new JsonReader(feed, options);
    return [...reader.push(text), ...reader.end()];
  } catch {
    // An error message, or objects in objects without end.
    return [];
  }
}

function isVehicle(value: unknown, fieldOf: FieldOf): boolean {
  return isObject(value) && vehicleFields(Object.keys(value), fieldOf).size >= MIN_FIELDS;
}

/** The document with the vehicles of a cache by their type, what they refer to in them, and what nothing refers to. */
function withReferences(document: unknown, fieldOf: FieldOf, depth = 0): unknown {
  if (!isObject(document) || depth > MAX_DEPTH) return document;
  const entries: [string, unknown][] = Object.entries(document);
  const isKept = ([key, value]: [string, unknown]): boolean => /^\w+:./.test(key) && isObject(value);
  const kept = entries.filter(isKept);
  if (kept.length * 2 <= entries.length)
    return Object.fromEntries(
      entries.map(([key, value]) => [key, withReferences(value, fieldOf, depth + 1)]),
    );
  let left = MAX_OBJECTS;
  const used = new Set<unknown>();
  const followed = (value: unknown, steps: number): unknown => {
    if (!isNested(value) || (left -= 1) < 0) return value;
    if (Array.isArray(value)) return value.map((element) => followed(element, steps));
    const { [REFERENCE]: reference } = value as { readonly [REFERENCE]?: unknown };
    const own = typeof reference === 'string' ? document[reference] : value;
    if (!isObject(own) || steps > MAX_DEPTH) return value;
    if (own !== value) used.add(own);
    return Object.fromEntries(Object.entries(own).map(([key, member]) => [key, followed(member, steps + 1)]));
  };
  const wholes = kept.map(([key, value]) => [key, value, followed(value, 0)] as const);
  const byType = new Map<string, unknown[]>();
  for (const [key, value, whole] of wholes) {
    if (used.has(value) && !isVehicle(value, fieldOf)) continue;
    const type = key.slice(0, key.indexOf(':'));
    const list = byType.get(type) ?? [];
    byType.set(type, list);
    list.push(whole);
  }
  return Object.fromEntries([...entries.filter((entry) => !isKept(entry)), ...byType]);
}
