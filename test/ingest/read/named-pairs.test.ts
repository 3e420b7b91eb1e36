// Names of fields that are values of a record: columns of a name and its value, lists of them, and XML elements.
import { describe, expect, it } from 'vitest';
import { inspectFeed } from '../../../src/ingest/suggest/inspect-feed.ts';
import type { FeedListing } from '../../../src/ingest/values/record-result.ts';
import { Readable } from 'node:stream';
import { NOW, resultsOf } from '../collect.ts';

const ADDRESS = 'https://a.example/1';

async function listingOf(feed: string): Promise<FeedListing> {
  const [result] = await resultsOf(feed, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  return result;
}

const ofJson = (members: object): Promise<FeedListing> =>
  listingOf(JSON.stringify({ id: '1', url: ADDRESS, ...members }));
const ofXml = (elements: string): Promise<FeedListing> =>
  listingOf(`<stock><car><id>1</id><url>${ADDRESS}</url>${elements}</car></stock>`);

describe('a text lists names and values:', () => {
  it.each([
    ['additional_attributes', 'make=Ford,mileage=71,200,fuel_type=Diesel'],
    ['Custom Fields', 'Make=Ford;Mileage=71,200;Fuel=Diesel'],
    ['Feature (Name:Value:Position)', 'Make:Ford:1,Mileage:71200:2,Fuel:Diesel:3'],
    ['Features (Name:Value:Position)', 'Make:Ford:1|Mileage:71,200:2|Colour:red, hood:3|Fuel:Diesel:4'],
    ['Specifications', 'Make=Ford;Mileage=71,200;Colour=red, note: new;Fuel=Diesel'],
    ['product_detail', 'Vehicle:Make:Ford,Vehicle:Mileage:71200 miles,Vehicle:Doors:5,Vehicle:Fuel:Diesel'],
    ['Product detail', 'General:Make:Ford,General:Mileage:71200,Technical:Fuel:Diesel'],
    ['product_detail', 'Car:Make:Ford,Body:Doors:5,General:Mileage:71200,Technical:Fuel:Diesel'],
  ])('%s', async (name, text) => {
    const { listing, ignoredColumns } = await ofJson({ [name]: text });
    expect(listing).toMatchObject({ make: 'Ford', mileageMiles: 71_200, fuelType: 'Diesel' });
    expect(ignoredColumns).toBeUndefined();
  });

  it('and below a section that is not about the car, none of its facts', async () => {
    const { listing } = await ofJson({
      product_detail: 'Part exchange:Make:Ford,Part exchange:Mileage:71200',
    });
    expect(listing).toMatchObject({ make: null, mileageMiles: null });
  });

  it('of which a single one has a section, and no place', async () => {
    const { listing, ignoredColumns } = await ofJson({ product_detail: 'Vehicle:Doors:5' });
    expect(listing.sourceTerms).toBe('5 door 5dr');
    expect(ignoredColumns).toBeUndefined();
  });

  it.each([
    ['product_detail', `a:b:${' '.repeat(1600)}:`],
    ['attributes', `a=${' '.repeat(1600)}=`],
    ['attributes', `a:${' '.repeat(1600)}b`],
  ])('or does not, of %s and blanks, in less than two seconds', { timeout: 2000 }, async (name, text) => {
    const { ignoredColumns = [] } = await ofJson({ [name]: text, other: text });
    expect(ignoredColumns).toContain('other');
  });

  it('but not one that has other words', async () => {
    const { ignoredColumns } = await ofJson({ 'Custom Fields': 'See web=site, or call: 5' });
    expect(ignoredColumns).toEqual(['Custom Fields']);
  });
});

describe('two columns are a name and its value:', () => {
  it.each([
    ['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)'],
    ['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'],
    ['spec_name_1', 'spec_value_1', 'spec_name_2', 'spec_value_2'],
    ['customField1Label', 'customField1Value', 'customField2Label', 'customField2Value'],
    ['attr_7_key', 'attr_7_val', 'attr_12_key', 'attr_12_val'],
  ])('%s', async (name, value, otherName, otherValue) => {
    const header = ['id', 'url', name, value, otherName, otherValue].join(',');
    const { listing, ignoredColumns } = await listingOf(
      `${header}\n1,${ADDRESS},Fuel Type,Diesel,Mileage (km),1000`,
    );
    expect(listing.fuelType).toBe('Diesel');
    expect(listing.mileageMiles).toBe(621);
    expect(ignoredColumns).toBeUndefined();
  });

  it('different ones in each record', async () => {
    const results = await resultsOf(
      'id,url,Attribute 1 name,Attribute 1 value(s)\n' +
        `1,${ADDRESS},Gearbox,Manual\n2,https://a.example/2,Colour,Metallic Ebony\n3,https://a.example/3,,Spare\n`,
      { dealer: 'a.example' },
    );
    expect(results.map((result) => result.kind === 'listing' && result.listing.transmission)).toEqual([
      'Manual',
      null,
      null,
    ]);
    expect(results.map((result) => result.kind === 'listing' && result.listing.sourceTerms)).toEqual([
      null,
      'Metallic Ebony',
      null,
    ]);
    expect(results.map((result) => result.kind === 'listing' && result.ignoredColumns)).toEqual([
      undefined,
      undefined,
      ['Attribute 1 name', 'Attribute 1 value(s)'],
    ]);
  });

  it('but not those of a thing with a name', async () => {
    const { listing } = await ofJson({ make_name: 'Ford', make_value: 'ford', model: 'Focus' });
    expect(listing.make).toBe('Ford');
  });

  it('and are shown by what they name', async () => {
    const text = `id,url,Attribute 1 name,Attribute 1 value(s)\n1,${ADDRESS},Fuel Type,Diesel\n`;
    const { inspection } = await inspectFeed(
      { name: 'stock', source: Readable.from([Buffer.from(text)]) },
      { dealer: 'a.example', now: () => NOW },
    );
    expect(inspection.columns.map(({ name, field }) => [name, field])).toEqual([
      ['id', 'id'],
      ['url', 'advert_url'],
      ['Fuel Type', 'fuel_type'],
    ]);
  });
});

describe('an object is a name and its value:', () => {
  it.each([
    {
      attributes: [
        { name: 'Fuel', value: 'Diesel' },
        { name: 'Mileage', value: 1200 },
      ],
    },
    {
      specs: [
        { key: 'fuelType', value: 'Diesel' },
        { key: 'odometer', value: { value: 1200, unit: 'miles' } },
      ],
    },
    {
      custom_attributes: [
        { attribute_code: 'fuel_type', value: 'Diesel' },
        { attribute_code: 'mileage', value: '1,200' },
      ],
    },
    {
      attributes: [
        { name: 'Fuel', options: ['Diesel'] },
        { name: 'Mileage', option: '1200' },
      ],
    },
    {
      customFields: [
        { label: 'Fuel', text: 'Diesel' },
        { label: 'Mileage', text: '1,200 miles' },
      ],
    },
    {
      attribute: [
        { '@name': 'Fuel', '#text': 'Diesel' },
        { '@name': 'Mileage', '#text': '1200' },
      ],
    },
    {
      additionalProperty: { '@type': 'PropertyValue', name: 'Fuel', value: 'Diesel' },
      property: { name: 'Mileage', value: 1200 },
    },
    {
      meta_data: [
        { key: 'fuel', value: 'Diesel' },
        { key: 'mileage', value: 1200 },
        { key: '_layout', value: { wide: true } },
      ],
    },
  ])('%j', async (members) => {
    const { listing } = await ofJson(members);
    expect(listing.fuelType).toBe('Diesel');
    expect(listing.mileageMiles).toBe(1200);
  });

  it('but not a heading and its text elsewhere', async () => {
    const { listing } = await ofJson({ reviews: [{ title: 'Fuel', text: 'Diesel' }] });
    expect(listing.fuelType).toBeNull();
  });

  it('reports what else it says', async () => {
    const { listing, ignoredColumns } = await ofJson({
      attributes: [
        { name: 'Colour', value: ['Red', 'Blue'], position: 3 },
        { name: 'Heating', value: true },
      ],
    });
    expect(listing.sourceTerms).toBe('Red Blue');
    expect(ignoredColumns).toEqual(['Colour.position', 'Heating']);
  });

  it('of which those that the vehicle has are its features', async () => {
    const { listing, ignoredColumns } = await ofJson({
      features: [
        { name: 'Sat nav', value: true },
        { name: 'Towbar', value: false },
        { name: 'Alloys', value: true },
      ],
    });
    expect(listing.fullDescription).toBe('Sat nav, Alloys');
    expect(ignoredColumns).toBeUndefined();
  });

  it('but not one of a known name', async () => {
    const { listing } = await ofJson({
      make: { name: 'Ford', value: 'ford' },
      price: [{ type: 'SRP', value: 5000 }],
    });
    expect(listing.make).toBe('Ford');
    expect(listing.priceGbp).toBe(5000);
  });
});

describe('an element is a name and its value:', () => {
  it.each([
    '<attribute name="Fuel">Diesel</attribute><attribute name="Mileage" value="1200"/>',
    '<field key="Fuel">Diesel</field><field id="mileage">1200</field>',
    '<spec name="Fuel">Diesel</spec><spec id="9" name="Mileage" value="1200"/>',
    '<technical><data key="fuelType">Diesel</data><data key="odometer" unit="miles">1200</data></technical>',
    '<property><name>Fuel</name><value>Diesel</value></property><property id="4"><name>Mileage</name><value unit="miles">1,200</value></property>',
    '<attributes><attribute><label>Fuel</label><values><value>Diesel</value></values></attribute><attribute><label>Mileage</label><value>1200</value></attribute></attributes>',
    '<motor><measure what="distance" unit="mile">1200</measure><fact of="Fuel">Diesel</fact></motor>',
    '<measurement type="Mileage">1200</measurement><measurement type="kerbWeight">1420</measurement><fuel>Diesel</fuel>',
    '<meta><meta_key>fuel</meta_key><meta_value>Diesel</meta_value></meta><item key="Mileage">1200</item>',
  ])('%s', async (elements) => {
    const { listing } = await ofXml(elements);
    expect(listing.fuelType).toBe('Diesel');
    expect(listing.mileageMiles).toBe(1200);
  });

  it.each(['reduced', 'discounted', 'now', 'offer', 'promotional'])(
    'amounts by their role, of which a lower one is asked: %s',
    async (role) => {
      const amounts = `<amount role="asking" superseded="true">6995</amount><amount role="${role}">6495</amount><amount role="monthlyFrom">189</amount>`;
      const { listing } = await ofXml(`<amounts currency="GBP">${amounts}</amounts>`);
      expect(listing.priceGbp).toBe(6495);
    },
  );

  it.each([
    ['decimal', 'amount'],
    ['xs:string', 'amount'],
    ['gross', 'amount.gross'],
  ])('but not by the type %s of its data', async (type, column) => {
    const { ignoredColumns } = await ofXml(`<axle><amount type="${type}">1420</amount></axle>`);
    expect(ignoredColumns).toContain(`axle.${column}`);
  });

  it('but not a feature or an option', async () => {
    const { listing } = await ofXml(
      '<features><feature name="Sunroof"/><feature code="12">Towbar</feature></features><options><option name="Winter pack"/></options>',
    );
    expect(listing.fullDescription).toBe('Sunroof, Towbar, Winter pack');
  });
});
