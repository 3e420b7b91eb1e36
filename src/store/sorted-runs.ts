// Sorted runs of entries in a temporary file, merged in key order: an external merge sort. Each entry of the file: length of the
// key, length of the value, key, value.
import { writeSync, closeSync, openSync, unlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface EncodedEntry {
  readonly key: string;
  /** Valid until the next entry is read. */
  readonly value: Buffer;
}

/** Entries in the order of their keys. */
export type SortedRun = Iterable<EncodedEntry, void>;

/** A run in the temporary file: from one offset to another. */
interface StoredRun {
  readonly start: number;
  readonly end: number;
}

/** Name of the file for the instant before it is unlinked. */
const FILE = 'import.tmp';
const BUFFER_BYTES = 2 ** 20;
const LENGTHS_BYTES = 8;
const MAX_UTF8_BYTES = 3;

export class SortedRuns {
  readonly #path: string;
  #file: number | undefined;
  #end = 0;
  #runs: StoredRun[] = [];

  constructor(folder: string) {
    this.#path = join(folder, FILE);
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** Writes a run to the file. */
  add(run: SortedRun): void {
    const file = (this.#file ??= openUnnamed(this.#path));
    const start = this.#end;
    let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    let filled = 0;
    const flush = (): void => {
      for (let at = 0; at < filled;) at += writeSync(file, buffer, at, filled - at, this.#end + at);
      this.#end += filled;
      filled = 0;
    };
    for (const { key, value } of run) {
      const bytes = LENGTHS_BYTES + key.length * MAX_UTF8_BYTES + value.length;
      if (filled + bytes > buffer.length) flush();
      if (bytes > buffer.length) buffer = Buffer.allocUnsafeSlow(bytes);
      const keyBytes = buffer.write(key, filled + LENGTHS_BYTES);
      buffer.writeUInt32LE(keyBytes, filled);
      buffer.writeUInt32LE(value.length, filled + 4);
      filled += LENGTHS_BYTES + keyBytes;
      filled += value.copy(buffer, filled);
    }
    flush();
    this.#runs.push({ start, end: this.#end });
  }

  /** The entries of all runs and of `last`, in key order. Removes the runs. */
  *merge(last: SortedRun): SortedRun {
    const file = (this.#file ??= openUnnamed(this.#path));
    const runs = this.#runs;
    this.#runs = [];
    const heads = [...runs.map((run) => readRun(file, run)), last].flatMap((run) => {
      const rest = run[Symbol.iterator]();
      const first = rest.next();
      return first.done === true ? [] : [{ entry: first.value, rest }];
    });
    // A sorted list is a valid binary heap. Ten million listings make 170 runs.
    heads.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1));
    while (heads.length > 0) {
      const [head] = heads;
      yield head.entry;
      const next = head.rest.next();
      if (next.done !== true) head.entry = next.value;
      else {
        const moved = heads.pop();
        if (moved !== undefined && moved !== head) heads[0] = moved;
      }
      siftDown(heads);
    }
    this.#end = 0;
  }

  /** Removes the file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#runs = [];
  }
}

/** A file without a name: it disappears once it is closed or its process ends. */
function openUnnamed(path: string): number {
  const file = openSync(path, 'w+', 0o600);
  unlinkSync(path);
  return file;
}

/** The next entry of a run, and those behind it. */
interface Head {
  entry: EncodedEntry;
  readonly rest: Iterator<EncodedEntry, void>;
}

/** Moves the first head down to its place. */
function siftDown(heads: Head[]): void {
  const [moved] = heads;
  let at = 0;
  for (let child = 1; child < heads.length; child = 2 * at + 1) {
    if (child + 1 < heads.length && heads[child + 1].entry.key < heads[child].entry.key) child++;
    if (moved.entry.key <= heads[child].entry.key) break;
    heads[at] = heads[child];
    at = child;
  }
  if (at > 0) heads[at] = moved;
}

function* readRun(file: number, { start, end }: StoredRun): SortedRun {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let position = start;
  let at = 0;
  let filled = 0;
  /** Makes `bytes` unread ones available. */
  const need = (bytes: number): void => {
    if (at + bytes <= filled) return;
    const rest = buffer.subarray(at, filled);
    if (bytes > buffer.length) buffer = Buffer.allocUnsafeSlow(bytes);
    filled = rest.copy(buffer);
    at = 0;
    while (filled < bytes) {
      const read = readSync(file, buffer, filled, Math.min(buffer.length - filled, end - position), position);
      if (read === 0) throw new Error('the temporary file of the import ends too early');
      filled += read;
      position += read;
    }
  };
  while (position < end || at < filled) {
    need(LENGTHS_BYTES);
    const keyBytes = buffer.readUInt32LE(at);
    const valueBytes = buffer.readUInt32LE(at + 4);
    need(LENGTHS_BYTES + keyBytes + valueBytes);
    const keyAt = at + LENGTHS_BYTES;
    const valueAt = keyAt + keyBytes;
    at = valueAt + valueBytes;
    yield { key: buffer.toString('utf8', keyAt, valueAt), value: buffer.subarray(valueAt, at) };
  }
}
