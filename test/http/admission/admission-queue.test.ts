// The queue on the real event loop: a request in the tests is a name in a list of what became of it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AdmissionQueue, MAX_IN_FLIGHT } from '../../../src/http/admission/admission-queue.ts';
import type { Lane } from '../../../src/http/admission/fair-queue.ts';

interface Watched {
  readonly queue: AdmissionQueue;
  /** What became of the requests, in order. */
  readonly seen: string[];
  /** Adds requests with these names; each leaves as soon as it has started. */
  join(...names: readonly string[]): void;
  /** Adds a request that its client may give up. */
  joinAbandoned(name: string): void;
}

function watched(maxQueue: number, maxInFlight?: number): Watched {
  const queue = new AdmissionQueue({ maxQueue, ...(maxInFlight !== undefined && { maxInFlight }) });
  const seen: string[] = [];
  const request = (name: string, isGone: boolean) => ({
    start() {
      seen.push(name);
      queue.release();
    },
    reject: () => seen.push(`not ${name}`),
    isGone: () => isGone,
  });
  return {
    queue,
    seen,
    join: (...names) => names.forEach((name) => queue.enqueue('client', 'search', request(name, false))),
    joinAbandoned: (name) => queue.enqueue('client', 'search', request(name, true)),
  };
}

async function untilEmpty({ queue }: Watched): Promise<void> {
  while (queue.queued > 0) await nextTurn();
}

test('requests that are answered at once start in their order, up to eight in one turn of the event loop', async () => {
  const all = watched(30);
  all.join(...'abcdefghijklmnopqrs');
  expect(all.seen).toEqual([]);
  const turns: string[] = [];
  while (all.queue.queued > 0) {
    await nextTurn();
    turns.push(all.seen.join(''));
  }
  expect(turns).toEqual(['abcdefgh', 'abcdefghijklmnop', 'abcdefghijklmnopqrs']);
});

test('a request that is answered later is the last to start in its turn', async () => {
  const queue = new AdmissionQueue({ maxQueue: 10 });
  const seen: string[] = [];
  for (const name of ['a', 'b', 'LATER', 'c', 'LATER', 'd']) {
    queue.enqueue('client', 'search', {
      start() {
        seen.push(name);
        if (name !== 'LATER') queue.release();
      },
      reject: () => seen.push(`not ${name}`),
      isGone: () => false,
    });
  }
  const turns: string[] = [];
  while (queue.queued > 0) {
    await nextTurn();
    turns.push(seen.join(' '));
  }
  expect(turns).toEqual(['a b LATER', 'a b LATER c LATER', 'a b LATER c LATER d']);
  expect(queue.inFlight).toBe(2);
});

test('one request is answered before the next one starts', async () => {
  const queue = new AdmissionQueue({ maxQueue: 10 });
  const seen: string[] = [];
  for (const name of ['a', 'b']) {
    queue.enqueue('client', 'search', {
      start() {
        seen.push(`${name} starts`);
        void (async () => {
          await Promise.resolve();
          await Promise.resolve();
          seen.push(`${name} is answered`);
          queue.release();
        })();
      },
      reject: () => seen.push(`not ${name}`),
      isGone: () => false,
    });
  }
  while (seen.length < 4) await nextTurn();
  expect(seen).toEqual(['a starts', 'a is answered', 'b starts', 'b is answered']);
});

test('as many requests as may be in flight are started, however long the processor is taken', async () => {
  const all = watched(0);
  const names = Array.from({ length: 64 }, (_, number) => `${number}`);
  all.join(...names);
  for (const end = performance.now() + 120; performance.now() < end;);
  await untilEmpty(all);
  expect(all.seen).toEqual(names);
});

test('beyond that the oldest is refused, and the newest starts first until the queue is empty', async () => {
  const all = watched(0, 3);
  all.join('a', 'b', 'c', 'd');
  expect(all.seen).toEqual(['not a']);
  await untilEmpty(all);
  expect(all.seen).toEqual(['not a', 'd', 'c', 'b']);
  all.join('e', 'f');
  await untilEmpty(all);
  expect(all.seen.slice(4)).toEqual(['e', 'f']);
});

test('a burst may fill the queue; once it has overflowed, each request displaces two until none waits beyond those in flight', () => {
  const all = watched(3, 2);
  all.join('a', 'b', 'c', 'd', 'e');
  expect(all.seen).toEqual([]);
  all.join('f');
  expect(all.seen).toEqual(['not a', 'not b']);
  all.join('g', 'h');
  expect(all.seen.slice(2)).toEqual(['not c', 'not d', 'not e', 'not f']);
  all.join('i');
  expect(all.seen.slice(6)).toEqual(['not g']);
});

test('requests that run count', async () => {
  const queue = new AdmissionQueue({ maxQueue: 0, maxInFlight: 2 });
  const rejected: string[] = [];
  const join = (name: string): void =>
    queue.enqueue('client', 'search', {
      start: () => undefined,
      reject: () => rejected.push(name),
      isGone: () => false,
    });
  join('a');
  while (queue.inFlight === 0) await nextTurn();
  join('b');
  expect(rejected).toEqual([]);
  join('c');
  expect(rejected).toEqual(['b']);
});

test('requests whose client has gone take no place and are not started', async () => {
  const all = watched(0, 2);
  all.joinAbandoned('a');
  all.join('b');
  all.join('c');
  await untilEmpty(all);
  expect(all.seen).toEqual(['b', 'c']);
  all.joinAbandoned('d');
  await untilEmpty(all);
  expect(all.seen).toEqual(['b', 'c']);
  expect(all.queue.inFlight).toBe(0);
});

test('a limited number run at a time; the next one starts when one has left', async () => {
  const queue = new AdmissionQueue({ maxQueue: 1000 });
  let started = 0;
  for (let count = 0; count <= MAX_IN_FLIGHT; count += 1)
    queue.enqueue('client', 'search', {
      start: () => (started += 1),
      reject: () => undefined,
      isGone: () => false,
    });
  for (let turn = 0; turn < 2 * MAX_IN_FLIGHT; turn += 1) await nextTurn();
  expect([started, queue.inFlight, queue.queued]).toEqual([64, 64, 1]);
  queue.release();
  while (queue.queued > 0) await nextTurn();
  expect([started, queue.inFlight]).toEqual([65, 64]);
});

test('while connections are made, nothing starts for sixteen turns', async () => {
  const all = watched(10);
  all.join('a');
  let turns = 0;
  for (; all.seen.length === 0; turns += 1) {
    all.queue.onConnection();
    await nextTurn();
  }
  expect(turns).toBe(17);
});

interface Load {
  readonly queue: AdmissionQueue;
  /** Requests in the order in which they started, with `not` before those that were refused. */
  readonly seen: string[];
  /** Adds a request that keeps the event loop for `ms` of the load's own clock. */
  readonly join: (client: string, name: string, ms: number, lane?: Lane) => void;
  /** Runs until nothing waits. */
  readonly run: () => Promise<void>;
}

/** Requests that take time on a clock of their own, which only they move. */
function load(maxQueue: number, maxInFlight?: number): Load {
  let clock = 0;
  const queue = new AdmissionQueue({
    maxQueue,
    ...(maxInFlight !== undefined && { maxInFlight }),
    now: () => clock,
  });
  const seen: string[] = [];
  return {
    queue,
    seen,
    join: (client, name, ms, lane = 'search') =>
      queue.enqueue(client, lane, {
        start(isOverloaded) {
          seen.push(isOverloaded ? `${name} (overloaded)` : name);
          // As most responses, it is ready later in the same turn.
          void Promise.resolve().then(() => {
            clock += ms;
            queue.release();
          });
        },
        reject: () => seen.push(`not ${name}`),
        isGone: () => false,
      }),
    async run() {
      while (queue.queued > 0) await nextTurn();
      await nextTurn();
    },
  };
}

test('a client with many requests that take long is served once, then all others before it', async () => {
  const { join, seen, run } = load(256);
  for (const name of ['A1', 'A2', 'A3', 'A4']) join('attacker', name, 50);
  for (const user of ['u', 'v', 'w']) for (const number of [1, 2]) join(user, `${user}${number}`, 1);
  await run();
  expect(seen.join(' ')).toBe('A1 u1 v1 w1 u2 v2 w2 A2 A3 A4');
});

test('what a request took is known by the end of its turn, also where its response is ready later in it', async () => {
  const { join, seen, run } = load(256);
  join('attacker', 'A1', 50);
  join('attacker', 'A2', 50);
  join('user', 'u1', 1);
  await nextTurn();
  expect(seen).toEqual(['A1']);
  for (const name of ['u2', 'u3', 'u4']) join('user', name, 1);
  await run();
  expect(seen).toEqual(['A1', 'u1', 'u2', 'u3', 'u4', 'A2']);
});

test('a client that had nothing waiting is not held to what it took before, once others were read', async () => {
  const { join, seen, run } = load(256);
  join('attacker', 'A1', 50);
  await run();
  // Read in the same turn as the first request of the other: its debt counts.
  join('attacker', 'A2', 50);
  join('user', 'u1', 1);
  await run();
  expect(seen).toEqual(['A1', 'u1', 'A2']);
  join('user', 'u2', 1);
  await run();
  join('attacker', 'A3', 50);
  join('user', 'u3', 1);
  await run();
  expect(seen.slice(3)).toEqual(['u2', 'A3', 'u3']);
});

test('from an overflow on, requests of the client with the most are refused, and no other', async () => {
  const { join, seen, run } = load(1, 4);
  for (const user of ['u', 'v']) join(user, `${user}1`, 1);
  for (const name of ['A1', 'A2', 'A3', 'A4']) join('attacker', name, 1);
  expect(seen).toEqual(['not A1', 'not A2']);
  join('w', 'w1', 1);
  expect(seen.slice(2)).toEqual(['not A3']);
  await run();
  expect(seen.slice(3)).toEqual(['u1', 'v1', 'A4', 'w1']);
});

test('pages and files of a client do not wait for its searches, and none of them is refused', async () => {
  const { join, seen, run } = load(2, 1);
  for (const number of [1, 2, 3]) join('client', `search ${number}`, 1);
  for (const number of [1, 2]) join('client', `page ${number}`, 1, 'page');
  for (const number of [1, 2]) join('client', `file ${number}`, 1, 'low');
  join('client', 'redirect', 1, 'redirect');
  await run();
  expect(seen).toEqual([
    'search 1 (overloaded)',
    'page 1 (overloaded)',
    'redirect',
    'file 1 (overloaded)',
    'search 2 (overloaded)',
    'page 2',
    'file 2',
    'search 3',
  ]);
});

test('with too many pages waiting, those of the client with many are cheap, and others whole', async () => {
  const { join, seen, run } = load(256, 2);
  for (const number of [1, 2, 3, 4]) join('attacker', `A${number}`, 20, 'page');
  join('user', 'u1', 20, 'page');
  await run();
  expect(seen).toEqual(['A1 (overloaded)', 'u1', 'A2 (overloaded)', 'A3', 'A4']);
});

test('connections are accepted for as long as the work before them took', async () => {
  let clock = 0;
  const queue = new AdmissionQueue({ maxQueue: 10, now: () => clock });
  const turnsUntilStart = async (ms: number): Promise<number> => {
    let hasStarted = false;
    queue.enqueue('client', 'search', {
      start() {
        hasStarted = true;
        clock += ms;
        queue.release();
      },
      reject: () => undefined,
      isGone: () => false,
    });
    let turns = 0;
    for (; !hasStarted; turns += 1) {
      queue.onConnection();
      await nextTurn();
      clock += 1;
    }
    return turns;
  };
  expect(await turnsUntilStart(50)).toBe(17);
  expect(await turnsUntilStart(1)).toBe(51);
  expect(await turnsUntilStart(1)).toBe(17);
});
