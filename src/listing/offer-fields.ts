// Rows of the field table: for how much, and by whom, the vehicle is offered. Searches filter them by range or value.
import { domainName, readableName } from './domain-name.ts';
import type { Field } from './field.ts';
import { MAX_PRICE_GBP } from './listing.ts';

export const OFFER_FIELDS = [
  {
    name: 'price',
    property: 'priceGbp',
    kind: 'number',
    unit: 'GBP',
    limit: MAX_PRICE_GBP,
    nullable: true,
    inResponse: true,
    feed: { reader: 'price' },
    filter: {
      kind: 'range',
      order: 6,
      label: 'Price',
      formOrder: 1,
      importance: 4,
      step: (pounds) => Math.max(Math.abs(pounds) / 10, 100),
      // 1 excludes zeros.
      plausibility: {
        isPlausible: (pounds) => pounds <= 1 || pounds >= 100,
        meant: (pounds) => pounds * 1000,
        rule: 'in pounds, not in thousands',
      },
      otherNames: ['price'],
      noun: 'price',
      numberType: 'integer',
      min: { parameter: 'price_min', label: 'lowest price', rule: 'Use it for "over X".', example: 5000 },
      max: {
        parameter: 'price_max',
        label: 'highest price',
        rule: 'Use it for "under X". For "cheap" without an amount, send sort=price_asc instead.',
        example: 15000,
      },
    },
    distribution: {
      minBinWidth: 500,
      plural: 'Prices',
      note: 'Prices in GBP, without price_min and price_max.',
    },
    words: '£#',
    column: { title: 'PRICE', order: 1, maxWidth: 11 },
    description: 'Price in pounds sterling. Null: not known.',
    example: 14995,
  },
  {
    name: 'dealer',
    property: 'dealer',
    kind: 'domain',
    nullable: true,
    inResponse: true,
    feed: { reader: 'identity', isRequired: true },
    filter: {
      kind: 'value',
      order: 5,
      label: 'Dealer',
      formOrder: 9,
      importance: 5,
      otherNames: ['dealership', 'seller', 'domain'],
      parameter: 'dealer',
      termsOf: (dealer) => [domainName(dealer) ?? dealer],
      rule:
        'Domain name of a dealer. Case, https://, www. and paths do not matter. A domain that no listing carries ' +
        'matches nothing.',
      brief: 'Domain name of a dealer.',
    },
    facet: { limit: 20, plural: 'Dealers', note: 'Dealers, without the filter dealer.' },
    text: { column: 'dealer', words: (dealer) => readableName(String(dealer)) },
    column: { title: 'DEALER', order: 10, maxWidth: 44 },
    description: 'The dealer, as a domain name in lower case without www.',
    example: 'northgate-cars.example',
  },
] as const satisfies readonly Field[];
