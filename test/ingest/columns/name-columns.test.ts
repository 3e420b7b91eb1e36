// The name of a vehicle whose columns do not have make and model apart, and what else its name says.
import { describe, expect, it } from 'vitest';
import type { FeedListing } from '../../../src/ingest/run/record-result.ts';
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
    [{ Car: 'Merc C220 AMG Line' }, 'Mercedes-Benz', 'C-Class C220 AMG Line'],
    [{ title: '2019 (69) Skoda Fabia 1.0 TSI SE | FSH | ULEZ' }, 'Skoda', 'Fabia 1.0 TSI SE'],
    [{ title: 'Skoda Fabia 1.0 TSI SE', variant: '1.0 TSI SE 5dr' }, 'Skoda', 'Fabia 1.0 TSI SE 5dr'],
    [{ Vehicle: 'Ariel Zebra 2' }, 'Ariel', 'Zebra 2'],
    [{ Vehicle: 'Fiesta Zetec', make: 'Ford' }, 'Ford', 'Fiesta Zetec'],
    [{ make: 'Ford', model: 'Puma', title: 'Kia Rio for sale' }, 'Ford', 'Puma'],
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
