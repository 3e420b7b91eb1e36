// The name of a vehicle whose columns do not have make and model apart, and what else its name says.
import { describe, expect, it } from 'vitest';
import type { FeedListing } from '../../../src/ingest/values/record-result.ts';
import { resultsOf } from '../collect.ts';

async function listingOf(members: object): Promise<FeedListing['listing']> {
  const feed = JSON.stringify({ id: '1', url: 'https://a.example/1', ...members });
  const [result] = await resultsOf(feed, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  return result.listing;
}

describe('make and model are read from one column:', () => {
  it.each<[object, string | null, string | null]>([
    [{ 'Make & Model': 'HONDA JAZZ 1.3 SE' }, 'Honda', 'Jazz 1.3 SE'],
    [{ make_model: 'Vw Up! Take Up' }, 'Volkswagen', 'Up Take Up'],
    [{ Vehicle: '2018 Land Rover Discovery Sport HSE' }, 'Land Rover', 'Discovery Sport HSE'],
    [{ Van: 'Ford Transit Custom 2.0 300 Limited' }, 'Ford', 'Transit Custom 2.0 300 Limited'],
    [{ Bike: 'Triumph Street Triple R' }, 'Triumph', 'Street Triple R'],
    [{ Car: 'Merc C220 AMG Line' }, 'Mercedes-Benz', 'C-Class C220 AMG Line'],
    [{ title: '2019 (69) Skoda Fabia 1.0 TSI SE | FSH | ULEZ' }, 'Skoda', 'Fabia 1.0 TSI SE'],
    [{ title: 'Skoda Fabia 1.0 TSI SE', variant: '1.0 TSI SE 5dr' }, 'Skoda', 'Fabia 1.0 TSI SE 5dr'],
    [{ Vehicle: 'Ariel Zebra 2' }, 'Ariel', 'Zebra 2'],
    [{ Vehicle: 'Fiesta Zetec', make: 'Ford' }, 'Ford', 'Fiesta Zetec'],
    [{ make: 'Ford', model: 'Puma', title: 'Kia Rio for sale' }, 'Ford', 'Puma'],
    [{ title: 'Kia Rio 1.25 Halo 2014' }, 'Kia', 'Rio 1.25 Halo'],
    [{ title: 'Kia Rio 1.25 Halo (2014)' }, 'Kia', 'Rio 1.25 Halo'],
    [{ title: 'Peugeot 2008' }, 'Peugeot', '2008'],
    [{ Description: 'FORD TRANSIT 2.0 TDCI' }, 'Ford', 'Transit 2.0 TDCi'],
    [{ title: 'Lovely first car' }, null, null],
    [{ Vehicle: 'Van' }, null, null],
  ])('%o', async (members, make, model) => {
    const listing = await listingOf(members);
    expect([listing.make, listing.model]).toEqual([make, model]);
  });

  it('and what it says besides can be searched', async () => {
    const listing = await listingOf({ Car: 'Zorg Blaster Titanium', title: 'Tidy example' });
    expect(listing.sourceTerms).toBe('Zorg Blaster Titanium Tidy example');
  });
});

describe('a model in a column of its own has the make of a title or a category that it fits:', () => {
  it.each<[object, string | null, string | null]>([
    [{ model: 'Rio', title: '2018 (18) Kia Rio 1.25 2 5dr' }, 'Kia', 'Rio 1.25 2 5dr'],
    [{ model: '3 Series', title: 'BMW 320d Touring' }, 'BMW', '3 Series 320d Touring'],
    [{ model: 'Zebra', title: 'Ariel Zebra 2' }, 'Ariel', 'Zebra'],
    [{ model: 'Octavia', title: 'Family estate', category: 'Stock > Skoda' }, 'Skoda', 'Octavia'],
    [{ model: 'Octavia', category: 'Skoda, Stock' }, 'Skoda', 'Octavia'],
    [{ model: 'Octavia', category: ['Stock', 'Skoda'] }, 'Skoda', 'Octavia'],
    [{ model: 'Octavia', category: 'Stock > Skoda, Stock, Stock > Estates' }, 'Skoda', 'Octavia'],
    [{ model: 'Octavia', category: 'Stock > Skoda, Stock > Kia' }, null, 'Octavia'],
    [{ model: 'Octavia', category: 'Stock > Kia' }, null, 'Octavia'],
    [{ model: 'Octavia', title: 'Kia Rio or similar' }, null, 'Octavia'],
    [{ model: 'Fiesta', title: 'Smart Fiesta' }, null, 'Fiesta'],
    [{ model: 'Zebra', category: 'Stock > Ariel' }, null, 'Zebra'],
    [{ make: 'Skoda', model: 'Octavia', title: 'Kia Octavia' }, 'Skoda', 'Octavia'],
  ])('%o', async (members, make, model) => {
    const listing = await listingOf(members);
    expect([listing.make, listing.model]).toEqual([make, model]);
  });
});

describe('a title names the variant of a model where no column does:', () => {
  it.each<[object, string]>([
    [{ make: 'Volkswagen', model: 'Golf', title: 'Volkswagen Golf 2.0 TSI GTI' }, 'Golf 2.0 TSI GTI'],
    [{ make: 'VW', model: 'GOLF', title: '2017 (67) VW Golf GTD 5dr, one owner' }, 'Golf GTD 5dr'],
    [{ make: 'BMW', model: '3 Series', title: 'BMW 320d M Sport' }, '3 Series 320d M Sport'],
    [{ make: 'BMW', model: '320d', title: 'BMW 3 Series 320d M Sport £9,995' }, '3 Series 320d M Sport'],
    [{ make: 'Mini', model: 'Hatch', Vehicle: 'MINI Hatch Cooper S - low miles' }, 'Hatch Cooper S'],
    [{ make: 'Volkswagen', model: 'Golf', variant: 'Match', title: 'VW Golf GTI styling' }, 'Golf Match'],
    [{ make: 'Volkswagen', model: 'Golf', title: 'Volkswagen Polo GTI' }, 'Golf'],
    [{ make: 'Volkswagen', model: 'Golf', title: 'A lovely GTI' }, 'Golf'],
    [{ make: 'Ford', model: 'Focus', title: 'Ford Focus' }, 'Focus'],
  ])('%o', async (members, model) => {
    expect((await listingOf(members)).model).toBe(model);
  });
});

it('a column that says more of the model than the first is the model', async () => {
  const members = { make: 'Audi', model: 'A3', modelDescription: 'A3 2.0 TDI Sport' };
  expect((await listingOf(members)).model).toBe('A3 2.0 TDI Sport');
  expect((await listingOf({ ...members, modelDescription: 'A35' })).model).toBe('A3');
});

describe('several columns of a variant', () => {
  it.each<[object, string]>([
    [{ variant: '2.0 TDI', trim: 'SE L' }, 'Superb 2.0 TDI SE L'],
    [{ variant: '2.0 TDI SE L 5dr', trim: 'SE L' }, 'Superb 2.0 TDI SE L 5dr'],
  ])('are all in the name: %o', async (members, model) => {
    expect((await listingOf({ make: 'Skoda', model: 'Superb', ...members })).model).toBe(model);
  });
});

describe('the engine size is read from the name where no column says it:', () => {
  it.each<[object, number | null]>([
    [{ make: 'Ford', model: 'Focus', variant: '1.5 EcoBlue Titanium 5dr' }, 1.5],
    [{ make: 'Jaguar', model: 'XF 3.0d V6 S' }, 3],
    [{ make: 'Ford', model: 'Focus', variant: '1.5 EcoBlue', engine_size: '1499cc' }, 1.5],
    [{ make: 'Peugeot', model: '3008 GT Line' }, null],
    [{ make: 'Tesla', model: 'Model 3 Long Range', fuel: 'Electric' }, null],
    [{ make: 'Kia', model: 'e-Niro', variant: '2 64kWh 7.2kW charger' }, null],
    [{ make: 'Volkswagen', model: 'ID.3 Pro', fuel: 'Electric', variant: '1.0 first' }, null],
    [{ make: 'Ford', model: 'Focus', variant: '1.0 or 1.5 Zetec' }, null],
  ])('%o', async (members, litres) => {
    expect((await listingOf(members)).engineLitres).toBe(litres);
  });
});

describe('a specification', () => {
  it('is the variant if it is short and there is none', async () => {
    expect((await listingOf({ make: 'Kia', model: 'RIO', specification: '1.25 2 5dr' })).model).toBe(
      'Rio 1.25 2 5dr',
    );
  });

  it('is a text about the vehicle if it is long, a list, or beside a variant', async () => {
    const list = await listingOf({ make: 'Kia', model: 'Rio', specification: 'Alloys, Bluetooth' });
    expect([list.model, list.fullDescription]).toEqual(['Rio', 'Alloys, Bluetooth']);
    const beside = await listingOf({ make: 'Kia', model: 'Rio', variant: '2', specification: 'Bluetooth' });
    expect([beside.model, beside.fullDescription]).toEqual(['Rio 2', 'Bluetooth']);
  });
});
