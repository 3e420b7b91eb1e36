// A buffer for responses, which are written one at a time: it grows as needed, and each response is copied out of it once.

const INITIAL_BYTES = 128 * 1024;
/** A buffer that has grown beyond this is not reused. */
const RETAINED_BYTES = 4 * 1024 * 1024;
/** Maximum UTF-8 bytes per UTF-16 unit. */
const MAX_UTF8_BYTES = 3;
/** Texts up to this length are written byte by byte: distances take a fifth of the time of Buffer's `write`. */
const SHORT_TEXT = 24;

const QUOTE = 34;
const SLASH = 47;
const BACKSLASH = 92;

export class JsonWriter {
  #out = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #at = 0;

  /** Starts a new response. */
  start(): void {
    this.#at = 0;
    if (this.#out.length > RETAINED_BYTES) this.#out = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  /** A copy of the response. */
  finish(): Buffer {
    return Buffer.from(this.#out.subarray(0, this.#at));
  }

  /** Copies the bytes from `start` to before `end`. */
  copy(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#makeRoom(end - start);
    // Not `subarray`, which takes several times as long on a Buffer.
    const part =
      start === 0 && end === bytes.length
        ? bytes
        : new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
    this.#out.set(part, this.#at);
    this.#at += end - start;
  }

  /** As `copy`, of JSON, with `base` at the start of each text that starts with a slash. */
  copyBelow(base: Uint8Array, bytes: Uint8Array, start: number, end: number): void {
    let copied = start;
    for (let at = start; at < end; at++) {
      // An unescaped quotation mark before a slash opens a text.
      if (bytes[at] !== SLASH || bytes[at - 1] !== QUOTE || bytes[at - 2] === BACKSLASH) continue;
      this.copy(bytes, copied, at);
      this.copy(base);
      copied = at;
    }
    this.copy(bytes, copied, end);
  }

  writeText(text: string): void {
    this.#makeRoom(text.length * MAX_UTF8_BYTES);
    if (text.length <= SHORT_TEXT && this.#writeAscii(text)) return;
    this.#at += this.#out.write(text, this.#at);
  }

  /** False if the text is not ASCII. */
  #writeAscii(text: string): boolean {
    const out = this.#out;
    const at = this.#at;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      out[at + i] = code;
    }
    this.#at = at + text.length;
    return true;
  }

  #makeRoom(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#out.length) return;
    const longer = Buffer.allocUnsafeSlow(2 * needed);
    longer.set(this.#out.subarray(0, this.#at));
    this.#out = longer;
  }
}
