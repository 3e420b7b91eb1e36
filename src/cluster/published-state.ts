// The cluster's record of the state that each index of listings shows. Each index has a document, written last and with ascending
// versions, so readers know exactly what an index contains.
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { keptIndexBody } from './cluster-mapping.ts';
import { stateIndex } from './index-names.ts';
import type { PastSize } from '../store/past-listings.ts';

export interface PublishedState {
  /** The stock's identity: sequences of different stocks cannot be compared. */
  readonly identity: string;
  readonly sequence: number;
  /** Time of its last change in milliseconds since 1970; 0 if unknown. */
  readonly changedAt: number;
  /** Version of the postcode tables that located the listings. */
  readonly gazetteerVersion: string;
  /** Number of live listings. */
  readonly listings: number;
  /** The first sequence whose state is known. */
  readonly floor: number;
  /** Number of past listings that ended after the floor. */
  readonly past: number;
  /** Size of the publisher's log of changes. */
  readonly log: PastSize;
  /** Other JSON data about this state. */
  readonly metadata: unknown;
}

/** An index with the state that it shows. */
export interface PublishedIndex {
  readonly index: string;
  readonly state: PublishedState;
}

/** The index behind the alias; undefined if nothing has been published. Throws a ClusterError. */
export async function findPublished(client: ClusterClient): Promise<PublishedIndex | undefined> {
  const index = await findAliased(client);
  if (index === undefined) return undefined;
  const found = await client.requestOptional<{ readonly _source?: PublishedState }>({
    method: 'GET',
    path: statePath(client, index),
  });
  return found?._source && { index, state: found._source };
}

export async function findAliased(client: ClusterClient): Promise<string | undefined> {
  const aliases = await client.requestOptional<Record<string, unknown>>({
    method: 'GET',
    path: `/_alias/${encodeURIComponent(client.prefix)}`,
  });
  return aliases === undefined ? undefined : Object.keys(aliases)[0];
}

/** Records that an index shows a state. Recording the same state again has no effect. */
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
    throw new Error(`the index ${index} already shows a later state than ${state.sequence}`, {
      cause: error,
    });
  }
}

/** Creates the index of states unless it exists. */
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
