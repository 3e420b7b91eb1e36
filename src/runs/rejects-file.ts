// The records of a run that were rejected, as the feed had them, one JSON object a line, so that whoever feeds us can be
// shown them. It replaces that of the run before, in one step; a run without rejections leaves none.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from '../feed/feed-item.ts';
import { AtomicWrite } from '../files/atomic-write.ts';
import { makeFolder, syncFolder } from '../files/durable-folder.ts';

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
  #fault: unknown;

  constructor(path: string) {
    this.#path = path;
  }

  add({ line, reason, sentence, record }: Rejection): void {
    if (this.#full) return;
    const text = `${JSON.stringify({ line, reason, sentence, record })}\n`;
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
      this.#fault = error;
      this.#full = true;
      this.#lines = '';
    }
  }

  #write(): void {
    if (this.#draft === undefined) {
      makeFolder(dirname(this.#path));
      this.#draft = new AtomicWrite(this.#path);
    }
    writeFileSync(this.#draft.file, this.#lines);
    this.#lines = '';
  }

  #remove(): void {
    if (!existsSync(this.#path)) return;
    rmSync(this.#path);
    syncFolder(dirname(this.#path));
  }
}
