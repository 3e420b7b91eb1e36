// The scheduler on a manual clock.
import { expect, test } from 'vitest';
import { FeedScheduler, type TimerClock } from '../../../src/ingest/schedule/scheduler.ts';
import type { FeedConfig } from '../../../src/ingest/schedule/feeds-file.ts';
import { openScope } from '../../support/feed-scope.ts';

class Clock implements TimerClock {
  time = 0;
  #timers = new Set<{ readonly at: number; readonly work: () => void }>();

  now(): number {
    return this.time;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.time + ms, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass; everything that is due happens, and what follows from it. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.time = next.at;
      next.work();
      await settled();
    }
    this.time = end;
  }
}

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
  }, clock);
  runs.add(feedNamed('a'), 50);
  await clock.pass(1000);
  expect(ran).toEqual([50, 150, 250]);
});

test('a running feed is not started again, and delays no other', async () => {
  const clock = new Clock();
  const ran: string[] = [];
  const runs = new FeedScheduler(({ name }) => {
    ran.push(name);
    return name === 'slow' ? new Promise(() => undefined) : Promise.resolve(clock.time + 100);
  }, clock);
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
  }, clock);
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
  }, clock);
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
