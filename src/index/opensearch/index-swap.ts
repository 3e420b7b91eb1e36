// New indices beside the one that is searched, the step in which one takes its place, and the removal of what nobody
// searches any more.
import type { Cluster } from './cluster.ts';
import { keptIndexBody, listingsIndexBody, type Sharding } from './cluster-mapping.ts';
import { advertsIndex, mappingVersionOf, newListingsIndex, stateIndex } from './cluster-names.ts';
import { findAliased } from './published-state.ts';

/** Making an index takes a cluster's agreement, and copies of its shards a place. */
const TIMEOUT_MS = 60_000;

/** Makes an index of listings and what belongs to it, all empty, and returns its name. */
export async function makeIndices(cluster: Cluster, sharding: Sharding): Promise<string> {
  const index = newListingsIndex(cluster.prefix);
  await make(cluster, index, listingsIndexBody(sharding));
  await make(cluster, advertsIndex(index), keptIndexBody({ ...sharding, shards: 1 }));
  return index;
}

/** Servers that follow the cluster see it with their next look. */
export async function pointAliasTo(
  cluster: Cluster,
  index: string,
  before: string | undefined,
): Promise<void> {
  const alias = cluster.prefix;
  await cluster.ask({
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
export async function removeOldIndices(cluster: Cluster, kept: string | undefined): Promise<void> {
  const { prefix } = cluster;
  const all = await cluster.ask<Readonly<Record<string, unknown>>>({
    method: 'GET',
    path: `/${encodeURIComponent(prefix)}-*/_alias`,
  });
  const old = Object.keys(all).filter(
    (name) => mappingVersionOf(prefix, name) !== undefined && name !== kept,
  );
  // Somebody else may have put one of them in place since.
  const aliased = old.length === 0 ? undefined : await findAliased(cluster);
  for (const index of old.filter((name) => name !== aliased)) {
    await remove(cluster, `/${encodeURIComponent(index)}`);
    await remove(cluster, `/${encodeURIComponent(advertsIndex(index))}`);
    await remove(cluster, `/${stateIndex(prefix)}/_doc/${encodeURIComponent(index)}`);
  }
}

async function make(cluster: Cluster, index: string, body: object): Promise<void> {
  await cluster.ask({ method: 'PUT', path: `/${encodeURIComponent(index)}`, body, timeoutMs: TIMEOUT_MS });
}

async function remove(cluster: Cluster, path: string): Promise<void> {
  await cluster.find({ method: 'DELETE', path, timeoutMs: TIMEOUT_MS });
}
