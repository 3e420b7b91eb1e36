// The checksum that every stored value ends with. It covers the name of the table, the key and the value, so a value
// that was changed, or is found under another key or in another table, does not match it.
import { crc32 } from 'node:zlib';
import type { Key } from 'lmdb';

/** Bytes of a checksum, behind the value. */
export const CHECKSUM_BYTES = 4;

/** CRC-32 over the table's seed, the value and the key. */
export function checksumOf(seed: number, key: Key, value: Uint8Array): number {
  return continued(crc32(value, seed), key);
}

/** Where the checksums of a table begin. */
export function seedOf(table: string): number {
  return crc32(table);
}

/** The checksum `crc`, continued over a key. */
export function continued(crc: number, key: Key): number {
  if (typeof key === 'string') return continuedOverText(crc, key);
  if (key instanceof Uint8Array) return crc32(key, crc);
  return continuedOverText(crc, JSON.stringify(key));
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte;
  for (let i = 0; i < 8; i++) bits = bits & 1 ? 0xedb88320 ^ (bits >>> 1) : bits >>> 1;
  return bits;
});

// Keys are short and nearly always ASCII: half of the time that zlib takes, most of which is the call.
function continuedOverText(crc: number, text: string): number {
  let inverted = ~crc;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return crc32(text, crc);
    inverted = (TABLE[(inverted ^ code) & 0xff] ?? 0) ^ (inverted >>> 8);
  }
  return ~inverted >>> 0;
}
