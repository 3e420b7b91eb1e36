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
  return end - start <= SHORT_THRESHOLD
    ? continueOverBytes(seed, bytes, start, end)
    : crc32(bytes.subarray(start, end), seed);
}

/** The seed of a table's checksums. */
export function seedOf(table: string): number {
  return crc32(table);
}

/** The checksum `crc`, continued over a key. */
export function continueChecksum(crc: number, key: Key): number {
  if (typeof key === 'string') return continueOverText(crc, key);
  if (key instanceof Uint8Array) return continueOverBytes(crc, key, 0, key.length);
  return continueOverText(crc, JSON.stringify(key));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte;
  for (let i = 0; i < 8; i++) bits = bits & 1 ? 0xedb88320 ^ (bits >>> 1) : bits >>> 1;
  return bits;
});

/** Up to this many bytes, the loop is faster than calling zlib. */
const SHORT_THRESHOLD = 48;

function continueOverBytes(crc: number, bytes: Uint8Array, start: number, end: number): number {
  let inverted = ~crc;
  for (let i = start; i < end; i++) {
    inverted = CRC_TABLE[(inverted ^ bytes[i]) & 0xff] ^ (inverted >>> 8);
  }
  return ~inverted >>> 0;
}

// Keys are nearly always ASCII.
function continueOverText(crc: number, text: string): number {
  let inverted = ~crc;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return crc32(text, crc);
    inverted = CRC_TABLE[(inverted ^ code) & 0xff] ^ (inverted >>> 8);
  }
  return ~inverted >>> 0;
}
