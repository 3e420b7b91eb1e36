// The mapping of an index of listings. It comes from the engine's schema, so both indexes have the same columns. Documents
// contain prepared terms: the cluster analyses nothing.
//
// The version is a hash of all that determines documents. An index of another version is not searched: a new one is built beside
// it and replaces it in one step.
import { hash } from 'node:crypto';
import { tagsFormat } from '../index/shared/index-format.ts';
import { LISTING_SCHEMA } from '../index/shared/listing-schema.ts';
import { LISTING_TEXT_FORMAT } from '../listing/codec.ts';

/** Raise it if the same listing gets another document for a reason that neither mapping nor schema shows. */
const FORMAT = 8;

/** For queries only. */
const FOUND = { type: 'keyword', doc_values: false } as const;
/** For aggregations and sorts only. */
const COUNTED = { type: 'keyword', index: false } as const;
const COORDINATE = { type: 'double', index: false } as const;

const MAPPING = {
  dynamic: 'strict',
  // Other fields are never read back, and storing them would take half as much disk again.
  _source: { includes: ['source'] },
  properties: {
    /** The contents of results; opaque to the cluster. */
    source: { type: 'object', enabled: false },
    /** The last tie-breaker. */
    key: COUNTED,
    /** Hash of the advert's URL. */
    advert: FOUND,
    /** The number of the change that made the listing so. */
    sequence: { type: 'long', doc_values: false },
    /** For a past listing: the change that ended it, and the time of that change. The document of a change has only these two. */
    until: { type: 'long' },
    untilTime: { type: 'long' },
    /** For a past listing: the id of its current document. */
    listing: FOUND,
    ...Object.fromEntries(
      LISTING_SCHEMA.values.map(({ name }) => [name, { properties: { value: COUNTED, keys: FOUND } }]),
    ),
    ...Object.fromEntries(LISTING_SCHEMA.numbers.map((name) => [name, { type: 'double' }])),
    /** The position, for rough filtering, and as a unit vector, for exact distances. */
    place: { type: 'geo_point', doc_values: false },
    at: { properties: { x: COORDINATE, y: COORDINATE, z: COORDINATE } },
    /** The cell of the map's finest grid. */
    cell: { type: 'integer', index: false },
    /** Encoded terms (term-encoding.ts). */
    terms: FOUND,
    impacts: FOUND,
    /** Words too long for the cluster's fuzzy queries; few listings have any. */
    longWords: COUNTED,
  },
};

/** Eight hexadecimal digits. They cover the terms of the trade and the models, whose tags and keys documents contain. */
export function mappingVersion(): string {
  const { texts, tieBreaker } = LISTING_SCHEMA;
  const parts = [FORMAT, LISTING_TEXT_FORMAT, MAPPING, texts, tagsFormat(), tieBreaker];
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8);
}

export interface Sharding {
  readonly shards: number;
  readonly replicas: number;
}

/** The request body that creates an index of listings, or of past listings. */
export function listingsIndexBody({ shards, replicas }: Sharding): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        // The writer refreshes once a change is complete.
        refresh_interval: '-1',
        // How long versions of deleted documents are kept, against late writes.
        gc_deletes: '1h',
      },
    },
    mappings: MAPPING,
  };
}

/** The request body that creates an index whose documents are read by id only. */
export function keptIndexBody({ shards, replicas }: Sharding): object {
  return {
    settings: { index: { number_of_shards: shards, number_of_replicas: replicas } },
    mappings: { enabled: false },
  };
}
