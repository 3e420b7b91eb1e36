// Numbers the words and compounds of texts: ASCII in one pass over bytes, without a string for each word.
import { grown } from '../columns/shared-arrays.ts';
import { AsciiTokenizer } from './ascii-tokenizer.ts';
import { TermDictionary } from './term-dictionary.ts';
import { forEachTermIn } from './tokenizer.ts';

const ASCII = new AsciiTokenizer();

export class TextTerms {
  readonly dictionary = new TermDictionary();
  /** Numbers of the terms of the last text: its words, in order, then its compounds. */
  found = new Uint32Array(1024);
  count = 0;
  #last = '';
  #words = 0;
  readonly #take = (text: string, start: number, end: number): void => {
    if (this.count === this.found.length) this.found = grown(this.found, this.count + 1);
    this.found[this.count++] = this.dictionary.idOfText(text, start, end);
  };

  /** Returns the number of the text's words. The last text is not read again: descriptions are read for facts, then for the index. */
  read(text: string): number {
    if (text === this.#last) return this.#words;
    this.#last = text;
    return (this.#words = this.#read(text));
  }

  #read(text: string): number {
    this.count = 0;
    const words = ASCII.tokenize(text);
    if (words < 0) return forEachTermIn(text, this.#take);
    if (ASCII.count > this.found.length) this.found = grown(this.found, ASCII.count);
    const { bytes, quads, starts, ends } = ASCII;
    const { found, dictionary } = this;
    for (let i = 0; i < ASCII.count; i++) found[i] = dictionary.idOf(bytes, quads, starts[i], ends[i]);
    this.count = ASCII.count;
    return words;
  }
}
