// The records of a run that were rejected, as the feed had them, one JSON object a line, so that whoever feeds us can be
// shown them. It replaces that of the run before, in one step; a run without rejections leaves none.
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { WriteStream } from 'node:fs';
import type { Rejection } from '../feed/feed-item.ts';

/** More than this is one fault many times over. */
const MOST_BYTES = 10 * 2 ** 20;

export class RejectsFile {
  readonly #path: string;
  readonly #draft: string;
  #stream: WriteStream | undefined;
  #bytes = 0;
  #full = false;
  #fault: Error | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.${process.pid}.part`;
  }

  add({ line, reason, sentence, record }: Rejection): void {
    if (this.#full) return;
    const text = `${JSON.stringify({ line, reason, sentence, record })}\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#full = this.#bytes > MOST_BYTES;
    if (this.#full) return;
    this.#stream ??= this.#open();
    this.#stream.write(text);
  }

  /** Puts what was added into place. Throws as the file system does. */
  async finish(): Promise<void> {
    if (this.#stream === undefined) return rmSync(this.#path, { force: true });
    await this.#end(this.#stream);
    if (this.#fault !== undefined) throw this.#fault;
    renameSync(this.#draft, this.#path);
  }

  /** Leaves the file of the run before as it is. */
  async discard(): Promise<void> {
    if (this.#stream !== undefined) await this.#end(this.#stream);
    rmSync(this.#draft, { force: true });
  }

  #open(): WriteStream {
    mkdirSync(dirname(this.#path), { recursive: true });
    return createWriteStream(this.#draft).on('error', (error) => (this.#fault = error));
  }

  async #end(stream: WriteStream): Promise<void> {
    stream.end();
    await finished(stream).catch(() => undefined);
  }
}
