// Words between the words of a query's text: those that ask for nothing, `or`, `not`, and signs that exclude.
import { describe, expect, it } from 'vitest';
import { createTextReader } from '../../../src/index/words/query-text.ts';
import type { TextQuery, TextUnit } from '../../../src/engine/schema.ts';
import { Spellings } from '../../../src/index/words/spellings.ts';
import { parseTradeTerms } from '../../../src/vehicle/parse-trade-terms.ts';
import { sampleTerms, sampleSpellings } from './sample-terms.ts';

const reader = createTextReader(sampleSpellings, sampleTerms);
const read = (text: string, live: string): TextQuery => {
  const terms = new Set(live.split(' '));
  return reader(text, (term) => terms.has(term));
};

const termsOf = (units: readonly TextUnit[]): string[] =>
  units.map(({ terms }) => [...terms.keys()].join('/'));

/** Required units, alternatives and exclusions, each by its live terms. */
function clauses(text: string, live: string) {
  const { units, choices = [], excluded = [] } = read(text, live);
  return {
    units: termsOf(units),
    ...(choices.length > 0 && { choices: choices.map((choice) => choice.map(termsOf)) }),
    ...(excluded.length > 0 && { excluded: excluded.map(termsOf) }),
  };
}

it('a word that adverts mostly use in another sense is the model, if the stock has it', () => {
  expect(clauses('up', 'up +volkswagenup pickup')).toEqual({ units: ['+volkswagenup'] });
  expect(clauses('"up"', 'up +volkswagenup')).toEqual({ units: ['up'] });
  expect(clauses('golf -up', 'golf up +volkswagenup')).toEqual({
    units: ['golf'],
    excluded: [['+volkswagenup']],
  });
  expect(clauses('up', 'up')).toEqual({ units: ['up'] });
  expect(clauses('seat', 'seat +seatibiza')).toEqual({ units: ['seat'] });
});

it('a word that programs send for no value is not corrected, as typing errors are', () => {
  expect(read('null', 'full hull').units[0]).toMatchObject({ terms: new Map() });
  expect(read('null', 'full hull').units[0]).not.toHaveProperty('typo');
  expect(read('hall', 'full hull').units[0]).toHaveProperty('typo');
});

describe('function words', () => {
  const live = '=towbar =sunroof golf red and with the a for in car';

  it.each([
    ['tow bar and sunroof', ['=towbar', '=sunroof']],
    ['the red golf with a sunroof for sale', ['red', 'golf', '=sunroof']],
    ['a golf, in red', ['golf', 'red']],
    ['used car golf', ['golf']],
    ['GOLF AND THE RED', ['golf', 'red']],
  ])('ask for nothing: %s', (text, units) => {
    expect(clauses(text, live)).toEqual({ units });
  });

  it('alone match all rows, as a text of punctuation does not', () => {
    expect(read('cars', live)).toEqual({ units: [], preferred: [], isOpen: true });
    expect(read('used cars for sale', live)).toEqual({ units: [], preferred: [], isOpen: true });
    expect(read('golf or', live).isOpen).toBeUndefined();
    expect(read('- !', live)).toEqual({ units: [], preferred: [] });
  });

  it('are part of a name beside the rest of it', () => {
    expect(clauses('a class', '+aclass class')).toEqual({ units: ['+aclass'] });
    expect(clauses('smart for two', 'smart fortwo +fortwo two')).toEqual({
      units: ['smart', 'fortwo/+fortwo'],
    });
    expect(clauses('lexus is', 'lexus is')).toEqual({ units: ['lexus', 'is'] });
    expect(clauses('golf is red', 'golf is red')).toEqual({ units: ['golf', 'red'] });
  });

  it('are articles before the number of a model', () => {
    expect(clauses('a 3 series', 'a3 +a3 3 series')).toEqual({ units: ['a3/3', 'series'] });
    expect(clauses('a 3 door', 'a3 +a3 3 door')).toEqual({ units: ['a3/+a3', 'door'] });
  });

  it.each([
    ['i-key golf', { units: ['i', 'key', 'golf'] }],
    ['golf drop-in', { units: ['golf', 'drop', 'in'] }],
    ['x-or-y', { units: ['x', 'or', 'y'] }],
    ['second-hand golf', { units: ['golf'] }],
    ['golf for-sale', { units: ['golf'] }],
    ['golf - a - red', { units: ['golf', 'red'] }],
  ])('are no parts of a word with a hyphen: %s', (text, expected) => {
    expect(clauses(text, 'i key golf drop in x or y red')).toEqual(expected);
  });

  it('are articles before a term, and no initials of its words', () => {
    expect(clauses('a s line', '=sline +as as a')).toEqual({ units: ['=sline'] });
    expect(clauses('a tow bar', '=towbar atow')).toEqual({ units: ['=towbar'] });
  });

  it('are words of a term that no listing has', () => {
    const text = 'group\tname\tspellings\tnarrower\ncondition\tFamily car';
    const terms = parseTradeTerms([{ source: 'a term', text }]);
    const readCars = createTextReader(new Spellings(terms), terms);
    const units = (q: string, live: string[]) => termsOf(readCars(q, (term) => live.includes(term)).units);
    expect(units('family car', ['=familycar', 'family', 'car'])).toEqual(['=familycar']);
    expect(units('family car', ['family', 'car'])).toEqual(['family', 'car']);
    expect(units('red car', ['red', 'car'])).toEqual(['red']);
  });

  it('leave the words around them neighbours', () => {
    expect(read('golf and gti', 'golf gti +golfgti').preferred).toEqual(['+golfgti']);
  });

  it('leave the word before them whole', () => {
    expect(read('pano with', 'panoramic').units[0].prefix).toBeUndefined();
    expect(read('with pano', 'panoramic').units[0].prefix).toBe('pano');
  });
});

describe('or', () => {
  const live =
    'red blue green golf polo ford focus vauxhall astra bmw 3 series audi a4 =sunroof @diesel @hybrid';

  it.each([
    ['red or blue golf', { units: ['golf'], choices: [[['red'], ['blue']]] }],
    ['golf red OR blue or the green', { units: ['golf'], choices: [[['red'], ['blue'], ['green']]] }],
    ['diesel or plug in hybrid', { units: [], choices: [[['@diesel'], ['@hybrid']]] }],
    [
      'golf or polo red or sunroof',
      {
        units: [],
        choices: [
          [['golf'], ['polo']],
          [['red'], ['=sunroof']],
        ],
      },
    ],
    ['or golf or', { units: ['golf'] }],
    ['red or or blue', { units: [], choices: [[['red'], ['blue']]] }],
    ['red or zzz', { units: [], choices: [[['red'], ['']]] }],
  ])('is between the parts beside it: %s', (text, expected) => {
    expect(clauses(text, live)).toEqual(expected);
  });

  it.each([
    ['ford focus or vauxhall astra', [['ford', 'focus'], ['vauxhall', 'astra']], []],
    ['red bmw 3 series or audi a4', [['bmw', '3', 'series'], ['audi', 'a4']], ['red']],
    ['golf or ford focus', [['golf'], ['ford', 'focus']], []],
    ['ford or vauxhall', [['ford'], ['vauxhall']], []],
    ['ford or vauxhall astra red', [['ford'], ['vauxhall', 'astra']], ['red']],
    ['ford focus or golf', [['focus'], ['golf']], ['ford']],
    ['ford red or vauxhall astra', [['red'], ['vauxhall', 'astra']], ['ford']],
    ['ford focus or vauxhall astra or audi a4', [['ford', 'focus'], ['vauxhall', 'astra'], ['audi', 'a4']], []],
  ])('takes a make with its model as one: %s', (text, choice, units) => {
    expect(clauses(text, live)).toEqual({ units, choices: [choice] });
  }); // prettier-ignore

  it.each([
    ['land rover or audi', [['land', 'rover'], ['audi']], []],
    ['golf or 3 series', [['golf'], ['3', 'series']], []],
    ['red 3 series or golf', [['3', 'series'], ['golf']], ['red']],
    ['red or blue 3 series', [['red'], ['blue']], ['3', 'series']],
    ['mx 5 or golf', [['mx', '5'], ['golf']], []],
    ['golf or range rover evoque red', [['golf'], ['range', 'rover', 'evoque']], ['red']],
    ['land rover discovery or bmw 3 series', [['land', 'rover', 'discovery'], ['bmw', '3', 'series']], []],
  ])('takes a name of several words as one: %s', (text, choice, units) => {
    expect(clauses(text, `${live} land rover range evoque discovery mx 5`)).toEqual({ units, choices: [choice] });
  }); // prettier-ignore

  it('takes no plural out of a term: s line', () => {
    expect(clauses('sunroof s line or red', `${live} =sline`)).toEqual({
      units: ['=sunroof'],
      choices: [[['=sline'], ['red']]],
    });
  });

  it('takes a term as one that no row has', () => {
    expect(clauses('red or tow bar golf', live)).toEqual({
      units: ['golf'],
      choices: [[['red'], ['', '']]],
    });
  });

  describe('takes a word with hyphens as one', () => {
    const cars = 'mazda mx 5 bmw z4 c hr cr v rav4 e tron gt red focus ford st mercedes benz class a b =towbar';

    it.each([
      ['mx-5 or z4', { units: [], choices: [[['mx', '5'], ['z4']]] }],
      ['z4 or mx-5', { units: [], choices: [[['z4'], ['mx', '5']]] }],
      ['mx‑5 or z4', { units: [], choices: [[['mx', '5'], ['z4']]] }],
      ['mx-5 or z4 or cr-v', { units: [], choices: [[['mx', '5'], ['z4'], ['cr', 'v']]] }],
      ['red e-tron-gt or mx-5 ford', { units: ['red', 'ford'], choices: [[['e', 'tron', 'gt'], ['mx', '5']]] }],
      ['a-class or b-class', { units: [], choices: [[['a', 'class'], ['b', 'class']]] }],
      ['tow-bar or red', { units: [], choices: [[['=towbar'], ['red']]] }],
      ['rav4 or ford-tow bar', { units: [], choices: [[['rav4'], ['ford', '=towbar']]] }],
      ['"mx 5" or c-hr', { units: [], choices: [[['mx', '5'], ['c', 'hr']]] }],
      ['gt - red or z4', { units: ['gt'], choices: [[['red'], ['z4']]] }],
    ])('%s', (text, expected) => {
      expect(clauses(text, cars)).toEqual(expected);
    });

    it.each([
      ['mazda mx-5 or z4', [['mx', '5'], ['z4']], ['mazda']],
      ['red mazda mx-5 or bmw z4', [['mazda', 'mx', '5'], ['bmw', 'z4']], ['red']],
      ['bmw z4 or mazda mx-5 gt', [['bmw', 'z4'], ['mazda', 'mx', '5']], ['gt']],
      ['rav4 or ford focus-st red', [['rav4'], ['ford', 'focus', 'st']], ['red']],
      ['ford focus-st or bmw z4', [['ford', 'focus', 'st'], ['bmw', 'z4']], []],
      ['mazda mx-5 or bmw-z4', [['mazda', 'mx', '5'], ['bmw', 'z4']], []],
      ['mercedes-benz c-class or bmw z4', [['mercedes', 'benz', 'c', 'class'], ['bmw', 'z4']], []],
      ['ford focus or mercedes-benz c-class', [['ford', 'focus'], ['mercedes', 'benz', 'c', 'class']], []],
    ])('beside its make: %s', (text, choice, units) => {
      expect(clauses(text, cars)).toEqual({ units, choices: [choice] });
    });
  }); // prettier-ignore

  it('completes and corrects alternatives, as other words', () => {
    const [[[first], [second]]] = read('blu or pano', 'blue panoramic').choices ?? [[[], []]];
    expect(first).toEqual({ terms: new Map() });
    expect(second).toMatchObject({ prefix: 'pano', typo: { word: 'pano' } });
  });

  it('prefers the pairs of a word with hyphens that it does not join', () => {
    const live = 'mx 5 gt red blue +mx5 +5gt +gtred';
    expect(read('mx-5 gt', live).preferred).toEqual(['+mx5', '+5gt']);
    expect(read('mx-5 gt red or blue', live).preferred).toEqual(['+mx5', '+5gt']);
    expect(read('mx-5 or gt red', live).preferred).toEqual([]);
  });

  it('prefers no pairs with alternatives', () => {
    expect(read('red or blue golf gti', 'red blue golf gti +bluegolf +golfgti').preferred).toEqual([
      '+golfgti',
    ]);
  });
});

describe('exclusions', () => {
  const live = 'golf red blue turner head leather =sunroof =towbar @diesel e tron gt';

  it.each([
    ['golf -red', { units: ['golf'], excluded: [['red']] }],
    ['-diesel', { units: [], excluded: [['@diesel']] }],
    ['golf not diesel', { units: ['golf'], excluded: [['@diesel']] }],
    ['golf without a sunroof', { units: ['golf'], excluded: [['=sunroof']] }],
    ['golf not tow bar red', { units: ['golf', 'red'], excluded: [['=towbar']] }],
    ['golf -e-tron red', { units: ['golf', 'red'], excluded: [['e', 'tron']] }],
    ['golf not e-tron red', { units: ['golf', 'red'], excluded: [['e', 'tron']] }],
    ['not e-tron-gt or e-tron', { units: [], excluded: [['e', 'tron', 'gt'], ['e', 'tron']] }],
    ['golf not e-zzz', { units: ['golf'] }],
    ['golf -tow-bar', { units: ['golf'], excluded: [['=towbar']] }],
    ['golf -"tow bar" red', { units: ['golf', 'red'], excluded: [['=towbar']] }],
    ['golf not "head turner"', { units: ['golf'], excluded: [['head', 'turner']] }],
    ['-"head turner', { units: [], excluded: [['head', 'turner']] }],
    ['not red or blue', { units: [], excluded: [['red'], ['blue']] }],
    ['-red or blue', { units: ['blue'], excluded: [['red']] }],
    ['blue or -red', { units: ['blue'], excluded: [['red']] }],
    ['blue or not red', { units: ['blue'], excluded: [['red']] }],
    ['golf -zzz not yyy', { units: ['golf'] }],
    ['golf -the', { units: ['golf'] }],
    ['golf not', { units: ['golf'] }],
  ])('are read from %s', (text, expected) => {
    expect(clauses(text, live)).toEqual(expected);
  }); // prettier-ignore

  it.each([
    ['not land rover', [['land', 'rover']], []],
    ['red not 3 series golf', [['3', 'series']], ['red', 'golf']],
    ['not mx 5 or land rover red', [['mx', '5'], ['land', 'rover']], ['red']],
    ['not bmw 3 series red', [['bmw', '3', 'series']], ['red']],
    ['not ford focus or audi a4', [['ford', 'focus'], ['audi', 'a4']], []],
    ['not ford red', [['ford']], ['red']],
    ['-land rover', [['land']], ['rover']],
  ])('take a name of several words, or a make with its model, as one: %s', (text, excluded, units) => {
    const names = 'land rover mx 5 bmw 3 series ford focus audi a4 red golf';
    expect(clauses(text, names)).toEqual({ units, excluded });
  }); // prettier-ignore

  it('of a term that no row has exclude nothing, and ask for none of its words', () => {
    expect(clauses('golf not tow bar', 'golf red bar')).toEqual({ units: ['golf'] });
    expect(clauses('golf without a tow bar red', 'golf red tow')).toEqual({ units: ['golf', 'red'] });
  });

  it('alone match all other rows', () => {
    expect(read('-red', live).isOpen).toBe(true);
    expect(read('not zzz', live)).toEqual({ units: [], preferred: [], isOpen: true });
  });

  it('are neither completed nor corrected', () => {
    expect(read('-pano', 'panoramic')).toEqual({ units: [], preferred: [], isOpen: true });
    expect(read('not gold', 'golf')).toEqual({ units: [], preferred: [], isOpen: true });
  });

  it('need a sign at the beginning of a word', () => {
    expect(clauses('e-tron', live)).toEqual({ units: ['e', 'tron'] });
    expect(clauses('golf - red', live)).toEqual({ units: ['golf', 'red'] });
  });
});
