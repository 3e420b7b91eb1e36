// The responses that the README and docs/api-endpoints.md show are those of the demo stock.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toSummaryResponse } from '../src/api/summary-response.ts';
import { toMapResponse } from '../src/api/map-response.ts';
import { toSearchResponse } from '../src/api/vehicle.ts';
import { seedDemo } from '../src/demo/seed.ts';
import { MAP_PARAMETERS, mapViewOf } from '../src/stock/stock-map.ts';
import { openEmbeddedBackend, type SearchBackend } from '../src/search/search-backend.ts';

let folder = '';
let search: SearchBackend;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-demo-'));
  await seedDemo(folder, () => undefined);
  search = openEmbeddedBackend(folder, { threads: false });
  await search.catchUp();
});
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each curl command of a text with the JSON shown below it. */
function examplesIn(text: string): { readonly url: URL; readonly shown: object }[] {
  return Array.from(text.matchAll(/curl '(http:[^']+)'[^]*?```json\n([^]*?)```/g), ([, url, json]) => ({
    url: new URL(url),
    shown: JSON.parse(json) as object,
  }));
}

it('the README shows the response to its request', async () => {
  const examples = examplesIn(readFileSync(new URL('../README.md', import.meta.url), 'utf8'));
  expect(examples).toHaveLength(1);
  const [{ url, shown }] = examples;
  const { query } = search.service.parse([...url.searchParams]);
  expect(shown).toEqual(toSearchResponse(query, await search.service.search(query), url.origin));
  expect(search.service.index.size).toBe(20_000);
});

it('docs/api-endpoints.md shows the responses to its summaries', async () => {
  const page = readFileSync(new URL('../docs/api-endpoints.md', import.meta.url), 'utf8');
  const examples = examplesIn(page.split('## Summaries\n')[1].split('\n## ')[0]);
  expect(examples).toHaveLength(2);
  for (const { url, shown } of examples) {
    expect(url.pathname).toBe('/api/v1/vehicles/summary/');
    const { query } = search.service.parse([...url.searchParams]);
    const response = toSummaryResponse(await search.service.summarize(query), url.origin);
    // The docs omit members, but nothing within the members that they show.
    expect(JSON.parse(JSON.stringify(response))).toMatchObject(shown);
  }
});

it('docs/api-endpoints.md shows the response to its map', async () => {
  const page = readFileSync(new URL('../docs/api-endpoints.md', import.meta.url), 'utf8');
  const [{ url, shown }] = examplesIn(page.split('## Maps\n')[1].split('\n## ')[0]);
  expect(url.pathname).toBe('/api/v1/vehicles/map/');
  const { query, own } = search.service.parse([...url.searchParams], { own: MAP_PARAMETERS });
  expect(shown).toEqual(toMapResponse(await search.service.map(query, mapViewOf(own))));
});
