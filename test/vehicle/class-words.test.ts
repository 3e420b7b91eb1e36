// The tables of fuels and gearboxes: what a row means, and which mistakes are refused.
import { describe, expect, it } from 'vitest';
import { FUELS, GEARBOXES, parseClassWords } from '../../src/vehicle/classify.ts';

const HEADER = 'fuel\tspellings\tother words\theard\tdealers\tabbreviations\tasked\tkinds';

function parse(...lines: readonly string[]) {
  return parseClassWords('the fuels', 'fuel', ['Petrol', 'Diesel'], [HEADER, ...lines, ''].join('\n'));
}

describe('a table of classes', () => {
  it('has words for adverts, phrases and dealers’ columns', () => {
    const { rows, inColumns, abbreviations, asked } = parse(
      'Diesel\tderv\tdeisel\toil burner\ttdi\td',
      'Petrol\t\t\t\t\tp\tgas\tlead',
      '(none)\t\t\t\tdual fuel',
    );
    expect(rows).toEqual([
      { name: 'Diesel', spellings: ['derv'], heard: ['deisel', 'oil burner'], kinds: [] },
      { name: 'Petrol', spellings: [], heard: [], kinds: ['lead'] },
    ]);
    expect([...inColumns]).toEqual([
      ['diesel', 'Diesel'],
      ['derv', 'Diesel'],
      ['deisel', 'Diesel'],
      ['tdi', 'Diesel'],
      ['petrol', 'Petrol'],
      ['dualfuel', '(none)'],
    ]);
    expect([...abbreviations]).toEqual([
      ['d', 'Diesel'],
      ['p', 'Petrol'],
    ]);
    expect(asked).toEqual({ gas: 'Petrol' });
  });

  it.each([
    [['Diesel', 'Petrol', 'Steam'], 'the fuels, line 4: Steam is not a fuel'],
    [['Diesel\tderv', 'Petrol\t\t\t\tDerv'], 'the fuels, line 3: derv is on line 2 too'],
    [['Diesel\t\t\t\t\td', 'Petrol\t\t\t\t\td'], "the fuels, line 3: 'd' is on line 2 too"],
    [['Diesel'], 'Petrol is missing in the fuels'],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });
});

describe('the fuels and gearboxes', () => {
  it('are all that searches filter by', () => {
    expect(FUELS.rows.map(({ name }) => name)).toEqual(['Diesel', 'Electric', 'Hybrid', 'Petrol']);
    expect(GEARBOXES.rows.map(({ name }) => name)).toEqual(['Automatic', 'Manual']);
  });
});
