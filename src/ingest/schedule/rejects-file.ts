// The rejected records of a run, as the feed had them, one JSON object a line, to be shown to the feed's owner. The file
// replaces that of the run before, in one step; a run without rejections leaves none. It is private to its user: records
// may hold registrations and whatever else a dealer sent by mistake.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from '../record-result.ts';
import { AtomicWrite, makeDirectory, fsyncDirectory } from '../../files/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../fetch/save-stream.ts';

/** More than this is one fault many times over. */
const MAX_BYTES = 10 * 2 ** 20;

/** Lines are written in pieces of about so many characters. */
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

  /** Puts what was added into place. Throws as the file system does. */
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

  /** Leaves the file of the run before as it is. */
  discard(): void {
    this.#output?.discard();
  }

  /** A fault is reported at the end: it is no reason to break off an import. */
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
    // Values can be read that are nested more deeply than they can be written.
    if (error instanceof RangeError) return JSON.stringify({ line, reason, sentence });
    throw error;
  }
}
