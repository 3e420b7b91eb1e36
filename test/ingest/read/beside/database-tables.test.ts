// Exports of the databases of dealers' own websites: the tables of vehicles, makes, models and pictures, joined by ids.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../../src/ingest/read/feed-record.ts';
import { resultsOf } from '../../collect.ts';

async function listingsOf(feed: object, notices: string[] = [], size = Infinity): Promise<object[]> {
  const text = Buffer.from(JSON.stringify(feed));
  const chunks = [];
  for (let at = 0; at < text.length; at += size) chunks.push(text.subarray(at, at + size));
  const onNotice = ({ text: said }: FeedNotice): unknown => notices.push(said);
  const results = await resultsOf(chunks, { dealer: 'moor.example', onNotice });
  return results.map((result) => {
    if (result.kind !== 'listing') return { left: result.reason };
    const { id, make, model, fuelType, images } = result.listing;
    return { id, make, model, fuelType, images };
  });
}

const picture = (name: string): string => `https://moor.example/p/${name}.jpg`;

const tables = {
  tbl_car_images: [
    { image_id: '1', car_id: '31', url: picture('a'), sort: '1' },
    { image_id: '2', car_id: '31', url: picture('b'), sort: '0' },
    { image_id: '3', car_id: '32', url: picture('c'), sort: '0' },
  ],
  tbl_cars: [
    {
      id: '31',
      make_id: '2',
      model_id: '5',
      fuel_id: '1',
      reg_year: '2016',
      mileage: '61304',
      price: '4995.00',
      sold: '0',
      page: '/car?id=31',
    },
    {
      id: '32',
      make_id: '1',
      model_id: '6',
      fuel_id: '2',
      reg_year: '2016',
      mileage: '61304',
      price: '6995.00',
      sold: '1',
      page: '/car?id=32',
    },
    {
      id: '2',
      make_id: '1',
      model_id: '4',
      fuel_id: '2',
      reg_year: '2016',
      mileage: '61304',
      price: '7995.00',
      sold: '0',
      page: '/car?id=2',
    },
  ],
  tbl_fuels: [
    { fuel_id: '1', name: 'Petrol' },
    { fuel_id: '2', name: 'Diesel' },
  ],
  tbl_makes: [
    { make_id: '1', name: 'Kia' },
    { make_id: '2', name: 'Seat' },
  ],
  tbl_models: [
    { model_id: '4', make_id: '1', name: 'Ceed' },
    { model_id: '5', make_id: '2', name: 'Ibiza' },
    { model_id: '6', make_id: '1', name: 'Rio' },
  ],
  tbl_users: [{ user_id: '1', username: 'jo' }],
};

const listed = [
  { id: '31', make: 'SEAT', model: 'Ibiza', fuelType: 'Petrol', images: [picture('b'), picture('a')] },
  { left: 'sold' },
  { id: '2', make: 'Kia', model: 'Ceed', fuelType: 'Diesel', images: [] },
];

describe('vehicles have what other tables say of them', () => {
  it('in an object of tables', async () => {
    const notices: string[] = [];
    expect(await listingsOf(tables, notices)).toEqual(listed);
    expect(notices).toEqual(['tbl_users: [{"user_id":"1","username":"jo"}]']);
  });

  it.each([Infinity, 7])("in phpMyAdmin's list of tables, in chunks of %d", async (size) => {
    const feed = [
      { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for PHPMyAdmin' },
      { type: 'database', name: 'moor' },
      ...Object.entries(tables).map(([name, data]) => ({ type: 'table', name, database: 'moor', data })),
    ];
    expect(await listingsOf(feed, [], size)).toEqual(listed);
  });

  it('in tables with ids of their own, behind the vehicles', async () => {
    const feed = {
      vehicles: [
        { id: 1, makeId: 2, modelId: 3, fuelTypeId: 1, image: picture('main'), url: '/stock/1' },
        { id: 2, makeId: 1, modelId: 2, fuelTypeId: 1, image: null, url: '/stock/2' },
      ],
      vehicle_makes: [
        { id: 1, title: 'Kia' },
        { id: 2, title: 'Ford' },
      ],
      vehicle_models: [
        { id: 2, makeId: 1, title: 'Picanto' },
        { id: 3, makeId: 2, title: 'Focus' },
      ],
      fuelTypes: [
        { id: 1, title: 'Petrol' },
        { id: 2, title: 'Diesel' },
      ],
      vehicle_photos: [
        { id: 1, vehicleId: 1, src: picture('d') },
        { id: 2, vehicleId: 2, src: picture('e') },
      ],
    };
    expect(await listingsOf(feed)).toEqual([
      { id: '1', make: 'Ford', model: 'Focus', fuelType: 'Petrol', images: [picture('main'), picture('d')] },
      { id: '2', make: 'Kia', model: 'Picanto', fuelType: 'Petrol', images: [picture('e')] },
    ]);
  });

  it('by numbers of the stock, but not pictures of another number', async () => {
    const feed = {
      stock: [
        { id: 7, stock_no: 'S1', make: 'Kia', model: 'Rio', url: '/stock/1' },
        { id: 1, stock_no: 'S7', make: 'Kia', model: 'Ceed', url: '/stock/7' },
      ],
      gallery: [
        { stock_no: 'S1', url: picture('f') },
        { stock_no: '1', url: picture('g') },
      ],
    };
    expect(await listingsOf(feed)).toMatchObject([
      { model: 'Rio', images: [picture('f')] },
      { model: 'Ceed', images: [] },
    ]);
  });
});
