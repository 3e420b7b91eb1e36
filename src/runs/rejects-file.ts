// The rejected records of a run, as the feed had them, one JSON object a line, to be shown to the feed's owner. The file
// replaces that of the run before, in one step; a run without rejections leaves none. It is private to its user: records
// may hold registrations and whatever else a dealer sent by mistake.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from '../feed/feed-item.ts';
import { AtomicWrite } from '../files/atomic-write.ts';
import { makeDirectory, fsyncDirectory } from '../files/fsync.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './save-stream.ts';

/** More than this is one fault many times over. */
const MOST_BYTES = 10 * 2 ** 20;

/** Lines are written in pieces of about so many characters. */
const PIECE = 65_536;

export class RejectsFile {
  readonly #path: string;
  #draft: AtomicWrite | undefined;
  #lines = '';
  #bytes = 0;
  #full = false;
  #fault: Error | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(rejection: Rejection): void {
    if (this.#full) return;
    const text = `${jsonOf(rejection)}\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#full = this.#bytes > MOST_BYTES;
    if (this.#full) return;
    this.#lines += text;
    if (this.#lines.length > PIECE) this.#tryToWrite();
  }

  /** Puts what was added into place. Throws as the file system does. */
  finish(): void {
    try {
      if (this.#lines !== '') this.#write();
      if (this.#fault !== undefined) throw this.#fault;
      if (this.#draft !== undefined) this.#draft.commit();
      else this.#remove();
    } finally {
      this.discard();
    }
  }

  /** Leaves the file of the run before as it is. */
  discard(): void {
    this.#draft?.discard();
  }

  /** A fault is reported at the end: it is no reason to break off an import. */
  #tryToWrite(): void {
    try {
      this.#write();
    } catch (error) {
      this.#fault = error as Error;
      this.#full = true;
      this.#lines = '';
    }
  }

  #write(): void {
    if (this.#draft === undefined) {
      makeDirectory(dirname(this.#path), PRIVATE_FOLDER);
      this.#draft = new AtomicWrite(this.#path, { mode: PRIVATE_FILE });
    }
    writeFileSync(this.#draft.file, this.#lines);
    this.#lines = '';
  }

  #remove(): void {
    if (!existsSync(this.#path)) return;
    rmSync(this.#path);
    fsyncDirectory(dirname(this.#path));
  }
}

function jsonOf({ line, reason, sentence, record }: Rejection): string {
  try {
    return JSON.stringify({ line, reason, sentence, record });
  } catch (error) {
    // Values can be read that are nested more deeply than they can be written.
    if (error instanceof RangeError) return JSON.stringify({ line, reason, sentence });
    throw error;
  }
}
