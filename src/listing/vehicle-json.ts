// The public answer, written as JSON: the names, the order of the keys and the roundings are here and nowhere else. No
// listing is parsed for it: the lines of the listings' texts (listing-text.ts) are copied, and the keys put in between.
import { LineCopy } from './line-copy.ts';
import { PER_PAGE, type Hit, type SearchQuery, type SearchResult } from './search-query.ts';

const YEAR = bytes('{"year":');
const FACTS = ['make', 'model', 'mileage', 'fuel_type', 'transmission', 'engine_size', 'price'].map(keyOf);
const DEALER = keyOf('dealer');
const URL_KEY = keyOf('url');
const LOC = keyOf('loc');
const THUMBNAIL = keyOf('thumbnail');
const IMAGES = keyOf('images');
const FULL_DESCRIPTION = keyOf('full_description');
const DISTANCE_KM = keyOf('distance_km');
const END = bytes('}');

/** All answers are made here, one after another. */
const draft = new LineCopy();

/**
 * The answer to `query` in UTF-8. `baseUrl` has no slash at its end. Past the last page `cars` is empty and the totals are
 * true.
 */
export function searchResponseJson(query: SearchQuery, result: SearchResult, baseUrl: string): Buffer {
  const base = bytes(inJson(baseUrl));
  const redirect = bytes(`"${inJson(`${baseUrl}/cars/redirect/?api_target=`)}`);
  draft.start();
  draft.putText('{"results":{"cars":[');
  result.hits.forEach((hit, index) => {
    if (index > 0) draft.putText(',');
    putVehicle(hit, redirect, base);
  });
  draft.putText(
    `],"total_vehicles":${result.total},"current_page":${query.page},` +
      `"total_pages":${Math.ceil(result.total / PER_PAGE)},"per_page":${PER_PAGE}}}`,
  );
  return draft.finish();
}

function putVehicle({ dealer, id, text, distanceKm }: Hit, redirect: Uint8Array, base: Uint8Array): void {
  draft.readFrom(text);
  draft.put(YEAR);
  draft.copyYear();
  for (const key of FACTS) {
    draft.put(key);
    draft.copy();
  }
  draft.put(DEALER);
  draft.putText(JSON.stringify(dealer));
  draft.put(URL_KEY);
  draft.put(redirect);
  draft.copyEncoded();
  draft.put(LOC);
  draft.copy();
  // A picture that starts with a slash is one of our own drawings, which the demo stock has.
  draft.put(THUMBNAIL);
  draft.copyBelow(base);
  draft.put(IMAGES);
  draft.copyBelow(base);
  draft.put(FULL_DESCRIPTION);
  if (!draft.copyLast()) throw new Error(`the text of listing '${id}' of ${dealer} is not whole`);
  draft.put(DISTANCE_KM);
  draft.putText(distanceKm === null ? 'null' : String(Math.round(distanceKm * 100) / 100));
  draft.put(END);
}

function keyOf(name: string): Uint8Array {
  return bytes(`,"${name}":`);
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

/** The text as it stands between the quotation marks of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
