// Small feeds for the tests of commands.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Three listings of two dealers: an old diesel, a new petrol, and one with few values. */
export const THREE = ndjson(
  {
    id: 'N1',
    dealer: 'north.example',
    advert_url: 'https://north.example/n1',
    year: 2012,
    make: 'Jaguar',
    model: 'XF',
    mileage: 88000,
    fuel_type: 'Diesel',
    transmission: 'Semi-Auto',
    engine_size: '2993 cc',
    price: 8995.5,
    loc: 'Aberdeen',
    latitude: 57.149606,
    longitude: -2.096916,
    full_description: 'Heated seats, panoramic roof.',
    arrived_at: '2025-03-01',
  },
  {
    id: 'N2',
    dealer: 'north.example',
    advert_url: 'https://north.example/n2',
    year: 2019,
    make: 'VW',
    model: 'Golf',
    mileage: 21500,
    fuel_type: 'Petrol',
    transmission: 'Manual',
    engine_size: 1.4,
    price: 12450,
    loc: 'London',
    postcode: 'SW1A 1AA',
    full_description: 'One owner.',
    arrived_at: '2025-03-02',
  },
  {
    id: 'S1',
    dealer: 'south.example',
    advert_url: 'https://south.example/s1',
    make: 'Ford',
    arrived_at: '2025-03-03',
  },
);

/** One record per line. */
export function ndjson(...records: readonly Readonly<Record<string, unknown>>[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A record with only the required values. */
export function plainRecord(id: string, dealer = 'north.example'): Record<string, unknown> {
  return { id, dealer, advert_url: `https://${dealer}/${id.toLowerCase()}` };
}

/** The path of a new file in the folder. */
export function fileIn(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
