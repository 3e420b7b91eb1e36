// Reads and writes typed arrays in chunks, each with a checksum. A system call handles at most two gigabytes, so there is one per
// chunk. While a chunk is verified, the next are read.
import { read, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

const CHUNK_BYTES = 2 ** 24;
/** Chunks read concurrently, on libuv's thread pool. */
const READS_AHEAD = 4;

const MAKERS = {
  Uint8Array: (memory: SharedArrayBuffer) => new Uint8Array(memory),
  Uint32Array: (memory: SharedArrayBuffer) => new Uint32Array(memory),
  Int32Array: (memory: SharedArrayBuffer) => new Int32Array(memory),
  Float64Array: (memory: SharedArrayBuffer) => new Float64Array(memory),
};
const ELEMENT_BYTES = { Uint8Array: 1, Uint32Array: 4, Int32Array: 4, Float64Array: 8 };
type ArrayName = keyof typeof MAKERS;
export type AnyArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Replaces an array in the header. */
export interface ArrayDescriptor {
  readonly array: ArrayName;
  readonly length: number;
  /** CRC-32 of each chunk. */
  readonly checksums: readonly number[];
}

/** An uninitialised array on shared memory. Throws if it would exceed `maxBytes`. */
export function allocateArray({ array, length, checksums }: ArrayDescriptor, maxBytes: number): AnyArray {
  const bytes = length * ELEMENT_BYTES[array];
  if (!Number.isSafeInteger(length) || length < 0 || bytes > maxBytes) {
    throw new Error('an array is longer than its file');
  }
  if (checksums.length !== Math.ceil(bytes / CHUNK_BYTES)) throw new Error('an array lacks checksums');
  return MAKERS[array](new SharedArrayBuffer(bytes));
}

/** Writes the array at the file's current position. */
export function writeArray(file: number, array: AnyArray): ArrayDescriptor {
  const checksums = chunksOf(bytesOf(array)).map((chunk) => {
    writeFully(file, chunk);
    return crc32(chunk);
  });
  return { array: array.constructor.name as ArrayName, length: array.length, checksums };
}

/** Writes all bytes, at `position` or else at the file's current one. */
export function writeFully(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done;
    done += writeSync(file, bytes, done, bytes.length - done, at);
  }
}

/** Fills arrays from consecutive bytes of the file, beginning at `position`. Throws if a checksum differs. */
export async function readArrays(
  file: number,
  position: number,
  arrays: readonly { readonly array: AnyArray; readonly descriptor: ArrayDescriptor }[],
): Promise<void> {
  const tasks: { chunk: Uint8Array; position: number; checksum: number }[] = [];
  for (const { array, descriptor } of arrays) {
    for (const [i, chunk] of chunksOf(bytesOf(array)).entries()) {
      tasks.push({ chunk, position, checksum: descriptor.checksums[i] });
      position += chunk.length;
    }
  }
  const queue = tasks.values();
  const readOn = async (): Promise<void> => {
    for (const task of queue) {
      await readFully(file, task.chunk, task.position);
      if (crc32(task.chunk) !== task.checksum) throw new Error('the file is damaged');
    }
  };
  await Promise.all(Array.from({ length: READS_AHEAD }, readOn));
}

const readAsync = promisify(read);

async function readFully(file: number, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await readAsync(file, bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error('the file ends too early');
    done += bytesRead;
  }
}

function bytesOf(array: AnyArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  );
}
