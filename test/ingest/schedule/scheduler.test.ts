// The scheduler on a manual clock.
import { afterEach, expect, test, vi } from 'vitest';
import { FeedScheduler } from '../../../src/ingest/schedule/scheduler.ts';
import type { FeedConfig } from '../../../src/ingest/schedule/feeds-file.ts';
import { openScope } from '../../support/feed-scope.ts';

class Clock {
  constructor() {
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  }

  get time(): number {
    return Date.now();
  }

  set time(ms: number) {
    vi.setSystemTime(ms);
  }

  /** Lets time pass; everything that is due happens, and what follows from it. */
  async pass(ms: number): Promise<void> {
    await settled();
    await vi.advanceTimersByTimeAsync(ms);
    await settled();
  }
}

afterEach(() => vi.useRealTimers());

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function feedNamed(name: string): FeedConfig {
  return {
    name,
    location: { kind: 'file', path: `/${name}` },
    scope: openScope(name),
    settings: {},
    merge: false,
    schedule: { at: [] },
    limits: { maxBytes: 1, timeoutMs: 1 },
    fingerprint: name,
  };
}

test('a feed runs when it is due, and again at the time that its run returns', async () => {
  const clock = new Clock();
  const ran: number[] = [];
  const runs = new FeedScheduler(async () => {
    ran.push(clock.time);
    return ran.length === 3 ? undefined : clock.time + 100;
  });
  runs.add(feedNamed('a'), 50);
  await clock.pass(1000);
  expect(ran).toEqual([50, 150, 250]);
});

test('a feed whose run a set-back clock surprises is not run again at once', async () => {
  const clock = new Clock();
  clock.time = Date.UTC(2026, 10, 29);
  const hour = 3_600_000;
  const ran: number[] = [];
  const runs = new FeedScheduler(async () => {
    ran.push(clock.time);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return clock.time + hour;
  });
  runs.add(feedNamed('a'), clock.time);
  await clock.pass(500);
  clock.time = Date.UTC(2025, 10, 29);
  await clock.pass(hour);
  expect(ran).toEqual([Date.UTC(2026, 10, 29)]);
  await clock.pass(1000);
  expect(ran).toEqual([Date.UTC(2026, 10, 29), Date.UTC(2025, 10, 29) + hour + 500]);
});

test('a feed is not delayed by a clock that is set back by a year', async () => {
  const clock = new Clock();
  const ran: number[] = [];
  const runs = new FeedScheduler(async () => {
    ran.push(clock.time);
    return clock.time + 3_600_000;
  });
  runs.add(feedNamed('a'), 0);
  await clock.pass(1000);
  const year = 365 * 86_400_000;
  // Timers go on.
  clock.time -= year;
  await clock.pass(3 * 3_600_000);
  // It is noticed within a minute, which does not count.
  expect(ran).toEqual([0, 3_660_000 - year, 7_260_000 - year]);
});

test('a running feed is not started again, and delays no other', async () => {
  const clock = new Clock();
  const ran: string[] = [];
  const runs = new FeedScheduler(({ name }) => {
    ran.push(name);
    return name === 'slow' ? new Promise(() => undefined) : Promise.resolve(clock.time + 100);
  });
  runs.add(feedNamed('slow'), 0);
  runs.add(feedNamed('quick'), 0);
  await clock.pass(350);
  expect(ran).toEqual(['slow', 'quick', 'quick', 'quick', 'quick']);
});

test('of many feeds eight run at a time, the longest overdue first', async () => {
  const clock = new Clock();
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const runs = new FeedScheduler(({ name }) => {
    ran.push(name);
    return new Promise((resolve) => ends.push(() => resolve(undefined)));
  });
  clock.time = 100;
  for (let n = 0; n < 8; n += 1) runs.add(feedNamed(`first-${n}`), 100);
  runs.add(feedNamed('late'), 90);
  runs.add(feedNamed('later'), 95);
  runs.add(feedNamed('latest'), 80);
  expect(ran).toHaveLength(8);
  for (const end of ends.splice(0, 2)) end();
  await settled();
  expect(ran.slice(8)).toEqual(['latest', 'late']);
});

test('a stopped scheduler starts nothing, and waits for running feeds', async () => {
  const clock = new Clock();
  const ran: string[] = [];
  let end = (): void => undefined;
  const runs = new FeedScheduler(({ name }) => {
    ran.push(name);
    return new Promise((resolve) => (end = () => resolve(0)));
  });
  runs.add(feedNamed('a'), 0);
  runs.add(feedNamed('b'), 500);
  let stopped = false;
  const stopping = runs.stop().then(() => (stopped = true));
  await settled();
  expect(stopped).toBe(false);
  end();
  await stopping;
  await clock.pass(1000);
  expect(ran).toEqual(['a']);
});
