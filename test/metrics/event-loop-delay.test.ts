// Event loop lag: measured while the loop is blocked, and zero otherwise.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopDelay } from '../../src/metrics/event-loop-delay.ts';

test('a loop that is blocked for 200 ms has about that lag', async () => {
  const delay = new EventLoopDelay();
  // The monitor's own timer has to have run once before and once after.
  await pause(60);
  const end = performance.now() + 200;
  while (performance.now() < end);
  await pause(60);
  const { median, p99, max: longest } = delay.read();
  delay.stop();
  expect(longest).toBeGreaterThan(0.15);
  expect(median).toBeLessThan(longest);
  expect(p99).toBeLessThanOrEqual(longest);
});
