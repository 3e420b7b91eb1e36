import { expect, it } from 'vitest';
import { type Steps, runInSlices } from '../../src/engine/steps.ts';

/** Steps that take longer than a slice each. */
function* longSteps(count: number): Steps<string> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 1;
    while (performance.now() < end) continue;
    yield;
  }
  return 'done';
}

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
