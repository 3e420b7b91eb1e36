// Columns whose names say nothing or another thing, read by the values of a feed's first records.
import { describe, expect, it } from 'vitest';
import { listingFields } from '../../../src/ingest/suggest/inspect-feed.ts';
import { resultsOf } from '../collect.ts';

const dealer = 'northgate-cars.example';

/** The first listing of a CSV feed with these columns behind the address. */
async function firstOf(header: string, rows: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const lines = rows.map((row, n) => `/used/${n + 1},${row}`);
  const [first] = await resultsOf([`url,${header}`, ...lines].join('\n'), { dealer });
  return first.kind === 'listing' ? listingFields(first.listing) : { rejected: first.message };
}

describe('a column of unknown name', () => {
  it('is read where its values are unmistakable', async () => {
    const rows = ['Ford,Petrol,Manual,DL1 5PQ', 'Kia,Diesel,Automatic,DL1 5PQ', 'BMW,Diesel,Manual,DL1 5PQ'];
    expect(await firstOf('Wugg,Blorp,Zonk,Quib', rows)).toMatchObject({
      make: 'Ford',
      fuel_type: 'Petrol',
      transmission: 'Manual',
      postcode: 'DL1 5PQ',
    });
  });

  it('may have a number behind the name of what it holds, as reports name their boxes', async () => {
    const rows = ['Ford,"41,330"', 'Kia,"12,902"', 'BMW,"81,015"'];
    expect(await firstOf('Make1,Mileage1', rows)).toMatchObject({ make: 'Ford', mileage: 41_330 });
    expect(await firstOf('Make1,Mileage7', rows)).not.toHaveProperty('mileage');
  });

  it('may hold short forms of fuels, and paths of pictures', async () => {
    const rows = ['Ford,Petrol,/p/1.jpg', 'Kia,Dsl,/p/2.jpg', 'BMW,Dsl,/p/3.jpg'];
    expect(await firstOf('make,Fl,Wugg', rows)).toMatchObject({
      fuel_type: 'Petrol',
      images: ['https://northgate-cars.example/p/1.jpg'],
    });
  });

  it.each([
    ['F,T', 'Petrol', 'Manual'],
    ['F,G', 'Petrol', 'Manual'],
    ['Q,Z', undefined, undefined],
  ])(
    '%s: is a fuel or a gearbox by one letter if its values are such letters',
    async (names, fuel, gearbox) => {
      const found = await firstOf(`make,${names}`, ['Ford,P,M', 'Kia,D,A', 'BMW,H,A']);
      expect([found.fuel_type, found.transmission]).toEqual([fuel, gearbox]);
    },
  );

  it('is not a fuel or gearbox by one letter alone', async () => {
    const found = await firstOf('make,F,T', ['Ford,Y,1', 'Kia,N,2', 'BMW,N,1']);
    expect(Object.keys(found)).toEqual(['make', 'dealer', 'id', 'advert_url']);
  });

  it('is read in records of one shape among others, of which none has a column of its field', async () => {
    const old = ['Ford', 'Kia', 'BMW'].map((mk, n) => ({ ref: `A${n}`, url: `/used/a${n}`, mk }));
    const now = ['Seat', 'Mini', 'Audi', 'Fiat', 'Opel', 'Saab', 'Lotus'].map((make, n) => ({
      ...{ ref: `B${n}`, url: `/used/b${n}`, make, sister: n < 3 ? 'Ford' : undefined },
    }));
    const feed = [...old, ...now].map((car) => JSON.stringify(car)).join('\n');
    const results = await resultsOf(feed, { dealer });
    const makes = results.map((result) => (result.kind === 'listing' ? result.listing.make : result.reason));
    expect(makes).toEqual(['Ford', 'Kia', 'BMW', 'SEAT', 'MINI', 'Audi', 'Fiat', 'Opel', 'Saab', 'Lotus']);
  });

  it('is a title where its values begin with makes, with the facts in it', async () => {
    const rows = ['Ford Fiesta 1.0 Petrol', 'Kia Rio 1.2 Petrol', 'BMW 320d 2.0 Diesel'];
    expect(await firstOf('Wugg', rows)).toMatchObject({
      make: 'Ford',
      model: 'Fiesta 1.0 Petrol',
      fuel_type: 'Petrol',
      engine_size: 1,
    });
  });

  it('is the currency of the prices where its values are codes of currencies', async () => {
    const rows = ['Ford,4995,EUR', 'Kia,5995,GBP', 'BMW,6995,EUR'];
    const csv = ['url,make,price,Wugg', ...rows.map((row, n) => `/used/${n},${row}`)].join('\n');
    const results = await resultsOf(csv, { dealer });
    const prices = results.map((one) => (one.kind === 'listing' ? one.listing.priceGbp : one.reason));
    expect(prices).toEqual([null, 5995, null]);
  });

  it.each([
    ['Wugg', ['£4995', '£5995', '£6995'], 'no name says that it is a price'],
    ['Price when new', ['£4995', '£5995', '£6995'], 'a word of its name is none of a price'],
    ['Reserve prc', ['£4995', '£5995', '£6995'], 'its name says that it is another price'],
    ['Owner postcode', ['DL1 5PQ', 'DL1 5PR', 'DL1 5PS'], 'its name says whose it is'],
    ['Wugg', ['DL1 5PQ', 'DL1 5PR', 'DL1 5PS'], 'each car has another place'],
    ['Wugg', ['Ford', 'Kia', ''], 'two values may agree by chance'],
    ['Wugg', ['Auto Trader', 'Auto Portal', 'Auto Trader'], 'they say more than a gearbox'],
    ['Wugg', ['Petrol Heads', 'Diesel Dave', 'Petrol Heads'], 'they say more than a fuel'],
    ['Post type', ['auto', 'auto', 'auto'], 'one word for all says nothing of each'],
  ])('%s with %j is not read: %s', async (name, values) => {
    expect(Object.keys(await firstOf(name, values))).toEqual(['dealer', 'id', 'advert_url']);
  });

  it.each(['Rtl prc', 'Prc to clear'])('%s is a price, by its name and its values', async (name) => {
    expect(await firstOf(name, ['£4995', '£5995', '£6995'])).toMatchObject({ price: 4995 });
  });

  it('is the price if its words are those of prices, beside another amount', async () => {
    const rows = ['Ford,£9000,£4995', 'Kia,£9500,£5995', 'BMW,£9900,£6995'];
    expect(await firstOf('make,Wugg,Prc to you', rows)).toMatchObject({ price: 4995 });
  });

  it('is a remark against the sale if all of its few values are', async () => {
    const rows = ['Ford,Sold - thank you', 'Kia,', 'BMW,', 'Seat,'];
    expect(await firstOf('make,Wugg', rows)).toEqual({ rejected: "status is 'Sold - thank you'" });
  });

  it('is a year behind a word that several names begin with, below another name', async () => {
    const cars = [1, 2, 3].map((id) => ({
      ...{ id, link: `/used/${id}`, make: 'Ford' },
      meta: { _qx_ez: '03/2016', _qx_preis: `${id}9.950,00`, _qx_lagertage: 1990 + id, _qx_kw: 90 },
    }));
    const [first] = await resultsOf(JSON.stringify(cars), { dealer });
    expect(first).toMatchObject({ listing: { year: 2016, priceGbp: 19_950 } });
  });

  it('is what it is behind a word that several names begin with', async () => {
    const rows = ['Ford,41000,no', 'Kia,52000,no', 'BMW,63000,yes'];
    expect(await firstOf('_cm_brand,_cm_odometer,_cm_sold_flag', rows)).toMatchObject({
      make: 'Ford',
      mileage: 41000,
    });
    const [, , last] = await resultsOf(
      ['url,_cm_brand,_cm_odometer,_cm_sold_flag', ...rows.map((row, n) => `/used/${n},${row}`)].join('\n'),
      { dealer },
    );
    expect(last).toMatchObject({ kind: 'omission', reason: 'sold' });
  });

  it.each([
    '_qx_make,_qx_car_model_gearbox_type,_qx_car_info_fuel_kind',
    '_qx_brand,_qx_data_box,_qx_data_fuel',
  ])('is what it is behind words for the car or its model: %s', async (names) => {
    expect(await firstOf(names, ['Ford,Manual,Petrol', 'Kia,Manual,Petrol'])).toMatchObject({
      make: 'Ford',
      transmission: 'Manual',
      fuel_type: 'Petrol',
    });
  });

  it('is not what it is behind other words', async () => {
    const found = await firstOf('_qx_tyre_make,_qx_previous_mileage,_qx_price_was', ['Pirelli,9000,4995']);
    expect(Object.keys(found)).toEqual(['dealer', 'id', 'advert_url']);
  });

  it.each(['Gearbx', 'Transmision'])(
    '%s is the one gearbox of all cars, by its name and its values',
    async (name) => {
      const rows = ['Ford,Manual', 'Kia,Manual', 'BMW,Manual'];
      expect(await firstOf(`make,${name}`, rows)).toMatchObject({ transmission: 'Manual' });
    },
  );

  it('is not read where two are as likely', async () => {
    const rows = ['Ford,BMW', 'Kia,Audi', 'BMW,Ford'];
    expect(await firstOf('Wugg,Blorp', rows)).not.toHaveProperty('make');
  });
});

describe('a column of known name', () => {
  it('is read as what its values are if none is of its field', async () => {
    const rows = ['Ford Fiesta 1.0,Petrol', 'Kia Rio 1.2,Diesel', 'BMW 320d,Diesel'];
    expect(await firstOf('Motor,Box', rows)).toMatchObject({ make: 'Ford', fuel_type: 'Petrol' });
  });

  it('keeps its field if some of its values are of it', async () => {
    const rows = ['998cc', '1.2 Petrol', 'Kia Rio'];
    expect(await firstOf('Motor', rows)).toMatchObject({ engine_size: 1 });
  });
});

it('columns identified by their values keep the same rules when the values change', async () => {
  const rulesOf = async (makes: readonly string[]): Promise<string[]> => {
    const rules: string[] = [];
    const rows = makes.map((make, n) => `/used/${n},${make}`);
    await resultsOf(['url,Wugg', ...rows].join('\n'), {
      dealer,
      onLayout: (layout) => rules.push(layout.rules),
    });
    return rules;
  };
  const [rules] = await rulesOf(['Ford', 'Kia', 'BMW']);
  expect(rules).toContain('"make"');
  expect(await rulesOf(['Audi', 'Kia', 'Fiat', 'BMW'])).toEqual([rules]);
});

it.each(['Wugg', 'Position', 'Stock position'])(
  'a column %s is the status where all its values are words of statuses',
  async (name) => {
    const said = [
      'Retail - available',
      'Retail - in preparation (show on web)',
      'Sold - awaiting collection',
    ];
    const rows = [...said, 'Courtesy fleet - not for sale', 'Trade - to auction', 'Retail - available'];
    const csv = [`url,make,price,${name}`, ...rows.map((row, n) => `/used/${n},Kia,${n}995,${row}`)].join(
      '\n',
    );
    const results = await resultsOf(csv, { dealer });
    const kinds = results.map((one) => (one.kind === 'omission' ? one.reason : one.kind));
    expect(kinds).toEqual(['listing', 'listing', 'sold', 'not_available', 'trade_only', 'listing']);
  },
);

it('columns of other things are not statuses, even if their values are words of statuses', async () => {
  const rows = ['active', 'expired', 'active', 'expired'].map(
    (said, n) => `/used/${n},Kia,${n}995,${said},${n + 1}`,
  );
  const csv = ['url,make,price,Warranty,Position', ...rows].join('\n');
  const results = await resultsOf(csv, { dealer });
  expect(results.map(({ kind }) => kind)).toEqual(['listing', 'listing', 'listing', 'listing']);
});
