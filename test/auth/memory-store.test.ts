// Counting in memory: windows, and the bound of their memory.
import { expect, test } from 'vitest';
import { MemoryStore } from '../../src/auth/memory-store.ts';

const MINUTE = { requests: 5, seconds: 60 };
const SECOND = { requests: 5, seconds: 1 };

test('a window starts with the first request, and again with the first after its end', () => {
  let now = 1000;
  const counters = new MemoryStore(() => now);
  expect(counters.count('a', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
  now += 59_999;
  expect(counters.count('a', MINUTE)).toEqual({ requests: 2, allowed: true, endsInMs: 1 });
  now += 1;
  expect(counters.count('a', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
});

test('a cost that does not fit is not counted, and a smaller one still is', () => {
  const counters = new MemoryStore(() => 0);
  expect(counters.count('a', MINUTE, 4)).toMatchObject({ requests: 4, allowed: true });
  expect(counters.count('a', MINUTE, 2)).toMatchObject({ requests: 4, allowed: false });
  expect(counters.count('a', MINUTE)).toMatchObject({ requests: 5, allowed: true });
  expect(counters.count('a', MINUTE)).toMatchObject({ requests: 5, allowed: false });
  expect(counters.count('b', MINUTE, 6)).toEqual({ requests: 0, allowed: false, endsInMs: 60_000 });
  expect(counters.count('b', MINUTE, 5)).toMatchObject({ requests: 5, allowed: true });
});

test('each key and each length of window has its own count', () => {
  const counters = new MemoryStore(() => 0);
  counters.count('a', MINUTE);
  counters.count('a', MINUTE);
  expect(counters.count('b', MINUTE).requests).toBe(1);
  expect(counters.count('a', SECOND).requests).toBe(1);
  expect(counters.count('a', MINUTE).requests).toBe(3);
});

test('a count can be read without counting', () => {
  let now = 0;
  const counters = new MemoryStore(() => now);
  expect(counters.find('a', MINUTE)).toBeUndefined();
  counters.count('a', MINUTE);
  now = 10_000;
  expect(counters.find('a', MINUTE)).toEqual({ requests: 1, endsInMs: 50_000 });
  expect(counters.find('a', MINUTE)).toEqual({ requests: 1, endsInMs: 50_000 });
  now = 60_000;
  expect(counters.find('a', MINUTE)).toBeUndefined();
});

test('three hundred thousand addresses take no more memory than a hundred thousand', () => {
  const counters = new MemoryStore(() => 0);
  let most = 0;
  for (let i = 0; i < 300_000; i += 1) {
    counters.count(`address:${i}`, MINUTE);
    most = Math.max(most, counters.size);
  }
  expect(most).toBe(100_000);
  // Those who came last are known.
  expect(counters.count('address:299999', MINUTE).requests).toBe(2);
  expect(counters.count('address:0', MINUTE).requests).toBe(1);
});

test('a window in use is not evicted before it ends', () => {
  let now = 0;
  const counters = new MemoryStore(() => now);
  for (let i = 0; i < 90_000; i += 1) counters.count(`address:${i}`, SECOND);
  now = 999;
  counters.count('last', SECOND);
  now = 1001;
  // All but the last have ended, and go first.
  for (let i = 0; i < 90_000; i += 1) counters.count(`other:${i}`, SECOND);
  expect(counters.count('last', SECOND).requests).toBe(2);
});
