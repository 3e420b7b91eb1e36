import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBit } from '../../src/engine/bits.ts';
import { Snapshot } from '../../src/engine/snapshot.ts';
import { rowOf, segmentOf } from './sample-rows.ts';

/** The live keys of each segment. */
const liveKeys = (snapshot: Snapshot): string[][] =>
  snapshot.segments.map(({ segment, alive }) =>
    Array.from({ length: segment.size }, (_, row) => row)
      .filter((row) => alive === null || hasBit(alive, row))
      .map((row) => segment.keys.keyOf(row)),
  );

const segmentWith = (...keys: string[]) => segmentOf(keys.map((key) => rowOf(key)));

describe('a snapshot', () => {
  it('is empty at first', () => {
    expect([Snapshot.empty.segments.length, Snapshot.empty.live, Snapshot.empty.dead]).toEqual([0, 0, 0]);
  });

  it('holds all rows of a segment', () => {
    const snapshot = Snapshot.of(segmentWith('a', 'b'));
    expect(liveKeys(snapshot)).toEqual([['a', 'b']]);
    expect([snapshot.live, snapshot.dead]).toEqual([2, 0]);
    expect(snapshot.segments[0].alive).toBeNull();
  });

  it('loses withdrawn rows, and does not mind keys that it lacks', () => {
    const snapshot = Snapshot.of(segmentWith('a', 'b', 'c')).with(null, ['b', 'none', 'b']);
    expect(liveKeys(snapshot)).toEqual([['a', 'c']]);
    expect([snapshot.live, snapshot.dead]).toEqual([2, 1]);
    const again = snapshot.with(null, ['b']);
    expect([again.live, again.dead]).toEqual([2, 1]);
  });

  it('replaces rows by added ones with the same key', () => {
    const snapshot = Snapshot.of(segmentWith('a', 'b')).with(segmentWith('b', 'c'), []);
    expect(liveKeys(snapshot)).toEqual([['a'], ['b', 'c']]);
    expect([snapshot.live, snapshot.dead]).toEqual([3, 1]);
  });

  it('adds after it withdraws: a key that does both is alive', () => {
    const snapshot = Snapshot.of(segmentWith('a', 'b')).with(segmentWith('a'), ['a']);
    expect(liveKeys(snapshot)).toEqual([['b'], ['a']]);
  });

  it('drops segments of which nothing is alive, and empty ones', () => {
    const first = Snapshot.of(segmentWith('a', 'b')).with(segmentWith('c'), []);
    expect(liveKeys(first.with(null, ['a', 'b']))).toEqual([['c']]);
    expect(first.with(null, ['a', 'b']).dead).toBe(0);
    expect(liveKeys(first.with(segmentWith(), ['c']))).toEqual([['a', 'b']]);
    expect(first.with(null, ['a', 'b', 'c']).segments).toEqual([]);
  });

  it('never changes: who holds the old one sees the old rows', () => {
    const first = Snapshot.of(segmentWith('a', 'b', 'c'));
    const second = first.with(segmentWith('d'), ['a']);
    const third = second.with(null, ['b', 'd']);
    expect(liveKeys(first)).toEqual([['a', 'b', 'c']]);
    expect(liveKeys(second)).toEqual([['b', 'c'], ['d']]);
    expect(liveKeys(third)).toEqual([['c']]);
    expect([first.live, second.live, third.live]).toEqual([3, 3, 1]);
  });

  it('shares the segments that a change does not touch', () => {
    const first = Snapshot.of(segmentWith('a', 'b'));
    const second = first.with(segmentWith('c'), ['none']);
    expect(second.segments[0]).toBe(first.segments[0]);
    const third = second.with(null, ['a']);
    expect(third.segments[1]).toBe(second.segments[1]);
    expect(third.with(null, ['a']).segments[0]).toBe(third.segments[0]);
  });

  it('holds after any changes the keys that a Set would, each once', () => {
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
          snapshot = snapshot.with(segmentWith(...added), withdrawn);
          const live = liveKeys(snapshot);
          expect(live.flat().sort()).toEqual([...keys].sort());
          expect(snapshot.live).toBe(keys.size);
          expect(snapshot.segments.map((segment) => segment.live)).toEqual(live.map(({ length }) => length));
          const held = snapshot.segments.reduce((sum, { segment }) => sum + segment.size, 0);
          expect(snapshot.dead).toBe(held - keys.size);
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
