// The answer that the README shows is the answer that a newcomer gets.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toSearchResponse } from '../src/api/vehicle.ts';
import { seedDemo } from '../src/demo/seed.ts';
import { openEmbeddedBackend } from '../src/search/search-backend.ts';

it('is in the README as it is', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const address = /curl '(http:[^']+)'/.exec(readme)?.[1] ?? '';
  const shown = /<!-- answer -->\n```json\n([\s\S]*?)```\n<!-- end -->/.exec(readme)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-demo-'));
  try {
    await seedDemo(folder, () => undefined);
    const search = openEmbeddedBackend(folder, { threads: false });
    await search.catchUp();
    const { query } = search.service.parse([...new URL(address).searchParams]);
    const response = toSearchResponse(query, await search.service.search(query), new URL(address).origin);
    expect(JSON.parse(shown)).toEqual(response);
    expect(search.service.size).toBe(20_000);
    await search.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
