// Requests that work in several turns, on the real event loop and a clock of their own.
import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AdmissionQueue } from '../../../src/http/admission/admission-queue.ts';
import { Turns } from '../../../src/http/admission/turns.ts';

interface Served {
  readonly queue: AdmissionQueue;
  /** What ran, in order. */
  readonly seen: string[];
  /** Keeps the event loop for `ms`, on the clock of the queue. */
  readonly work: (name: string, ms: number) => void;
  readonly join: (client: string, run: (turns: Turns) => Promise<void>) => void;
  /** Runs until nothing waits. */
  readonly run: () => Promise<void>;
}

function served(maxInFlight?: number): Served {
  let clock = 0;
  const queue = new AdmissionQueue({
    maxQueue: 256,
    ...(maxInFlight !== undefined && { maxInFlight }),
    now: () => clock,
  });
  const seen: string[] = [];
  return {
    queue,
    seen,
    work(name, ms) {
      seen.push(name);
      clock += ms;
    },
    join(client, run) {
      const turns = new Turns(queue, client);
      queue.enqueue(client, 'search', {
        start: () => void run(turns).then(() => turns.end()),
        reject: () => undefined,
        isGone: () => false,
      });
    },
    async run() {
      while (queue.queued > 0) await nextTick();
      await nextTick();
    },
  };
}

test('between two parts of a request others have their turns, as long as each part took', async () => {
  const { join, work, seen, run } = served();
  join('attacker', async ({ next }) => {
    for (const part of [1, 2, 3]) {
      if (part > 1) await next();
      work(`A${part}`, 2);
    }
  });
  for (const number of [1, 2, 3, 4, 5]) join('user', async () => work(`u${number}`, 1));
  await run();
  expect(seen.join(' ')).toBe('A1 u1 u2 u3 A2 u4 u5 A3');
});

test('a client finishes what it has begun before it begins more', async () => {
  const { join, work, seen, run } = served();
  for (const name of ['A', 'B'])
    join('client', async ({ next }) => {
      work(`${name}1`, 1);
      await next();
      work(`${name}2`, 1);
    });
  await run();
  expect(seen.join(' ')).toBe('A1 A2 B1 B2');
});

test('between the parts of a stream its client has other requests answered', async () => {
  const { join, work, seen, run } = served();
  join('client', async ({ nextOfStream }) => {
    for (const part of [1, 2, 3, 4]) {
      if (part > 1) await nextOfStream();
      work(`A${part}`, 1);
    }
  });
  for (const name of ['b', 'c'])
    join('client', async ({ next }) => {
      work(`${name}1`, 1);
      await next();
      work(`${name}2`, 1);
    });
  await run();
  expect(seen.join(' ')).toBe('A1 A2 b1 b2 A3 c1 c2 A4');
});

test('between the parts of long work that runs alone its client has other requests answered', async () => {
  const { join, work, seen, run } = served();
  join('client', async ({ next, alone }) => {
    for (const part of [1, 2, 3]) {
      if (part > 1) await next();
      await alone(async () => work(`A${part}`, 1));
    }
  });
  for (const name of ['b', 'c', 'd']) join('client', async () => work(name, 1));
  await run();
  expect(seen.join(' ')).toBe('A1 b A2 c A3 d');
});

test('parts that are asked for at once have one turn after the other', async () => {
  const { join, work, seen, run } = served();
  join('attacker', async ({ next }) => {
    await Promise.all(
      [1, 2, 3].map(async (part) => {
        if (part > 1) await next();
        work(`A${part}`, 20);
      }),
    );
  });
  for (const number of [1, 2]) join('user', async () => work(`u${number}`, 1));
  await run();
  expect(seen.join(' ')).toBe('A1 u1 u2 A2 A3');
});

test('a request is in flight in its turns, not between them, and no more once it has ended', async () => {
  const { queue, join, work, seen, run } = served(1);
  const inFlight = (name: string): void => work(`${name}: ${queue.inFlight}`, 1);
  join('a', async (turns) => {
    inFlight('a');
    await turns.next();
    inFlight('a');
    turns.end();
    inFlight('ended');
    await turns.next();
    inFlight('ended');
  });
  join('b', async () => inFlight('b'));
  await run();
  expect(seen).toEqual(['a: 1', 'b: 1', 'a: 1', 'ended: 0', 'ended: 0']);
  expect([queue.inFlight, queue.queued]).toEqual([0, 0]);
});
