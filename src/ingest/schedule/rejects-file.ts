// A run's rejected records as NDJSON, for the feed's owner; a run without any removes the file. Only the process's user can read it: records may contain
// registrations and anything that a dealer sent by mistake.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from '../run/record-result.ts';
import { AtomicWrite, makeDirectory, fsyncDirectory } from '../../files/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../fetch/fetch-url.ts';

/** Maximum file size. Further rejections repeat the same faults. */
const MAX_BYTES = 10 * 2 ** 20;

/** Write buffer, in characters. */
const CHUNK_LENGTH = 65_536;

export class RejectsFile {
  readonly #path: string;
  #output: AtomicWrite | undefined;
  #lines = '';
  #bytes = 0;
  #full = false;
  #error: Error | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(rejection: Rejection): void {
    if (this.#full) return;
    const text = `${jsonOf(rejection)}\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#full = this.#bytes > MAX_BYTES;
    if (this.#full) return;
    this.#lines += text;
    if (this.#lines.length > CHUNK_LENGTH) this.#tryToWrite();
  }

  /** Replaces the file. Throws file system errors. */
  finish(): void {
    try {
      if (this.#lines !== '') this.#write();
      if (this.#error !== undefined) throw this.#error;
      if (this.#output !== undefined) this.#output.commit();
      else this.#remove();
    } finally {
      this.discard();
    }
  }

  discard(): void {
    this.#output?.discard();
  }

  /** Defers errors to `finish`, so that they do not interrupt the import. */
  #tryToWrite(): void {
    try {
      this.#write();
    } catch (error) {
      this.#error = error as Error;
      this.#full = true;
      this.#lines = '';
    }
  }

  #write(): void {
    if (this.#output === undefined) {
      makeDirectory(dirname(this.#path), PRIVATE_FOLDER);
      this.#output = new AtomicWrite(this.#path, { mode: PRIVATE_FILE });
    }
    writeFileSync(this.#output.file, this.#lines);
    this.#lines = '';
  }

  #remove(): void {
    if (!existsSync(this.#path)) return;
    rmSync(this.#path);
    fsyncDirectory(dirname(this.#path));
  }
}

function jsonOf({ line, reason, message: sentence, record }: Rejection): string {
  try {
    return JSON.stringify({ line, reason, sentence, record });
  } catch (error) {
    // JSON.parse accepts deeper nesting than JSON.stringify.
    if (error instanceof RangeError) return JSON.stringify({ line, reason, sentence });
    throw error;
  }
}
