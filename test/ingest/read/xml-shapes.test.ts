// Feeds of RSS, Atom and WordPress, attributes and nested elements: the names and values of their records.
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { noticeOf } from '../../../src/ingest/read/feed-record.ts';
import { XmlReader } from '../../../src/ingest/read/xml/xml-reader.ts';
import { problemOf } from '../collect.ts';
import { fieldOf } from './field-of.ts';

function read(text: string, size = text.length): { records: unknown[]; notices: string[] } {
  const reader = new XmlReader('stock', { fieldOf, header: (names) => names });
  const all = [];
  for (let at = 0; at < text.length; at += size) all.push(...reader.push(text.slice(at, at + size)));
  all.push(...reader.end());
  const notices = all.filter((item) => item.kind === 'notice');
  return {
    records: all.filter((item) => item.kind === 'record').map(({ value }) => ({ ...(value as object) })),
    notices: notices.map(({ line, reason, text: said }) => `${line} ${reason} ${said}`),
  };
}

const RSS = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Ferry Lane Cars</title>
<link>https://ferry.example</link>
<item>
<title><![CDATA[Audi A3 & more]]></title>
<link>https://ferry.example/a3?x=1&amp;y=2</link>
<guid isPermaLink="false">post-9</guid>
<g:id>A3-1</g:id>
<g:link>https://ferry.example/google/a3</g:link>
<g:image_link>https://ferry.example/1.jpg</g:image_link>
<g:additional_image_link>https://ferry.example/2.jpg</g:additional_image_link>
<g:additional_image_link>https://ferry.example/3.jpg</g:additional_image_link>
<g:mileage><g:value>1200</g:value><g:unit>miles</g:unit></g:mileage>
<description>One owner &#8211; &lt;b&gt;mint&lt;/b&gt;</description>
</item>
</channel>
</rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gm="http://base.google.com/ns/1.0"><id>tag:feed</id><updated>2026</updated>
<entry><id>tag:entry</id><link rel="self" href="https://ferry.example/atom/1"/><link rel="alternate" href="https://ferry.example/1"/>
<gm:make>Kia</gm:make><gm:model>Rio</gm:model><content type="html">&lt;p&gt;Nice&lt;/p&gt;</content></entry></feed>`;

const WXR = `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel>
<wp:base_site_url>https://ferry.example</wp:base_site_url>
<item><title>About us</title><wp:post_id>2</wp:post_id><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>News</title><wp:post_id>3</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
<item><title><![CDATA[Ford Puma]]></title><link>https://ferry.example/puma</link>
<content:encoded><![CDATA[<p>Tidy</p>]]></content:encoded><excerpt:encoded><![CDATA[Short]]></excerpt:encoded>
<wp:post_id>41</wp:post_id><wp:status>draft</wp:status><wp:post_type>car</wp:post_type>
<category domain="make" nicename="ford"><![CDATA[Ford]]></category>
<category domain="pa_features" nicename="roof"><![CDATA[Panoramic roof]]></category>
<category domain="pa_features" nicename="nav"><![CDATA[Sat nav]]></category>
<wp:postmeta><wp:meta_key>_edit_lock</wp:meta_key><wp:meta_value>17:1</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key><![CDATA[mileage]]></wp:meta_key><wp:meta_value><![CDATA[12000]]></wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_mileage</wp:meta_key><wp:meta_value>field_5f00</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_price</wp:meta_key><wp:meta_value>14995</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_fuel</wp:meta_key><wp:meta_value>field_60aa</wp:meta_value></wp:postmeta>
</item></channel></rss>`;

describe.each([
  [
    'RSS with names of Google',
    RSS,
    [
      {
        id: 'A3-1',
        link: ['https://ferry.example/google/a3', 'https://ferry.example/a3?x=1&y=2'],
        image_link: 'https://ferry.example/1.jpg',
        additional_image_link: ['https://ferry.example/2.jpg', 'https://ferry.example/3.jpg'],
        'mileage.value': '1200',
        'mileage.unit': 'miles',
        title: 'Audi A3 & more',
        guid: 'post-9',
        'guid.isPermaLink': 'false',
        description: 'One owner – <b>mint</b>',
      },
    ],
    ['4 outside_records title: Ferry Lane Cars', '5 outside_records link: https://ferry.example'],
  ],
  [
    'Atom with another prefix for the names of Google',
    ATOM,
    [
      {
        id: 'tag:entry',
        'link.self.href': 'https://ferry.example/atom/1',
        'link.href': 'https://ferry.example/1',
        make: 'Kia',
        model: 'Rio',
        content: '<p>Nice</p>',
        'content.type': 'html',
      },
    ],
    ['1 outside_records id: tag:feed', '1 outside_records updated: 2026'],
  ],
  [
    'a WordPress export',
    WXR,
    [
      {
        title: 'Ford Puma',
        link: 'https://ferry.example/puma',
        content: '<p>Tidy</p>',
        excerpt: 'Short',
        post_id: '41',
        status: 'draft',
        post_type: 'car',
        make: 'Ford',
        features: ['Panoramic roof', 'Sat nav'],
        mileage: '12000',
        _price: '14995',
      },
    ],
    [
      '2 outside_records base_site_url: https://ferry.example',
      '3 not_a_vehicle page: About us',
      '4 not_a_vehicle post: News',
    ],
  ],
  [
    'nested elements and attributes',
    '<stock dealer="a.example"><vehicle ref="1"><details colour="Red"><make>Kia</make></details><specs><spec><name>Doors</name><value>5</value></spec><spec><name>Seats</name><value>4</value></spec></specs><photos><photo><url>a</url></photo><photo><url>b</url></photo></photos></vehicle></stock>',
    [
      {
        ref: '1',
        'details.colour': 'Red',
        'details.make': 'Kia',
        'specs.Doors': '5',
        'specs.Seats': '4',
        'photos.photo.url': ['a', 'b'],
      },
    ],
    ['1 outside_records stock: dealer=a.example'],
  ],
  [
    'records of one name in several places, and others that are sold',
    '<s><cars><vehicle id="1"/></cars><vans><group><vehicle id="2"/></group></vans><sold><vehicle id="3"/></sold></s>',
    [{ id: '1' }, { id: '2' }],
    ['1 outside_records vehicle: id=3'],
  ],
  [
    'pairs of attributes',
    '<s><car><a key="make" value="Kia"/><a key="doors" value="5"/><field name="model">Rio</field></car></s>',
    [{ make: 'Kia', doors: '5', model: 'Rio' }],
    [],
  ],
  [
    'rows of a database, below a table that describes them',
    '<dump xmlns:xsi="x"><database name="d"><structure name="t"><field Field="make"/><field Field="model"/><field Field="vin"/></structure><data name="t">' +
      '<row><field name="make">Kia</field><field name="model">Rio</field><field name="vin" xsi:nil="true"/></row>' +
      '<row><field name="make">Ford</field><field name="model">Ka</field><field name="vin">V1</field></row></data></database></dump>',
    [
      { make: 'Kia', model: 'Rio' },
      { make: 'Ford', model: 'Ka', vin: 'V1' },
    ],
    [
      '1 outside_records database: name=d',
      '1 outside_records field: Field=make',
      '1 outside_records field: Field=model',
      '1 outside_records field: Field=vin',
      '1 outside_records structure: name=t',
      '1 outside_records data: name=t',
    ],
  ],
  [
    'elements that are named by an attribute, whatever they are',
    '<x><d><doc><str name="make">Kia</str><int name="price">1</int></doc><doc><str name="make">VW</str><int name="price">2</int></doc></d></x>',
    [
      { make: 'Kia', price: '1' },
      { make: 'VW', price: '2' },
    ],
    [],
  ],
  [
    'elements that are named by an attribute, if they name three facts of a vehicle',
    '<x><ad ref="1"><option name="Make">Kia</option><option name="Model">Rio</option><option name="Price">1</option><option name="Photo 2"/><option>Towbar</option></ad>' +
      '<ad ref="2"><option name="Make">VW</option><option name="Model">Up</option><option name="Fuel">Petrol</option></ad></x>',
    [
      { ref: '1', Make: 'Kia', Model: 'Rio', Price: '1', 'Photo 2': '', option: 'Towbar' },
      { ref: '2', Make: 'VW', Model: 'Up', Fuel: 'Petrol' },
    ],
    [],
  ],
  [
    'elements that are named by an attribute, in one around them',
    '<x><ad ref="1"><facts><f label="Make">Kia</f><f label="Model">Rio</f><f label="Mileage">1</f></facts></ad>' +
      '<ad ref="2"><options><option name="Make">VW</option><option name="Model">Up</option><option name="Mileage">2</option></options></ad></x>',
    [
      { ref: '1', 'facts.Make': 'Kia', 'facts.Model': 'Rio', 'facts.Mileage': '1' },
      { ref: '2', Make: 'VW', Model: 'Up', Mileage: '2' },
    ],
    [],
  ],
  [
    'elements that name the facts of another vehicle',
    '<x><car><make>Kia</make><px><f name="Make">VW</f><f name="Model">Up</f><f name="Mileage">2</f></px></car><car><make>Kia</make>' +
      '<previous name="Make">VW</previous><previous name="Model">Up</previous><previous name="Price">1</previous></car></x>',
    [
      { make: 'Kia', 'px.Make': 'VW', 'px.Model': 'Up', 'px.Mileage': '2' },
      { make: 'Kia', previous: ['VW', 'Up', '1'], 'previous.name': ['Make', 'Model', 'Price'] },
    ],
    [],
  ],
  [
    'options with names that are no facts of a vehicle',
    '<x><car><make>Kia</make><option name="Fuel">Larger tank</option><option name="Price">On request</option></car><car><make>VW</make></car></x>',
    [
      { make: 'Kia', option: ['Larger tank', 'On request'], 'option.name': ['Fuel', 'Price'] },
      { make: 'VW' },
    ],
    [],
  ],
  [
    'a key of the record, and languages of its texts',
    '<ads><ad key="7"><make key="KIA"><local-description xml:lang="en">Kia</local-description></make></ad></ads>',
    [{ '@key': '7', 'make.key': 'KIA', 'make.local-description': 'Kia' }],
    [],
  ],
  [
    'rows of a workbook below titles, with cells that say their place, and a sheet of notes',
    '<Workbook xmlns:ss="s"><Styles><Style ss:ID="a"/></Styles><Worksheet ss:Name="Stock"><Table>' +
      '<Row><Cell ss:MergeAcross="2"><Data ss:Type="String">Stock list</Data></Cell></Row>' +
      '<Row ss:Index="3"><Cell><Data>Make</Data></Cell><Cell><Data>Model</Data></Cell><Cell><Data>Price</Data></Cell></Row>' +
      '<Row><Cell><Data>Kia</Data></Cell><Cell><Data>Rio</Data></Cell></Row>' +
      '<Row><Cell><Data>Ford</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">7995</Data></Cell></Row>' +
      '<Row><Cell ss:Index="3"><Data>7995</Data></Cell></Row></Table></Worksheet>' +
      '<Worksheet ss:Name="Notes"><Table><Row><Cell><Data>prices with VAT</Data></Cell></Row></Table></Worksheet>' +
      '<Worksheet ss:Name="Sold"><Table><Row><Cell><Data>Make</Data></Cell><Cell><Data>Model</Data></Cell></Row></Table></Worksheet></Workbook>',
    [
      { Make: 'Kia', Model: 'Rio', Price: '' },
      { Make: 'Ford', Model: '', Price: '7995' },
    ],
    [
      '1 outside_records Worksheet: Name=Stock',
      '1 outside_records Style: ID=a',
      '1 before_header Stock list',
      '1 totals_row , , 7995',
      '1 outside_records Worksheet: Name=Notes',
      '1 outside_records Make, Model',
      '1 outside_records Worksheet: Name=Sold',
      '1 outside_records prices with VAT',
    ],
  ],
  [
    'records that are found by repetition below other things',
    '<x><head><name>y</name></head><row-a><b>1</b></row-a><row-a><b>2</b></row-a><tail>z</tail></x>',
    [{ b: '1' }, { b: '2' }],
    ['1 outside_records name: y', '1 outside_records tail: z'],
  ],
])('%s', (_, text, records, notices) => {
  it('has its facts in the records, and what is outside them in notices', () => {
    expect(read(text)).toEqual({ records, notices });
    expect(read(text, 1)).toEqual({ records, notices });
    expect(read(text, 100)).toEqual({ records, notices });
  });
});

it('the record of a mapping may be a path', () => {
  const text = '<s><car><a>0</a></car><part><car><a>1</a></car></part></s>';
  const reader = new XmlReader('stock', { fieldOf, record: 'Part.Car', header: (names) => names });
  expect([...reader.push(text), ...reader.end()]).toContainEqual(
    expect.objectContaining({ kind: 'record', value: { a: '1' } }),
  );
});

it('a record of a mapping that the feed lacks is reported with what it has', async () => {
  const mapping = parseMapping({ record: 'auto' }, 'm');
  expect(await problemOf('<s><car id="1"><a>0</a></car></s>', { mapping })).toBe(
    "feed_unreadable: stock: there is no element 'auto', the record of the mapping. The feed has 's', 'car': " +
      'correct the mapping, or leave record out to have it found.',
  );
});

it('a notice keeps 200 characters of what was said', () => {
  expect(noticeOf('outside_records', 1, ` ${'x'.repeat(5000)}`).text).toBe('x'.repeat(200));
});

describe('what is said around records in XML', () => {
  const car = (id: number, more = ''): string => `<vehicle><id>${id}</id><make>Kia</make>${more}</vehicle>`;
  const site = (town: string, postcode: string): string =>
    `<sites><site><town>${town}</town><postcode>${postcode}</postcode></site></sites>`;

  it.each([1, 7, 1000])('is true of the records beside it, in chunks of %d', (size) => {
    const text = `<feed><seller>${site('Bath', 'BA1 1AA')}<vehicles>${car(1)}${car(2, '<town>York</town>')}</vehicles></seller><seller>${site('Hull', 'HU1 1AA')}<vehicles>${car(3)}</vehicles></seller><seller><vehicles>${car(4)}</vehicles></seller></feed>`;
    expect(read(text, size)).toEqual({
      records: [
        { id: '1', make: 'Kia', 'sites.site.town': 'Bath', 'sites.site.postcode': 'BA1 1AA' },
        { id: '2', make: 'Kia', town: 'York' },
        { id: '3', make: 'Kia', 'sites.site.town': 'Hull', 'sites.site.postcode': 'HU1 1AA' },
        { id: '4', make: 'Kia' },
      ],
      notices: [],
    });
  });

  it('is of none of them if there are several', () => {
    const two = '<site><postcode>BA1 1AA</postcode></site><site><postcode>HU1 1AA</postcode></site>';
    const { records, notices } = read(`<feed><sites>${two}</sites><vehicles>${car(1)}</vehicles></feed>`);
    expect(records).toEqual([{ id: '1', make: 'Kia' }]);
    expect(notices).toEqual(['1 outside_records postcode: BA1 1AA', '1 outside_records postcode: HU1 1AA']);
  });

  it('may be an attribute, or the currency', () => {
    const { records } = read(`<stock currency="EUR" postcode="BA1 1AA">${car(1)}${car(2)}</stock>`);
    expect(records).toMatchObject([{ currency: 'EUR', postcode: 'BA1 1AA' }, { currency: 'EUR' }]);
  });
});

it('reads the vehicles of groups that have values of their own', () => {
  const { records } = read(
    '<inventory><branch name="A" postcode="LS1 4AP"><v reg="AB12CDE" mileage="1"/><v reg="AB13CDE" mileage="2"/></branch>' +
      '<branch name="B" postcode="YO1 7PR"><v reg="AB14CDE" mileage="3"/></branch></inventory>',
  );
  expect(records).toMatchObject([{ reg: 'AB12CDE' }, { reg: 'AB13CDE' }, { reg: 'AB14CDE' }]);
});
