// The rejected records of a run, as the feed had them, one JSON object a line, to be shown to the feed's owner. The file
// replaces that of the run before, in one step; a run without rejections leaves none. It is private to its user: records
// may hold registrations and whatever else a dealer sent by mistake.
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { WriteStream } from 'node:fs';
import type { Rejection } from '../feed/feed-item.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './save-stream.ts';

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

  add(rejection: Rejection): void {
    if (this.#full) return;
    const text = `${jsonOf(rejection)}\n`;
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
    mkdirSync(dirname(this.#path), { recursive: true, mode: PRIVATE_FOLDER });
    // A file that is there already would keep its mode.
    rmSync(this.#draft, { force: true });
    const stream = createWriteStream(this.#draft, { flags: 'wx', mode: PRIVATE_FILE });
    return stream.on('error', (error) => (this.#fault = error));
  }

  async #end(stream: WriteStream): Promise<void> {
    stream.end();
    await finished(stream).catch(() => undefined);
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
