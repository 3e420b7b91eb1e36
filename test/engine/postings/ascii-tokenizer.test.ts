import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AsciiTokenizer } from '../../../src/engine/postings/text-terms.ts';
import { forEachTermIn } from '../../../src/engine/postings/tokenizer.ts';

/** The number of words, then the words and compounds. */
function read(words: AsciiTokenizer, text: string): [number, ...string[]] {
  const count = words.tokenize(text);
  return [
    count,
    ...Array.from({ length: words.count }, (_, i) =>
      String.fromCharCode(...words.bytes.subarray(words.starts[i], words.ends[i])),
    ),
  ];
}

function readSlowly(text: string): [number, ...string[]] {
  const found: string[] = [];
  const count = forEachTermIn(text, (within, start, end) => found.push(within.slice(start, end)));
  return [count, ...found];
}

describe('AsciiTokenizer', () => {
  it.each<[string, number, string[]]>([
    ['2019 FORD Focus 2.0 TDCi', 5, ['2019', 'ford', 'focus', '2.0', 'tdci']],
    ['C-HR, e-tron', 4, ['c', 'hr', 'e', 'tron', 'chr', 'etron']],
    ['1.5-2.0-x', 3, ['1.5', '2.0', 'x', '52', '0x']],
    ["driver's £12,000", 2, ['drivers', '12000']],
    ["1,234,567 1,2345 'a' 5's", 6, ['1234567', '1', '2345', 'a', '5', 's']],
    ['one\ntwo – three…', 3, ['one', 'two', 'three']],
    ['', 0, []],
  ])('%j', (text, count, terms) => {
    expect(read(new AsciiTokenizer(), text)).toEqual([count, ...terms]);
  });

  it.each(['Škoda', 'driver’s', 'CO²', '12,000²', 'é'])('does not read %j', (text) => {
    const words = new AsciiTokenizer();
    expect(words.tokenize(text)).toBe(-1);
    expect(words.count).toBe(0);
  });

  it('agrees with tokenizer.ts on all texts that it reads', () => {
    const words = new AsciiTokenizer();
    const text = fc.string({ unit: fc.constantFrom(..."aBz019 ,,..--''£–…\n\tǅé’"), maxLength: 60 });
    let plain = 0;
    fc.assert(
      fc.property(text, (text) => {
        const found = read(words, text);
        if (found[0] >= 0) {
          plain++;
          expect(found).toEqual(readSlowly(text));
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect(plain).toBeGreaterThan(300);
  });

  it('begins words at multiples of four, with zeros up to the next', () => {
    const words = new AsciiTokenizer();
    words.tokenize('qualifications');
    words.tokenize('Golf c-hr 320d');
    expect([...words.starts.subarray(0, words.count)]).toEqual([0, 4, 8, 12, 16]);
    expect([...words.ends.subarray(0, words.count)]).toEqual([4, 5, 10, 16, 19]);
    expect(Buffer.from(words.bytes.subarray(0, 20)).toString('latin1')).toBe('golfc\0\0\0hr\0\x00320dchr\0');
    expect(words.quads[1]).toBe('c'.charCodeAt(0));
  });

  it('reads texts of any length', () => {
    const words = new AsciiTokenizer();
    const long = 'ab-cd '.repeat(5000);
    expect(words.tokenize(long)).toBe(10_000);
    expect(words.count).toBe(15_000);
  });
});
