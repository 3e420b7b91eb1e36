// Calls between two ends of a channel, without processes: what one end sends is what the other hears.
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { openIpcChannel } from '../../src/server/ipc.ts';

interface Sums {
  add(a: number, b: number): Promise<number>;
  fail(): Promise<void>;
  never(): Promise<void>;
}

type End = Parameters<typeof openIpcChannel>[0] & EventEmitter;

/** Two ends, joined as processes are: messages are copied, and arrive later. */
function ends(): [End, End] {
  const [here, there] = [new EventEmitter(), new EventEmitter()];
  const sendTo =
    (end: EventEmitter) =>
    (message: unknown, _handle: unknown, sent: (error: Error | null) => void): boolean => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => {
        end.emit('message', copy);
        sent(null);
      });
      return true;
    };
  return [
    Object.assign(here, { send: sendTo(there) }) as unknown as End,
    Object.assign(there, { send: sendTo(here) }) as unknown as End,
  ];
}

const NAMES = ['add', 'fail', 'never'] as const;

const SUMS: Sums = {
  add: async (a, b) => a + b,
  fail: async () => {
    throw new Error('no sum today');
  },
  never: () => new Promise(() => undefined),
};

it('a call is answered with what the method gives, whoever asks first', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, Sums>(here, NAMES, SUMS);
  const right = openIpcChannel<Sums, Sums>(there, NAMES, { ...SUMS, add: async (a, b) => a - b });
  expect(await Promise.all([left.add(5, 3), right.add(5, 3), left.add(1, 1)])).toEqual([2, 8, 0]);
});

it('a call that fails over there fails here, in the same words', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  await expect(left.fail()).rejects.toThrow('no sum today');
});

it('a method that the other end does not offer cannot be called', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<{ toString(): Promise<string> }, object>(here, ['toString'], {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  await expect(left.toString()).rejects.toThrow("there is nothing to call by the name of 'toString'");
});

it('whoever waits for a process that goes is told', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  const waiting = left.never();
  here.emit('disconnect');
  await expect(waiting).rejects.toThrow('the other process is gone');
});

it('a process that is silent for five seconds is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [here, there] = ends();
    const left = openIpcChannel<Sums, object>(here, NAMES, {});
    openIpcChannel<object, Sums>(there, [], SUMS);
    const waiting = expect(left.never()).rejects.toThrow("the other process did not answer 'never'");
    await vi.advanceTimersByTimeAsync(5000);
    await waiting;
  } finally {
    vi.useRealTimers();
  }
});

it("other users' messages are nothing to it", async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  there.emit('message', { kind: 'count requests' });
  there.emit('message', null);
  there.emit('message', 'a word');
  expect(await left.add(2, 2)).toBe(4);
});
