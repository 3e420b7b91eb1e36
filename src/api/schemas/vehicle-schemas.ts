// JSON Schemas of responses with whole vehicles: of a search, a lookup, the lines of an export, and changes. A vehicle has one
// required property for each row of the field table that responses contain.
import { MAX_COMPARABLES } from '../../pricing/comparables.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';
import type { Field } from '../../listing/fields.ts';
import { RESPONSE_FIELDS } from '../vehicle.ts';
import { PER_PAGE } from '../../query/search-query.ts';

export const VEHICLE_SCHEMA: JsonSchema = objectSchema(
  Object.fromEntries(RESPONSE_FIELDS.map((row) => [row.name, fieldSchema(row)])),
  { description: 'One listing. Null means unknown: clients must not invent values.' },
);

/** `vehicle` is VEHICLE_SCHEMA, or a reference to it. */
export function searchResponseSchema(vehicle: JsonSchema): JsonSchema {
  return objectSchema({
    results: objectSchema({
      cars: {
        type: 'array',
        maxItems: PER_PAGE,
        items: vehicle,
        description: 'The listings of this page, in the requested order. Empty past the last page.',
      },
      total_vehicles: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Exact number of matching listings, over all pages.',
      },
      current_page: {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The requested page, from 1.',
      },
      total_pages: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of pages; 0 if nothing matches.',
      },
      per_page: { type: 'integer', const: PER_PAGE, description: 'Listings on a full page.' },
    }),
  });
}

function fieldSchema(row: Field): JsonSchema {
  const { description, example } = row;
  const schema = kindSchema(row);
  const { type } = schema;
  if (typeof type !== 'string') throw new Error(`the kind of field ${row.name} has more than one type`);
  return {
    ...schema,
    ...(row.nullable && { type: [type, 'null'] }),
    description,
    examples: [example],
  };
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
      return { type: 'string', format: 'uri' };
    case 'addresses':
      return {
        type: 'array',
        items: { type: 'string', format: 'uri' },
        ...(limit !== undefined && { maxItems: limit }),
      };
    case 'postcode':
    case 'instant':
      throw new Error(`field ${name} is in responses, but responses have no ${kind}`);
  }
}

export const MAX_ADVERTS = 20;

const ADVERT: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: "The address of the dealer's advert.",
};
const SIMILAR: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uri' },
  description: 'URLs of searches for similar listings, the narrowest first. Empty if the make is not known.',
};

const POUNDS: JsonSchema = { type: ['integer', 'null'], minimum: 0 };

const COMPARED_PRICE = {
  comparables: {
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Number of comparable listings. Null: none were searched for.',
  },
  expected: { ...POUNDS, description: 'The price that comparables suggest, in pounds. Null: no rating.' },
  low: { ...POUNDS, description: 'Lower end of the range, in pounds. Null: no rating.' },
  high: { ...POUNDS, description: 'Upper end of the range, in pounds. Null: no rating.' },
  reason: { type: 'string', description: 'One sentence for people.' },
  search_url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'URL of a search that finds the comparable listings. Null: no rating.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const PRICE_RATING = objectSchema(
  {
    rating: {
      oneOf: [{ type: 'string', enum: ['good', 'fair', 'high'] }, { type: 'null' }],
      description: 'The price beside those of comparable listings. Null: no rating.',
    },
    ...COMPARED_PRICE,
  },
  {
    description:
      'The price against comparable listings of this stock. It is no valuation: only advertised prices are compared.',
  },
);

const PRICE_MARK = objectSchema(
  {
    mark: {
      oneOf: [{ type: 'string', enum: ['below', 'around', 'above'] }, { type: 'null' }],
      description: 'Where the price is, relative to the range. Null: no rating.',
    },
    ...COMPARED_PRICE,
  },
  { description: 'The same as `price_rating`, in the words of earlier versions.' },
);

const ULEZ = objectSchema(
  {
    verdict: { type: 'string', enum: ['likely', 'unlikely', 'unknown'] },
    rule: { type: 'string', description: 'The rule, in one sentence for people.' },
  },
  {
    description:
      "Whether the car meets the standard of London's Ultra Low Emission Zone, by fuel and year alone.",
  },
);

const LISTED = objectSchema({
  advert: ADVERT,
  state: { type: 'string', const: 'listed' },
  ...VEHICLE_SCHEMA.properties,
  price_mark: PRICE_MARK,
  comparables: {
    type: 'array',
    maxItems: MAX_COMPARABLES,
    items: ADVERT,
    description:
      'The adverts that the price was compared with, the nearest in mileage first. Empty: no rating.',
  },
  ulez: ULEZ,
  listed_days: {
    type: 'integer',
    minimum: 0,
    description: 'Days since the date on which the listing arrived.',
  },
  price_rating: PRICE_RATING,
  similar: SIMILAR,
});

const GONE = objectSchema(
  {
    advert: ADVERT,
    state: { type: 'string', enum: ['withdrawn', 'unknown'] },
    similar: SIMILAR,
  },
  { description: 'An advert that is withdrawn or unknown.' },
);

export const LOOKUP_SCHEMA: JsonSchema = objectSchema({
  results: objectSchema({
    cars: {
      type: 'array',
      maxItems: MAX_ADVERTS,
      items: { oneOf: [LISTED, GONE] },
      description: 'One entry for each requested advert, in the requested order.',
    },
  }),
});

const TIME: JsonSchema = {
  type: 'string',
  pattern: '^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
};

export function exportLineSchema(vehicle: JsonSchema): JsonSchema {
  const listing = objectSchema(
    {
      advert: { type: 'string', format: 'uri', description: "URL of the dealer's advert." },
      first_listed: { ...TIME, description: 'When it came into the stock, or the date that its feed gives.' },
      last_changed: { ...TIME, description: 'When it came, or last became another.' },
      vehicle,
    },
    { description: 'A listing.' },
  );
  const end = objectSchema(
    {
      total: { type: 'integer', minimum: 0, description: 'Exact number of matching listings.' },
      cursor: {
        type: 'string',
        description: 'Names the state of the stock; with "more", also the next listing.',
      },
      more: {
        type: 'boolean',
        description: 'True: listings are missing, which an export from the cursor has.',
      },
      detail: { type: 'string', description: 'Why they are missing, for people.' },
    },
    { optional: ['more', 'detail'], description: 'The last line.' },
  );
  return { oneOf: [listing, end] };
}

export function changesSchema(vehicle: JsonSchema): JsonSchema {
  const number: JsonSchema = { type: ['number', 'null'], minimum: 0 };
  const was = objectSchema(
    { price: { ...number, maximum: 100_000_000 }, mileage: { ...number, maximum: 2_000_000 } },
    { description: 'Of "changed": price and mileage before.' },
  );
  const entry = objectSchema(
    {
      change: { type: 'string', enum: ['entered', 'left', 'changed'] },
      advert: { type: 'string', format: 'uri', description: "URL of the dealer's advert." },
      dealer: { type: 'string', description: 'With the advert, the name of the listing.' },
      at: { ...TIME, description: 'When the listing changed, or else when another made it enter or leave.' },
      vehicle: { oneOf: [vehicle, { type: 'null' }], description: 'As it is now. Null: it left.' },
      was,
    },
    { optional: ['was'] },
  );
  return objectSchema({
    changes: { type: 'array', items: entry },
    cursor: { type: 'string', description: 'The since of the next request.' },
    more: { type: 'boolean', description: 'True: there are further changes already.' },
  });
}
