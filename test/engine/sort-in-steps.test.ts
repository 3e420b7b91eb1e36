import { describe, expect, test } from 'vitest';
import { Random } from '../../src/demo/random.ts';
import { sortInSteps } from '../../src/engine/steps.ts';

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
