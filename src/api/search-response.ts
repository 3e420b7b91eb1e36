// The public response as JSON. Listings are not parsed for it: the lines of their stored form (codec.ts) are
// copied, with the keys of the field table in between.
import type { Field } from '../listing/field.ts';
import { FIELDS } from '../listing/fields.ts';
import { JsonWriter } from './json-writer.ts';
import { PER_PAGE, type Hit, type SearchQuery, type SearchResult } from '../listing/search-query.ts';

/** How a key's value gets into the response. */
type Source = 'line' | 'last_line' | 'year_line' | 'picture_line' | 'redirect' | 'dealer' | 'distance';

const SHOWN = FIELDS.filter(({ inResponse }) => inResponse);
const LAST_LINE = SHOWN.findLast(({ property }) => property !== null && property !== 'dealer');
const KEYS = SHOWN.map((field, i) => ({
  key: bytes(`${i === 0 ? '{' : ','}"${field.name}":`),
  source: sourceOf(field),
}));
const END = bytes('}');

function sourceOf(field: Field): Source {
  const { property, kind } = field;
  if (property === null) return 'distance';
  if (property === 'dealer') return 'dealer';
  if (property === 'advertUrl') return 'redirect';
  if (field === LAST_LINE) {
    if (kind === 'year' || kind === 'address' || kind === 'addresses')
      throw new Error(`the last field of a response, ${field.name}, cannot be copied as it is stored`);
    return 'last_line';
  }
  if (kind === 'year') return 'year_line';
  return kind === 'address' || kind === 'addresses' ? 'picture_line' : 'line';
}

/** Shared by all responses, which are written one at a time. */
const writer = new JsonWriter();

/**
 * The response to `query` in UTF-8. `baseUrl` has no slash at its end. Past the last page `cars` is empty and the totals
 * are still exact.
 */
export function writeSearchResponse(query: SearchQuery, result: SearchResult, baseUrl: string): Buffer {
  const base = bytes(inJson(baseUrl));
  const redirect = bytes(`"${inJson(`${baseUrl}/cars/redirect/?api_target=`)}`);
  writer.start();
  writer.writeText('{"results":{"cars":[');
  result.hits.forEach((hit, index) => {
    if (index > 0) writer.writeText(',');
    putVehicle(hit, redirect, base);
  });
  writer.writeText(
    `],"total_vehicles":${result.total},"current_page":${query.page},` +
      `"total_pages":${Math.ceil(result.total / PER_PAGE)},"per_page":${PER_PAGE}}}`,
  );
  return writer.finish();
}

function putVehicle({ dealer, id, record, distanceKm }: Hit, redirect: Uint8Array, base: Uint8Array): void {
  writer.readFrom(record);
  for (const { key, source } of KEYS) {
    writer.put(key);
    switch (source) {
      case 'line':
        writer.copyValue();
        break;
      case 'year_line':
        writer.copyYear();
        break;
      case 'picture_line':
        // A picture that starts with a slash is one of our own drawings, which the demo stock has.
        writer.copyBelow(base);
        break;
      case 'redirect':
        writer.put(redirect);
        writer.copyEncoded();
        break;
      case 'dealer':
        writer.writeText(JSON.stringify(dealer));
        break;
      case 'distance':
        writer.writeText(distanceKm === null ? 'null' : String(Math.round(distanceKm * 100) / 100));
        break;
      case 'last_line':
        if (!writer.copyLast()) throw new Error(`the text of listing '${id}' of ${dealer} is not whole`);
    }
  }
  writer.put(END);
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

/** The text as it stands between the quotation marks of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
