import { snapshotOf, deletedCount, changed } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBit } from '../../../src/engine/postings/bitmap.ts';
import { Snapshot } from '../../../src/engine/segment/snapshot.ts';
import { rowOf, segmentOf } from '../sample-rows.ts';

/** The live keys of each segment. */
const liveKeys = (snapshot: Snapshot): string[][] =>
  snapshot.segments.map(({ segment, liveRows }) =>
    Array.from({ length: segment.size }, (_, row) => row)
      .filter((row) => liveRows === null || hasBit(liveRows, row))
      .map((row) => segment.keys.keyAt(row)),
  );

const segmentWith = (...keys: string[]) => segmentOf(keys.map((key) => rowOf(key)));

describe('a snapshot', () => {
  it('is empty at first', () => {
    expect([Snapshot.empty.segments.length, Snapshot.empty.liveCount, deletedCount(Snapshot.empty)]).toEqual([
      0, 0, 0,
    ]);
  });

  it('holds all rows of a segment', () => {
    const snapshot = snapshotOf(segmentWith('a', 'b'));
    expect(liveKeys(snapshot)).toEqual([['a', 'b']]);
    expect([snapshot.liveCount, deletedCount(snapshot)]).toEqual([2, 0]);
    expect(snapshot.segments[0].liveRows).toBeNull();
  });

  it('reads a text once, also for other queries, and again after a change', () => {
    const read: string[] = [];
    const reader = (text: string) => {
      read.push(text);
      return { units: [], preferred: [] };
    };
    const snapshot = snapshotOf(segmentWith('a'));
    expect(snapshot.readText('red golf', reader)).toBe(snapshot.readText('red golf', reader));
    snapshot.readText('golf', reader);
    expect(read).toEqual(['red golf', 'golf']);
    changed(snapshot, segmentWith('b'), []).readText('golf', reader);
    expect(read).toEqual(['red golf', 'golf', 'golf']);
  });

  it('loses deleted rows, and ignores unknown keys', () => {
    const snapshot = changed(snapshotOf(segmentWith('a', 'b', 'c')), null, ['b', 'none', 'b']);
    expect(liveKeys(snapshot)).toEqual([['a', 'c']]);
    expect([snapshot.liveCount, deletedCount(snapshot)]).toEqual([2, 1]);
    const again = changed(snapshot, null, ['b']);
    expect([again.liveCount, deletedCount(again)]).toEqual([2, 1]);
  });

  it('replaces rows by added ones with the same key', () => {
    const snapshot = changed(snapshotOf(segmentWith('a', 'b')), segmentWith('b', 'c'), []);
    expect(liveKeys(snapshot)).toEqual([['a'], ['b', 'c']]);
    expect([snapshot.liveCount, deletedCount(snapshot)]).toEqual([3, 1]);
  });

  it('deletes before it adds: a key in both is live', () => {
    const snapshot = changed(snapshotOf(segmentWith('a', 'b')), segmentWith('a'), ['a']);
    expect(liveKeys(snapshot)).toEqual([['b'], ['a']]);
  });

  it('drops segments without live rows', () => {
    const first = changed(snapshotOf(segmentWith('a', 'b')), segmentWith('c'), []);
    expect(liveKeys(changed(first, null, ['a', 'b']))).toEqual([['c']]);
    expect(deletedCount(changed(first, null, ['a', 'b']))).toBe(0);
    expect(liveKeys(changed(first, segmentWith(), ['c']))).toEqual([['a', 'b']]);
    expect(changed(first, null, ['a', 'b', 'c']).segments).toEqual([]);
  });

  it('is immutable: an old snapshot still has the old rows', () => {
    const first = snapshotOf(segmentWith('a', 'b', 'c'));
    const second = changed(first, segmentWith('d'), ['a']);
    const third = changed(second, null, ['b', 'd']);
    expect(liveKeys(first)).toEqual([['a', 'b', 'c']]);
    expect(liveKeys(second)).toEqual([['b', 'c'], ['d']]);
    expect(liveKeys(third)).toEqual([['c']]);
    expect([first.liveCount, second.liveCount, third.liveCount]).toEqual([3, 3, 1]);
  });

  it('shares the segments that a change does not touch', () => {
    const first = snapshotOf(segmentWith('a', 'b'));
    const second = changed(first, segmentWith('c'), ['none']);
    expect(second.segments[0]).toBe(first.segments[0]);
    const third = changed(second, null, ['a']);
    expect(third.segments[1]).toBe(second.segments[1]);
    expect(changed(third, null, ['a']).segments[0]).toBe(third.segments[0]);
  });

  it('has the keys of a Set after any changes, each once', () => {
    const key = fc.constantFrom(...'abcdefghijkl');
    const change = fc.record({
      added: fc.uniqueArray(key, { maxLength: 6 }),
      withdrawn: fc.array(key, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const keys = new Set<string>();
        let snapshot = Snapshot.empty;
        for (const { added, withdrawn } of changes) {
          withdrawn.forEach((one) => keys.delete(one));
          added.forEach((one) => keys.add(one));
          snapshot = changed(snapshot, segmentWith(...added), withdrawn);
          const live = liveKeys(snapshot);
          expect(live.flat().sort()).toEqual([...keys].sort());
          expect(snapshot.liveCount).toBe(keys.size);
          expect(snapshot.segments.map((segment) => segment.liveCount)).toEqual(
            live.map(({ length }) => length),
          );
          const held = snapshot.segments.reduce((sum, { segment }) => sum + segment.size, 0);
          expect(deletedCount(snapshot)).toBe(held - keys.size);
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
