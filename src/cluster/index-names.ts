// The names of what is ours in a cluster. With the prefix `forecourt`:
//
//   forecourt                                the alias: the index that is searched
//   forecourt-4f0c2a9e-m3x1k2p0q7z           an index of listings: the mapping's version, and which one it is of those made
//   forecourt-4f0c2a9e-m3x1k2p0q7z-adverts   the adverts that were withdrawn from it
//   forecourt-state                          how far each index has come, and who writes
import { MAPPING_VERSION } from './cluster-mapping.ts';

export function stateIndex(prefix: string): string {
  return `${prefix}-state`;
}

/** A name that no index had before. */
export function newListingsIndex(prefix: string): string {
  const made = Date.now().toString(36);
  const chance = Math.floor(Math.random() * 36 ** 3)
    .toString(36)
    .padStart(3, '0');
  return `${prefix}-${MAPPING_VERSION}-${made}${chance}`;
}

export function advertsIndex(listingsIndex: string): string {
  return `${listingsIndex}-adverts`;
}

/** The version of the mapping that an index of listings was made with; undefined where the name is none of one. */
export function mappingVersionOf(prefix: string, index: string): string | undefined {
  const rest = index.startsWith(`${prefix}-`) ? index.slice(prefix.length + 1) : '';
  return /^([0-9a-f]{8})-[0-9a-z]{11}$/.exec(rest)?.[1];
}
