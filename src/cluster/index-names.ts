// Names of our indices. With the prefix `forecourt`:
//
//    forecourt                                the alias: the index that is searched
//    forecourt-4f0c2a9e-m3x1k2p0q7z           an index of listings: version of the mapping, and a unique part
//    forecourt-4f0c2a9e-m3x1k2p0q7z-adverts   the adverts withdrawn from it
//    forecourt-4f0c2a9e-m3x1k2p0q7z-past      its listings as they were before they changed
//    forecourt-state                          the published state of each index, and the lease
import { mappingVersion } from './cluster-mapping.ts';

export function stateIndex(prefix: string): string {
  return `${prefix}-state`;
}

/** A new unique name. */
export function newListingsIndex(prefix: string): string {
  const made = Date.now().toString(36);
  const chance = Math.floor(Math.random() * 36 ** 3)
    .toString(36)
    .padStart(3, '0');
  return `${prefix}-${mappingVersion()}-${made}${chance}`;
}

export function advertsIndex(listingsIndex: string): string {
  return `${listingsIndex}-adverts`;
}

export function pastIndex(listingsIndex: string): string {
  return `${listingsIndex}-past`;
}

/** The mapping's version of an index of listings; undefined if the name is of another kind. */
export function mappingVersionOf(prefix: string, index: string): string | undefined {
  const rest = index.startsWith(`${prefix}-`) ? index.slice(prefix.length + 1) : '';
  return /^([0-9a-f]{8})-[0-9a-z]{11}$/.exec(rest)?.[1];
}
