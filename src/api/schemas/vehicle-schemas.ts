// JSON Schemas of responses with whole vehicles: of a search, a lookup, the lines of an export, and changes. A vehicle has one
// required property for each row of the field table that responses contain.
import { MAX_COMPARABLES } from '../../pricing/comparables.ts';
import {
  choice,
  count,
  describedObject,
  flag,
  list,
  objectSchema,
  orNull,
  text,
  url,
  type JsonSchema,
} from './json-schema.ts';
import type { Field } from '../../listing/fields.ts';
import { RESPONSE_FIELDS } from '../vehicle.ts';
import { PER_PAGE } from '../../query/search-query.ts';

export const VEHICLE_SCHEMA: JsonSchema = describedObject(
  'One listing. Null means unknown: clients must not invent values.',
  Object.fromEntries(RESPONSE_FIELDS.map((row) => [row.name, fieldSchema(row)])),
);

/** `vehicle` is VEHICLE_SCHEMA, or a reference to it. */
export function searchResponseSchema(vehicle: JsonSchema): JsonSchema {
  const maximum = Number.MAX_SAFE_INTEGER;
  return objectSchema({
    results: objectSchema({
      cars: list(vehicle, 'The listings of this page, in the requested order. Empty past the last page.', {
        maxItems: PER_PAGE,
      }),
      total_vehicles: count('Exact number of matching listings, over all pages.', { maximum }),
      current_page: count('The requested page, from 1.', { minimum: 1, maximum }),
      total_pages: count('Number of pages; 0 if nothing matches.', { maximum }),
      per_page: { type: 'integer', const: PER_PAGE, description: 'Listings on a full page.' },
    }),
  });
}

function fieldSchema(row: Field): JsonSchema {
  const { nullable, description, example } = row;
  const schema = { ...kindSchema(row), description, examples: [example] };
  return nullable ? orNull(schema) : schema;
}

function kindSchema({ kind, name, limit }: Field): JsonSchema {
  switch (kind) {
    case 'text':
    case 'class':
    case 'domain':
      return { type: 'string', ...(limit !== undefined && { maxLength: limit }) };
    case 'year':
      return { type: 'string', pattern: '^[0-9]{4}$' };
    case 'integer':
    case 'number':
      return { type: kind, minimum: 0, ...(limit !== undefined && { maximum: limit }) };
    case 'address':
      return url();
    case 'addresses':
      return { ...list(url()), ...(limit !== undefined && { maxItems: limit }) };
    case 'postcode':
    case 'instant':
      throw new Error(`field ${name} is in responses, but responses have no ${kind}`);
  }
}

export const MAX_ADVERTS = 20;

const ADVERT = text("The address of the dealer's advert.", { minLength: 1 });
const SIMILAR = list(
  url(),
  'URLs of searches for similar listings, the narrowest first. Empty if the make is not known.',
);

const COMPARED_PRICE = {
  comparables: orNull(count('Number of comparable listings. Null: none were searched for.')),
  expected: orNull(count('The price that comparables suggest, in pounds. Null: no rating.')),
  low: orNull(count('Lower end of the range, in pounds. Null: no rating.')),
  high: orNull(count('Upper end of the range, in pounds. Null: no rating.')),
  reason: text('One sentence for people.'),
  search_url: orNull(url('URL of a search that finds the comparable listings. Null: no rating.')),
};

const PRICE_RATING = describedObject(
  'The price against comparable listings of this stock. It is no valuation: only advertised prices are compared.',
  {
    rating: {
      oneOf: [choice(['good', 'fair', 'high']), { type: 'null' }],
      description: 'The price beside those of comparable listings. Null: no rating.',
    },
    ...COMPARED_PRICE,
  },
);

const PRICE_MARK = describedObject('The same as `price_rating`, in the words of earlier versions.', {
  mark: {
    oneOf: [choice(['below', 'around', 'above']), { type: 'null' }],
    description: 'Where the price is, relative to the range. Null: no rating.',
  },
  ...COMPARED_PRICE,
});

const ULEZ = describedObject(
  "Whether the car meets the standard of London's Ultra Low Emission Zone, by fuel and year alone.",
  {
    verdict: choice(['likely', 'unlikely', 'unknown']),
    rule: text('The rule, in one sentence for people.'),
  },
);

const LISTED = objectSchema({
  advert: ADVERT,
  state: { type: 'string', const: 'listed' },
  ...VEHICLE_SCHEMA.properties,
  price_mark: PRICE_MARK,
  comparables: list(
    ADVERT,
    'The adverts that the price was compared with, the nearest in mileage first. Empty: no rating.',
    { maxItems: MAX_COMPARABLES },
  ),
  ulez: ULEZ,
  listed_days: count('Days since the date on which the listing arrived.'),
  price_rating: PRICE_RATING,
  similar: SIMILAR,
});

const GONE = describedObject('An advert that is withdrawn or unknown.', {
  advert: ADVERT,
  state: choice(['withdrawn', 'unknown']),
  similar: SIMILAR,
});

export const LOOKUP_SCHEMA: JsonSchema = objectSchema({
  results: objectSchema({
    cars: list({ oneOf: [LISTED, GONE] }, 'One entry for each requested advert, in the requested order.', {
      maxItems: MAX_ADVERTS,
    }),
  }),
});

function time(description: string): JsonSchema {
  return text(description, { pattern: '^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
}

export function exportLineSchema(vehicle: JsonSchema): JsonSchema {
  const listing = describedObject('A listing.', {
    advert: url("URL of the dealer's advert."),
    first_listed: time('When it came into the stock, or the date that its feed gives.'),
    last_changed: time('When it came, or last became another.'),
    vehicle,
  });
  const end = describedObject('The last line.', {
    total: count('Exact number of matching listings.'),
    cursor: text('Names the state of the stock; with "more", also the next listing.'),
    'more?': flag('True: listings are missing, which an export from the cursor has.'),
    'detail?': text('Why they are missing, for people.'),
  });
  return { oneOf: [listing, end] };
}

export function changesSchema(vehicle: JsonSchema): JsonSchema {
  const number: JsonSchema = { type: ['number', 'null'], minimum: 0 };
  const entry = objectSchema({
    change: choice(['entered', 'left', 'changed']),
    advert: url("URL of the dealer's advert."),
    dealer: text('With the advert, the name of the listing.'),
    at: time('When the listing changed, or else when another made it enter or leave.'),
    vehicle: { oneOf: [vehicle, { type: 'null' }], description: 'As it is now. Null: it left.' },
    'was?': describedObject('Of "changed": price and mileage before.', {
      price: { ...number, maximum: 100_000_000 },
      mileage: { ...number, maximum: 2_000_000 },
    }),
  });
  return objectSchema({
    changes: list(entry),
    cursor: text('The since of the next request.'),
    more: flag('True: there are further changes already.'),
  });
}
