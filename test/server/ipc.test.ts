// Remote calls between two ends of a channel, without processes.
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { openIpcChannel } from '../../src/server/ipc.ts';

interface Sums {
  add(a: number, b: number): Promise<number>;
  fail(): Promise<void>;
  never(): Promise<void>;
}

type End = Parameters<typeof openIpcChannel>[0] & EventEmitter;

/** Two connected ends. As between processes, messages are copied and arrive later. */
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

it('returns the result of the remote method, in both directions', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, Sums>(here, NAMES, SUMS);
  const right = openIpcChannel<Sums, Sums>(there, NAMES, { ...SUMS, add: async (a, b) => a - b });
  expect(await Promise.all([left.add(5, 3), right.add(5, 3), left.add(1, 1)])).toEqual([2, 8, 0]);
});

it('rejects with the message of the remote error', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  await expect(left.fail()).rejects.toThrow('no sum today');
});

it('rejects calls of methods that the other end does not offer', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<{ toString(): Promise<string> }, object>(here, ['toString'], {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  await expect(left.toString()).rejects.toThrow("there is no method 'toString'");
});

it('rejects pending calls when the other process exits', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  const waiting = left.never();
  here.emit('disconnect');
  await expect(waiting).rejects.toThrow('the other process has exited');
});

it('rejects a call without a response after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [here, there] = ends();
    const left = openIpcChannel<Sums, object>(here, NAMES, {});
    openIpcChannel<object, Sums>(there, [], SUMS);
    const waiting = expect(left.never()).rejects.toThrow("the other process did not respond to 'never'");
    await vi.advanceTimersByTimeAsync(5000);
    await waiting;
  } finally {
    vi.useRealTimers();
  }
});

it('ignores messages of other kinds', async () => {
  const [here, there] = ends();
  const left = openIpcChannel<Sums, object>(here, NAMES, {});
  openIpcChannel<object, Sums>(there, [], SUMS);
  there.emit('message', { kind: 'other' });
  there.emit('message', null);
  there.emit('message', 'a word');
  expect(await left.add(2, 2)).toBe(4);
});
