// Random feeds of cars alike enough to be compared: most are Fiestas of a few years at about one price.
import fc from 'fast-check';

const anyRecord = fc.record({
  id: fc.integer({ min: 1, max: 200 }),
  dealer: fc.integer({ min: 1, max: 9 }).map((number) => `dealer-${number}.example`),
  make: fc.constantFrom('Ford', 'Ford', 'Ford', 'Vauxhall'),
  model: fc.constantFrom('Fiesta', 'Fiesta 1.0 Zetec', 'FIESTA', 'Focus', 'Corsa'),
  year: fc.constantFrom(2016, 2017, 2018, 2018, 2019, 2009, null),
  price: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 5900, max: 6100 }) },
    fc.constantFrom(5200, 6900, 900, null),
  ),
  mileage: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 50, max: 60_000 }) }, fc.constant(null)),
  fuel_type: fc.constantFrom('Petrol', 'Petrol', 'Petrol', 'Diesel', 'Hydrogen'),
  transmission: fc.constantFrom('Manual', 'Manual', 'Manual', 'Automatic'),
  engine_size: fc.constantFrom(1, 1, 1.2, null),
  full_description: fc.constantFrom(
    'Titanium, 55.4 mpg',
    'Zetec. Cat N, 60 mpg',
    'Zetec',
    '50.4 mpg combined',
  ),
  arrived_at: fc.constantFrom('2026-02-20T23:59:59Z', '2026-03-05T00:00:00Z'),
});

function lineOf({ id, dealer, ...rest }: { id: number; dealer: string }): string {
  const advert_url = `https://${dealer}/used/${id}`;
  return JSON.stringify({ id: String(id), dealer, advert_url, postcode: 'LS1 4AP', ...rest });
}

/** Lines of one import. */
export const anyComparables = fc.array(anyRecord.map(lineOf), { minLength: 100, maxLength: 250 });
