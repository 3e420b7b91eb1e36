// What the cluster remembers of each index of listings: which state of the stock it shows. A document for each index,
// written last and with a rising version: so what was applied is known exactly, and whoever reads it knows what is there.
import { ClusterFault, type Cluster } from './cluster.ts';
import { keptIndexBody } from './cluster-mapping.ts';
import { stateIndex } from './cluster-names.ts';

export interface PublishedState {
  /** Of the stock: sequences of different stocks can't be compared. */
  readonly identity: string;
  readonly sequence: number;
  /** Of the tables that placed the listings. */
  readonly gazetteerVersion: string;
  /** Live listings. */
  readonly listings: number;
  /** What else is to be known of this state, as JSON data. */
  readonly extras: unknown;
}

/** An index and the state that it shows. */
export interface PublishedIndex {
  readonly index: string;
  readonly state: PublishedState;
}

/** The index that the alias stands for; undefined: nothing was ever published. Throws a ClusterFault. */
export async function findPublished(cluster: Cluster): Promise<PublishedIndex | undefined> {
  const index = await findAliased(cluster);
  if (index === undefined) return undefined;
  const state = await findState(cluster, index);
  return state === undefined ? undefined : { index, state };
}

export async function findAliased(cluster: Cluster): Promise<string | undefined> {
  const aliases = await cluster.find<Record<string, unknown>>({
    method: 'GET',
    path: `/_alias/${encodeURIComponent(cluster.prefix)}`,
  });
  return aliases === undefined ? undefined : Object.keys(aliases)[0];
}

async function findState(cluster: Cluster, index: string): Promise<PublishedState | undefined> {
  const found = await cluster.find<{ readonly _source?: PublishedState }>({
    method: 'GET',
    path: statePath(cluster, index),
  });
  return found?._source;
}

/** Says that an index shows a state. One that was said before is said again in vain. */
export async function publishState(cluster: Cluster, { index, state }: PublishedIndex): Promise<void> {
  try {
    await cluster.ask({
      method: 'PUT',
      path: statePath(cluster, index),
      query: { version: state.sequence, version_type: 'external_gte' },
      body: state,
    });
  } catch (error) {
    if (!(error instanceof ClusterFault) || error.status !== 409) throw error;
    throw new Error(`the index ${index} shows a later state than ${state.sequence} already`, {
      cause: error,
    });
  }
}

/** Makes the index that holds the states, where it is missing. */
export async function ensureStateIndex(cluster: Cluster, replicas: number): Promise<void> {
  try {
    await cluster.ask({
      method: 'PUT',
      path: `/${stateIndex(cluster.prefix)}`,
      body: keptIndexBody({ shards: 1, replicas }),
    });
  } catch (error) {
    if (error instanceof ClusterFault && error.message.includes('resource_already_exists_exception')) return;
    throw error;
  }
}

function statePath(cluster: Cluster, index: string): string {
  return `/${stateIndex(cluster.prefix)}/_doc/${encodeURIComponent(index)}`;
}
