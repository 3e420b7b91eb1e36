// The places in a JSON document where stock is found, and what of the document is only reported.
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { flatten } from '../../../src/ingest/read/flatten.ts';
import { detectFormat, readerFor } from '../../../src/ingest/read/feed-format.ts';
import { outline, problemOf, resultsOf } from '../collect.ts';
import { fieldOf } from './field-of.ts';

interface Outcome {
  readonly records: readonly string[];
  readonly notices: readonly string[];
}

/** Each record as its line and JSON, each notice as its line, reason and text. */
function read(text: string, record?: string, size = text.length): Outcome {
  const format = detectFormat(text, true, { fieldOf, record });
  if (format === undefined) throw new Error('no format');
  const reader = readerFor(format, 'stock', { header: (names) => names, fieldOf, record });
  const all = [];
  for (let at = 0; at < text.length; at += size) all.push(...reader.push(text.slice(at, at + size)));
  all.push(...reader.end());
  const notices = all.filter((item) => item.kind === 'notice');
  return {
    records: all
      .filter((item) => item.kind === 'record')
      .map(({ line, value }) => `${line} ${JSON.stringify(value)}`),
    notices: notices.map(({ line, reason, text }) => `${line} ${reason} ${text}`),
  };
}

const A = '{"make":"Ford","model":"Focus"}';
const B = '{"make":"Kia","model":"Rio","price":7995}';

describe('stock is found', () => {
  it.each<[string, string, string[], string[]]>([
    ['in a member', `{"vehicles":[${A},\n${B}]}`, [`1 ${A}`, `2 ${B}`], []],
    [
      'two members down, with counts before and after it',
      `{"status":"ok",\n"data":{"total":2,\n"items":[${A},${B}]},"took":5}`,
      [`3 ${A}`, `3 ${B}`],
      ['1 outside_records status: "ok"', '2 outside_records data.total: 2', '3 outside_records took: 5'],
    ],
    [
      'behind smaller arrays of other things',
      `{"errors":[{"code":1,"text":"x"},{"code":2}],"pages":[{"page":1},{"page":2},{"page":3}],"results":[${A}]}`,
      [`1 ${A}`],
      [
        '1 outside_records pages: [{"page":1},{"page":2},{"page":3}]',
        '1 outside_records errors: [{"code":1,"text":"x"},{"code":2}]',
      ],
    ],
    [
      'although the query is repeated with names of a vehicle',
      `{"query":{"make":"Ford","model":"Focus"},"results":[${A}]}`,
      [`1 ${A}`],
      ['1 outside_records query: {"make":"Ford","model":"Focus"}'],
    ],
    [
      'in the array of what is for sale',
      `{"sold":[${B}],"vehicles":[${A}],"featured":[${A}]}`,
      [`1 ${A}`],
      [`1 outside_records sold: [${B}]`, `1 outside_records featured: [${A}]`],
    ],
    ['in two arrays', `{"new":[${A}],"used":[${B}]}`, [`1 ${A}`, `1 ${B}`], []],
    [
      'in the arrays of several dealers',
      `{"dealers":[{"name":"x","stock":[${A}]},{"name":"y","stock":[${B}]}]}`,
      [`1 ${A}`, `1 ${B}`],
      ['1 outside_records dealers.name: "x"', '1 outside_records dealers.name: "y"'],
    ],
    [
      'in an object of vehicles by their ids',
      `{"stock":{"S1":${A},"S2":${B}}}`,
      [`1 {"id":"S1",${A.slice(1)}`, `1 {"id":"S2",${B.slice(1)}`],
      [],
    ],
    [
      'in an object of one vehicle by its id',
      `{"stock":{"S1":${A}},"total":1}`,
      [`1 {"id":"S1",${A.slice(1)}`],
      ['1 outside_records total: 1'],
    ],
    [
      'in objects of vehicles by their ids, of branches by their names, on pages',
      `{"pages":[{"branches":{"north":{"stock":{"S1":${A},"S2":${B}}},"south":{"stock":{"S3":${A}}}}},\n` +
        `{"branches":{"north":{"stock":{"S4":${A}}},"south":{"stock":{}}}}]}`,
      [
        ...[`1 {"id":"S1",${A.slice(1)}`, `1 {"id":"S2",${B.slice(1)}`],
        ...[`1 {"id":"S3",${A.slice(1)}`, `2 {"id":"S4",${A.slice(1)}`],
      ],
      [],
    ],
    [
      'in an object of vehicles by their ids, with others like each',
      `{"cars":{"1":{"make":"Ford","model":"Ka","like":{"2":${B}}},"2":{"make":"Kia","model":"Rio","like":{}}}}`,
      [
        `1 {"id":"1","make":"Ford","model":"Ka","like":{"2":${B}}}`,
        '1 {"id":"2","make":"Kia","model":"Rio","like":{}}',
      ],
      [],
    ],
    ['in an object that counts them', `{"0":${A},"2":${B}}`, [`1 ${A}`, `1 ${B}`], []],
    [
      'in the outer list, whose vehicles have their facts in a list of names and values',
      '{"ads":[{"id":7,"header":"x","specs":[{"name":"make","value":"Kia"},{"name":"model","value":"Rio"}],"pics":[{"s":"a","l":"b"},{"s":"c","l":"d"}]}]}',
      [
        '1 {"id":7,"header":"x","specs":[{"name":"make","value":"Kia"},{"name":"model","value":"Rio"}],"pics":[{"s":"a","l":"b"},{"s":"c","l":"d"}]}',
      ],
      [],
    ],
    [
      'in the outer list of unknown names, whose records have ids and longer lists',
      '{"angebote":[{"id":1,"Typ":"x","bilder":[{"u":"a","w":1,"h":1},{"u":"b","w":1,"h":1},{"u":"c","w":1,"h":1}]}]}',
      ['1 {"id":1,"Typ":"x","bilder":[{"u":"a","w":1,"h":1},{"u":"b","w":1,"h":1},{"u":"c","w":1,"h":1}]}'],
      [],
    ],
    [
      'beside the counts of a filter',
      '{"filters":{"models":[{"make":"Ford","model":"Focus","count":12},{"make":"Kia","model":"Rio","count":3}]},' +
        '"cars":[{"make":"Ford","model":"Focus","price":1,"year":2019,"mileage":3}]}',
      ['1 {"make":"Ford","model":"Focus","price":1,"year":2019,"mileage":3}'],
      [
        '1 outside_records filters: {"models":[{"make":"Ford","model":"Focus","count":12},{"make":"Kia","model":"Rio","count":3}]}',
      ],
    ],
    [
      'beside the words that people searched for',
      '{"recent":[{"make":"Ford","model":"Focus"}],"cars":[{"make":"Ford","model":"Focus","price":1,"year":2019,"mileage":3}]}',
      ['1 {"make":"Ford","model":"Focus","price":1,"year":2019,"mileage":3}'],
      ['1 outside_records recent: [{"make":"Ford","model":"Focus"}]'],
    ],
    [
      'in rows below names of columns',
      '[["make","model","price"],\n["Ford","Focus",7995],\n["Kia","Rio",null]]',
      ['2 {"make":"Ford","model":"Focus","price":"7995"}', '3 {"make":"Kia","model":"Rio","price":""}'],
      [],
    ],
    [
      'in rows of a sheet with a title, short rows and a total',
      '{"range":"A1:C6","values":[["Stock list"],[],["Make","Model","Price","Colour"],["Ford","Focus","7995"],["Kia","Rio","8995","Red"],["","","16990"]]}',
      [
        '1 {"Make":"Ford","Model":"Focus","Price":"7995","Colour":""}',
        '1 {"Make":"Kia","Model":"Rio","Price":"8995","Colour":"Red"}',
      ],
      ['1 outside_records range: "A1:C6"', '1 before_header Stock list', '1 totals_row , , 16990'],
    ],
    [
      'in rows beside their columns',
      '{"columns":[{"name":"make"},{"name":"model"},{"name":"sold"}],"rows":[["Ford","Focus",false],["Kia","Rio",true]]}',
      ['1 {"make":"Ford","model":"Focus","sold":"false"}', '1 {"make":"Kia","model":"Rio","sold":"true"}'],
      ['1 outside_records columns: [{"name":"make"},{"name":"model"},{"name":"sold"}]'],
    ],
    ['in pages, one a line', `{"results":[${A}]}\n{"results":[${B}]}\n`, [`1 ${A}`, `2 ${B}`], []],
    ['in an array of pages', `[{"cars":[${A}]},{"cars":[${B}]}]`, [`1 ${A}`, `1 ${B}`], []],
    ['in a single object', `{\n"make":"Ford",\n"model":"Focus"\n}`, [`1 ${A}`], []],
    [
      'in objects of several lines, one after another',
      `{\n${A.slice(1)}\n{\n${B.slice(1)}`,
      [`1 ${A}`, `3 ${B}`],
      [],
    ],
    [
      'in an array of unknown names, the largest',
      '{"meta":[{"a":1}],"fahrzeuge":[{"Nr":1},{"Nr":2}],"sonst":{}}',
      ['1 {"Nr":1}', '1 {"Nr":2}'],
      ['1 outside_records meta: [{"a":1}]'],
    ],
    [
      'in a record of unknown names with pictures',
      '{"Nr":1,"Typ":"x","Farbe":"rot","Bilder":[{"u":"a"},{"u":"b"}]}',
      ['1 {"Nr":1,"Typ":"x","Farbe":"rot","Bilder":[{"u":"a"},{"u":"b"}]}'],
      [],
    ],
    [
      'in a vehicle that has arrays of its own',
      '{"id":"1","make":"Ford","model":"Ka","images":[{"url":"a"}],"similar":[{"make":"Kia","model":"Rio"}]}',
      [
        '1 {"id":"1","make":"Ford","model":"Ka","images":[{"url":"a"}],"similar":[{"make":"Kia","model":"Rio"}]}',
      ],
      [],
    ],
    [
      'in nested stock records, each a whole',
      '{"results":[{"vehicle":{"make":"Ford","model":"Ka"},"adverts":{"retail":{"price":5}}}],"totalResults":1}',
      ['1 {"vehicle":{"make":"Ford","model":"Ka"},"adverts":{"retail":{"price":5}}}'],
      ['1 outside_records totalResults: 1'],
    ],
    [
      'in envelopes, whose members become the record’s own',
      `{"hits":{"total":1,"hits":[{"_id":"7","_source":${A}}]}}`,
      [`1 {"_id":"7",${A.slice(1)}`],
      ['1 outside_records hits.total: 1'],
    ],
    [
      'in envelopes with a member that the record has already',
      `{"data":[{"type":"cars","id":"7","attributes":{"id":"x",${A.slice(1)}}]}`,
      [`1 {"type":"cars","id":"7","make":"Ford","model":"Focus","attributes":{"id":"x"}}`],
      [],
    ],
    [
      'in the edges of a graph',
      `{"data":{"vehicles":{"edges":[{"cursor":"c","node":${A}}]}}}`,
      [`1 {"cursor":"c",${A.slice(1)}`],
      [],
    ],
  ])('%s', (_, text, records, notices) => {
    expect(read(text)).toEqual({ records, notices });
    expect(read(text, undefined, 1)).toEqual({ records, notices });
  });

  it.each<[string, string, string, string[]]>([
    ['data.items', `{"cars":[${A}],"data":{"items":[{"x":1}]}}`, 'an array of others', ['1 {"x":1}']],
    ['Data.Items', '{"data":{"items":[{"x":1}]}}', 'in other case', ['1 {"x":1}']],
    ['body', `{"body":{"x":1}}`, 'a single object', ['1 {"x":1}']],
    [
      'groups.cars',
      '{"groups":[{"cars":[{"x":1}]},{"cars":[{"x":2}]}]}',
      'within an array',
      ['1 {"x":1}', '1 {"x":2}'],
    ],
  ])('at the path %s of a mapping, in %s: %s', (path, text, _, records) => {
    expect(read(text, path).records).toEqual(records);
    expect(read(text, path, 1).records).toEqual(records);
  });
});

it('a path of a mapping reaches the reader', async () => {
  const mapping = parseMapping({ record: 'a.b', constants: { dealer: 'a.example' } }, 'm');
  const text =
    '{"x":[{"id":"0","make":"Kia","model":"Rio"}],"a":{"b":[{"id":"1","advert_url":"https://a.example/1"}]}}';
  expect(outline(await resultsOf(text, { mapping }))).toEqual(['1 1']);
  const wrong = parseMapping({ record: 'a.c' }, 'm');
  expect(await problemOf(text, { mapping: wrong })).toBe(
    "feed_unreadable: stock: there are no records at 'a.c', the record of the mapping. The feed has 'x', 'a.b': " +
      'correct the mapping, or leave record out to have it found.',
  );
});

describe('JSON-LD', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'of one car',
      '{"@context":"https://schema.org","@type":"Car","name":"a"}',
      ['1 {"@context":"https://schema.org","@type":"Car","name":"a"}'],
      [],
    ],
    [
      'of a graph with other things',
      '{"@context":"https://schema.org","@graph":[\n{"@type":"Organization","name":"x"},\n{"@type":["Product","Car"],"name":"a"},{"@type":"BreadcrumbList"},\n{"@type":"schema:Motorcycle","name":"b"}]}',
      ['3 {"@type":["Product","Car"],"name":"a"}', '4 {"@type":"schema:Motorcycle","name":"b"}'],
      [
        '1 outside_records @context: "https://schema.org"',
        '2 not_a_vehicle Organization',
        '3 not_a_vehicle BreadcrumbList',
      ],
    ],
    [
      'of a list of items',
      '{"@type":"ItemList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@type":"Vehicle","name":"a"}},{"@type":"ListItem","position":2,"item":{"@type":"https://schema.org/Car","name":"b"}}]}',
      ['1 {"@type":"Vehicle","name":"a"}', '1 {"@type":"https://schema.org/Car","name":"b"}'],
      [
        '1 outside_records @type: "ItemList"',
        '1 outside_records itemListElement.@type: "ListItem"',
        '1 outside_records itemListElement.position: 1',
        '1 outside_records itemListElement.@type: "ListItem"',
        '1 outside_records itemListElement.position: 2',
      ],
    ],
    [
      'of an array of mixed types',
      '[{"@type":"WebSite"},\n{"@type":"WebPage","mainEntity":{"@type":"Car","name":"a"}},\n{"@type":"Product","name":"b"}]',
      ['2 {"@type":"Car","name":"a"}', '3 {"@type":"Product","name":"b"}'],
      ['1 not_a_vehicle WebSite'],
    ],
    [
      'of offers',
      '[{"@type":"Offer","price":"9995","itemOffered":{"@type":"Car","name":"a"}}]',
      ['1 {"offers":{"@type":"Offer","price":"9995"},"@type":"Car","name":"a"}'],
      [],
    ],
    [
      'line by line',
      '{"@type":"Car","name":"a"}\n{"@type":"Person","name":"b"}\n',
      ['1 {"@type":"Car","name":"a"}'],
      ['2 not_a_vehicle Person'],
    ],
  ])('%s', (_, text, records, notices) => {
    expect(read(text)).toEqual({ records, notices });
    expect(read(text, undefined, 1)).toEqual({ records, notices });
  });
});

describe('JSON-LD whose nodes name each other by their ids', () => {
  const site = 'https://moor.example';
  const car = (id: string, more: object): object => ({
    ...{ '@type': 'Car', '@id': `${site}/${id}#car`, sku: id, url: `${site}/${id}`, name: 'Kia Rio 1.2' },
    ...more,
  });
  const offer = (id: string, more: object): object => ({
    '@type': 'Offer',
    '@id': `${site}/${id}#offer`,
    ...more,
  });
  const ref = (id: string): object => ({ '@id': `${site}/${id}` });
  const dealer = { '@type': 'AutoDealer', '@id': `${site}/#dealer`, address: { postalCode: 'DE1 2AB' } };
  const photo = { '@type': 'ImageObject', '@id': `${site}/a#1`, url: `${site}/a.jpg` };
  const other = { '@type': 'Car', '@id': `${site}/z#car`, offers: { price: 4500 } };
  const sold = { price: 4995, availability: 'https://schema.org/SoldOut' };
  const joined = [
    { listing: { id: 'a', priceGbp: 5995, postcode: 'DE1 2AB', images: [`${site}/a.jpg`] } },
    { reason: 'sold' },
  ];

  const graph = [
    car('a', { offers: ref('a#offer'), image: [ref('a#1')], isSimilarTo: ref('z#car') }),
    car('b', { offers: [{ '@type': 'Offer', ...ref('b#offer') }] }),
    offer('a', { price: 5995, seller: ref('#dealer') }),
    offer('b', sold),
    ...[dealer, photo],
  ];
  const named = [
    offer('a', { price: 5995, seller: ref('#dealer'), itemOffered: ref('a#car') }),
    offer('b', { ...sold, itemOffered: { '@type': 'Car', ...ref('b#car') } }),
    { ...dealer, name: 'Moor' },
    car('a', { image: photo }),
    car('b', {}),
    { '@type': 'WebSite', publisher: dealer },
  ];

  it.each<[string, string]>([
    ['from a vehicle to its offer and pictures', JSON.stringify({ '@graph': graph })],
    ['from an offer to its vehicle', JSON.stringify({ '@graph': named })],
    ['line by line', `${JSON.stringify({ '@graph': graph })}\n${JSON.stringify({ '@type': 'Person' })}`],
    ['in a page', `<html><script type="application/ld+json">${JSON.stringify(graph)}</script></html>`],
  ])('%s', async (_, text) => {
    expect(await resultsOf(text, { dealer: 'moor.example' })).toMatchObject(joined);
  });

  it('has no facts of another vehicle, or of one of several nodes with an id', async () => {
    const ownOffer = { '@id': '#offer', '@type': 'Offer' };
    const nodes = [
      car('a', { offers: { '@id': '#offer' }, isRelatedTo: ref('z#car'), mainEntityOfPage: ref('cars/') }),
      { '@type': 'WebPage', ...ref('cars/'), primaryImageOfPage: { contentUrl: `${site}/banner.jpg` } },
      { ...ownOffer, price: 5995 },
      car('b', { offers: { '@id': '#offer' } }),
      { ...ownOffer, price: 6995 },
      { ...other, ...{ sku: 'z', url: `${site}/z`, name: 'Kia Ceed' } },
    ];
    const results = await resultsOf(JSON.stringify({ '@graph': nodes }), { dealer: 'moor.example' });
    expect(results).toMatchObject([
      { listing: { id: 'a', model: 'Rio 1.2', priceGbp: null, images: [] } },
      { listing: { id: 'b', priceGbp: null } },
      { listing: { id: 'z', priceGbp: 4500 } },
    ]);
  });
});

describe('a long document', () => {
  const filler = JSON.stringify('x'.repeat(5000));
  const many = Array.from(
    { length: 500 },
    (_, n) => `{"id":"${n}","make":"Ford","model":"Ka","text":${filler}}`,
  );

  it('is read record by record once its start shows where they are', () => {
    const { records, notices } = read(
      `{"head":1,"vehicles":[${many.join(',')}],"tail":${filler}}`,
      undefined,
      65_536,
    );
    expect(records).toHaveLength(500);
    expect(records[499]).toContain('"id":"499"');
    expect(notices).toEqual(['1 outside_records head: 1', `1 outside_records tail: "${'x'.repeat(200 - 7)}`]);
  });

  it('is read by its largest array, of unknown names, if it ends nowhere', () => {
    const rows = many.map((row) =>
      row.replace('make', 'Marke').replace('model', 'Typ').replace('"id"', '"Nr"'),
    );
    expect(read(`{"seiten":[{"s":1}],"liste":[${rows.join(',')}]}`, undefined, 10_000).records).toHaveLength(
      500,
    );
  });

  it('without records in its first megabyte is refused', () => {
    expect(() => read(`{"status":"ok","a":"${'x'.repeat(2_000_000)}","vehicles":[${A}]}`)).toThrow(
      'the first 1,048,576 characters of the JSON object hold no vehicles. Set their path as record in a mapping',
    );
  });

  it('may have a value of any length outside its records', () => {
    expect(read(`{"vehicles":[${A}],"log":"${'x'.repeat(3_000_000)}"}`, undefined, 65_536).records).toEqual([
      `1 ${A}`,
    ]);
  });
});

describe('a fault', () => {
  it.each([
    [
      `{"vehicles":[${A},`,
      'the JSON object is not closed when the feed ends on line 1. It was truncated: fetch it again.',
    ],
    [
      `{"vehicles":[${A}]`,
      'the JSON object is not closed when the feed ends on line 1. It was truncated: fetch it again.',
    ],
    [
      `{"vehicles":[${A}\n${A}]}`,
      `the record that starts on line 1 is not valid JSON (got '{"vehicles":[${A}\\u000a{"make":"Ford","mod…'). Fetch the feed again, or have its export corrected.`,
    ],
    [
      `{"vehicles":[${A}],\n"x":tru}`,
      `the record that starts on line 1 is not valid JSON (got '{"vehicles":[${A}],\\u000a"x":tru}'). Fetch the feed again, or have its export corrected.`,
    ],
    [
      '{"error":"unauthorized"}',
      "this is an error message, not a feed (got 'unauthorized'). Check its address and credentials.",
    ],
    [
      '{"error":{"code":401,"message":"Token expired"}}',
      "this is an error message, not a feed (got 'Token expired'). Check its address and credentials.",
    ],
    [
      '{\n"errors":[{"detail":"No such site"}],"data":[]}',
      "this is an error message, not a feed (got 'No such site'). Check its address and credentials.",
    ],
    [
      '{"message":"Forbidden","statusCode":403}',
      "this is an error message, not a feed (got 'Forbidden'). Check its address and credentials.",
    ],
  ])('%j is reported', async (text, message) => {
    expect(await problemOf(text)).toBe(`feed_unreadable: stock: ${message}`);
  });

  it.each(['{"vehicles":[]}', '{"status":"ok","data":{"items":[]}}', '{"error":null,"results":[]}'])(
    '%j is an empty feed',
    async (text) => {
      expect(await problemOf(text)).toMatch(/^feed_empty: stock: the feed contains no records\./);
    },
  );

  it('a vehicle with a column named error is no error message', async () => {
    const text = '{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","error":"none"}';
    expect(outline(await resultsOf(text))).toEqual(['1 1']);
  });
});

describe('nested names', () => {
  it.each<[object, [string, unknown][]]>([
    [{ media: { images: [{ href: 'a' }, { href: 'b' }] } }, [['media.images.href', ['a', 'b']]]],
    [
      { price: { value: 5, unit: 'GBP' } },
      [
        ['price.value', 5],
        ['price.unit', 'GBP'],
      ],
    ],
    [
      {
        image: [
          { url: 'a', tag: ['x'] },
          { url: 'b', tag: ['y', 'z'] },
        ],
      },
      [
        ['image.url', ['a', 'b']],
        ['image.tag', ['x', 'y', 'z']],
      ],
    ],
    [
      { images: ['a', { url: 'b' }] },
      [
        ['images', 'a'],
        ['images.url', 'b'],
      ],
    ],
    [{ images: ['a', 'b'] }, [['images', ['a', 'b']]]],
    [
      {
        spec: [
          { name: 'Doors', value: 5 },
          { name: 'Colour', value: 'Red' },
        ],
      },
      [
        ['Doors', 5],
        ['Colour', 'Red'],
      ],
    ],
    [
      { spec: [{ id: 3, label: 'Miles', value: 5, unit: 'mi', note: null }] },
      [
        ['Miles', 5],
        ['Miles.id', 3],
        ['Miles.unit', 'mi'],
      ],
    ],
    [{ a: { props: [{ '@type': 'PropertyValue', name: 'Tax', value: '30' }] } }, [['a.Tax', '30']]],
    [{ features: [{ name: 'Sat nav' }, { name: 'Roof' }] }, [['features.name', ['Sat nav', 'Roof']]]],
    [{ features: [{ name: 'Sat nav', value: true }] }, [['features.Sat nav', true]]],
    [{ brand: { '@type': 'Brand', name: 'Kia' }, '@context': 'x' }, [['brand.name', 'Kia']]],
  ])('of %j are paths', (record, entries) => {
    expect([...flatten(record)]).toEqual(entries);
  });
});

it('types that MongoDB writes around values are dropped', () => {
  const record = {
    _id: { $oid: '69aa' },
    odometer: { value: { $numberInt: '12' } },
    at: { $date: { $numberLong: '5' } },
    sizes: [{ $numberInt: '1' }, { $numberInt: '2' }],
    money: { $gbp: 1, $eur: 2 },
  };
  expect([...flatten(record)]).toEqual([
    ['_id', '69aa'],
    ['odometer.value', '12'],
    ['at', '5'],
    ['sizes', ['1', '2']],
    ['money.$gbp', 1],
    ['money.$eur', 2],
  ]);
});

it('types that other databases write around values are dropped, and the connections of GraphQL', () => {
  const node = (url: string): object => ({ node: { url } });
  const record = {
    make: { stringValue: 'Kia' },
    miles: { integerValue: '12' },
    sold: { booleanValue: false },
    photos: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
    none: { arrayValue: {} },
    place: { mapValue: { fields: { town: { stringValue: 'Leeds' } } } },
    model: { S: 'Rio' },
    price: { N: '5995' },
    options: { L: [{ S: 'c' }, { S: 'd' }] },
    branch: { M: { town: { S: 'York' } } },
    images: { edges: [node('e'), node('f')], pageInfo: { hasNextPage: false } },
    media: { nodes: [{ url: 'g' }] },
    sizes: { L: 'large' },
    mileage: { NULL: true },
    doors: { NS: ['3', '5'] },
    position: { geoPointValue: { latitude: 52.1, longitude: -2.7 } },
    hash: { bytesValue: 'YQ==' },
  };
  expect([...flatten(record)]).toEqual([
    ['make', 'Kia'],
    ['miles', '12'],
    ['sold', false],
    ['photos', ['a', 'b']],
    ['none', []],
    ['place.town', 'Leeds'],
    ['model', 'Rio'],
    ['price', '5995'],
    ['options', ['c', 'd']],
    ['branch.town', 'York'],
    ['images.url', ['e', 'f']],
    ['media.url', 'g'],
    ['sizes.L', 'large'],
    ['mileage', null],
    ['doors', ['3', '5']],
    ['position.latitude', 52.1],
    ['position.longitude', -2.7],
    ['hash', 'YQ=='],
  ]);
});

it('documents of Firestore and items of DynamoDB are records', async () => {
  const url = 'https://a.example/1';
  const fields = {
    make: { stringValue: 'Kia' },
    model: { stringValue: 'Rio' },
    stockNo: { stringValue: '1' },
  };
  const documents = [{ name: 'cars/1', fields: { ...fields, url: { stringValue: url } } }];
  const Items = [{ make: { S: 'Kia' }, model: { S: 'Rio' }, stockNo: { S: '1' }, url: { S: url } }];
  for (const feed of [{ documents }, { Items, Count: 1 }])
    expect(await resultsOf(JSON.stringify(feed), { dealer: 'a.example' })).toMatchObject([
      { listing: { id: '1', make: 'Kia', model: 'Rio', advertUrl: url } },
    ]);
});

it('the key of a database is an id behind the dealer’s own', async () => {
  const dealer = 'a.example';
  const url = 'https://a.example/1';
  expect(outline(await resultsOf(JSON.stringify({ _id: 'k', stockRef: 'S1', url }), { dealer }))).toEqual([
    '1 S1',
  ]);
  expect(outline(await resultsOf(JSON.stringify({ _id: 'k', url }), { dealer }))).toEqual(['1 k']);
});
