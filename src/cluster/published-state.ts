// What the cluster remembers of each index of listings: which state of the stock it shows. A document for each index,
// written last and with a rising version: so what was applied is known exactly, and whoever reads it knows what is there.
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { keptIndexBody } from './cluster-mapping.ts';
import { stateIndex } from './index-names.ts';

export interface PublishedState {
  /** Of the stock: sequences of different stocks can't be compared. */
  readonly identity: string;
  readonly sequence: number;
  /** Of the tables that placed the listings. */
  readonly gazetteerVersion: string;
  /** Live listings. */
  readonly listings: number;
  /** What else is to be known of this state, as JSON data. */
  readonly metadata: unknown;
}

/** An index and the state that it shows. */
export interface PublishedIndex {
  readonly index: string;
  readonly state: PublishedState;
}

/** The index that the alias stands for; undefined: nothing was ever published. Throws a ClusterError. */
export async function findPublished(client: ClusterClient): Promise<PublishedIndex | undefined> {
  const index = await findAliased(client);
  if (index === undefined) return undefined;
  const state = await findState(client, index);
  return state === undefined ? undefined : { index, state };
}

export async function findAliased(client: ClusterClient): Promise<string | undefined> {
  const aliases = await client.requestOptional<Record<string, unknown>>({
    method: 'GET',
    path: `/_alias/${encodeURIComponent(client.prefix)}`,
  });
  return aliases === undefined ? undefined : Object.keys(aliases)[0];
}

async function findState(client: ClusterClient, index: string): Promise<PublishedState | undefined> {
  const found = await client.requestOptional<{ readonly _source?: PublishedState }>({
    method: 'GET',
    path: statePath(client, index),
  });
  return found?._source;
}

/** Says that an index shows a state. One that was said before is said again in vain. */
export async function publishState(client: ClusterClient, { index, state }: PublishedIndex): Promise<void> {
  try {
    await client.request({
      method: 'PUT',
      path: statePath(client, index),
      query: { version: state.sequence, version_type: 'external_gte' },
      body: state,
    });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.status !== 409) throw error;
    throw new Error(`the index ${index} shows a later state than ${state.sequence} already`, {
      cause: error,
    });
  }
}

/** Makes the index that holds the states, where it is missing. */
export async function ensureStateIndex(client: ClusterClient, replicas: number): Promise<void> {
  try {
    await client.request({
      method: 'PUT',
      path: `/${stateIndex(client.prefix)}`,
      body: keptIndexBody({ shards: 1, replicas }),
    });
  } catch (error) {
    if (error instanceof ClusterError && error.message.includes('resource_already_exists_exception')) return;
    throw error;
  }
}

function statePath(client: ClusterClient, index: string): string {
  return `/${stateIndex(client.prefix)}/_doc/${encodeURIComponent(index)}`;
}
