// The checksum at the end of every stored value. It covers the table's name, the key and the value, so it detects changed values
// and values moved to another key or table.
import { crc32 } from 'node:zlib';
import type { Key } from 'lmdb';

/** Length of a checksum, in bytes. */
export const CHECKSUM_BYTES = 4;

/** CRC-32 over the table's seed, the value and the key. */
export function checksumOf(seed: number, key: Key, bytes: Uint8Array, start: number, end: number): number {
  return continueChecksum(valueChecksum(seed, bytes, start, end), key);
}

/** CRC-32 over the table's seed and the value `bytes[start] … bytes[end - 1]`. */
export function valueChecksum(seed: number, bytes: Uint8Array, start: number, end: number): number {
  return crc32(bytes.subarray(start, end), seed);
}

/** The seed of a table's checksums. */
export function seedOf(table: string): number {
  return crc32(table);
}

/** The checksum `crc`, continued over a key. */
export function continueChecksum(crc: number, key: Key): number {
  return crc32(typeof key === 'string' || key instanceof Uint8Array ? key : JSON.stringify(key), crc);
}
