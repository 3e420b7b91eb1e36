// The index on disk, so that a start reads it instead of building it. It is a cache: whatever is wrong with the file
// (missing, damaged, of another stock, of another format), it is as if it was not there, and the next whole build
// writes a new one. The store stays the only truth.
//
//   bytes 0-7    FCINDEX and a zero
//   bytes 8-15   length of the header, and the CRC-32 of everything after these 16 bytes
//   header       JSON: what the index is of, and the segment with a note in place of each array
//   arrays       one after the other, in the order of the notes
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SegmentData } from '../engine/segment.ts';

/**
 * Raise it with every change of what a segment holds or how rows are made from listings: an old file would give old
 * answers. test/index/index-file.test.ts notices such a change.
 */
export const INDEX_FORMAT = 1;

/** What an index is of. Only the index of the same stock, postcode tables and format may be read. */
export interface IndexOrigin {
  readonly identity: string;
  readonly sequence: number;
  readonly gazetteerVersion: string;
}

export interface SavedIndex extends IndexOrigin {
  readonly segment: SegmentData;
}

const MAGIC = Buffer.from('FCINDEX\0', 'latin1');
const START_BYTES = 16;

const ARRAYS = { Uint8Array, Uint32Array, Int32Array, Float64Array };
type ArrayName = keyof typeof ARRAYS;
type AnyArray = InstanceType<(typeof ARRAYS)[ArrayName]>;

/** Stands for an array in the header. */
interface ArrayNote {
  readonly array: ArrayName;
  readonly length: number;
}

/** Replaces the file; false where it could not be written, which harms nothing. */
export function saveIndex(path: string, { segment, ...origin }: SavedIndex): boolean {
  const arrays: AnyArray[] = [];
  const header = Buffer.from(
    JSON.stringify({ format: INDEX_FORMAT, ...origin, segment }, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value;
      arrays.push(value as AnyArray);
      return { array: value.constructor.name as ArrayName, length: (value as AnyArray).length };
    }),
  );
  const parts = [header, ...arrays.map(bytesOf)];
  const start = Buffer.alloc(START_BYTES);
  MAGIC.copy(start);
  start.writeUInt32LE(header.length, 8);
  start.writeUInt32LE(checksumOf(parts), 12);
  // Another process may be doing the same: each writes a file of its own, and the last one stays.
  const draft = `${path}.${process.pid}.new`;
  try {
    removeLeftOvers(path);
    const file = openSync(draft, 'w');
    try {
      for (const part of [start, ...parts]) writeFully(file, part);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    return true;
  } catch {
    rmSync(draft, { force: true });
    return false;
  }
}

/** The index in the file if it is whole and of this stock and these postcode tables, however old; else undefined. */
export function findIndex(path: string, identity: string, gazetteerVersion: string): SavedIndex | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    return readIndex(file, identity, gazetteerVersion);
  } catch {
    // Anything that a damaged file can cause.
    return undefined;
  } finally {
    closeSync(file);
  }
}

function readIndex(file: number, identity: string, gazetteerVersion: string): SavedIndex | undefined {
  const { size } = fstatSync(file);
  const start = readBytes(file, START_BYTES);
  const headerLength = start.readUInt32LE(8);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || START_BYTES + headerLength > size) return undefined;
  const headerBytes = readBytes(file, headerLength);
  let left = size - START_BYTES - headerLength;
  let checksum = extended(0, headerBytes);
  const header = JSON.parse(headerBytes.toString()) as SavedIndex & { readonly format: number };
  if (header.format !== INDEX_FORMAT) return undefined;
  if (header.identity !== identity || header.gazetteerVersion !== gazetteerVersion) return undefined;
  const segment = withArrays(header.segment, ({ array, length }) => {
    const values = new ARRAYS[array](checkedLength(length, ARRAYS[array].BYTES_PER_ELEMENT, left));
    const bytes = bytesOf(values);
    readFully(file, bytes);
    left -= bytes.length;
    checksum = extended(checksum, bytes);
    return values;
  });
  if (left !== 0 || checksum !== start.readUInt32LE(12)) return undefined;
  return { identity, gazetteerVersion, sequence: header.sequence, segment: segment as SegmentData };
}

/** A copy of the header's segment with its arrays in place, made in the order in which they were written. */
function withArrays(value: unknown, read: (note: ArrayNote) => AnyArray): unknown {
  if (Array.isArray(value)) return value.map((item) => withArrays(item, read));
  if (typeof value !== 'object' || value === null) return value;
  if ('array' in value) return read(value as ArrayNote);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withArrays(item, read)]));
}

/** A damaged length must not take up memory that the file cannot fill. */
function checkedLength(length: number, elementBytes: number, left: number): number {
  if (!Number.isSafeInteger(length) || length < 0 || length * elementBytes > left) {
    throw new Error('an array is longer than its file');
  }
  return length;
}

function checksumOf(parts: readonly Uint8Array[]): number {
  return parts.reduce(extended, 0);
}

/** The checksum of what `checksum` is of, followed by `bytes`. */
function extended(checksum: number, bytes: Uint8Array): number {
  // zlib takes a missing buffer, which an empty array may be, as the order to start over from nothing.
  return bytes.length === 0 ? checksum : crc32(bytes, checksum);
}

function bytesOf(array: AnyArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

// Drafts of processes that were killed while they wrote.
function removeLeftOvers(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? /^(\d+)\.new$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// The system writes and reads at most two gigabytes at once.
const MOST_BYTES = 2 ** 30;

function writeFully(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, Math.min(MOST_BYTES, bytes.length - done));
  }
}

function readFully(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, Math.min(MOST_BYTES, bytes.length - done), null);
    if (read === 0) throw new Error('the file ends too early');
    done += read;
  }
}

function readBytes(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readFully(file, bytes);
  return bytes;
}
