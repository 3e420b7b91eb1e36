// The shape of an index of listings in a cluster. The mapping is made from the engine's schema, so that a field which can
// be searched is in both indexes by one line. Everything is written ready to be found: nothing is analysed there.
//
// The version is a hash of all that decides what a document holds. An index of another version is never searched: a new
// one is built beside it, and takes its place in one step.
import { hash } from 'node:crypto';
import { LISTING_SCHEMA } from '../index/listing-schema.ts';

/** To be raised when the same listing becomes another document, and neither mapping nor schema say so. */
const FORMAT = 2;

/** Found by, and never counted. */
const FOUND = { type: 'keyword', doc_values: false } as const;
/** Counted and sorted by, and never found by. */
const COUNTED = { type: 'keyword', index: false } as const;
const COORDINATE = { type: 'double', index: false } as const;

const MAPPING = {
  dynamic: 'strict',
  // Nothing else of a document is ever read back: the rest would take up half of the disk once more.
  _source: { includes: ['source'] },
  properties: {
    /** What answers are made of; the cluster looks into none of it. */
    source: { type: 'object', enabled: false },
    /** The last tie-breaker. */
    key: COUNTED,
    /** The key of the advert's address. */
    advert: FOUND,
    /** The change of the stock that it came with. */
    sequence: { type: 'long', doc_values: false },
    ...Object.fromEntries(
      LISTING_SCHEMA.values.map(({ name }) => [name, { properties: { value: COUNTED, keys: FOUND } }]),
    ),
    ...Object.fromEntries(LISTING_SCHEMA.numbers.map((name) => [name, { type: 'double' }])),
    /** The position twice: roughly, to be found by, and as a vector, to be measured. */
    place: { type: 'geo_point', doc_values: false },
    at: { properties: { x: COORDINATE, y: COORDINATE, z: COORDINATE } },
    /** Tokens (term-encoding.ts). */
    terms: FOUND,
    impacts: FOUND,
    /** Words that are too long for the cluster's own search for typing errors; few listings have any. */
    longWords: COUNTED,
  },
};

/** Eight letters, equal for indexes that hold the same of the same stock. */
export const MAPPING_VERSION = hash(
  'sha256',
  JSON.stringify([FORMAT, MAPPING, LISTING_SCHEMA.texts, LISTING_SCHEMA.tieBreaker]),
  'hex',
).slice(0, 8);

export interface Sharding {
  readonly shards: number;
  readonly replicas: number;
}

/** The body of the request that makes an index of listings. */
export function listingsIndexBody({ shards, replicas }: Sharding): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        // Whoever writes says when what was written is to be seen: once a change is whole.
        refresh_interval: '-1',
        // How long a late write is told that its listing was withdrawn since.
        gc_deletes: '1h',
      },
    },
    mappings: MAPPING,
  };
}

/** The same for what is kept beside: read by its id alone. */
export function keptIndexBody({ shards, replicas }: Sharding): object {
  return {
    settings: { index: { number_of_shards: shards, number_of_replicas: replicas } },
    mappings: { enabled: false },
  };
}
