// The state of a workload's folder as the real code reads it, part by part as strings, so that two states can be
// compared.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listTokens } from '../../src/auth/tokens-file.ts';
import { loadPostcodeTable } from '../../src/geo/postcode-table.ts';
import { rejectsPath, postcodeTablePath } from '../../src/store/paths.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { openStore } from '../../src/store/store.ts';
import { upgradeStock } from '../../src/store/upgrade/upgrade-stock.ts';

/** The configured feed. */
export const FEED = 'west';

/** Parts that change apart from each other. */
export interface State {
  readonly stock: string;
  readonly tokens: string;
  readonly postcodes: string;
  readonly rejects: string;
  readonly backup: string;
}

const SEARCHES: readonly (readonly [string, string][])[] = [
  [],
  [['price_max', '5000']],
  [['dealer', 'north.example']],
  [['q', 'heated']],
  [
    ['make', 'Ford'],
    ['sort', 'price_asc'],
  ],
];

/** Of `data` and `backup` in the folder. Throws what the real code throws. */
export async function stateOf(root: string): Promise<State> {
  const data = join(root, 'data');
  const backup = join(root, 'backup');
  const rejects = rejectsPath(data, FEED);
  return {
    stock: await stockOf(data, true),
    tokens: JSON.stringify(listTokens(data)),
    postcodes: postcodesOf(data),
    rejects: existsSync(rejects) ? readFileSync(rejects, 'utf8') : 'none',
    // Empty is as good as not there: a backup may be made into it.
    backup:
      existsSync(backup) && readdirSync(backup).length > 0
        ? `${await stockOf(backup, false)} ${JSON.stringify(listTokens(backup))} ${postcodesOf(backup)}`
        : 'none',
  };
}

function postcodesOf(folder: string): string {
  return loadPostcodeTable(postcodeTablePath(folder))?.version ?? 'none';
}

/** A stock that is not there is as good as an empty one. */
async function stockOf(folder: string, withIdentity: boolean): Promise<string> {
  // As every start does: the power may fail before or during an upgrade.
  await upgradeStock(folder);
  const store = openStore(folder, { mode: 'read' });
  try {
    if (store.sequence === 0 && store.feedStates().size === 0) return 'none';
    const listings = Array.from(store.listings(), (listing) => JSON.stringify(listing)).join('\n');
    const { sequence, storeId: identity, stateRevision: revision } = store;
    const rest = [
      Array.from(store.dealers()),
      Array.from(store.feedStates()),
      store.imports(100),
      store.duplicates,
    ];
    return [
      JSON.stringify({ sequence, revision, ...(withIdentity && { identity }), rest }),
      JSON.stringify(await answersOf(folder)),
      listings,
    ].join('\n');
  } finally {
    await store.close();
  }
}

async function answersOf(folder: string): Promise<unknown[]> {
  const search = openEmbeddedBackend(folder, { threads: false });
  try {
    await search.catchUp();
    const responses = [];
    for (const pairs of SEARCHES) {
      const { total, hits } = await search.service.search(search.service.parse(pairs).query);
      responses.push([total, hits.map(({ id }) => id)]);
    }
    return responses;
  } finally {
    await search.close();
  }
}
