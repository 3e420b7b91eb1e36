// However long the texts of a feed are, a page of 20 listings has a bounded size.
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { writeSearchResponse } from '../../src/api/search-response.ts';
import { DataFolder } from '../support/data-folder.ts';

const folder = new DataFolder();
afterAll(() => folder.remove());

// Three bytes of UTF-8 each, the most that a UTF-16 code unit takes.
const WORD = '\u20ac'.repeat(200);

/** An address of 2,000 characters that takes the most room: in `url` each slash becomes three bytes. */
const longAddress = (start: string): string => start.padEnd(2000, '/');

const record = (number: number): string =>
  JSON.stringify({
    id: String(number).padStart(200, '0'),
    dealer: `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
    advert_url: longAddress(`https://a.example/${number}`),
    year: 2019,
    make: WORD,
    model: WORD,
    mileage: 999_998,
    fuel_type: WORD,
    transmission: WORD,
    engine_size: 9.8,
    price: 9_999_998.99,
    loc: WORD,
    thumbnail: longAddress('https://a.example/t'),
    images: Array.from({ length: 300 }, (_, picture) =>
      longAddress(`https://a.example/${number}-${picture}`),
    ),
    full_description: '\u20ac'.repeat(100_000),
  });

it('a page of listings that are as large as they may be is no larger than docs/api-http.md says', async () => {
  const lines = Array.from({ length: 20 }, (_, number) => record(number));
  const run = await folder.import(lines, { merge: false });
  expect(run.added).toBe(20);
  expect(run.valueIssues.map(({ field, reason, count }) => [field, reason, count])).toEqual([
    ['images', 'too_many', 4000],
    ['full_description', 'cut', 20],
  ]);
  const search = await folder.open();
  await search.catchUp();
  const query = { page: 1 };
  const page = writeSearchResponse(query, await search.service.search(query), 'https://cars.example');
  expect(JSON.parse(page.toString())).toMatchObject({ results: { total_vehicles: 20 } });
  expect(page.length).toBeGreaterThan(5_300_000);
  expect(page.length).toBeLessThan(5_500_000);
  const docs = readFileSync(new URL('../../docs/api-http.md', import.meta.url), 'utf8');
  expect(docs).toContain('no page is larger than 5.5 MB');
});
