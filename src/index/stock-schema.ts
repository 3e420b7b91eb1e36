// What the engine is told of listings: its columns, and how a listing becomes a row. With engine-query.ts the only
// place where the two vocabularies meet. Adding a field that can be searched is one line in the schema and one in
// `rowOf`.
import type { Row, Schema } from '../engine/schema.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import type { Point } from '../geo/great-circle.ts';
import type { Listing, SearchedListing } from '../listing/listing.ts';
import { makeKey, modelKeys } from '../listing/model-words.ts';
import { TEXT_ALIASES } from './text-aliases.ts';

const asItIs = (value: string): string[] => [value];

/** Arrivals beyond these milliseconds around 1970, thousands of years off, count as these. */
const FARTHEST_ARRIVAL = 2 ** 47 - 1;
/** A listing whose advert has all of a picture, a price, a mileage and a description precedes every other. */
const INCOMPLETE = 2 ** 48;

export const STOCK_SCHEMA: Schema = {
  values: [
    { name: 'make', keysOf: (make) => [makeKey(make)].filter((key) => key !== '') },
    { name: 'model', keysOf: modelKeys },
    { name: 'fuelType', keysOf: asItIs },
    { name: 'transmission', keysOf: asItIs },
    { name: 'dealer', keysOf: asItIs },
  ],
  numbers: ['priceGbp', 'mileageMiles', 'year', 'engineLitres', 'standing'],
  texts: [
    { name: 'make', weight: 4, lengthNorm: 0, usualLength: 1 },
    { name: 'model', weight: 4, lengthNorm: 0, usualLength: 1 },
    { name: 'facts', weight: 2, lengthNorm: 0, usualLength: 1 },
    { name: 'loc', weight: 1.5, lengthNorm: 0, usualLength: 1 },
    { name: 'dealer', weight: 1, lengthNorm: 0, usualLength: 1 },
    { name: 'fullDescription', weight: 1, lengthNorm: 0.75, usualLength: 45 },
  ],
  aliases: TEXT_ALIASES,
  tieBreaker: 'priceGbp',
};

/** The row of a listing. Its key orders as the contract's last tie-breaker does: by the dealer's id, then the dealer. */
export function rowOf(listing: SearchedListing, gazetteer: Gazetteer): Row {
  return {
    key: rowKey(listing),
    values: [listing.make, listing.model, listing.fuelType, listing.transmission, listing.dealer],
    numbers: [
      listing.priceGbp,
      listing.mileageMiles,
      listing.year,
      listing.engineLitres,
      standingOf(listing),
    ],
    point: positionOf(listing, gazetteer),
    texts: [
      listing.make === null ? null : makeText(listing.make),
      listing.model === null ? null : modelText(listing.model),
      factsText(listing),
      listing.loc,
      listing.dealer,
      listing.fullDescription,
    ],
  };
}

// A tab can be in no id, and sorts before everything that can: `1<tab>…` comes before `10<tab>…`.
const SEPARATOR = '\t';

export function rowKey({ id, dealer }: Pick<Listing, 'id' | 'dealer'>): string {
  return `${id}${SEPARATOR}${dealer}`;
}

/** What `rowKey` was made from. */
export function partsOfRowKey(key: string): Pick<Listing, 'id' | 'dealer'> {
  const at = key.indexOf(SEPARATOR);
  return { id: key.slice(0, at), dealer: key.slice(at + 1) };
}

/** Lower comes first in the default order: complete before incomplete, then the newest arrival first. */
function standingOf(listing: SearchedListing): number {
  const pictured = listing.thumbnail !== null || listing.images.length > 0;
  const complete =
    pictured &&
    listing.priceGbp !== null &&
    listing.mileageMiles !== null &&
    listing.fullDescription !== null;
  const arrival = Math.max(-FARTHEST_ARRIVAL, Math.min(listing.arrivedAt, FARTHEST_ARRIVAL));
  return (complete ? 0 : INCOMPLETE) - arrival;
}

/** Where the vehicle stands: by the coordinates of the feed, else by the postcode. Null: not known. */
export function positionOf(
  { point, postcode }: Pick<Listing, 'point' | 'postcode'>,
  gazetteer: Gazetteer,
): Point | null {
  if (point !== null || postcode === null) return point;
  const place = gazetteer.resolve(postcode);
  return 'point' in place ? place.point : null;
}

// Makes, models and engines are few, and their texts take longer to make than to look up.
const MOST_KNOWN = 20_000;

/** What `make` gives, made once for each of the first so many. */
function remembered<K, V>(make: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    if (known.size < MOST_KNOWN) known.set(of, made);
    return made;
  };
}

/** `Land Rover` is also found as `landrover`. */
const makeText = remembered((make: string) => `${make} ${makeKey(make)}`);

/** `3 Series` is also found as `3series`, `C-HR` as `chr`. */
const modelText = remembered((model: string) => `${model} ${modelKeys(model).join(' ')}`);

/** Year, fuel, gearbox and engine as a searcher may type them, and the dealer's own words for them. */
function factsText({ year, fuelType, transmission, engineLitres, wording }: SearchedListing): string {
  let text = year === null ? '' : String(year);
  if (fuelType !== null) text += ` ${fuelType}`;
  if (transmission !== null) text += ` ${transmission}`;
  if (engineLitres !== null) text += engineWords(engineLitres);
  return wording === null ? text : `${text} ${wording}`;
}

/** ` 2.0 2.0l 2l` for two litres. */
const engineWords = remembered((litres: number) => {
  const short = String(litres);
  const long = Number.isInteger(litres) ? litres.toFixed(1) : short;
  return [...new Set([long, `${long}l`, `${short}l`])].map((word) => ` ${word}`).join('');
});
