// The tables of assets/phrases/: a mistake in one is an error with its file and line, and the README describes every list.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAreas } from '../../../src/phrases/places/place-words.ts';
import { SLOTS } from '../../../src/phrases/patterns.ts';
import { tokenizePhrase } from '../../../src/phrases/words/tokenized-phrase.ts';
import {
  named,
  NUMBERS,
  PAIRS,
  parseLists,
  patternsMeaning,
  PHRASES,
  phrasesMeaning,
  WORDS,
  wordsMeaning,
} from '../../../src/phrases/words/word-lists.ts';

const FOLDER = new URL('../../../assets/phrases/', import.meta.url);
const KINDS = { word: WORDS, act: PHRASES, relative: PHRASES };

function table(...rows: readonly string[]): string {
  return ['phrase\tlist\tmeans', ...rows].join('\n');
}

function parse(...rows: readonly string[]) {
  return parseLists('test.tsv', table('mum\trelative', 'about\tword', ...rows), KINDS, SLOTS);
}

describe('a list', () => {
  it('of words is a set, whatever their case and punctuation', () => {
    const { word } = parse("It's\tword", '# a comment', 'at  least\tword', 'i run\tact');
    expect([...word]).toEqual(['about', 'its', 'at least']);
  });

  it('of phrases finds the longest at a word, with the phrases of another list in braces', () => {
    const { act } = parse('dad\trelative', 'my {relative}\tact', 'my {relative} drives\tact');
    expect(act.find(tokenizePhrase('so my Dad drives a Golf'), 1)).toEqual({ meaning: true, length: 3 });
    expect(act.find(tokenizePhrase('my mum, drives'), 0)).toEqual({ meaning: true, length: 2 });
    expect(act.find(tokenizePhrase('my aunt drives'), 0)).toBeUndefined();
  });

  it('has each form of a regular verb with a tilde, also of those in braces', () => {
    const { act } = parse(
      'swap~\trelative',
      'trade~ in\tact',
      'try~\tact',
      'ditch~\tact',
      '{relative} my\tact',
    );
    const found = ['traded in', 'trading in', 'tries', 'ditches', 'swapping my', 'swapped my', 'swaped my'];
    expect(found.map((text) => act.find(tokenizePhrase(text), 0)?.length)).toEqual([
      2,
      2,
      1,
      1,
      2,
      2,
      undefined,
    ]);
  });

  it('of phrases also has those without what is in braces with a question mark', () => {
    const { act } = parse('{relative?} is gone {relative?}\tact');
    expect(act.find(tokenizePhrase('mum is gone'), 0)).toEqual({ meaning: true, length: 3 });
    expect(act.find(tokenizePhrase('is gone mum'), 0)).toEqual({ meaning: true, length: 3 });
    expect(act.find(tokenizePhrase('is gone'), 0)).toEqual({ meaning: true, length: 2 });
    expect(act.find(tokenizePhrase('mum gone'), 0)).toBeUndefined();
  });

  it('has alternatives, optional words and repeated lists', () => {
    const { act } = parse('dad\trelative', 'my|our {relative*} drives?\tact');
    const found = ['our', 'our mum dad', 'my dad drives', 'drives'];
    expect(found.map((text) => act.find(tokenizePhrase(text), 0)?.length)).toEqual([1, 3, 3, undefined]);
  });

  it('has numbers within bounds, with a unit in the same word or behind it, and signs', () => {
    const { act } = parse(
      '<number 2-4 {unit}>\tact',
      'at <number> <:> <number>\tact',
      'feet\tunit',
      'ft\tunit',
    );
    const found = ['3ft', '4 feet', '5ft', '3m', 'at 10:30', 'at 10 30'];
    expect(found.map((text) => act.find(tokenizePhrase(text), 0)?.length)).toEqual([1, 2, undefined, undefined, 3, undefined]); // prettier-ignore
  });

  it('has words that must not follow', () => {
    const { act } = parse('i run !{relative}\tact', 'i run every <number> !<number>\tact');
    const found = ['i run', 'i run, mum', 'i run mum', 'i run every 2', 'i run every 2, 3'];
    expect(found.map((text) => act.find(tokenizePhrase(text), 0)?.length)).toEqual([2, 2, undefined, 4, 4]);
  });

  it('gives each row its number, word or meaning', () => {
    const rows = [
      'two\tone\t2',
      'vans\tbody\tvan',
      'under\tlimit\tmax',
      'x\tspan\tlong',
      'd[iy]zel\tsound\tDiesel',
    ];
    const { one, body, limit, span, sound } = parseLists('test.tsv', table(...rows), {
      one: NUMBERS,
      body: PAIRS,
      limit: phrasesMeaning({ max: 'at most' }),
      span: wordsMeaning(named('long')),
      sound: patternsMeaning(named('Diesel')),
    });
    expect(one.get('two')).toBe(2);
    expect(body.get('vans')).toBe('van');
    expect(limit.find(tokenizePhrase('under 5k'), 0)).toEqual({ meaning: 'at most', length: 1 });
    expect(span.get('x')).toBe('long');
    expect(sound.map(({ pattern, meaning }) => [pattern.test('dyzel'), pattern.test('dyzels'), meaning])).toEqual([[true, false, 'Diesel']]); // prettier-ignore
  });
});

describe('a mistake is an error with its file and line:', () => {
  it.each([
    ['a phrase that is listed twice', ['i run\tact', 'I  run\tact'], 'test.tsv, line 5: i run is on line 4 too'],
    ['two rows that make one phrase', ['my mum\tact', 'my {relative}\tact'], 'test.tsv, line 5: my mum is on line 4 too'],
    ['an unknown list', ['i run\tacts'], "test.tsv, line 4: there is no list 'acts', only word, act, relative"],
    ['an unknown list in braces', ['my {aunt}\tact'], "test.tsv, line 4: there is no list 'aunt' for '{aunt}'"],
    ['a list that is a part of itself', ['step {relative}\trelative', 'my {relative}\tact'], "test.tsv, line 4: the list 'relative' is a part of itself"],
    ['an unknown slot', ['<date> it is\tact'], "test.tsv, line 4: there is no slot '<date>'"],
    ['a meaning that its list has not', ['i run\tact\tsurely'], "test.tsv, line 4: 'i run' has a meaning, and its list has none"],
    ['a phrase without words', ['\tact'], "test.tsv, line 4: it has no phrase"],
    ['a further column', ['i run\tact\t\tx'], 'test.tsv, line 4: there are 4 cells, and may be 3'],
    ['an empty list', [], "test.tsv has no row of the list 'act'"],
  ])('%s', (_, rows, message) => {
    expect(() => parse(...rows)).toThrow(new Error(message));
  }); // prettier-ignore

  it('an unknown meaning, no number, no regular expression', () => {
    expect(() =>
      parseLists('test.tsv', table('a\tlimit\tmost'), { limit: phrasesMeaning(named('max')) }),
    ).toThrow("test.tsv, line 2: 'most' is no meaning of its list: max");
    expect(() => parseLists('test.tsv', table('a\tone\t1.5'), { one: NUMBERS })).toThrow(
      "test.tsv, line 2: '1.5' is no whole number",
    );
    expect(() =>
      parseLists('test.tsv', table('d(\tsound\tx'), { sound: patternsMeaning(named('x')) }),
    ).toThrow("test.tsv, line 2: 'd(' is no regular expression");
  });

  it.each([
    ['Avon\tAVON shire\tBS2\t4', 'Kent\tAvonshire\tME14', 'assets/phrases/areas.tsv, line 3: avonshire is on line 2 too'],
    ['Avon\t\tBS2\t4', 'Kent\t\tME', "assets/phrases/areas.tsv, line 3: 'ME' is no postcode district"],
    ['Avon\t\tBS2\t4', 'Kent\t\tME14\t9', "assets/phrases/areas.tsv, line 3: '9' is no distance band"],
  ])('areas %s and %s', (one, other, message) => {
    expect(() => parseAreas(['area\tother names\tdistrict\tband', one, other].join('\n'))).toThrow(new Error(message));
  }); // prettier-ignore
});

it('the README describes the lists of each table, and no others', () => {
  const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
  const described = Array.from(
    readme.matchAll(/^`(\w[\w-]+\.tsv)`[^]*?\n\n((?:\|.*\n)+)/gm),
    ([, file, rows]) => [file, Array.from(rows.matchAll(/^\| (`.+?) \|/gm), ([, names]) => names.slice(1, -1).split('`, `')).flat().sort()] as const,
  ); // prettier-ignore
  const tables = readdirSync(FOLDER).filter((file) => file.endsWith('.tsv') && file !== 'areas.tsv');
  const used = tables.map((file) => {
    const [, ...rows] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
    return [file, [...new Set(rows.map((row) => row.split('\t')[1]))].sort()] as const;
  });
  const byName = (one: readonly [string, unknown], other: readonly [string, unknown]): number =>
    one[0] < other[0] ? -1 : 1;
  expect(described.filter(([file]) => file !== 'areas.tsv').sort(byName)).toEqual(used.sort(byName));
});
