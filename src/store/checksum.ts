// The checksum that every stored value ends with. It covers the name of the table, the key and the value, so a value
// that was changed, or is found under another key or in another table, does not match it.
import { crc32 } from 'node:zlib';
import type { Key } from 'lmdb';

/** Bytes of a checksum, behind the value. */
export const CHECKSUM_BYTES = 4;

/** CRC-32 over the table's seed, the value, which is the first `length` bytes, and the key. */
export function checksumOf(seed: number, key: Key, bytes: Uint8Array, length: number): number {
  return continueChecksum(valueChecksum(seed, bytes, length), key);
}

/** The same without the key. */
export function valueChecksum(seed: number, bytes: Uint8Array, length: number): number {
  return length <= SHORT_THRESHOLD
    ? continueOverBytes(seed, bytes, length)
    : crc32(bytes.subarray(0, length), seed);
}

/** Where the checksums of a table begin. */
export function seedOf(table: string): number {
  return crc32(table);
}

/** The checksum `crc`, continued over a key. */
export function continueChecksum(crc: number, key: Key): number {
  if (typeof key === 'string') return continueOverText(crc, key);
  if (key instanceof Uint8Array) return continueOverBytes(crc, key, key.length);
  return continueOverText(crc, JSON.stringify(key));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte;
  for (let i = 0; i < 8; i++) bits = bits & 1 ? 0xedb88320 ^ (bits >>> 1) : bits >>> 1;
  return bits;
});

/** Up to so many bytes, calling zlib takes longer than this loop. */
const SHORT_THRESHOLD = 48;

function continueOverBytes(crc: number, bytes: Uint8Array, length: number): number {
  let inverted = ~crc;
  for (let i = 0; i < length; i++) {
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
