// New indices beside the one that is searched, the step in which one takes its place, and the removal of what nobody
// searches any more.
import type { ClusterClient } from './cluster-client.ts';
import { keptIndexBody, listingsIndexBody, type Sharding } from './cluster-mapping.ts';
import { advertsIndex, mappingVersionOf, newListingsIndex, stateIndex } from './index-names.ts';
import { findAliased } from './published-state.ts';

/** Making an index takes a cluster's agreement, and copies of its shards a place. */
const TIMEOUT_MS = 60_000;

/** Makes an index of listings and what belongs to it, all empty, and returns its name. */
export async function makeIndices(client: ClusterClient, sharding: Sharding): Promise<string> {
  const index = newListingsIndex(client.prefix);
  await make(client, index, listingsIndexBody(sharding));
  await make(client, advertsIndex(index), keptIndexBody({ ...sharding, shards: 1 }));
  return index;
}

/** Servers that follow the cluster see it with their next look. */
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

/** Removes indices of listings that are searched no more, and those that were begun and never finished. */
export async function removeOldIndices(client: ClusterClient, current: string | undefined): Promise<void> {
  const { prefix } = client;
  const all = await client.request<Readonly<Record<string, unknown>>>({
    method: 'GET',
    path: `/${encodeURIComponent(prefix)}-*/_alias`,
  });
  const old = Object.keys(all).filter(
    (name) => mappingVersionOf(prefix, name) !== undefined && name !== current,
  );
  // Somebody else may have put one of them in place since.
  const aliased = old.length === 0 ? undefined : await findAliased(client);
  for (const index of old.filter((name) => name !== aliased)) {
    await remove(client, `/${encodeURIComponent(index)}`);
    await remove(client, `/${encodeURIComponent(advertsIndex(index))}`);
    await remove(client, `/${stateIndex(prefix)}/_doc/${encodeURIComponent(index)}`);
  }
}

async function make(client: ClusterClient, index: string, body: object): Promise<void> {
  await client.request({ method: 'PUT', path: `/${encodeURIComponent(index)}`, body, timeoutMs: TIMEOUT_MS });
}

async function remove(client: ClusterClient, path: string): Promise<void> {
  await client.requestOptional({ method: 'DELETE', path, timeoutMs: TIMEOUT_MS });
}
