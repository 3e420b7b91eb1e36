import { snapshotOf, changed } from '../builders.ts';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../src/engine/segment/snapshot.ts';
import { expandText } from '../../../src/engine/query/word-expansion.ts';
import { rowOf, schema, segmentOf } from '../sample-rows.ts';

const segmentWith = (titles: Record<string, string>) =>
  segmentOf(Object.entries(titles).map(([key, title]) => rowOf(key, { title })));

/** By word and segment, the terms it stands for and their match weights. */
function meanings(snapshot: Snapshot, text: string): Record<string, number>[][] {
  return expandText(snapshot, text, schema, { forScores: true, allWords: true })!.words.map(({ terms }) =>
    terms.map((matched, index) => {
      const column = snapshot.segments[index].segment.text;
      const entries = matched.map(({ term, matchWeight }): [string, number] => [
        column.word(term),
        matchWeight,
      ]);
      return Object.fromEntries(entries.sort());
    }),
  );
}

const titles = {
  a: 'golf gold golfs',
  b: 'automatic tiptronic 320d 320di',
  c: 'kia kiara a3 a35',
  d: 'titanium titan Škoda',
  e: 'focus 2.0tdi',
};

describe('a word of a query', () => {
  const snapshot = snapshotOf(segmentWith(titles));

  it.each<[string, string, Record<string, number>]>([
    ['itself', 'gold', { gold: 4 }],
    ['itself, folded', 'ŠKODA!', { skoda: 4 }],
    ['itself only, although another word begins with it', 'golf', { golf: 4 }],
    ['what begins with it, when no row has it', 'tita', { titan: 3, titanium: 3 }],
    ['its alias, however short it is itself', 'vw', { golf: 4 }],
    ['all its aliases, and not what begins with it', 'auto', { automatic: 4, tiptronic: 4 }],
    ['a tag', 'gears', { '=auto': 4 }],
    ['a tag of words that sound like it', 'sufoc', { '~cfosu': 2 }],
    ['a tag of words that sound like it and similar words', 'focsu', { focus: 2, '~cfosu': 2 }],
    ['itself only, if it has three letters', 'kia', { kia: 4 }],
    ['nothing, if it has three letters and no row has it', 'tit', {}],
    ['nothing, if it has three letters and is one error away', 'gol', {}],
    ['itself only, if it has a digit', '320d', { '320d': 4 }],
    ['itself only, if it is a short code', 'a3', { a3: 4 }],
    ['nothing, if it has a digit and no row has it', '2.0td', {}],
    ['nothing, if it has a digit and is one error away', '320x', {}],
    ['nothing, if it has a digit where a word has a letter', 'g0lf', {}],
    ['a similar word, if nothing else is meant', 'gols', { gold: 2, golf: 2, golfs: 2 }],
    ['a similar word with two errors, if it is long', 'titanuimm', { titanium: 2 }],
    ['nothing, if it is short and two errors away', 'fcsu', {}],
    ['nothing, if it is nothing like any word', 'zzzzzzzzz', {}],
    ['no code, even if it is similar', 'kiax', {}],
  ])('stands for %s: %j', (_, text, terms) => {
    expect(meanings(snapshot, text)).toEqual([[terms]]);
  });

  it('stands for something else once rows are added or deleted', () => {
    const before = snapshotOf(segmentWith({ a: 'gold', b: 'focus' }));
    expect(meanings(before, 'golf')).toEqual([[{ gold: 2 }]]);
    const added = changed(before, segmentWith({ c: 'golf' }), []);
    expect(meanings(added, 'golf')).toEqual([[{}, { golf: 4 }]]);
    expect(meanings(changed(added, null, ['c']), 'golf')).toEqual([[{ gold: 2 }]]);
    expect(meanings(before, 'golf')).toEqual([[{ gold: 2 }]]);
    expect(meanings(changed(before, null, ['a']), 'golf')).toEqual([[{ gold: 2 }]]);
  });

  it('is completed at the end of the text only', () => {
    expect(meanings(snapshot, 'golf focu')).toEqual([[{ golf: 4 }], [{ focus: 3 }]]);
    expect(meanings(snapshot, 'focu golf')).toEqual([[{ focus: 2 }], [{ golf: 4 }]]);
    expect(meanings(snapshot, 'tita focus')).toEqual([[{ titan: 2 }], [{ focus: 4 }]]);
  });

  it('is never completed or corrected to a tag', () => {
    const tagged = snapshotOf(segmentWith({ a: 'gold golf' }));
    expect(tagged.segments[0].segment.text.find('+goldgolf')).toBe(0);
    expect(meanings(tagged, 'goldgol')).toEqual([[{}]]);
    expect(meanings(tagged, 'goldgolf')).toEqual([[{}]]);
    expect(meanings(tagged, 'golfs')).toEqual([[{ golf: 2 }]]);
  });

  it('counts once, as the last word if it is that too', () => {
    expect(meanings(snapshot, 'golf GOLF  gólf')).toEqual([[{ golf: 4 }]]);
    expect(meanings(snapshot, 'golf focus golf')).toEqual([[{ golf: 4 }], [{ focus: 4 }]]);
    expect(meanings(snapshot, 'focu golf focu')).toEqual([[{ focus: 3 }], [{ golf: 4 }]]);
  });

  it('does not exist in a text without words', () => {
    expect(expandText(snapshot, '', schema, { forScores: true })).toBeUndefined();
    expect(expandText(snapshot, ' !? -', schema, { forScores: true })).toBeUndefined();
    expect(expandText(snapshot, 'golf zzzzzzzzz', schema)).toBeUndefined();
    expect(expandText(snapshot, 'golf zzzzzzzzz', schema, { allWords: true })!.words).toHaveLength(2);
  });

  it('is matched exactly in all segments if a live row of any has it', () => {
    const two = changed(snapshot, segmentWith({ f: 'golg gola' }), []);
    expect(meanings(two, 'golg')).toEqual([[{}, { golg: 4 }]]);
    expect(meanings(two, 'gold')).toEqual([[{ gold: 4 }, {}]]);
    expect(meanings(two, 'golx')).toEqual([
      [
        { gold: 2, golf: 2 },
        { gola: 2, golg: 2 },
      ],
    ]);
  });

  it('counts as a typo even if a deleted row has it', () => {
    const first = snapshotOf(segmentWith({ x: 'golg', y: 'golf' }));
    expect(meanings(first, 'golg')).toEqual([[{ golg: 4 }]]);
    expect(meanings(changed(first, null, ['x']), 'golg')).toEqual([[{ golf: 2, golg: 2, '~gglo': 2 }]]);
    // Nor does a deleted row keep a word from being completed, or a tag from being dropped.
    const begun = snapshotOf(segmentWith({ x: 'focu', y: 'focus' }));
    expect(meanings(changed(begun, null, ['x']), 'focu')).toEqual([[{ focu: 3, focus: 3 }]]);
    const tagged = snapshotOf(segmentWith({ x: 'tiptronic', y: 'gear' }));
    expect(meanings(changed(tagged, null, ['x']), 'gears')).toEqual([[{ gear: 2 }]]);
    const completed = snapshotOf(segmentWith({ x: 'golfer golfing', y: 'gulf' }));
    expect(meanings(changed(completed, segmentWith({ x: 'wolf' }), []), 'golf')).toEqual([
      [{ gulf: 2 }, { wolf: 2 }],
    ]);
  });

  it('weighs more if fewer live rows have any of its terms', () => {
    const idf = (text: string, of = snapshot): number[] =>
      expandText(of, text, schema, { forScores: true, allWords: true })!.words.map((word) => word.idf);
    // One of five rows, and none.
    expect(idf('kia')).toEqual([1420]);
    expect(idf('tit')).toEqual([2545]);
    const ten = snapshotOf(
      segmentWith({
        ...{ 0: 'golf', 1: 'golf', 2: 'golf', 3: 'golf', 4: 'golf' },
        ...{ 5: 'focus', 6: 'focus', 7: 'focus', 8: 'focus', 9: 'focus' },
      }),
    );
    expect(idf('golf', ten)).toEqual([710]);
    const nine = changed(ten, null, ['0']);
    expect(idf('focus', nine)).toEqual([612]);
    // Each row counts once, however many of the terms it has.
    const both = changed(ten, segmentWith({ 0: 'golf automatic tiptronic', 5: 'tiptronic' }), ['9']);
    expect(idf('auto', both)).toEqual([1420]);
    expect(idf('golf red', both)).toEqual([612, 3068]);
  });
});

describe('neighbours in a text', () => {
  const first = segmentWith({ a: 'red golf', b: 'golf red', c: 'red focus' });
  const snapshot = changed(snapshotOf(first), segmentWith({ d: 'focus red golf' }), []);
  const isRequired = (of: Snapshot, text: string): boolean[] =>
    expandText(of, text, schema, { forScores: true })!.words.map((word) => word.isRequired);

  it('only raise scores, weighed like any term', () => {
    expect(meanings(snapshot, 'red golf')).toEqual([
      [{ red: 4 }, { red: 4 }],
      [{ golf: 4 }, { golf: 4 }],
      [{ '+redgolf': 4 }, { '+redgolf': 4 }],
    ]);
    expect(isRequired(snapshot, 'red golf')).toEqual([true, true, false]);
    // Four, three and two of four rows.
    expect(
      expandText(snapshot, 'red golf', schema, { forScores: true })!.words.map(({ idf }) => idf),
    ).toEqual([108, 365, 710]);
  });

  it('are left out where nothing is scored', () => {
    expect(expandText(snapshot, 'red golf', schema, { forScores: false })!.words).toHaveLength(2);
  });

  it('count only where a live row has them', () => {
    expect(isRequired(snapshot, 'golf focus')).toEqual([true, true]);
    expect(isRequired(changed(snapshot, null, ['d']), 'focus red')).toEqual([true, true]);
    expect(isRequired(snapshot, 'focus red')).toEqual([true, true, false]);
  });
});

it('a reader that finds no units matches nothing, whatever it prefers', () => {
  const snapshot = snapshotOf(segmentWith({ a: 'red golf' }));
  const readText = () => ({ units: [], preferred: ['+redgolf'] });
  expect(expandText(snapshot, 'red golf', { readText }, { forScores: true })).toBeUndefined();
});
