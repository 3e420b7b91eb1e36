// JSON Schema of a lookup's response.
import { MAX_COMPARABLES } from '../../pricing/comparables.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';
import { VEHICLE_SCHEMA } from './search-response-schema.ts';

/** Maximum number of adverts in one request. */
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

const PRICE_MARK = objectSchema(
  {
    mark: {
      oneOf: [{ type: 'string', enum: ['below', 'around', 'above'] }, { type: 'null' }],
      description: 'Where the price is, relative to the range. Null: no rating.',
    },
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
  },
  {
    description:
      'The price against comparable listings of this stock. It is no valuation: only advertised prices are compared.',
  },
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
