// A run's rejected records as NDJSON, for the feed's owner; a run without any removes the file. Only the process's user can read
// it: records may contain registrations and anything that a dealer sent by mistake.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rejection } from '../values/record-result.ts';
import { quotedPath } from '../../quoted-text.ts';
import { pathErrorCode, pathFault } from '../../files/path-fault.ts';
import { fsyncDirectory, makeDirectory, writeFileAtomic } from '../../files/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../fetch/fetch-url.ts';

/** Maximum file size. Further rejections repeat the same faults. */
const MAX_BYTES = 10 * 2 ** 20;

export class RejectsFile {
  readonly #path: string;
  readonly #lines: string[] = [];
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(rejection: Rejection): void {
    if (this.#bytes > MAX_BYTES) return;
    const text = `${jsonOf(rejection)}\n`;
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes <= MAX_BYTES) this.#lines.push(text);
  }

  /** Replaces the file. Returns why it could not be, as a sentence: the run that it tells of is over, and stands without it. */
  finish(): string | undefined {
    const folder = dirname(this.#path);
    try {
      if (this.#lines.length > 0) {
        makeDirectory(folder, PRIVATE_FOLDER);
        const write = (file: number): void => writeFileSync(file, this.#lines.join(''));
        writeFileAtomic(this.#path, write, { mode: PRIVATE_FILE });
      } else if (existsSync(this.#path)) {
        rmSync(this.#path);
        fsyncDirectory(folder);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof Error) || pathErrorCode(error) === undefined) throw error;
      const fault = pathFault(error) ?? error.message;
      return `The file of rejected records ${quotedPath(this.#path)} cannot be written: ${fault}.`;
    }
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
