// `npm run memory`: its requests, and what docs/deployment.md promises.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { corpusSource } from '../../bench/corpus/stock-source.ts';
import { OWN, promisedMb, RESIDENT } from '../../bench/memory/promise.ts';
import { variedRequests } from '../../bench/memory/varied-requests.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

it('sends requests of all kinds, hardly two alike, and the same each time', async () => {
  const { sample } = await corpusSource('small', 2000, 1).prepare(temporaryFolder());
  const requests = [...variedRequests(sample, 4000)];
  const paths = new Map<string, number>();
  for (const { target } of requests) {
    const [path] = target.split('?');
    paths.set(path, (paths.get(path) ?? 0) + 1);
  }
  expect(Object.fromEntries(paths)).toEqual({
    '/': 250,
    '/api/v1/interpret/': 256,
    '/api/v1/vehicles/': 1500,
    '/api/v1/vehicles/lookup/': 244,
    '/api/v1/vehicles/map/': 500,
    '/api/v1/vehicles/summary/': 500,
    '/mcp': 500,
    '/page/state': 250,
  });
  const different = new Set(requests.map(({ target, body = '' }) => target + body));
  expect(different.size).toBeGreaterThan(3000);
  expect([...variedRequests(sample, 4000)]).toEqual(requests);
});

it('promises what docs/deployment.md does', () => {
  const page = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8').replaceAll(
    /\s+/g,
    ' ',
  );
  expect([OWN, RESIDENT]).toEqual([
    { fixedMb: 620, bytesPerListing: 700 },
    { fixedMb: 650, bytesPerListing: 1500 },
  ]);
  expect(page).toContain('620 MB per server process and 700 bytes per listing');
  expect(page).toContain('650 MB and 1,500 bytes per listing');
  expect(promisedMb(OWN, 2 ** 20)).toBe(1320);
});
