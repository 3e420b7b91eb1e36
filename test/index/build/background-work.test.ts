// Work beside searches: one after the other, and none for a while after a failure.
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { BackgroundWork } from '../../../src/index/build/background-work.ts';

afterEach(() => vi.restoreAllMocks());

const background = () =>
  new BackgroundWork({
    merge: () => Promise.reject(new Error('not merged')),
    save: () => Promise.reject(new Error('not saved')),
  });

test('a failure is reported once, and no work begins for a minute', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const running = background();
  running.begin(() => Promise.reject(new Error('no memory')));
  await running.end();
  expect(() => running.throwFailure()).toThrow('no memory');
  expect(() => running.throwFailure()).not.toThrow();

  const next = vi.fn(() => Promise.resolve());
  now.mockReturnValue(60_999);
  running.begin(next);
  expect(next).not.toHaveBeenCalled();
  now.mockReturnValue(61_000);
  running.begin(next);
  expect(next).toHaveBeenCalledTimes(1);
});

test('work begins only once the work before it has ended', async () => {
  const running = background();
  const next = vi.fn(() => Promise.resolve());
  running.begin(() => setTimeout(1));
  running.begin(next);
  expect(next).not.toHaveBeenCalled();
  await running.end();
  running.begin(next);
  expect(next).toHaveBeenCalledTimes(1);
});
