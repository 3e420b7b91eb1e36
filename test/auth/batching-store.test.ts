// Counting in another process, and what happens while it does not respond.
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { RemoteCounter, WindowCount, WindowIncrement } from '../../src/auth/rate-limit-store.ts';
import { MemoryStore } from '../../src/auth/memory-store.ts';
import { BatchingStore } from '../../src/auth/batching-store.ts';

const MINUTE = { requests: 3, seconds: 60 };
const MANY = { requests: 2000, seconds: 60 };

/** Counts in memory, as another process would, as long as it is asked to. */
class FarCounter implements RemoteCounter {
  mood: 'well' | 'slow' | 'failing' | 'silent' = 'well';
  readonly batches: number[] = [];
  readonly #counters: MemoryStore;

  constructor(now: () => number) {
    this.#counters = new MemoryStore(now);
  }

  async countRequests(increments: readonly WindowIncrement[]): Promise<readonly WindowCount[]> {
    this.batches.push(increments.length);
    if (this.mood === 'failing') throw new Error('the line is cut');
    // The answer has to be read, as from another process.
    if (this.mood === 'slow') await stat('.');
    if (this.mood === 'silent') await new Promise(() => {});
    return increments.map(({ key, rate, cost }) => this.#counters.count(key, rate, cost));
  }
}

function sharedCounters(): {
  counters: BatchingStore;
  other: BatchingStore;
  far: FarCounter;
  notes: string[];
  pass: (ms: number) => void;
} {
  let now = 0;
  const clock = (): number => now;
  const far = new FarCounter(clock);
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  return {
    counters: new BatchingStore(far, note, clock),
    other: new BatchingStore(far, note, clock),
    far,
    notes,
    pass: (ms) => (now += ms),
  };
}

test('several processes share one count', async () => {
  const { counters, other } = sharedCounters();
  expect(await counters.count('a', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
  expect(await other.count('a', MINUTE)).toEqual({ requests: 2, allowed: true, endsInMs: 60_000 });
  expect(await other.count('b', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
  expect(await other.count('a', { requests: 3, seconds: 1 })).toMatchObject({ requests: 1, endsInMs: 1000 });
  expect(await counters.count('b', MINUTE, 3)).toMatchObject({ requests: 1, allowed: false });
  expect(await counters.count('b', MINUTE, 2)).toMatchObject({ requests: 3, allowed: true });
});

test('requests of one tick are counted in one call, in order', async () => {
  const { counters, far } = sharedCounters();
  const counts = await Promise.all(Array.from({ length: 1200 }, async () => counters.count('a', MANY)));
  expect(counts.map(({ requests }) => requests)).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1));
  expect(far.batches).toEqual([500, 500, 200]);
});

test('an exhausted window is not counted remotely until it ends', async () => {
  const { counters, far, pass } = sharedCounters();
  for (let i = 0; i < 4; i += 1) await counters.count('a', MINUTE);
  expect(far.batches.length).toBe(4);
  pass(10_000);
  expect(counters.count('a', MINUTE)).toEqual({ requests: 3, allowed: false, endsInMs: 50_000 });
  expect(far.batches.length).toBe(4);
  // Somebody who may ask more often is not concerned.
  expect(await counters.count('a', { requests: 100, seconds: 60 })).toMatchObject({ requests: 4 });
  pass(50_000);
  expect(await counters.count('a', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
});

test('while the counter fails, this process counts by itself and warns once', async () => {
  const { counters, far, notes, pass } = sharedCounters();
  await counters.count('a', MINUTE);
  far.mood = 'failing';
  const lost = await Promise.all([counters.count('a', MINUTE), counters.count('a', MINUTE)]);
  expect(lost.map(({ requests }) => requests)).toEqual([1, 2]);
  // Nobody waits any more.
  expect(counters.count('a', MINUTE)).toEqual({ requests: 3, allowed: true, endsInMs: 60_000 });
  expect(counters.count('a', MINUTE)).toEqual({ requests: 3, allowed: false, endsInMs: 60_000 });
  pass(1000);
  expect(counters.count('a', MINUTE)).toMatchObject({ allowed: false });
  expect(notes).toEqual([
    'The shared request counter cannot be reached (the line is cut). This process counts its own requests meanwhile.',
  ]);
});

test('it tries the counter once a second, and uses it again when it responds', async () => {
  const { counters, far, notes, pass } = sharedCounters();
  far.mood = 'failing';
  await counters.count('a', MINUTE);
  far.mood = 'well';
  pass(999);
  expect(counters.count('b', MINUTE)).toMatchObject({ requests: 1 });
  expect(far.batches.length).toBe(1);
  pass(1);
  expect(counters.count('b', MINUTE)).toMatchObject({ requests: 2 });
  await expect.poll(() => notes.length).toBe(2);
  expect(notes[1]).toBe('The shared request counter can be reached again.');
  // The one that was asked with is counted there.
  expect(await counters.count('b', MINUTE)).toMatchObject({ requests: 2 });
});

test('a response that arrives while this process is busy is not late', async () => {
  const { counters, far, notes } = sharedCounters();
  far.mood = 'slow';
  const counting = counters.count('a', MINUTE);
  // The question is out when this runs, and its answer is to be read after.
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      for (const end = performance.now() + 600; performance.now() < end;);
      resolve();
    });
  });
  expect(await counting).toMatchObject({ requests: 1 });
  expect(notes).toEqual([]);
});

test('a call without a response times out after half a second', async () => {
  const { counters, far, notes } = sharedCounters();
  far.mood = 'silent';
  const before = performance.now();
  expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 1 });
  expect(performance.now() - before).toBeGreaterThan(450);
  expect(notes[0]).toContain('(no response within 500 ms)');
});
