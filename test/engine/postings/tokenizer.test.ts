import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compoundsOf,
  foldText,
  onlyExact,
  tokenize,
  forEachWordIn,
} from '../../../src/engine/postings/tokenizer.ts';

/** Letters, digits and signs that the rules name, and any other code point. */
const anyLetter = fc.oneof(
  fc.constantFrom(..."aBß0İﬁ1.,-' ’é²", '\u0301', '\u00ad'),
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

describe('text becomes words', () => {
  it.each<[string, string, string[]]>([
    ['letter case', 'FORD Fiesta ST-Line', ['ford', 'fiesta', 'st', 'line']],
    ['accents', 'Škoda Citroën Crème brûlée', ['skoda', 'citroen', 'creme', 'brulee']],
    ['accents written as marks of their own', 'S\u030ckoda nai\u0308ve', ['skoda', 'naive']],
    ['accents in capitals', 'L’ÉTÉ ÀÇÜ', ['lete', 'acu']],
    ['sharp s, small and capital', 'Straße STRASSE GROẞ', ['strasse', 'strasse', 'gross']],
    ['the Turkish dotted I', 'İnci INCI', ['inci', 'inci']],
    ['the Turkish dotless i, which is a letter of its own', 'ısı', ['ısı']],
    ['ligatures', 'ﬁne ﬂat ﬀ', ['fine', 'flat', 'ff']],
    ['wide and styled letters', 'ｖｗ 𝒜𝓊𝒹𝒾 Ⅳ', ['vw', 'audi', 'iv']],
    ['raised figures and signs', 'CO² №5 Up!™ 5㎞', ['co2', 'no5', 'up', 'tm', '5km']],
    ['Greek and Cyrillic', 'Λάμδα ЛАДА Йошкар', ['λαμδα', 'лада', 'иошкар']],
    ['scripts without case', '日本 車 ٣٤', ['日本', '車', '٣٤']],
    ['apostrophes inside a word', "driver's O’Neill C'eed Oʼneill", ['drivers', 'oneill', 'ceed', 'oneill']],
    ['apostrophes that quote or end', "'sport' drivers' 5's", ['sport', 'drivers', '5', 's']],
    ['hyphens', 'C-HR e-tron -a- b--c', ['c', 'hr', 'e', 'tron', 'a', 'b', 'c']],
    ['decimals', '2.0 1.5l 2.0tdi V8.5', ['2.0', '1.5l', '2.0tdi', 'v8.5']],
    [
      'points that end or begin',
      '2.0. .5 3. a.b no.5 1..2 1.2.3',
      ['2.0', '5', '3', 'a', 'b', 'no', '5', '1', '2', '1.2.3'],
    ],
    ['thousands commas', '12,000 1,234,567 £9,995 10,000miles', ['12000', '1234567', '9995', '10000miles']],
    [
      'other commas',
      '1,5 12,34 1,2345 red,123 7, 800',
      ['1', '5', '12', '34', '1', '2345', 'red', '123', '7', '800'],
    ],
    ['thousands and decimals', '1,000.50', ['1000.50']],
    ['emoji', '🚗 fast🚗car 👨‍👩‍👧', ['fast', 'car']],
    ['other punctuation', 'a/b_c+d&e@f "g" (h) [i] #j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
    ['line ends, tabs and wide spaces', 'a\nb\tc\r\nd\u00a0e\u3000f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['nothing', '', []],
    ['spaces and punctuation only', '  !? - … ® £', []],
    ['marks only', '\u0301\u0308', []],
  ])('%s: %j', (_, text, words) => {
    expect(tokenize(foldText(text))).toEqual(words);
  });

  it.each([
    ['Škoda ﬁne', 'skoda fine'],
    ['C-HR!', 'c-hr!'],
    ['', ''],
  ])('folds %j to %j, punctuation kept', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folds a text alike with and without other characters beside it', () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."aZ09 ,.'-"), maxLength: 20 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(foldText(`${text} é`)).toBe(`${foldText(text)} e`);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('does not change folded text, and finds its words whatever separates them', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter, maxLength: 20 }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        const words = tokenize(folded);
        expect(tokenize(words.join(' '))).toEqual(words);
        expect(words.filter((word) => !folded.includes(word) || word === '')).toEqual([]);
      }),
      { numRuns: 500, seed: 2 },
    );
  });
});

describe('compoundsOf', () => {
  it.each<[string, string[]]>([
    ['c-hr', ['chr']],
    ['mercedes-benz e-class', ['mercedesbenz', 'eclass']],
    ['x-trail n-tec-plus', ['xtrail', 'ntecplus']],
    ['plain words', []],
    ['a - b, -c d- e--f', []],
    ['', []],
  ])('of %j are %j', (folded, compounds) => {
    expect(compoundsOf(folded)).toEqual(compounds);
  });
});

describe('the words of a hostile text', () => {
  // Quadratic work on texts of this length takes minutes: the test would time out.
  it.each([
    ['one endless word beside a hyphen', 'a'],
    ['hyphens', 'a-'],
    ['points', '1.'],
    ['commas', '1,234'],
    ['apostrophes', "a'"],
    ['marks', 'a\u0301'],
  ])('take time in proportion to its length: %s', (_, unit) => {
    const folded = foldText(`a-b ${unit.repeat(200_000)}`);
    expect(tokenize(folded).length + compoundsOf(folded).length).toBeGreaterThan(2);
  });
});

describe('onlyExact', () => {
  it.each([
    ['a3', true],
    ['320d', true],
    ['kia', true],
    ['2.0tdi', true],
    ['fiesta2', true],
    ['٣٤٥٦', true],
    ['golf', false],
    ['日本車両', false],
    ['', true],
  ])('of %j is %j', (word, exact) => {
    expect(onlyExact(word)).toBe(exact);
  });
});

describe('forEachWordIn', () => {
  it('finds the words of tokenize, and where they are', () => {
    const unit = fc.constantFrom('a', 'z', '0', '9', '.', ',', '-', ' ', "'", '£', 'é', 'ﬁ', '1.5', '/', '…');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const folded = foldText(text);
        const found: string[] = [];
        forEachWordIn(folded, (within, start, end) => found.push(within.slice(start, end)));
        expect(found).toEqual(tokenize(folded));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});
