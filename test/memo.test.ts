import { describe, expect, it } from 'vitest';
import { BoundedMap, Memo } from '../src/memo.ts';

/** A memo of word lengths, which notes the words that were measured. */
function lengths(limit: number) {
  const measured: string[] = [];
  const memo = new Memo(limit, (word) => {
    measured.push(word);
    return word.length;
  });
  return { measured, of: (...words: readonly string[]) => words.map((word) => memo.get(word)) };
}

describe('a memo', () => {
  it('makes a value once', () => {
    const { measured, of } = lengths(4);
    expect(of('golf', 'up', 'golf', '', '', 'up')).toEqual([4, 2, 4, 0, 0, 2]);
    expect(measured).toEqual(['golf', 'up', '']);
  });

  it('forgets what was not asked for while twice as many others were', () => {
    const { measured, of } = lengths(2);
    of('a', 'b', 'c', 'd', 'e');
    measured.length = 0;
    expect(of('d', 'e', 'c', 'a')).toEqual([1, 1, 1, 1]);
    expect(measured).toEqual(['a']);
  });

  it('keeps what is asked for again and again', () => {
    const { measured, of } = lengths(2);
    for (let i = 0; i < 20; i++) of('often', `once-${i}`);
    expect(measured.filter((word) => word === 'often')).toEqual(['often']);
  });

  it('remembers texts of up to 64 units, so that its memory is bounded', () => {
    const { measured, of } = lengths(4);
    const [longest, tooLong] = ['x'.repeat(64), 'y'.repeat(65)];
    expect(of(longest, tooLong, longest, tooLong)).toEqual([64, 65, 64, 65]);
    expect(measured).toEqual([longest, tooLong, tooLong]);
  });
});

describe('a bounded map', () => {
  it('forgets its oldest entries', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 4],
    ]);
  });

  it('does so after others were deleted or set anew, and after all were', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('c', 3);
    map.delete('b');
    map.set('b', 4).set('d', 5);
    expect([...map.keys()]).toEqual(['b', 'd']);
    map.clear();
    map.set('a', 1).set('b', 2).set('c', 3);
    expect([...map.keys()]).toEqual(['b', 'c']);
  });

  it('makes a value once, and forgets a promise that was rejected', async () => {
    const map = new BoundedMap<string, Promise<number>>(2);
    const failed = map.getOrMake('a', () => Promise.reject(new Error('no')));
    expect(map.getOrMake('a', () => Promise.resolve(1))).toBe(failed);
    await expect(failed).rejects.toThrow('no');
    expect(await map.getOrMake('a', () => Promise.resolve(2))).toBe(2);
  });
});
