// The store in one process.
import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../../src/listing/listing.ts';
import { aListing } from '../support/listings.ts';
import type { ChangeListener } from '../../src/store/transaction.ts';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { changedKeysSince, changesSince, getListings } from './changes.ts';

const KEY = 'north.example/A1';

test('a listing is read as it was written, also after reopening the store', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing()));
  const expected = {
    ...NOTHING_KNOWN,
    id: 'A1',
    dealer: 'north.example',
    advertUrl: 'https://north.example/used/a1',
    year: 2019,
    make: 'Volkswagen',
    model: 'Golf',
    mileageMiles: 31250,
    fuelType: 'Hybrid',
    transmission: 'Automatic',
    engineLitres: 1.4,
    priceGbp: 17995.5,
    loc: 'Leeds',
    postcode: 'LS1 4AP',
    point: { lat: 53.7965, lng: -1.5478 },
    thumbnail: 'https://img.north.example/a1.jpg',
    images: ['https://img.north.example/a1.jpg', 'https://img.north.example/a1-back.jpg'],
    fullDescription: 'One owner, “as new”.\nHeated seats.',
    arrivedAt: 1_700_000_000_000,
    sourceTerms: 'VW Plug-in Hybrid DSG',
  };
  expect(getListings(writer, [KEY])[0]).toEqual(expected);
  await writer.close();
  expect(getListings(openReader(folder), [KEY])[0]).toEqual(expected);
});

test('unknown values stay unknown', async () => {
  const writer = openWriter(temporaryFolder());
  const bare = {
    ...NOTHING_KNOWN,
    id: 'B/2 ü',
    dealer: 'south.example',
    advertUrl: 'https://south.example/2',
    arrivedAt: 5,
  };
  await writer.write((transaction) => transaction.upsert(bare));
  expect(getListings(writer, ['south.example/B/2 ü'])[0]).toEqual(bare);
});

test('an upsert returns its outcome', async () => {
  const writer = openWriter(temporaryFolder());
  const first = await writer.write((transaction) => [
    transaction.upsert(aListing()),
    transaction.upsert(aListing({ priceGbp: 1 })),
  ]);
  expect(first).toEqual(['added', 'duplicate']);
  expect(getListings(writer, [KEY])[0]?.priceGbp).toBe(17995.5);
  const second = await writer.write((transaction) => [
    transaction.upsert(aListing()),
    transaction.upsert(aListing({ id: 'A2' })),
  ]);
  expect(second).toEqual(['unchanged', 'added']);
  const third = await writer.write((transaction) => transaction.upsert(aListing({ priceGbp: 1 })));
  expect(third).toBe('changed');
  expect(getListings(writer, [KEY])[0]?.priceGbp).toBe(1);
});

test('a listing keeps its arrival when a later import has none', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.upsert(aListing({ arrivedAt: 1000 })));
  expect(await writer.write((transaction) => transaction.upsert(aListing({ arrivedAt: null })))).toBe(
    'unchanged',
  );
  expect(
    await writer.write((transaction) => transaction.upsert(aListing({ arrivedAt: null, year: 2020 }))),
  ).toBe('changed');
  expect(getListings(writer, [KEY])[0]).toMatchObject({ arrivedAt: 1000, year: 2020 });
  expect(
    await writer.write((transaction) => transaction.upsert(aListing({ arrivedAt: 2000, year: 2020 }))),
  ).toBe('changed');
  expect(getListings(writer, [KEY])[0]?.arrivedAt).toBe(2000);
});

test('a new listing without an arrival gets the transaction’s time', async () => {
  const writer = openWriter(temporaryFolder());
  const earliest = Date.now();
  const startedAt = await writer.write((transaction) => {
    transaction.upsert(aListing({ arrivedAt: null }));
    return transaction.startedAt;
  });
  expect(startedAt).toBeGreaterThanOrEqual(earliest);
  expect(startedAt).toBeLessThanOrEqual(Date.now());
  expect(getListings(writer, [KEY])[0]?.arrivedAt).toBe(startedAt);
});

test('listings are read by many keys at once, and iterated in key order', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    for (const id of ['3', '1', '2']) transaction.upsert(aListing({ id }));
    transaction.upsert(aListing({ id: '9', dealer: 'east.example' }));
  });
  const found = getListings(writer, ['north.example/2', 'north.example/4', 'east.example/9']);
  expect(found.map((listing) => listing?.id)).toEqual(['2', undefined, '9']);
  expect(Array.from(writer.listings(), ({ dealer, id }) => `${dealer}/${id}`)).toEqual([
    'east.example/9',
    'north.example/1',
    'north.example/2',
    'north.example/3',
  ]);
});

test('a dealer’s unsent listings are withdrawn, and no other dealer’s', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    for (const id of ['1', '2', '3']) transaction.upsert(aListing({ id }));
    // Neighbours in key order: `.` and `-` sort before `/`, `0` after it.
    for (const dealer of ['north.example.example', 'north.example-x', 'north.example0']) {
      transaction.upsert(aListing({ dealer, id: '1' }));
    }
  });
  const [missing, withdrawn] = await writer.write((transaction) => {
    transaction.upsert(aListing({ id: '2' }));
    return [transaction.shrinkage(), transaction.withdrawMissing()];
  });
  expect(missing).toEqual([
    { dealer: 'north.example', before: 3, most: 3, missing: 2, remaining: 1, changes: [[null, 1]] },
  ]);
  expect(withdrawn).toBe(2);
  expect(writer.dealers()).toEqual(
    new Map([
      ['north.example', 1],
      ['north.example-x', 1],
      ['north.example.example', 1],
      ['north.example0', 1],
    ]),
  );
});

test('any number of missing listings can be withdrawn', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    for (let number = 0; number < 2500; number += 1) transaction.upsert(aListing({ id: `${number}` }));
  });
  const withdrawn = await writer.write((transaction) => {
    transaction.upsert(aListing({ id: '1700' }));
    return transaction.withdrawMissing();
  });
  expect(withdrawn).toBe(2499);
  expect(Array.from(writer.listings(), ({ id }) => id)).toEqual(['1700']);
  expect(writer.dealers()).toEqual(new Map([['north.example', 1]]));
});

test('a single listing can be withdrawn', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.upsert(aListing()));
  expect(await writer.write((transaction) => [transaction.withdraw(KEY), transaction.withdraw(KEY)])).toEqual(
    [true, false],
  );
  expect(getListings(writer, [KEY])[0]).toBeUndefined();
  expect(writer.dealers()).toEqual(new Map());
});

test('a listener hears of each change as it is made', async () => {
  const heard: string[] = [];
  const listener: ChangeListener = {
    added: ({ dealer, id, arrivedAt }) => heard.push(`added ${dealer}/${id} at ${arrivedAt}`),
    changed: (earlier, { priceGbp }) => heard.push(`changed from ${earlier.priceGbp} to ${priceGbp}`),
    withdrawn: (key) => heard.push(`withdrawn ${key}`),
  };
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    transaction.onChange(listener);
    transaction.upsert(aListing());
    const now = transaction.startedAt;
    transaction.upsert({
      ...aListing({ id: 'A2', advertUrl: 'https://north.example/used/a2' }),
      arrivedAt: null,
    });
    transaction.withdraw('north.example/A2');
    transaction.withdraw('north.example/A3');
    expect(heard.splice(0)).toEqual([
      'added north.example/A1 at 1700000000000',
      `added north.example/A2 at ${now}`,
      'withdrawn north.example/A2',
    ]);
  });
  await writer.write((transaction) => {
    transaction.onChange(listener);
    transaction.upsert(aListing({ priceGbp: 16995 }));
    transaction.upsert(aListing({ id: 'A4', advertUrl: 'https://north.example/used/a4' }));
    transaction.markDealersSent(['north.example']);
    expect(heard.splice(0)).toEqual([
      'changed from 17995.5 to 16995',
      'added north.example/A4 at 1700000000000',
    ]);
  });
  await writer.write((transaction) => {
    transaction.onChange(listener);
    transaction.upsert(aListing({ priceGbp: 16995 }));
    transaction.withdrawMissing();
    expect(heard).toEqual(['withdrawn north.example/A4']);
  });
});

test('an advert is listed while any listing has its URL, then withdrawn', async () => {
  const writer = openWriter(temporaryFolder());
  const address = `https://north.example/${'long/'.repeat(1500)}`;
  expect(writer.findAdvert(address)).toEqual({ state: 'unknown' });
  await writer.write((transaction) => {
    transaction.upsert(aListing({ id: '1', advertUrl: address }));
    transaction.upsert(aListing({ id: '2', dealer: 'south.example', advertUrl: address, model: 'Polo' }));
  });
  expect(writer.findAdvert(address)).toEqual({ state: 'listed' });
  expect(writer.findAdvert(`${address}#`)).toEqual({ state: 'unknown' });
  await writer.write((transaction) => transaction.withdraw('north.example/1'));
  expect(writer.findAdvert(address)).toEqual({ state: 'listed' });
  await writer.write((transaction) => transaction.withdraw('south.example/2'));
  expect(writer.findAdvert(address)).toEqual({
    state: 'withdrawn',
    was: { make: 'Volkswagen', model: 'Polo' },
  });
  await writer.write((transaction) => transaction.upsert(aListing({ id: '3', advertUrl: address })));
  expect(writer.findAdvert(address)).toEqual({ state: 'listed' });
});

test('a listing with a changed URL leaves a withdrawn advert', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.upsert(aListing({ make: null })));
  await writer.write((transaction) =>
    transaction.upsert(aListing({ advertUrl: 'https://north.example/used/a1-new' })),
  );
  expect(writer.findAdvert('https://north.example/used/a1')).toEqual({
    state: 'withdrawn',
    was: { make: null, model: 'Golf' },
  });
  expect(writer.findAdvert('https://north.example/used/a1-new')).toEqual({ state: 'listed' });
});

test('reports are returned newest first, and the last hundred are stored', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    for (let number = 1; number <= 102; number += 1) transaction.saveReport({ number });
  });
  expect(writer.imports(2)).toEqual([{ number: 102 }, { number: 101 }]);
  expect(writer.imports(1000)).toHaveLength(100);
  expect(writer.sequence).toBe(0);
});

test('a transaction that throws is rolled back', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing()));
  const failing = writer.write(async (transaction) => {
    transaction.upsert(aListing({ priceGbp: 1 }));
    transaction.upsert(aListing({ id: '2', advertUrl: 'https://north.example/2' }));
    transaction.saveReport('lost');
    await new Promise(setImmediate);
    transaction.upsert(aListing({ id: '3', dealer: 'south.example' }));
    throw new Error('the feed broke off');
  });
  await expect(failing).rejects.toThrow('the feed broke off');
  for (const store of [writer, openReader(folder)]) {
    expect(store.sequence).toBe(1);
    expect(Array.from(store.listings(), ({ priceGbp }) => priceGbp)).toEqual([17995.5]);
    expect(store.dealers()).toEqual(new Map([['north.example', 1]]));
    expect(store.findAdvert('https://north.example/2')).toEqual({ state: 'unknown' });
    expect(store.imports(10)).toEqual([]);
  }
  expect(await writer.write((transaction) => transaction.upsert(aListing({ id: '2' })))).toBe('added');
});

test('an importer’s error is passed on unchanged, file system errors too', async () => {
  const writer = openWriter(temporaryFolder());
  const error = Object.assign(new Error('no such feed'), { code: 'ENOENT' });
  await expect(
    writer.write(() => {
      throw error;
    }),
  ).rejects.toBe(error);
});

test('readers see the previous state until the commit', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  const reader = openReader(folder);
  await writer.write(async (transaction) => {
    transaction.upsert(aListing());
    await new Promise(setImmediate);
    expect(getListings(reader, [KEY])[0]).toBeUndefined();
    expect(reader.sequence).toBe(0);
  });
  expect(getListings(reader, [KEY])[0]?.id).toBe('A1');
  expect(reader.sequence).toBe(1);
});

test('a finished transaction cannot be used, nor two at a time', async () => {
  const writer = openWriter(temporaryFolder());
  const escaped = await writer.write(async (transaction) => {
    await expect(writer.write(() => undefined)).rejects.toThrow('a transaction is still open');
    return transaction;
  });
  expect(() => escaped.upsert(aListing())).toThrow('the transaction is over');
});

test('an ambiguous key is rejected', async () => {
  const writer = openWriter(temporaryFolder());
  for (const variation of [
    { dealer: '' },
    { dealer: 'a/b.example' },
    { id: '' },
    { id: 'a\0b' },
    { id: '\ud800' },
    { id: 'x'.repeat(2000) },
  ]) {
    await expect(writer.write((transaction) => transaction.upsert(aListing(variation)))).rejects.toThrow(
      'no listing may have the key',
    );
  }
  expect(Array.from(writer.listings())).toEqual([]);
});

test('a folder without a store file is an empty store to readers, until it is created', async () => {
  const folder = temporaryFolder();
  const reader = openReader(`${folder}/data`);
  expect(reader.sequence).toBe(0);
  expect(reader.storeId).toBeUndefined();
  expect(getListings(reader, [KEY])[0]).toBeUndefined();
  expect(getListings(reader, [KEY])).toEqual([undefined]);
  expect(Array.from(reader.listings())).toEqual([]);
  expect(reader.dealers()).toEqual(new Map());
  expect(changedKeysSince(reader, 0)).toEqual({ sequence: 0, keys: new Set() });
  expect(changedKeysSince(reader, 1)).toBe('too_old');
  expect(changesSince(reader, 0)).toEqual({ sequence: 0, upserts: [], withdrawals: [] });
  expect(changesSince(reader, 1)).toBe('too_old');
  expect(reader.imports(5)).toEqual([]);
  expect(reader.findAdvert('https://north.example/used/a1')).toEqual({ state: 'unknown' });

  const writer = openWriter(`${folder}/data`);
  await writer.write((transaction) => transaction.upsert(aListing()));
  expect(reader.sequence).toBe(1);
  expect(reader.storeId).toMatch(/^[0-9a-f-]{36}$/);
  expect(reader.storeId).toBe(writer.storeId);
  expect(getListings(reader, [KEY])[0]?.id).toBe('A1');
});

test('an iteration started before an import reads the previous state to its end', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => {
    for (let number = 100; number < 200; number += 1) transaction.upsert(aListing({ id: `${number}` }));
  });
  const reader = openReader(folder);
  const walk = reader.listings()[Symbol.iterator]();
  expect(walk.next().value).toMatchObject({ id: '100', year: 2019 });
  await writer.write((transaction) => {
    for (let number = 150; number < 250; number += 1) {
      transaction.upsert(aListing({ id: `${number}`, year: 2020 }));
    }
    transaction.withdrawMissing();
  });
  await new Promise(setImmediate);
  const rest = Array.from({ [Symbol.iterator]: () => walk });
  expect(rest).toHaveLength(99);
  expect(new Set(rest.map(({ year }) => year))).toEqual(new Set([2019]));
  expect(Array.from(reader.listings(), ({ year }) => year)).toEqual(Array(100).fill(2020));
});

test('a snapshot does not change until it is released', async () => {
  const folder = temporaryFolder();
  const reader = openReader(folder);
  const before = reader.snapshot();
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.upsert(aListing({ year: 2019 })));
  const first = reader.snapshot();
  await writer.write((transaction) => transaction.upsert(aListing({ year: 2020 })));
  await new Promise(setImmediate);
  const second = reader.snapshot();
  expect([before, first, second].map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
  expect([before.storeId, first.storeId]).toEqual([undefined, writer.storeId]);
  expect(before.getListings([KEY])).toEqual([undefined]);
  expect(first.getListings([KEY])[0]?.year).toBe(2019);
  expect(second.getListings([KEY])[0]?.year).toBe(2020);
  first.release();
  first.release();
  expect(() => first.getListings([KEY])).toThrow('was released');
  expect(second.getListings([KEY])[0]?.year).toBe(2020);
  await reader.close();
  expect(() => second.getListings([KEY])).toThrow('the store closed');
});

test('a store that this process reads cannot be opened for writing', async () => {
  const folder = temporaryFolder();
  await openWriter(folder).close();
  const reader = openReader(folder);
  expect(reader.sequence).toBe(0);
  expect(() => openWriter(folder)).toThrow('is open for reading in this process');
  await reader.close();
  const writer = openWriter(folder);
  expect(openReader(folder).sequence).toBe(0);
  await writer.close();
  expect(openWriter(folder).sequence).toBe(0);
});

test('a closed store throws on every use, unfinished iterations included', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => {
    for (let number = 0; number < 50; number += 1) transaction.upsert(aListing({ id: `${number}` }));
  });
  const walk = writer.listings()[Symbol.iterator]();
  walk.next();
  await new Promise(setImmediate);
  await writer.close();
  await writer.close();
  expect(() => walk.next()).toThrow('the store closed');
  expect(() => writer.sequence).toThrow('is closed');
  await expect(writer.write(() => undefined)).rejects.toThrow('is closed');
});

test('closing waits for the open transaction', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  const written = writer.write(async (transaction) => {
    await new Promise(setImmediate);
    return transaction.upsert(aListing());
  });
  await writer.close();
  expect(await written).toBe('added');
  expect(getListings(openReader(folder), [KEY])[0]?.id).toBe('A1');
});
