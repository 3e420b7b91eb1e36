// Creates new indices beside the one in use, swaps the alias to one in a single step, and removes obsolete ones.
import type { ClusterClient } from './cluster-client.ts';
import { keptIndexBody, listingsIndexBody, type Sharding } from './cluster-mapping.ts';
import { advertsIndex, mappingVersionOf, newListingsIndex, stateIndex } from './index-names.ts';
import { findAliased } from './published-state.ts';

/** Creating an index needs a new cluster state and room for the replicas. */
const TIMEOUT_MS = 60_000;

/** Creates an empty index of listings and its index of withdrawn adverts; returns the former's name. */
export async function createIndices(client: ClusterClient, sharding: Sharding): Promise<string> {
  const index = newListingsIndex(client.prefix);
  await create(client, index, listingsIndexBody(sharding));
  await create(client, advertsIndex(index), keptIndexBody({ ...sharding, shards: 1 }));
  return index;
}

/** Points the alias at `index`. Servers notice at their next poll. */
export async function swapAlias(
  client: ClusterClient,
  index: string,
  before: string | undefined,
): Promise<void> {
  const alias = client.prefix;
  await client.request({
    method: 'POST',
    path: '/_aliases',
    timeoutMs: TIMEOUT_MS,
    body: {
      actions: [
        ...(before === undefined ? [] : [{ remove: { index: before, alias } }]),
        { add: { index, alias } },
      ],
    },
  });
}

/** Removes indices of listings that are no longer in use, and unfinished ones. */
export async function removeOldIndices(client: ClusterClient, current: string | undefined): Promise<void> {
  const { prefix } = client;
  const all = await client.request<Readonly<Record<string, unknown>>>({
    method: 'GET',
    path: `/${encodeURIComponent(prefix)}-*/_alias`,
  });
  const old = Object.keys(all).filter(
    (name) => mappingVersionOf(prefix, name) !== undefined && name !== current,
  );
  // Another process may have pointed the alias at one of them since.
  const aliased = old.length === 0 ? undefined : await findAliased(client);
  for (const index of old.filter((name) => name !== aliased)) {
    await remove(client, `/${encodeURIComponent(index)}`);
    await remove(client, `/${encodeURIComponent(advertsIndex(index))}`);
    await remove(client, `/${stateIndex(prefix)}/_doc/${encodeURIComponent(index)}`);
  }
}

async function create(client: ClusterClient, index: string, body: object): Promise<void> {
  await client.request({ method: 'PUT', path: `/${encodeURIComponent(index)}`, body, timeoutMs: TIMEOUT_MS });
}

async function remove(client: ClusterClient, path: string): Promise<void> {
  await client.requestOptional({ method: 'DELETE', path, timeoutMs: TIMEOUT_MS });
}
