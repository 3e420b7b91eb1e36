// The index on disk, which a start reads instead of building. The file is a cache: if it is missing, damaged, or of another stock
// or format, it counts as absent, and the next full build replaces it. The store is the source of truth.
//
//    bytes 0-7    FCINDEX and the number of this layout
//    bytes 8-15   length of the header and its CRC-32
//    arrays       consecutive, in the order of their descriptors
//    header       JSON: identity and segments, with a descriptor in place of each array
import { closeSync, fstatSync, openSync, readSync, existsSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { MergeSource } from '../../engine/segment/merge-segments.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import {
  allocateArray,
  readArrays,
  writeArray,
  writeFully,
  type AnyArray,
  type ArrayDescriptor,
} from './checksummed-arrays.ts';
import { LockFile } from '../../files/lock-file.ts';
import { indexFormat } from '../shared/index-format.ts';

/** The sources of an index. Only an index of the same stock, postcode tables and format is read. */
export interface IndexIdentity {
  readonly identity: string;
  readonly sequence: number;
  readonly gazetteerVersion: string;
}

export interface IndexContents extends IndexIdentity {
  /** Time of the change `sequence`: once a copy of the stock was restored, another change may get the same number. */
  readonly changedAt?: number | undefined;
  /** Oldest first. Keys are unique among the live rows. */
  readonly parts: readonly MergeSource[];
}

const MAGIC = Buffer.from('FCINDEX', 'latin1');
/** Raise it if the order of the file's parts changes. */
const FILE_LAYOUT = 1;
const START_BYTES = 16;
/** Maximum header: a few kilobytes for each of a few segments are usual. */
const MAX_HEADER_BYTES = 2 ** 26;

/** Writes an index segment by segment, so that none is needed in memory once it is written. Throws file system errors. */
export class IndexWriter {
  readonly #file: number;
  /** The segments as JSON, with descriptors in place of arrays. */
  readonly #parts: string[] = [];

  /** `file` is the descriptor of an empty file. */
  constructor(file: number) {
    this.#file = file;
    writeFully(file, Buffer.alloc(START_BYTES));
  }

  add(part: MergeSource): void {
    // `JSON.stringify` visits arrays in the order of their descriptors, in which `readParts` reads them.
    const writeAndDescribe = (_: string, value: unknown): unknown =>
      ArrayBuffer.isView(value) ? writeArray(this.#file, value as AnyArray) : value;
    this.#parts.push(JSON.stringify(part, writeAndDescribe));
  }

  /** Writes the header; the file stays open. */
  finish(identity: Omit<IndexContents, 'parts'>): void {
    const start = JSON.stringify({ format: indexFormat(), ...identity }).slice(0, -1);
    writeHeader(this.#file, `${start},"parts":[${this.#parts.join(',')}]}`);
  }
}

/** Replaces the file; false if it could not be written, which is harmless. */
export function saveIndex(path: string, { parts, ...identity }: IndexContents): boolean {
  const write = (file: number): void => {
    const writer = new IndexWriter(file);
    for (const part of parts) writer.add(part);
    writer.finish(identity);
  };
  try {
    writeFileAtomic(path, write, { isDurable: false });
    return true;
  } catch {
    return false;
  }
}

/** Writes the header at the file's current position, behind the arrays, and what the file starts with. */
function writeHeader(file: number, json: string): void {
  const header = Buffer.from(json);
  writeFully(file, header);
  const start = Buffer.alloc(START_BYTES);
  MAGIC.copy(start);
  start.writeUInt8(FILE_LAYOUT, MAGIC.length);
  start.writeUInt32LE(header.length, 8);
  start.writeUInt32LE(crc32(header), 12);
  writeFully(file, start, 0);
}

/** The index in the file; undefined unless it is valid, of this stock, postcode tables and format, and later than `after`. */
export async function loadIndex(
  path: string,
  identity: string,
  gazetteerVersion: string,
  after = -1,
): Promise<IndexContents | undefined> {
  const loaded = await withHeader(path, async (file, header) => {
    if (header.format !== indexFormat() || header.sequence <= after) return undefined;
    if (header.identity !== identity || header.gazetteerVersion !== gazetteerVersion) return undefined;
    const { sequence, changedAt } = header;
    return { identity, gazetteerVersion, sequence, changedAt, parts: await readParts(file, header) };
  });
  return typeof loaded === 'string' ? undefined : loaded;
}

/** The result of `read` for the file and its header. */
async function withHeader<T>(
  path: string,
  read: (file: number, header: Header) => Promise<T>,
): Promise<T | 'absent' | 'damaged'> {
  const file = tryOpen(path);
  if (file === undefined) return 'absent';
  try {
    const header = readHeader(file);
    return header === undefined ? 'damaged' : await read(file, header);
  } catch {
    // A damaged file can cause any error.
    return 'damaged';
  } finally {
    closeSync(file);
  }
}

function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** An open index file. It stays the same when another process replaces the file at its path. */
export interface OpenIndexFile {
  /**
   * Copies the index to `path` for a copy of its stock, with the identity `to` instead of `from`. Returns its sequence, or
   * undefined if the index is of another stock than `from`, or later than `sequence`. Checksums are not compared.
   */
  copyTo(
    path: string,
    ids: { readonly from: string; readonly to: string; readonly sequence: number },
  ): number | undefined;
  close(): void;
}

/** Opens the file; undefined if there is none. */
export function openIndexFile(path: string): OpenIndexFile | undefined {
  const file = tryOpen(path);
  if (file === undefined) return undefined;
  return {
    copyTo(copyPath, { from, to, sequence }) {
      const parsed = findHeader(file);
      if (parsed === undefined || parsed.identity !== from || parsed.sequence > sequence) return undefined;
      const { end, ...header } = parsed;
      writeFileAtomic(copyPath, (copy) => {
        copyBytes(file, end, copy);
        writeHeader(copy, JSON.stringify({ ...header, identity: to }));
      });
      return header.sequence;
    },
    close: () => closeSync(file),
  };
}

/** The header; undefined also if the file is damaged. */
function findHeader(file: number): Header | undefined {
  try {
    return readHeader(file);
  } catch {
    return undefined;
  }
}

const COPY_BYTES = 2 ** 20;

/** Copies the bytes before `end`. */
function copyBytes(from: number, end: number, to: number): void {
  const buffer = Buffer.alloc(COPY_BYTES);
  for (let at = 0; at < end;) {
    const read = readSync(from, buffer, 0, Math.min(COPY_BYTES, end - at), at);
    if (read === 0) throw new Error('the index file became shorter');
    writeFully(to, buffer.subarray(0, read));
    at += read;
  }
}

/** The state of an index file: its sequence if it is valid; `other` if it is of another stock or format. */
export type IndexFileState = 'absent' | 'damaged' | 'other' | number;

/** The state of the file. Reads all of it. */
export function inspectIndex(path: string, identity: string): Promise<IndexFileState> {
  return withHeader(path, async (file, header) => {
    if (header.format !== indexFormat() || header.identity !== identity) return 'other';
    await readParts(file, header);
    return header.sequence;
  });
}

/** The sequence of the index in the file; undefined unless it is of this stock, tables and format. Does not read arrays. */
export function findSavedSequence(
  path: string,
  { identity, gazetteerVersion }: Omit<IndexIdentity, 'sequence'>,
): number | undefined {
  const file = tryOpen(path);
  if (file === undefined) return undefined;
  const header = findHeader(file);
  closeSync(file);
  const isSame = header?.identity === identity && header.gazetteerVersion === gazetteerVersion;
  return isSame && header.format === indexFormat() ? header.sequence : undefined;
}

/** The parsed header, with descriptors in place of arrays. */
interface Header extends Omit<IndexContents, 'parts'> {
  readonly format: unknown;
  readonly parts: unknown;
  /** Offset of the header, at which the arrays end. */
  readonly end: number;
}

/** The header of a file with another layout. */
const OTHER_LAYOUT: Header = {
  format: undefined,
  identity: '',
  sequence: 0,
  gazetteerVersion: '',
  parts: [],
  end: 0,
};

function readHeader(file: number): Header | undefined {
  const fileBytes = fstatSync(file).size;
  const start = Buffer.alloc(START_BYTES);
  if (readSync(file, start, 0, START_BYTES, 0) < START_BYTES) return undefined;
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (start[MAGIC.length] !== FILE_LAYOUT) return OTHER_LAYOUT;
  const length = start.readUInt32LE(8);
  const end = fileBytes - length;
  if (length > MAX_HEADER_BYTES || end < START_BYTES) return undefined;
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, end) < length) return undefined;
  if (crc32(bytes) !== start.readUInt32LE(12)) return undefined;
  return { ...(JSON.parse(bytes.toString()) as Omit<Header, 'end'>), end };
}

async function readParts(file: number, { parts, end }: Header): Promise<MergeSource[]> {
  const arrays: { array: AnyArray; descriptor: ArrayDescriptor }[] = [];
  let left = end - START_BYTES;
  const filled = withArrays(parts, (descriptor) => {
    const array = allocateArray(descriptor, left);
    left -= array.byteLength;
    arrays.push({ array, descriptor });
    return array;
  });
  if (left !== 0) throw new Error('the file is longer than its arrays');
  await readArrays(file, START_BYTES, arrays);
  return filled as MergeSource[];
}

/** A copy with arrays in place of descriptors, in the order in which they were written. */
function withArrays(value: unknown, make: (descriptor: ArrayDescriptor) => AnyArray): unknown {
  if (Array.isArray(value)) return value.map((item) => withArrays(item, make));
  if (typeof value !== 'object' || value === null) return value;
  if ('array' in value) return make(value as ArrayDescriptor);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withArrays(item, make)]));
}

/** Timeout before a server builds its own index. */
const WAIT_TIMEOUT_MS = 60_000;

/** Path of the index that a first import has written, until the import is committed. */
export function pendingIndexPath(indexPath: string): string {
  return `${indexPath}.next`;
}

/** Path of the index that a first import is writing. */
export function unfinishedIndexPath(indexPath: string): string {
  return `${indexPath}.part`;
}

/** Waits while an import into `folder` commits and its index is pending, to avoid building it twice. True if one was. */
export function waitForPendingIndex(indexPath: string, folder: string): Promise<boolean> {
  // A killed import leaves the file, but not the lock.
  return LockFile.waitWhileHeld(folder, undefined, WAIT_TIMEOUT_MS, () =>
    existsSync(pendingIndexPath(indexPath)),
  );
}
