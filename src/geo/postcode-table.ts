// The file of unit postcodes and their positions. Numbers are in the byte order of the machine, little-endian nearly
// everywhere; on others the format number does not match.
//
//    bytes  0-7   magic             keys: 4 bytes for each unit, ascending
//    bytes  8-11  format            lats: 4 bytes for each, in millionths of a degree
//    bytes 12-15  count             lngs: likewise
//    bytes 16-47  SHA-256 of all that follows
import { partitionPoint } from '../binary-search.ts';
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomic, makeDirectory } from '../files/atomic-write.ts';
import { Problem } from '../problem.ts';
import type { Point } from './great-circle.ts';

const MAGIC = 'FC-UNITS';
/** Raise it with every change that older code could misread, including a change of `postcodeKey`. */
const FORMAT = 1;
const HEADER_BYTES = 48;
const BYTES_PER_UNIT = 12;
/** Positions are stored in whole millionths of a degree, about 0.1 m. */
export const STEPS_PER_DEGREE = 1_000_000;

/** One column for each property of a unit; the columns are parallel. Keys ascend strictly. */
export interface PostcodeColumns {
  readonly keys: Uint32Array;
  readonly lats: Int32Array;
  readonly lngs: Int32Array;
}

export class PostcodeTable {
  readonly #columns: PostcodeColumns;
  /** Changes with the table. */
  readonly version: string;

  constructor(columns: PostcodeColumns, version: string) {
    this.#columns = columns;
    this.version = version;
  }

  /** The position of the unit `SW1A`, `1AA`. O(log units). */
  find(outward: string, inward: string): Point | undefined {
    const { keys, lats, lngs } = this.#columns;
    const key = postcodeKey(outward, inward);
    const unit = partitionPoint(0, keys.length, (at) => keys[at] >= key);
    if (keys[unit] !== key) return undefined;
    return { lat: lats[unit] / STEPS_PER_DEGREE, lng: lngs[unit] / STEPS_PER_DEGREE };
  }
}

/**
 * The table in the file at `path`; undefined if the file does not exist. Problems `data_damaged`, `data_version` if
 * it has another format, `data_unusable` if it cannot be read.
 */
export function loadPostcodeTable(path: string): PostcodeTable | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw asProblem(path, 'read', error);
  }
  try {
    return tableIn(path, file);
  } catch (error) {
    throw asProblem(path, 'read', error);
  } finally {
    closeSync(file);
  }
}

/** Replaces the file at `path`. On return the new table is on disk; after a Problem `data_unusable` the old one is. */
export function writePostcodeTable(path: string, { keys, lats, lngs }: PostcodeColumns): void {
  const body = [keys, lats, lngs].map(bytesOf);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.set(bytesOf(new Uint32Array([FORMAT, keys.length])), 8);
  header.set(checksumOf(body), 16);
  try {
    makeDirectory(dirname(path));
    writeFileAtomic(path, (file) => {
      for (const part of [header, ...body]) writeFileSync(file, part);
    });
  } catch (error) {
    throw asProblem(path, 'written', error);
  }
}

function tableIn(path: string, file: number): PostcodeTable {
  const size = fstatSync(file).size;
  const header = new Uint8Array(HEADER_BYTES);
  if (!readFully(file, header)) throw damaged(path, 'it ends within its header');
  const view = Buffer.from(header.buffer);
  if (view.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged(path, 'it is not a postcode table');
  const [format, count] = new Uint32Array(header.buffer, 8, 2);
  if (format !== FORMAT) {
    throw new Problem(
      'data_version',
      `The table of unit postcodes '${path}' has format ${format}, and this version reads format ${FORMAT}. ` +
        'Import the postcode files again.',
    );
  }
  const expected = HEADER_BYTES + count * BYTES_PER_UNIT;
  if (size !== expected) {
    throw damaged(path, `it has ${size} bytes instead of ${expected}`);
  }
  const body = new ArrayBuffer(count * BYTES_PER_UNIT);
  const bytes = new Uint8Array(body);
  const checksum = view.subarray(16, HEADER_BYTES);
  if (!readFully(file, bytes) || !checksumOf([bytes]).equals(checksum)) {
    throw damaged(path, 'its content does not match its checksum');
  }
  const columns = {
    keys: new Uint32Array(body, 0, count),
    lats: new Int32Array(body, count * 4, count),
    lngs: new Int32Array(body, count * 8, count),
  };
  return new PostcodeTable(columns, checksum.toString('hex', 0, 6));
}

function readFully(file: number, bytes: Uint8Array): boolean {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, null);
    if (read === 0) return false;
    done += read;
  }
  return true;
}

function bytesOf(column: Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function checksumOf(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function damaged(path: string, finding: string): Problem {
  return new Problem(
    'data_damaged',
    `The table of unit postcodes '${path}' is damaged: ${finding}. Import the postcode files again, or move it away.`,
  );
}

// Errors of the file system become problems; others are returned unchanged.
function asProblem(path: string, what: 'read' | 'written', error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error) || !('code' in error)) return error;
  return new Problem(
    'data_unusable',
    `The table of unit postcodes '${path}' cannot be ${what}: ${error.message}.`,
    [],
    { cause: error },
  );
}

// Every outward part is a letter, optionally a second one, a digit, and optionally another digit or letter.
const LETTERS = 26;
const LETTER_OR_NONE = LETTERS + 1;
const DIGITS = 10;
const DIGIT_LETTER_OR_NONE = DIGITS + LETTERS + 1;

const CODE_OF_0 = 48;
const CODE_OF_A = 65;

/**
 * The key of a unit postcode, given as its canonical halves (`SW1A` and `1AA`): a number of 31 bits, so that millions
 * fit in one sorted typed array. Different postcodes have different keys.
 */
export function postcodeKey(outward: string, inward: string): number {
  const second = outward.charCodeAt(1);
  const hasSecond = second >= CODE_OF_A;
  const digitAt = hasSecond ? 2 : 1;
  let key = letter(outward.charCodeAt(0));
  key = key * LETTER_OR_NONE + (hasSecond ? 1 + letter(second) : 0);
  key = key * DIGITS + digit(outward.charCodeAt(digitAt));
  key = key * DIGIT_LETTER_OR_NONE + lastOf(outward, digitAt + 1);
  key = key * DIGITS + digit(inward.charCodeAt(0));
  key = key * LETTERS + letter(inward.charCodeAt(1));
  return key * LETTERS + letter(inward.charCodeAt(2));
}

function lastOf(outward: string, position: number): number {
  if (position === outward.length) return 0;
  const code = outward.charCodeAt(position);
  return code >= CODE_OF_A ? 1 + DIGITS + letter(code) : 1 + digit(code);
}

function letter(code: number): number {
  return code - CODE_OF_A;
}

function digit(code: number): number {
  return code - CODE_OF_0;
}
