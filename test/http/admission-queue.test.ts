// The queue on the real event loop: a request in the tests is a name in a list of what became of it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AdmissionQueue, MAX_IN_FLIGHT } from '../../src/http/admission-queue.ts';

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
  const queue = new AdmissionQueue(maxQueue, maxInFlight);
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
    join: (...names) => names.forEach((name) => queue.enqueue(request(name, false))),
    joinAbandoned: (name) => queue.enqueue(request(name, true)),
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
  const queue = new AdmissionQueue(10);
  const seen: string[] = [];
  for (const name of ['a', 'b', 'LATER', 'c', 'LATER', 'd']) {
    queue.enqueue({
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
  const queue = new AdmissionQueue(10);
  const seen: string[] = [];
  for (const name of ['a', 'b']) {
    queue.enqueue({
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
  const queue = new AdmissionQueue(0, 2);
  const rejected: string[] = [];
  const join = (name: string): void =>
    queue.enqueue({ start: () => undefined, reject: () => rejected.push(name), isGone: () => false });
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
  const queue = new AdmissionQueue(1000);
  let started = 0;
  for (let count = 0; count <= MAX_IN_FLIGHT; count += 1)
    queue.enqueue({ start: () => (started += 1), reject: () => undefined, isGone: () => false });
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
