// Which field a column feeds, by its name: spellings, paths, and names that mean something else than the car's fact.
import { describe, expect, it } from 'vitest';
import { ColumnResolver } from '../../../src/ingest/columns/column-resolver.ts';
import { columnTable, layoutNamed, type LayoutName } from '../../../src/ingest/tables/column-table.ts';
import type { ResolvedColumn } from '../../../src/ingest/columns/column-resolver.ts';
import { resultsOf } from '../collect.ts';

function resolved(name: string, layout: LayoutName = 'general'): ResolvedColumn | null | undefined {
  return new ColumnResolver(layoutNamed(layout), undefined).resolve(name);
}

/** Several fields' names, separated by spaces and line ends; `~` stands for a space in a name. */
function rows(fields: Readonly<Record<string, string>>): [name: string, field: string][] {
  return Object.entries(fields).flatMap(([field, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [name.replaceAll('~', ' '), field]),
  );
}

it.each([
  ['Fuel\n(P/D/H/E)', 'fuel_type'],
  ['Box (M/A)', 'transmission'],
  ['Model / spec', 'model'],
  ['Price (A/B)', undefined],
  ['Petrol/Diesel', 'fuel_type'],
  ['Manual or Auto', 'transmission'],
  ['Yes/No', undefined],
  ['Insurance category', 'keywords'],
  ['SalvageCategory', 'keywords'],
  ['Insurance', undefined],
  ['Custom 1 (Odometer mi)', 'mileage'],
  ['Custom 3 (First Reg)', 'year'],
  ['UDF2: Gearbox', 'transmission'],
  ['Attribute 4 - Fuel', 'fuel_type'],
  ['Custom 2 (Trade price)', undefined],
  ['PriceTier2_RetailIncVAT', 'price'],
  ['Retail Price Band 3', 'price'],
  ['PriceTier1_Trade', undefined],
  ['PriceTier1', undefined],
  ['make._type', undefined],
  ['location.type', undefined],
  ['branch.type', undefined],
  ['transmission.type', 'transmission'],
  ['Internet £', 'price'],
  ['Web (£)', 'price'],
  ['Margin £', undefined],
  ['Buying price', undefined],
  ['Buy price', undefined],
  ['Miles indicated', 'mileage'],
  ['Odometer reading (not guaranteed)', 'mileage'],
  ['Miles at last MOT', undefined],
  ['Fixed price (inc. premium)', 'price'],
  ['Buy now price incl fees', 'price'],
  ['Total price inc VAT and admin fee', 'price'],
  ['Delivery price', undefined],
  ['Monthly price inc fees', undefined],
  ['Price + VAT', 'price_ex_vat'],
  ['Price (+VAT)', 'price_ex_vat'],
  ['Asking price +VAT (£)', 'price_ex_vat'],
  ['Selling Price (exc. VAT)', 'price_ex_vat'],
  ['WebPriceExVat', 'price_ex_vat'],
  ['Selling price plus VAT', 'price_ex_vat'],
  ['Retail price without VAT', 'price_ex_vat'],
  ['Price tax excluded', 'price_ex_vat'],
  ['Trade price ex VAT', undefined],
  ['excl_vat', 'plus_vat'],
  ['VAT excluding', 'plus_vat'],
  ['+ VAT', 'plus_vat'],
  ['Ex Demo', undefined],
  ['PriceExtra', 'vat'],
  ['Price suffix', 'vat'],
  ['Photographs', 'images'],
  ['Photographs.Photograph.Large', 'images'],
])('%j feeds %s', (name, field) => {
  expect(resolved(name)?.field).toBe(field);
});

it.each(
  rows({
    fuel_type:
      'fuelType FuelType fuel_type FUEL-TYPE Fuel~Type fuel.type g:fuel_type vehicle.fuelType engine.fuelType',
    engine_size: `engineSize EngineSize Engine~size~(cc) EngineCC engineCapacityCC badgeEngineSizeLitres cubic~capacity
      vehicle.badgeEngineSizeLitres vehicleEngine.engineDisplacement.value engine.cc engineSizeCc`,
    engine_unit: 'vehicleEngine.engineDisplacement.unitCode',
    transmission: 'Gearbox transmissionType vehicleTransmission transmission.type gearbox.name Gear~Box',
    mileage: `Mileage odometerReadingMiles vehicle.odometerReadingMiles mileageFromOdometer.value Mileage~(km) Mls
      mileage.value Current~Mileage odometer_value odo.v`,
    mileage_unit: 'mileageFromOdometer.unitCode mileage.unit odometer_units',
    price: `Price Price~(£) price_gbp adverts.retailAdverts.suppliedPrice.amountGBP adverts.forecourtPrice.amountGBP
      offers.price offers[0].price pricing.retail Variant~Price stm_genuine_price salePrice Asking~Price price.amount
      item.price vehicle.price WebPrice Our~price Buy~now~price advert.buyNow.price price.consumer-price-amount.value
      Drive~Away~Price OTR~Price Asking Now price.v`,
    currency: 'offers.priceCurrency price.currency',
    year: `yearOfManufacture vehicleModelDate ca-year Reg~Year firstRegistrationDate RegDate First~reg Yr
      vehicle.yearOfManufacture condition.firstRegistrationDate history.firstRegistered history.dateFirstRegistered`,
    make: 'brand.name brand Manufacturer vehicle.make makeName make.name Make~(product.metafields.custom.make)',
    model: 'modelName vehicle.model model.name Car~Model',
    variant: 'Derivative derivativeName vehicle.derivative trim vehicleConfiguration',
    id: `StockID Vehicle_ID vehicleId Stock~No. stockNumber sku metadata.stockId vehicle.id StockNo Variant~SKU
      item.stock-id`,
    registration:
      'VRM Full_Registration FullRegistration Reg Reg~No. registrationNumber vehicle.registration',
    vin: 'vin vehicleIdentificationNumber Chassis~No',
    advert_url:
      'url link Permalink vehicle_URL final_url Final~URL links.website g:link adverts.url Web~page',
    images: `PictureRefs image_urls ImageURLs Image~1 image_12 images[3].href media.images[0].href photos.photo[2].url
      media_urls[0].large media.sizes.l gallery[0].renditions.hd photos[1].xlarge image[0][url] Image~Src featured_image images.image.url image.contentUrl images[2].original`,
    thumbnail: 'thumbnail thumbnailUrl images[0].thumb teaserImage.src teaser_photo',
    loc: `advertiser.location.town seller.address.city offers.seller.address.addressLocality branch.town Town
      address.addressLocality`,
    branch: 'location.name Branch SiteName',
    county: 'address.region County',
    postcode: `seller.address.postcode advertiser.location.postCode offers.seller.address.postalCode branch.postcode
      Post~Code`,
    latitude: 'location.lat seller.geo.latitude vehicle.location.latitude',
    dealer: 'advertiser.website dealer.website dealer.web branch.website branch.web dealer seller',
    vat: 'vat price.tax price.qualifier price.note',
    dealer_name: 'dealer.name advertiser.name seller.name offers.seller.name Dealership~Name vendor.name',
    full_description: `Description adverts.retailAdverts.description content.rendered Body~(HTML) Comments
      features[0].name equipment.safety standard_equipment.Security AttentionGrabber Options`,
    keywords: 'Colour exteriorColor exterior.colour body.style Doors No.~of~doors doors bodyType',
    title: 'title.rendered Headline vehicle.title',
    engine: 'Engine engine.name engine.type',
    gears: 'Gears transmission.gears',
    arrived_at: 'date_first_on_lot dateInStock datePosted',
  }),
)('%j feeds %s', (name, field) => {
  expect(resolved(name)?.field).toBe(field);
});

it.each(
  rows({
    advert_url: `VehicleDetailLink VDP VDP~URL VDP_Link Details~URL Web~Link Permalink Listing~URL Product~URL Vehicle~Link
      AdvertURI Ad~Link View~Vehicle~URL Vehicle~Details~Page~URL DetailPageUrl Stock~Link External~URL Public~URL
      listing.detail.url Full~Advert~Link`,
    full_description: `text Web~Description Main~Description Rich~Text~Description Short~Summary Sale~Notes Notes Remarks
      Vehicle~Remarks vehicle_overview technical_specifications car_features_options Long~Desc AdvertDesc Dealer~Descr
      Std~Equip Optional~Features Vehicle~Description~HTML Description.Text Other~Comments Interior~Features`,
    keywords: `ExtColour Ext~Col Exterior~Colour~Desc Colour~(Exterior) Description.Colour colour.manufacturer IntTrim Int~Colour
      colour.exterior Body~Type~Desc TrimColour Service~Hist Prev~Owners No~of~Former~Keepers Owners~(Previous) Num~Doors
      No.~of~Drs Veh~Type Mfr~Colour`,
    variant: 'Series~Detail Style-Description Deriv Derivative~Description VehTrim',
    year: `Date~of~1st~Reg v_year Date~First~Reg VRMDate wpcm_frdate Year~of~Reg Year~/~Plate First~Registered Reg~Date Date~Of~First~Registration
      First~Reg Registered~Date Reg~Yr Yr~of~Manufacture RegDate`,
    registration: 'v_reg Veh~Reg Reg~Num Registration~No Car~Reg VehicleRegNo',
    engine: 'Eng',
    engine_size: 'Eng~Size EngCC Capacity~(Engine)',
    transmission: 'Trans TransDesc Trans~Type Type~of~Transmission',
    fuel_type: 'FuelDesc Fuel~Type~Description Type~of~Fuel',
    mileage: 'Mlge Veh~Mileage Current~Mlge Reading~(Odometer)',
    make_model: 'Make~&~Model make/model Vehicle CAR',
    make: 'Mfr VehMake Manuf Make~Desc',
    id: 'Our~Ref Dealer~Ref uid Web~Ref Stk~No Stk~Ref Veh~ID Number~(Stock)',
    loc: 'BranchTown Sales~Location branch.town',
    images: 'v_img1 images[].uri images[0].uri Photo-Url-List Photo~URL~1 Pic~Links Image1Url Picture~Uris',
    price: 'Price~(Retail) Price~Inc~VAT RetailPrice',
  }),
)('the words of %j say %s', (name, field) => {
  expect(resolved(name)?.field).toBe(field);
});

it.each([
  ...[
    'Internal Notes',
    'Private Notes',
    'Int Notes',
    'Prep Notes',
    'Finance Text',
    'Customer Comments',
    'Text Colour',
  ],
  ...[
    'Video Link',
    'Finance URL',
    'Enquiry Link',
    'Share URL',
    'Brochure Link',
    'Search Page URL',
    'dealer.page.url',
  ],
  ...[
    'Photo Count',
    'Number of Photos',
    'Image Description',
    'Engine Number',
    'Engine No',
    'Company Registration Number',
  ],
  ...[
    'Reg Expiry',
    'Registered Keeper Name',
    'Registered Address',
    'Price Description',
    'Mileage Description',
  ],
  ...[
    'Buy Price',
    'B2B Price',
    'Was Price',
    'Trade Price',
    'Cost Price',
    'Price per Month',
    'Previous Make',
    'Part Ex Reg',
  ],
  ...[
    'Monthly Price',
    'Deposit Price',
    'Price When New',
    'Old Price',
    'Dealer Price',
    'Reserve Price',
    'Admin Price',
  ],
  ...[
    'Customer Ref',
    'Finance Ref',
    'V5 Reference',
    'Invoice Ref',
    'Option 1 Name',
    'Tax Year',
    'Last Service Mileage',
    'Warranty Mileage',
    'MOT Mileage',
  ],
  ...['Date Last Reg Change', 'col_a', 'Feed Year', 'Dealer No', 'Branch No', 'Door Code'],
])('the words of %j say nothing of the car', (name) => {
  expect(resolved(name)).toBeUndefined();
});

it.each([
  'dealer.id',
  'advertiser.advertiserId',
  'seller.id',
  'seller.url.id',
  'finance.price',
  'finance.monthly.price',
  'partExchange.mileage',
  'previousVehicle.make',
  'options[0].price',
  'warranty.price',
  'part.make',
  'fits.make',
  'fitment.model',
  'images[0].id',
  'author.name',
  'customer.postcode',
  'motTests[0].mileage',
  'similar[0].model',
  'video.href',
  'rrp',
  'previous_price',
  'monthly price',
  'trade_price',
  'tyre.make',
  'Option1 Name',
  'Option1 Value',
  'Feed_Id',
  'document.url',
  'category.id',
  'engine.id',
  'engine.make',
  'classified.colour.manufacturer',
  'attributes.paint.brand',
  'battery.year',
  'charger.model',
  'stereo.make',
  'gearbox.key',
  'colour.key',
  'history.year',
  'media.sizes.s',
  'image.size.description',
  'make.uuid',
  'buy.price',
])('%j feeds nothing', (name) => {
  expect(resolved(name)).toBeUndefined();
});

it.each(['@type', 'brand.@type', '@context', '@id'])('%j is no column with a fact', (name) => {
  expect(resolved(name)).toBeNull();
});

it('gives every name of the table to the field that lists it', () => {
  const resolver = new ColumnResolver(layoutNamed('general'), undefined);
  const wrong = columnTable()
    .common.filter(({ name, field }) => resolver.resolve(name)?.field !== field)
    .map(({ name, field }) => `${name}: ${field}`);
  expect(wrong).toEqual([]);
});

it.each([...columnTable().layouts.values()])('layout $name puts its own names first', ({ name, columns }) => {
  const resolver = new ColumnResolver(layoutNamed(name), undefined);
  const wrong = columns
    .filter((column) => resolver.resolve(column.name)?.field !== column.field)
    .map((column) => `${column.name}: ${column.field}`);
  expect(wrong).toEqual([]);
});

describe("Forecourt's own names", () => {
  const OWN = {
    id: '1',
    dealer: 'a.example',
    advert_url: 'https://a.example/1',
    make: 'Ford',
    model: 'Focus',
    year: '2018',
    mileage: 30_000,
    price: 7995,
    fuel_type: 'Petrol',
    transmission: 'DSG',
    images: ['https://a.example/1.jpg'],
    full_description: 'Tidy.',
    loc: 'Leeds',
    postcode: 'LS1 4AP',
  };
  const listingOf = async (record: object): Promise<unknown> => {
    const [result] = await resultsOf(JSON.stringify(record));
    return result?.kind === 'listing' ? result.listing : result;
  };

  it('do not switch off the names of others', async () => {
    const [result] = await resultsOf(
      JSON.stringify({
        id: '1',
        dealer: 'a.example',
        advert_url: 'https://a.example/1',
        fuelType: 'Diesel',
        engineSize: 1998,
        Gearbox: 'Manual',
      }),
    );
    expect(result).toMatchObject({
      listing: { fuelType: 'Diesel', engineLitres: 2, transmission: 'Manual' },
    });
    expect(result).not.toHaveProperty('ignoredColumns');
  });

  it('win over the names of others, in any order and layout', async () => {
    const others = {
      asking_price: 1,
      Miles: 2,
      brand: 'Fiat',
      stock_number: '9',
      link: 'https://a.example/9',
    };
    const expected = await listingOf(OWN);
    for (const record of [
      { ...OWN, ...others },
      { ...others, ...OWN },
    ]) {
      expect(await listingOf(record)).toMatchObject({
        id: '1',
        advertUrl: 'https://a.example/1',
        make: 'Ford',
        priceGbp: 7995,
        mileageMiles: 30_000,
      });
    }
    expect(expected).toMatchObject({ id: '1', priceGbp: 7995 });
  });

  it('mean the same with and without an unknown name beside them', async () => {
    const expected = await listingOf(OWN);
    expect(await listingOf({ ...OWN, unknown_to_all: 'x' })).toEqual(expected);
    expect(await listingOf({ ...OWN, nested: { unknown_to_all: 'x' } })).toEqual(expected);
  });

  it('may have nested values', async () => {
    const record = {
      ...OWN,
      mileage: { value: 20_000, unit: 'km' },
      images: [{ url: 'https://a.example/2.jpg' }],
    };
    expect(await listingOf(record)).toMatchObject({
      mileageMiles: 12_427,
      images: ['https://a.example/2.jpg'],
    });
  });
});

describe('the VIN, else the registration, is the id', () => {
  const HEADER = 'make,model,advert_url';
  it('where no column is one', async () => {
    const csv = `${HEADER},VIN,Reg\nFord,Focus,https://a.example/1,WF0AXXGAJA1234567,AB12 CDE\nFord,Ka,https://a.example/2,,cd34 efg\n`;
    expect(await resultsOf(csv, { dealer: 'a.example' })).toMatchObject([
      { listing: { id: 'WF0AXXGAJA1234567' } },
      { listing: { id: 'CD34EFG' } },
    ]);
    const json = { make: 'Ford', vin: 'WF0AXXGAJA1234567', advert_url: 'https://a.example/1' };
    expect(await resultsOf(JSON.stringify(json), { dealer: 'a.example' })).toMatchObject([
      { listing: { id: 'WF0AXXGAJA1234567' } },
    ]);
  });

  it('but not in a record that lacks the id of its column', async () => {
    const csv = `id,${HEADER},VIN\n,Ford,Focus,https://a.example/1,WF0AXXGAJA1234567\n`;
    expect(await resultsOf(csv, { dealer: 'a.example' })).toMatchObject([{ reason: 'missing_id' }]);
  });

  it('unless it is a placeholder', async () => {
    const csv = `${HEADER},Reg\nFord,Focus,https://a.example/1,UNREG\n`;
    expect(await resultsOf(csv, { dealer: 'a.example' })).toMatchObject([{ reason: 'missing_id' }]);
  });
});

it.each([
  ['1.0T', { engineLitres: 1 }],
  ['1,598 cc', { engineLitres: 1.6 }],
  ['Gasoline', { fuelType: 'Petrol' }],
  ['Plug-in hybrid', { fuelType: 'Hybrid' }],
  ['1.6 CRDi', { fuelType: 'Diesel', engineLitres: 1.6, sourceTerms: '1.6 CRDi' }],
])('an engine column with %j gives what it says', async (engine, expected) => {
  const record = { id: 1, dealer: 'a.example', advert_url: 'https://a.example/1', engine };
  expect(await resultsOf(JSON.stringify(record))).toMatchObject([{ listing: expected }]);
});

it('a dealer column with a name rejects the record with it, unless the settings name the dealer', async () => {
  const record = JSON.stringify({
    id: 1,
    dealer: 'North Cars',
    advert_url: 'https://a.example/1',
    colour: 'red',
  });
  expect(await resultsOf(record)).toMatchObject([
    {
      reason: 'invalid_dealer',
      message: "dealer must be a domain name such as northgate-cars.example (got 'North Cars')",
    },
  ]);
  expect(await resultsOf(record, { dealer: 'a.example' })).toMatchObject([
    { listing: { dealer: 'a.example', sourceTerms: 'red North Cars' } },
  ]);
});

it.each([
  ['PreviousOwners', '1', '1 owner'],
  ['Previous Owners', '3 owners', '3 owners'],
  ['ServiceHistory', 'Full', 'Full service history'],
  ['Service History', 'Full dealer history', 'Full dealer history'],
  ['ServiceHistory', 'N', 'no service history'],
  ['MOT', 'None', 'no MOT'],
  ['MOT Expiry', '12/2026', 'MOT 12/2026'],
  ['Keys', '2', '2 keys'],
  ['Doors', '5', '5 door 5dr'],
])('a column %s with %j can be searched as %j', async (name, value, words) => {
  const record = { id: 1, dealer: 'a.example', advert_url: 'https://a.example/1', [name]: value };
  expect(await resultsOf(JSON.stringify(record))).toMatchObject([{ listing: { sourceTerms: words } }]);
});
