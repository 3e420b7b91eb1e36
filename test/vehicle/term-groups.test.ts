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
    [['trim', 'trim'], 'assets/terms/groups.tsv, line 3: trim is on line 2 too'],
    [['trim\t\tno'], "assets/terms/groups.tsv, line 2: 'no' is none of , yes"],
    [
      ['trim\t\tyes\t\t1\tTrim\tany'],
      "assets/terms/groups.tsv, line 2: 'any' is none of one, one in order, several",
    ],
    [
      ['trim\t\tyes\t\t1\tTrim'],
      'assets/terms/groups.tsv, line 2: trim needs a place on the page, a label and a choice, or none of them',
    ],
    [
      ['trim\t\tyes\t\t\t\t\tSE'],
      'assets/terms/groups.tsv, line 2: trim needs a place on the page, a label and a choice, or none of them',
    ],
    [
      ['trim\t\t\t\t1\tTrim\tone'],
      'assets/terms/groups.tsv, line 2: trim is on the page, and not in summaries',
    ],
    [['trim\t\tyes\t\tbody'], 'assets/terms/groups.tsv, line 2: body is no group with a place on the page'],
    [
      ['trim\t\tyes\t\t1\tTrim\tone', 'body\t\tyes\t\t1\tBody\tone'],
      'assets/terms/groups.tsv, line 3: place 1 is on line 2 too',
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
