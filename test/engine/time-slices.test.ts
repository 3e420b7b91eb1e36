import { describe, expect, it, test } from 'vitest';
import { Random } from '../../src/demo/random.ts';
import { LazyValue, runInSlices, sortInSteps, type Steps } from '../../src/engine/time-slices.ts';

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

/** Steps that take longer than a slice each. */
function* longSteps(count: number): Steps<string> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 1;
    while (performance.now() < end) continue;
    yield;
  }
  return 'done';
}

describe('work in slices', () => {
  it('lets other work of the event loop run between slices, and returns the result', async () => {
    let turns = 0;
    let isRunning = true;
    const other = (): void => {
      turns += 1;
      if (isRunning) setImmediate(other);
    };
    setImmediate(other);
    expect(await runInSlices(longSteps(10))).toBe('done');
    isRunning = false;
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('rejects with the error of a step', async () => {
    function* failing(): Steps<never> {
      yield;
      throw new Error('no step');
    }
    await expect(runInSlices(failing())).rejects.toThrow('no step');
  });
});

const compareKeys = (one: { key: number }, other: { key: number }): number => one.key - other.key;

describe('sorting in steps', () => {
  test.each([0, 1, 127, 128, 129, 1000, 4097])(
    '%i items: as Array.sort does, equal ones in order',
    (count) => {
      const random = new Random(count);
      const items = Array.from({ length: count }, (_, place) => ({ key: random.whole(0, 50), place }));
      const steps = sortInSteps(items, compareKeys);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toEqual(items.toSorted(compareKeys));
    },
  );

  test('never compares more than a thousand times between two steps', () => {
    const random = new Random(1);
    const items = Array.from({ length: 20_000 }, () => ({ key: random.whole(0, 1e6) }));
    let [compared, most] = [0, 0];
    const counted = (one: { key: number }, other: { key: number }): number => {
      compared += 1;
      return compareKeys(one, other);
    };
    for (const steps = sortInSteps(items, counted); steps.next().done !== true; compared = 0)
      most = Math.max(most, compared);
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThan(1000);
  });
});
