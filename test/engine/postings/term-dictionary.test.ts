import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AsciiTokenizer } from '../../../src/engine/postings/text-terms.ts';
import { TermDictionary } from '../../../src/engine/postings/term-dictionary.ts';

const numberOf = (table: TermDictionary, word: string): number => table.idOfText(word, 0, word.length);

describe('TermDictionary', () => {
  it('numbers words in order of first appearance, wherever they are', () => {
    const table = new TermDictionary();
    const text = 'golf red golf';
    expect(table.idOfText(text, 0, 4)).toBe(0);
    expect(table.idOfText(text, 5, 8)).toBe(1);
    expect(table.idOfText(text, 9, 13)).toBe(0);
    expect(numberOf(table, 'gol')).toBe(2);
    expect(numberOf(table, 'škoda')).toBe(3);
    expect(numberOf(table, 'red')).toBe(1);
    expect(table.size).toBe(4);
    expect(table.words()).toEqual(['golf', 'red', 'gol', 'škoda']);
  });

  it('grows past the room that it starts with', () => {
    const table = new TermDictionary();
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`);
    expect(words.map((word) => numberOf(table, word))).toEqual([...words.keys()]);
    expect(words.map((word) => numberOf(table, word))).toEqual([...words.keys()]);
    const long = 'x'.repeat(20_000);
    expect(numberOf(table, long)).toBe(5000);
    expect(table.words()).toEqual([...words, long]);
  });

  it('gives a word of a tokenizer and the same text one number', () => {
    const table = new TermDictionary();
    const words = new AsciiTokenizer();
    const texts = ['golf', 'x'.repeat(24), 'x'.repeat(25), 'x'.repeat(23), 'golfs', 'gol'];
    words.tokenize(texts.join(' '));
    const numbers = texts.map((_, i) => table.idOf(words.bytes, words.quads, words.starts[i], words.ends[i]));
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5]);
    expect(texts.map((text) => numberOf(table, text))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(numberOf(table, 'x\0')).toBe(6);
    expect(numberOf(table, 'x')).toBe(7);
    expect(table.words()).toEqual([...texts, 'x\0', 'x']);
  });

  it('agrees with a Map of strings', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝒳', '1'), minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 22, maxLength: 26 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), (words) => {
        const table = new TermDictionary();
        const map = new Map<string, number>();
        for (const each of words) {
          if (!map.has(each)) map.set(each, map.size);
          expect(numberOf(table, each)).toBe(map.get(each));
        }
        expect(table.words()).toEqual([...map.keys()]);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
