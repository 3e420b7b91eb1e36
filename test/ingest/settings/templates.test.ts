// Templates: fields filled from a record's own columns, in mappings and for the address of the advert.
import { describe, expect, it } from 'vitest';
import { parseOptionsOf } from '../../../src/cli/parse-options.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { problemOf, resultsOf } from '../collect.ts';

const DMS =
  'Vehicle_ID,FullRegistration,Make,Model,PictureRefs\n48213,FG66 XKN,Ford,Fiesta,\n"4/8 2",BV18 OYT,BMW,3 Series,\n';
const dealer = 'northgate-cars.example';

describe('an advert address of a template', () => {
  const advertUrl = 'https://northgate-cars.example/stock/{VehicleID}';

  it('is filled from the column, percent-encoded, whatever the spelling of its name', async () => {
    expect(await resultsOf(DMS, { dealer, ...parseOptionsOf({ advertUrl }) })).toMatchObject([
      { listing: { id: '48213', advertUrl: 'https://northgate-cars.example/stock/48213' } },
      { listing: { id: '4/8 2', advertUrl: 'https://northgate-cars.example/stock/4%2F8%202' } },
    ]);
  });

  it('may name a nested column, or a field', async () => {
    const record = JSON.stringify({ metadata: { stockId: 'a1' }, vehicle: { make: 'Ford' } });
    for (const name of ['metadata.stockId', 'id']) {
      const options = parseOptionsOf({ advertUrl: `https://northgate-cars.example/{${name}}` });
      expect(await resultsOf(record, { dealer, ...options })).toMatchObject([
        { listing: { id: 'a1', advertUrl: 'https://northgate-cars.example/a1' } },
      ]);
    }
  });

  it('rejects a record whose column has no value', async () => {
    const options = parseOptionsOf({ advertUrl: 'https://northgate-cars.example/{Slug}' });
    const csv = 'id,Slug,make\n1,,Ford\n2,two,Ford\n';
    expect(await resultsOf(csv, { dealer, ...options })).toMatchObject([
      {
        line: 2,
        reason: 'missing_placeholder',
        message: 'advert_url needs {Slug}, which has no value in the record',
      },
      { listing: { advertUrl: 'https://northgate-cars.example/two' } },
    ]);
  });

  it('with a column that the header lacks is refused with the names of the header', async () => {
    const options = parseOptionsOf({ advertUrl: 'https://northgate-cars.example/{Slug}' });
    expect(await problemOf('id,make,link\n1,Ford,x\n', { dealer, ...options })).toBe(
      "feed_unreadable: stock: the header on line 1 has no column {Slug} for a template. It names 'id, make, link'.",
    );
  });

  it('must name a column', () => {
    expect(() => parseOptionsOf({ advertUrl: 'https://northgate-cars.example/' })).toThrow(
      "--advert-url must name a column in braces, such as {VehicleID} (got 'https://northgate-cars.example/').",
    );
  });
});

describe('templates of a mapping', () => {
  it('fill any field, and replace the value of its columns', async () => {
    const mapping = parseMapping(
      { templates: { id: '{Branch}-{Stock}', advert_url: 'https://northgate-cars.example/{Stock}' } },
      'm.json',
    );
    expect(await resultsOf('Branch,Stock,Make\nL,7,Ford\n', { dealer, mapping })).toMatchObject([
      { listing: { id: 'L-7', advertUrl: 'https://northgate-cars.example/7', make: 'Ford' } },
    ]);
  });

  it('are checked', () => {
    expect(() => parseMapping({ templates: { idd: '{A}', id: 5, make: 'x' } }, 'm.json')).toThrow(
      "m.json: templates: 'idd' is no field: did you mean id?; templates, 'id', must be a text; " +
        "templates, 'make', must name a column in braces, such as {VehicleID} (got 'x').",
    );
  });
});

it('placeholders in the address that a feed sends are filled from its record', async () => {
  const tsv =
    'id\tstore_code\tlink_template\timage_link\n1\tN W\thttps://northgate-cars.example/1?store={store_code}\t\n2\t\thttps://northgate-cars.example/2?store={store_code}\t\n';
  expect(await resultsOf(tsv, { dealer })).toMatchObject([
    { listing: { advertUrl: 'https://northgate-cars.example/1?store=N%20W' } },
    {
      reason: 'missing_placeholder',
      message: 'advert_url needs {store_code}, which has no value in the record',
    },
  ]);
});

describe('macros that a channel fills when it shows an advert', () => {
  const addressOf = async (link: string, more = ''): Promise<unknown> => {
    const record = JSON.stringify({ id: '1', stock_no: 'A7', link, canonical_link: more });
    const [result] = await resultsOf(record, { dealer });
    return 'listing' in result ? result.listing.advertUrl : result.message;
  };
  const own = 'https://northgate-cars.example/stock/1';

  it.each([
    [`${own}?gclid={gclid}`, own],
    [`${own}?utm_source=google&utm_campaign={campaignid}&colour=red`, `${own}?utm_source=google&colour=red`],
    [`${own}?src={{site_source_name}}&ad={{ad.id}}`, own],
    [`${own}?cb=%%CACHEBUSTER%%#{targetid}`, own],
    [`${own}?p=__PLACEMENT__`, own],
    [`${own}?click=\${CLICK_URL}&page=2`, `${own}?page=2`],
    [`%%CLICK_URL_UNESC%%${own}`, own],
    [`${own}?ref={stock_no}&kw={keyword:none}`, `${own}?ref=A7`],
  ])('are left out of the address %s', async (link, expected) => {
    expect(await addressOf(link)).toBe(expected);
  });

  it.each([
    [`${own}?branch={branch_code}`, own],
    [`${own}?page=2&b={branch_code}&ref={stock_no}`, `${own}?page=2&ref=A7`],
    [
      'https://northgate-cars.example/car.php?of={branch_code}',
      'https://northgate-cars.example/car.php?of=N4',
    ],
  ])('may have the name of a column, unless the address needs it: %s', async (link, expected) => {
    const record = JSON.stringify({ id: '1', stock_no: 'A7', branch_code: 'N4', link });
    expect(await resultsOf(record, { dealer })).toMatchObject([{ listing: { advertUrl: expected } }]);
  });

  it("are left out of records with Forecourt's own names too", async () => {
    const record = JSON.stringify({ id: '1', dealer, advert_url: `${own}?gclid={gclid}` });
    expect(await resultsOf(record)).toMatchObject([{ listing: { advertUrl: own } }]);
  });

  it('leave the next address of the record where they are all there is', async () => {
    expect(await addressOf('{lpurl}?utm_source=x', own)).toBe(own);
  });

  it('stay where the address needs them, and the record is rejected', async () => {
    expect(await addressOf('https://northgate-cars.example/stock/{slug}')).toBe(
      'advert_url needs {slug}, which has no value in the record',
    );
  });
});

describe('a feed without addresses or dealer is refused with the command that reads it', () => {
  const lacks = (what: string): string =>
    `feed_unreadable: stock: the header on line 1 lacks ${what} (got 'vehicle_id,fullregistration,make,model,picturerefs'). `;

  it('and the id column of the file', async () => {
    expect(await problemOf(DMS, { dealer })).toBe(
      `${lacks('advert_url')}Add --advert-url 'https://northgate-cars.example/stock/{Vehicle_ID}': ` +
        "forecourt import stock --dealer northgate-cars.example --advert-url 'https://northgate-cars.example/stock/{Vehicle_ID}'.",
    );
  });

  it('and the dealer', async () => {
    expect(await problemOf('id,make,advert_url\n1,Ford,https://a.example/1\n')).toBe(
      "feed_unreadable: stock: the header on line 1 lacks dealer (got 'id,make,advert_url'). " +
        'Add --dealer YOUR-DEALER: forecourt import stock --dealer YOUR-DEALER. ' +
        'If the adverts are on their dealers\' sites, a mapping with "dealer_from": "advert_url" will do instead.',
    );
  });
});
