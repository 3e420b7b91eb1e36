// A tool's context over a stock of its own.
import type { ToolContext } from '../../src/mcp/tool.ts';
import { DataFolder } from '../support/data-folder.ts';

const folders: DataFolder[] = [];

export async function contextOf(records: readonly object[]): Promise<ToolContext> {
  const folder = new DataFolder();
  folders.push(folder);
  await folder.import(
    records.map((record) => JSON.stringify(record)),
    { merge: false },
  );
  const search = await folder.open();
  await search.catchUp();
  return { service: search.service, baseUrl: 'https://cars.example' };
}

/** Must be called after each test. */
export async function removeStocks(): Promise<void> {
  for (const folder of folders.splice(0)) await folder.remove();
}

/** Usual listings of one model, with what `change` says of the one at each position. */
export function stockOf(change: (i: number) => object, size = 25): object[] {
  return Array.from({ length: size }, (_, i) => ({
    id: String(i),
    dealer: `valley-cars-${i % 9}.example`,
    advert_url: `https://valley-cars-${i % 9}.example/used/ford-fiesta-manchester-${4000 + i}`,
    make: 'Ford',
    model: 'Fiesta 1.0T EcoBoost ST-Line',
    year: 2018 + (i % 2),
    price: 9000 + 60 * (i % 12) - 10 * Math.floor(i / 12),
    mileage: 31_237 + 400 * i,
    fuel_type: 'Petrol',
    transmission: 'Manual',
    engine_size: 1.0,
    postcode: 'M1 1AA',
    loc: 'Manchester',
    ...change(i),
  }));
}
