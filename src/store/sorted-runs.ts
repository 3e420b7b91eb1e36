// Sorted runs of entries in a temporary file, merged in key order: an external merge sort. Keys stay in memory.
import { writeSync, closeSync, openSync, unlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface EncodedEntry {
  readonly key: string;
  /** Valid until the next entry is read. */
  readonly value: Buffer;
}

/** Entries in the order of their keys. */
export type SortedRun = Iterable<EncodedEntry, void>;

/** A run in the temporary file. */
interface StoredRun {
  readonly keys: readonly string[];
  /** Lengths of the values, parallel to the keys. */
  readonly lengths: readonly number[];
  /** Offset of its first value in the file. */
  readonly start: number;
}

/** Name of the file for the instant before it is unlinked. */
const FILE = 'import.tmp';
const BUFFER_BYTES = 2 ** 20;

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
    const keys: string[] = [];
    const lengths: number[] = [];
    let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    let filled = 0;
    const flush = (): void => {
      for (let at = 0; at < filled;) at += writeSync(file, buffer, at, filled - at, this.#end + at);
      this.#end += filled;
      filled = 0;
    };
    for (const { key, value } of run) {
      if (filled + value.length > buffer.length) flush();
      if (value.length > buffer.length) buffer = Buffer.allocUnsafeSlow(value.length);
      filled += value.copy(buffer, filled);
      keys.push(key);
      lengths.push(value.length);
    }
    flush();
    this.#runs.push({ keys, lengths, start });
  }

  /** The entries of all runs and of `last`, in key order. Removes the runs. */
  *merge(last: SortedRun): SortedRun {
    const file = (this.#file ??= openUnnamed(this.#path));
    const runs = this.#runs;
    this.#runs = [];
    const sources = [...runs.map((run) => readRun(file, run)), last].map((run) => run[Symbol.iterator]());
    const heads = sources.map((source) => source.next());
    for (;;) {
      let first = -1;
      let firstKey = '';
      for (let i = 0; i < heads.length; i++) {
        const head = heads[i];
        if (head.done === true || (first >= 0 && head.value.key > firstKey)) continue;
        first = i;
        firstKey = head.value.key;
      }
      const head = heads.at(first);
      if (first < 0 || head === undefined || head.done === true) break;
      yield head.value;
      heads[first] = sources[first].next();
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

function* readRun(file: number, { keys, lengths, start }: StoredRun): SortedRun {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let position = start;
  let at = 0;
  let filled = 0;
  for (let i = 0; i < keys.length; i++) {
    const length = lengths[i];
    if (at + length > filled) {
      const rest = buffer.subarray(at, filled);
      if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length);
      filled = rest.copy(buffer);
      at = 0;
      while (filled < length) {
        const read = readSync(file, buffer, filled, buffer.length - filled, position);
        if (read === 0) throw new Error('the temporary file of the import ends too early');
        filled += read;
        position += read;
      }
    }
    yield { key: keys[i], value: buffer.subarray(at, at + length) };
    at += length;
  }
}
