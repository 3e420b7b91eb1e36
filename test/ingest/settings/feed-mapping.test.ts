import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { Problem } from '../../../src/problem.ts';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { resultsOf } from '../collect.ts';

function errorMessageOf(json: unknown): string {
  try {
    parseMapping(json, 'north.json');
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('The mapping was taken');
}

describe('a mapping', () => {
  it('may contain every setting', () => {
    expect(
      parseMapping(
        {
          layout: 'dms',
          columns: {
            'Stock No': 'id',
            Junk: null,
            Derivative: 'variant',
            Odo: { field: 'mileage', unit: 'km', scale: 1000 },
          },
          constants: { make: 'Ford', dealer: 'a.example', year: 2020 },
          templates: { advert_url: 'https://a.example/{Stock No}' },
          units: { mileage: 'km', engine_size: 'cc' },
          record: 'auto',
          dealer_from: 'advert_url',
        },
        'north.json',
      ),
    ).toEqual({
      layout: 'dms',
      columns: new Map([
        ['Stock No', { field: 'id' }],
        ['Junk', null],
        ['Derivative', { field: 'variant' }],
        ['Odo', { field: 'mileage', unit: 'km', scale: 1000 }],
      ]),
      constants: new Map([
        ['make', 'Ford'],
        ['dealer', 'a.example'],
        ['year', '2020'],
      ]),
      templates: new Map([['advert_url', 'https://a.example/{Stock No}']]),
      units: new Map([
        ['mileage', 'km'],
        ['engine_size', 'cc'],
      ]),
      record: 'auto',
      dealerFromAdvert: true,
    });
  });

  it.each([
    [null, 'a mapping must be a JSON object'],
    [[], 'a mapping must be a JSON object'],
    [undefined, 'a mapping must be a JSON object'],
    [{ colums: {} }, "'colums' is no part of a mapping: did you mean columns?"],
    [{ columns: [] }, 'columns must be a JSON object'],
    [{ columns: { Odo: 'milage' } }, "columns, 'Odo': 'milage' is no field: did you mean mileage?"],
    [
      { columns: { Odo: 'zzzzzzzz' } },
      "columns, 'Odo': 'zzzzzzzz' is no field: docs/feeds.md#fields-of-a-mapping lists them",
    ],
    [
      { columns: { Odo: { field: 'mileage', unit: 'cc' } } },
      "columns, 'Odo': unit must be one of miles, km (got 'cc')",
    ],
    [
      { columns: { Odo: { field: 'mileage', scale: -1 } } },
      "columns, 'Odo': scale must be a number above 0, for mileage, engine_size, price",
    ],
    [
      { columns: { Year: { field: 'year', scale: 10 } } },
      "columns, 'Year': scale must be a number above 0, for mileage, engine_size, price",
    ],
    [
      { columns: { Odo: { field: 'mileage', size: 1 } } },
      "columns, 'Odo': 'size' is no part of a column: field, unit, scale",
    ],
    [
      { constants: { variant: 'GT' } },
      "constants: 'variant' is no field: docs/feeds.md#fields-of-a-mapping lists them",
    ],
    [{ constants: { make: {} } }, "constants, 'make', must be a text or a number"],
    [{ units: { mileage: 'yards' } }, "units, 'mileage' must be one of miles, km (got 'yards')"],
    [{ units: { price: 'km' } }, "units must be one of mileage, engine_size (got 'price')"],
    [
      { layout: 'dsm' },
      "layout must be one of forecourt, dms, autotrader, google, meta, schema_org, wordpress, shopify, xml, general (got 'dsm')",
    ],
    [{ record: ' ' }, 'record must be the name of an XML element, or a dotted path of JSON'],
    [{ dealer_from: 'id' }, "dealer_from must be one of advert_url (got 'id')"],
    [
      { dealer_from: 5, layout: 6 },
      'dealer_from must be one of advert_url; layout must be one of forecourt, dms, autotrader, google, meta, schema_org, wordpress, shopify, xml, general',
    ],
  ])('with faults is rejected with all of them: %j', (json, faults) => {
    expect(errorMessageOf(json)).toBe(`invalid_configuration: north.json: ${faults}.`);
  });

  it('overrides layouts and aliases, and gives constants to records without a value', async () => {
    const mapping = parseMapping(
      {
        columns: { 'Stock No': 'id', price: 'keywords', Odo: 'mileage', Junk: null, 'The Ad': 'advert_url' },
        constants: { make: 'Ford', dealer: 'a.example' },
        units: { mileage: 'km' },
      },
      'north.json',
    );
    const csv =
      'Stock No;Price;ODO;junk;the_ad;Make;Odd\n7;cheap;16,093;x;https://a.example/7;;1\n8;;5 miles;x;https://a.example/8;Fiat;2\n';
    const items = await resultsOf(csv, { mapping });
    expect(items).toMatchObject([
      {
        listing: { id: '7', dealer: 'a.example', make: 'Ford', mileageMiles: 10_000, sourceTerms: 'cheap' },
        ignoredColumns: ['Odd'],
      },
      {
        listing: { id: '8', dealer: 'a.example', make: 'Fiat', mileageMiles: 5, priceGbp: null },
        ignoredColumns: ['Odd'],
      },
    ]);
  });

  it('names a column that the header lacks', async () => {
    const mapping = parseMapping(
      { columns: { Clockd: 'mileage', ODO: 'mileage', 'Specs.Doors': null } },
      'n.json',
    );
    const notices: FeedNotice[] = [];
    const csv = 'Stock No,URL,Odo,Specs\n7,https://www.a.example/7,9000,Doors: 5\n';
    await resultsOf(csv, { mapping, onNotice: (notice: FeedNotice) => notices.push(notice) });
    expect(notices).toMatchObject([{ line: 1, reason: 'lacks_mapped', text: 'Clockd' }]);
  });

  it('may take the dealer from the advert if no column has one', async () => {
    const mapping = parseMapping({ dealer_from: 'advert_url' }, 'north.json');
    const csv = 'Stock No,URL,Dealer\n7,https://www.a.example/7,\n8,https://b.example/8,c.example\n';
    expect(await resultsOf(csv, { mapping })).toMatchObject([
      { listing: { dealer: 'a.example' } },
      { listing: { dealer: 'c.example' } },
    ]);
    expect(await resultsOf(csv)).toMatchObject([
      { kind: 'rejection', reason: 'missing_dealer', message: 'dealer is missing' },
      { listing: { dealer: 'c.example' } },
    ]);
  });
});
