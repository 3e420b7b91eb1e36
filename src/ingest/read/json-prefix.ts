// The start of a JSON document, up to its end or the end of an array's first object, at most one record's length, however it is cut.
import { MAX_RECORD_LENGTH } from './feed-record.ts';

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

export class JsonPrefix {
  #text = '';
  /** Closing brackets of the open containers, outermost first. */
  readonly #closers: string[] = [];
  #inString = false;
  #escaped = false;
  /** Up to here the text becomes valid JSON when the open containers are closed. */
  #end = 0;
  #isWhole = false;

  get text(): string {
    return this.#text;
  }

  get isComplete(): boolean {
    return this.#isWhole || this.#text.length >= MAX_RECORD_LENGTH;
  }

  get isOpen(): boolean {
    return this.#closers.length > 0 || this.#inString;
  }

  push(text: string): void {
    const start = this.#text.length;
    this.#text += text;
    if (this.#isWhole) return;
    const end = Math.min(text.length, MAX_RECORD_LENGTH - start);
    for (let at = 0; at < end && !this.#isWhole; at++) this.#read(text.charAt(at), start + at);
  }

  #read(character: string, at: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
      return;
    }
    const closer = CLOSERS[character];
    if (character === '"') this.#inString = true;
    else if (character === ',') this.#end = at;
    else if (closer !== undefined) {
      this.#closers.push(closer);
      this.#end = at + 1;
    } else if (character === '}' || character === ']') {
      this.#closers.pop();
      this.#end = at + 1;
      const isFirstObject = character === '}' && this.#closers.length === 1 && this.#closers[0] === ']';
      this.#isWhole = this.#closers.length === 0 || isFirstObject;
    }
  }

  /** The document as far as it is known; undefined if it is not valid JSON. */
  parse(): unknown {
    try {
      return JSON.parse(this.#text.slice(0, this.#end) + this.#closers.toReversed().join('')) as unknown;
    } catch {
      return undefined;
    }
  }
}
