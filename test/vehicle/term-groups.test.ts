// The groups of terms: how their table is read, and what is refused.
import { describe, expect, it } from 'vitest';
import { parseTermGroups } from '../../src/vehicle/term-groups.ts';
import { checkOffered, tradeTerms } from '../../src/vehicle/trade-terms.ts';

const HEADER = 'group\tkind\tsummaries\tsuggestions\tpage\tlabel\tchoice\toffered';
const parse = (...rows: readonly string[]) => parseTermGroups([HEADER, ...rows].join('\n'));

describe('a table of groups', () => {
  it('has the groups in its order, and those of the page in the order of their places', () => {
    const groups = parse(
      'fuel\tclass\t\tyes',
      'colour\t\tyes\tyes\t2\tColour\tone\tBlack | White',
      'history\t\tyes\t\tequipment',
      'equipment\t\tyes\tyes\t1\tEquipment and history\tseveral\tSat nav',
      'finance',
    );
    expect(groups).toEqual({
      all: ['fuel', 'colour', 'history', 'equipment', 'finance'],
      classes: ['fuel'],
      counted: ['colour', 'history', 'equipment'],
      suggested: ['fuel', 'colour', 'equipment'],
      onPage: [
        {
          name: 'equipment',
          place: 1,
          label: 'Equipment and history',
          from: ['equipment', 'history'],
          choice: 'several',
          offered: ['Sat nav'],
        },
        {
          name: 'colour',
          place: 2,
          label: 'Colour',
          from: ['colour'],
          choice: 'one',
          offered: ['Black', 'White'],
        },
      ],
    });
  });

  it.each([
    [['trim', 'trim'], 'Line 3 of the groups of terms is wrong: trim is on line 2 too'],
    [['trim\t\tno'], "Line 2 of the groups of terms is wrong: 'no' is none of , yes"],
    [
      ['trim\t\tyes\t\t1\tTrim\tany'],
      "Line 2 of the groups of terms is wrong: 'any' is none of one, one in order, several",
    ],
    [
      ['trim\t\tyes\t\t1\tTrim'],
      'Line 2 of the groups of terms is wrong: trim needs a place on the page, a label and a choice, or none of them',
    ],
    [
      ['trim\t\tyes\t\t\t\t\tSE'],
      'Line 2 of the groups of terms is wrong: trim needs a place on the page, a label and a choice, or none of them',
    ],
    [
      ['trim\t\t\t\t1\tTrim\tone'],
      'Line 2 of the groups of terms is wrong: trim is on the page, and not in summaries',
    ],
    [
      ['trim\t\tyes\t\tbody'],
      'Line 2 of the groups of terms is wrong: body is no group with a place on the page',
    ],
    [
      ['trim\t\tyes\t\t1\tTrim\tone', 'body\t\tyes\t\t1\tBody\tone'],
      'Line 3 of the groups of terms is wrong: place 1 is on line 2 too',
    ],
  ])('%j is refused', (rows, message) => {
    expect(() => parse(...rows)).toThrow(message);
  });

  it('may offer only terms of its groups', () => {
    const { onPage } = parse('trim\t\tyes\t\t1\tTrim\tone\tSE | Sat nav');
    expect(() => checkOffered(tradeTerms().terms, onPage)).toThrow(
      "groups.tsv offers 'Sat nav', which is no term of trim",
    );
  });
});
