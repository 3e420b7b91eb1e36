import { describe, expect, it } from 'vitest';
import { LazyValue, type Steps } from '../../src/engine/steps.ts';

/** A value of three steps, which notes the number of each step when it is done. */
function threeSteps() {
  const done: number[] = [];
  function* build(): Steps<string> {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return 'made';
  }
  return { lazy: new LazyValue(build), done };
}

describe('a lazy value', () => {
  it('is made at its first use, once', () => {
    const { lazy, done } = threeSteps();
    expect(done).toEqual([]);
    expect([lazy.value, lazy.value]).toEqual(['made', 'made']);
    expect(done).toEqual([1, 2, 3]);
  });

  it('is made step by step when it is warmed', () => {
    const { lazy, done } = threeSteps();
    const warming = lazy.warm();
    warming.next();
    expect(done).toEqual([1]);
    warming.next();
    expect(done).toEqual([1, 2]);
    expect([...warming]).toHaveLength(2);
    expect(lazy.value).toBe('made');
    expect(done).toEqual([1, 2, 3]);
  });

  it('has its remaining steps done by a use during warming, which then ends', () => {
    const { lazy, done } = threeSteps();
    const warming = lazy.warm();
    warming.next();
    expect(lazy.value).toBe('made');
    expect(done).toEqual([1, 2, 3]);
    expect(warming.next().done).toBe(true);
  });

  it('is made once by two who warm it', () => {
    const { lazy, done } = threeSteps();
    const [one, other] = [lazy.warm(), lazy.warm()];
    one.next();
    other.next();
    for (const rest of [one, other]) while (rest.next().done !== true) continue;
    expect(done).toEqual([1, 2, 3]);
    expect(lazy.value).toBe('made');
  });

  it('may be undefined', () => {
    let builds = 0;
    const lazy = new LazyValue<undefined>(function* () {
      builds += 1;
      yield;
      return undefined;
    });
    expect([lazy.value, lazy.value, builds]).toEqual([undefined, undefined, 1]);
  });
});
