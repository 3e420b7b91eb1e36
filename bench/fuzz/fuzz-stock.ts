// The fuzzed stock: the demo's, and listings of hostile dealers. They are really imported, so rejected records are
// missing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/demo/random.ts';
import { demoStock } from '../../src/demo/generate.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { openStore } from '../../src/store/store.ts';
import { feedRecord } from '../corpus/feed-file.ts';
import { HOSTILE_TEXTS, hostileText } from './hostile-text.ts';

const HOSTILE_LISTINGS = 500;

/** Imports it into `folder`; the addresses of all adverts that are then listed. */
export async function importFuzzStock(folder: string, listings: number, seed: number): Promise<string[]> {
  const feed = join(folder, 'stock.ndjson');
  writeFileSync(feed, `${[...records(listings, seed)].join('\n')}\n`);
  const data = join(folder, 'data');
  await importFeeds(data, [{ name: 'stock.ndjson', source: feed }], { merge: false });
  const store = openStore(data, { mode: 'read' });
  try {
    return Array.from(store.listings(), ({ advertUrl }) => advertUrl);
  } finally {
    await store.close();
  }
}

function* records(listings: number, seed: number): Generator<string> {
  for (const listing of demoStock({ count: listings, seed: 1 })) yield feedRecord(listing);
  const random = new Random(seed);
  for (let number = 0; number < HOSTILE_LISTINGS; number += 1) {
    const text = HOSTILE_TEXTS[number % HOSTILE_TEXTS.length] ?? '';
    const any = (): string => (random.chance(0.5) ? text : hostileText(random));
    yield JSON.stringify({
      id: `${number}${random.chance(0.5) ? any() : ''}`,
      dealer: 'hostile-cars.example',
      advert_url: `https://hostile-cars.example/${number}?${any()}`,
      year: any(),
      make: random.chance(0.5) ? 'Ford' : any(),
      model: any(),
      price: random.chance(0.8) ? random.whole(1, 50_000) : any(),
      mileage: any(),
      fuel_type: any(),
      transmission: any(),
      engine_size: any(),
      loc: any(),
      postcode: random.chance(0.5) ? 'SW1A 1AA' : any(),
      thumbnail: random.chance(0.5) ? `https://hostile-cars.example/${any()}` : any(),
      images: [any(), `https://hostile-cars.example/${any()}`],
      full_description: `${text} ${any()} ${any()}`,
    });
  }
}
