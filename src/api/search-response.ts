// The public response as JSON. Stored records (codec.ts) contain each listing as responses show it: they are copied, with the
// base URL and the distance in their gaps. vehicle.ts makes the same as objects; test/api/search-response.test.ts compares both.
import { advertUrlOfRecord, arrivalOfRecord, cutsOf, PICTURES } from '../listing/codec.ts';
import type { ExportedHit, ListingChange } from '../stock/stock-changes.ts';
import type { SearchQuery, SearchResult } from '../query/search-query.ts';
import { pageNumbersOf, redirectPrefix, shownDistance } from './vehicle.ts';

const INITIAL_BYTES = 128 * 1024;
/** Maximum bytes of a buffer that is reused. */
const RETAINED_BYTES = 4 * 1024 * 1024;
const MAX_UTF8_BYTES = 3;
/** Maximum length of texts written byte by byte, which takes a fifth of the time of Buffer's `write` for distances. */
const SHORT_TEXT = 24;

const QUOTE = 34;
const SLASH = 47;
const BACKSLASH = 92;

/** A buffer for responses, which are written one at a time. It grows as needed, and each response is copied out of it once. */
class JsonWriter {
  #out = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #at = 0;

  start(): void {
    this.#at = 0;
    if (this.#out.length > RETAINED_BYTES) this.#out = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  finish(start = 0): Buffer {
    return Buffer.from(this.#out.subarray(start, this.#at));
  }

  get length(): number {
    return this.#at;
  }

  /** Copies the bytes [`start`, `end`). */
  copy(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#makeRoom(end - start);
    // `subarray` would take several times as long on a Buffer.
    const part =
      start === 0 && end === bytes.length
        ? bytes
        : new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
    this.#out.set(part, this.#at);
    this.#at += end - start;
  }

  /** Copies JSON as `copy` does, with `base` before each string that starts with a slash. */
  copyBelow(base: Uint8Array, bytes: Uint8Array, start: number, end: number): void {
    let copied = start;
    for (let at = start; at < end; at++) {
      // An unescaped quotation mark before a slash opens a string.
      if (bytes[at] !== SLASH || bytes[at - 1] !== QUOTE || bytes[at - 2] === BACKSLASH) continue;
      this.copy(bytes, copied, at);
      this.copy(base);
      copied = at;
    }
    this.copy(bytes, copied, end);
  }

  writeText(text: string): void {
    this.#makeRoom(text.length * MAX_UTF8_BYTES);
    if (text.length <= SHORT_TEXT && this.#writeAscii(text)) return;
    this.#at += this.#out.write(text, this.#at);
  }

  #writeAscii(text: string): boolean {
    const out = this.#out;
    const at = this.#at;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      out[at + i] = code;
    }
    this.#at = at + text.length;
    return true;
  }

  #makeRoom(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#out.length) return;
    const longer = Buffer.allocUnsafeSlow(2 * needed);
    longer.set(this.#out.subarray(0, this.#at));
    this.#out = longer;
  }
}

const START = bytes('{');
const SEPARATOR = bytes(',{');
const [FIRST_PICTURE, AFTER_PICTURES] = PICTURES.map(bytes);

/** Shared by all responses, which are written one at a time. */
const writer = new JsonWriter();

/** The response to `query` in UTF-8. `baseUrl` has no final slash. Past the last page `cars` is empty; totals stay exact. */
export function writeSearchResponse(query: SearchQuery, result: SearchResult, baseUrl: string): Buffer {
  const { redirect, base } = prefixesOf(baseUrl);
  writer.start();
  writer.writeText('{"results":{"cars":[');
  result.hits.forEach((hit, index) => {
    writer.copy(index === 0 ? START : SEPARATOR);
    putVehicle(hit, redirect, base);
  });
  writer.writeText(`],${JSON.stringify(pageNumbersOf(query, result.total)).slice(1)}}`);
  return writer.finish();
}

export function writeExportLines(hits: readonly ExportedHit[], baseUrl: string): Buffer {
  const { redirect, base } = prefixesOf(baseUrl);
  writer.start();
  for (const hit of hits) {
    const advert = JSON.stringify(advertUrlOfRecord(hit.record));
    const first = timeText(arrivalOfRecord(hit.record));
    const last = timeText(hit.changedAt);
    writer.writeText(`{"advert":${advert},"first_listed":"${first}","last_changed":"${last}","vehicle":{`);
    putVehicle(hit, redirect, base);
    writer.writeText('}\n');
  }
  return writer.finish();
}

export function writeChanges(
  {
    changes,
    cursor,
    more,
  }: { readonly changes: readonly ListingChange[]; readonly cursor: string; readonly more: boolean },
  baseUrl: string,
): Buffer {
  const prefixes = prefixesOf(baseUrl);
  writer.start();
  writer.writeText('{"changes":[');
  changes.forEach((change, index) => {
    if (index > 0) writer.writeText(',');
    putChange(change, prefixes);
  });
  writer.writeText(`],"cursor":${JSON.stringify(cursor)},"more":${more}}`);
  return writer.finish();
}

/** The changes as events in UTF-8. `cursorAfter` gets the number of changes up to an event, and returns the event's id. */
export function writeChangeEvents(
  changes: readonly ListingChange[],
  cursorAfter: (count: number) => string,
  baseUrl: string,
): Buffer {
  const prefixes = prefixesOf(baseUrl);
  writer.start();
  changes.forEach((change, index) => {
    writer.writeText(`id: ${cursorAfter(index + 1)}\ndata: `);
    putChange(change, prefixes);
    writer.writeText('\n\n');
  });
  return writer.finish();
}

/** The last bytes of changes without a distance: thousands of searches that wait for one change list the same ones. */
const written = new WeakMap<ListingChange, { readonly prefixes: Prefixes; readonly bytes: Buffer }>();

function putChange(change: ListingChange, prefixes: Prefixes): void {
  const known = written.get(change);
  if (known?.prefixes === prefixes) return writer.copy(known.bytes);
  const { length } = writer;
  putNewChange(change, prefixes);
  if ((change.hit?.distanceKm ?? null) === null)
    written.set(change, { prefixes, bytes: writer.finish(length) });
}

function putNewChange(
  { change, dealer, advertUrl, at, hit, was }: ListingChange,
  { redirect, base }: Prefixes,
): void {
  const name = `"advert":${JSON.stringify(advertUrl)},"dealer":${JSON.stringify(dealer)}`;
  writer.writeText(`{"change":"${change}",${name},"at":"${timeText(at)}","vehicle":`);
  if (hit === null) writer.writeText('null');
  else {
    writer.copy(START);
    putVehicle(hit, redirect, base);
  }
  if (was !== undefined) writer.writeText(`,"was":{"price":${was.priceGbp},"mileage":${was.mileageMiles}}`);
  writer.writeText('}');
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

/** The texts before adverts and our own pictures. Cached, because most responses have the same base URL. */
function prefixesOf(baseUrl: string): Prefixes {
  if (prefixes.baseUrl !== baseUrl) {
    const redirect = bytes(inJson(redirectPrefix(baseUrl)));
    prefixes = { baseUrl, redirect, base: bytes(inJson(baseUrl)) };
  }
  return prefixes;
}

interface Prefixes {
  readonly baseUrl: string | undefined;
  readonly redirect: Uint8Array;
  readonly base: Uint8Array;
}

let prefixes: Prefixes = { baseUrl: undefined, redirect: bytes(''), base: bytes('') };

function putVehicle(
  { dealer, id, record, distanceKm }: ExportedHit | SearchResult['hits'][number],
  redirect: Uint8Array,
  base: Uint8Array,
): void {
  const cuts = cutsOf(record);
  if (cuts === undefined) throw new Error(`the text of listing '${id}' of ${dealer} is not whole`);
  const { start, gap, hasOwnPictures } = cuts;
  writer.copy(record, start, gap);
  writer.copy(redirect);
  // Only the demo stock has our own drawings.
  if (hasOwnPictures) {
    const bytesOfRecord = Buffer.from(record.buffer, record.byteOffset, record.length);
    const pictures = bytesOfRecord.indexOf(FIRST_PICTURE, gap);
    const end = bytesOfRecord.indexOf(AFTER_PICTURES, pictures);
    writer.copy(record, gap, pictures);
    writer.copyBelow(base, record, pictures, end);
    writer.copy(record, end);
  } else writer.copy(record, gap);
  writer.writeText(`${shownDistance(distanceKm)}}`);
}

function bytes(text: string): Buffer {
  return Buffer.from(text);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
