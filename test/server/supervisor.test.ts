// Restarts of a child process, without processes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exitWithin, Supervisor } from '../../src/server/supervisor.ts';

class FakeChild {
  readonly ready: Promise<unknown>;
  readonly exited: Promise<string>;
  readonly kill = vi.fn(() => this.exit('SIGKILL'));
  exit: (reason: string) => void = () => undefined;

  constructor(ready: Promise<unknown> = Promise.resolve()) {
    this.ready = ready;
    this.exited = new Promise((resolve) => (this.exit = resolve));
  }
}

let children: FakeChild[] = [];
let warnings: string[] = [];

function supervise(): Supervisor<FakeChild> {
  return new Supervisor({
    start: () => {
      const child = new FakeChild();
      children.push(child);
      return child;
    },
    name: 'A child',
    initialBackoffMs: 100,
    maxBackoffMs: 300,
    backoffResetMs: 10_000,
    warn: (text) => warnings.push(text),
  });
}

async function exitAndRestart(reason: string, backoffMs: number): Promise<void> {
  const running = children.length;
  children.at(-1)?.exit(reason);
  await vi.advanceTimersByTimeAsync(backoffMs - 1);
  expect(children.length).toBe(running);
  await vi.advanceTimersByTimeAsync(1);
  expect(children.length).toBe(running + 1);
}

beforeEach(() => {
  children = [];
  warnings = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('restarts a child that exits, with a backoff that doubles up to its maximum', async () => {
  const supervisor = supervise();
  await exitAndRestart('SIGKILL', 100);
  await exitAndRestart('exit code 1', 200);
  await exitAndRestart('SIGKILL', 300);
  await exitAndRestart('SIGKILL', 300);
  expect(supervisor.child).toBe(children[4]);
  expect(warnings.slice(0, 2)).toEqual([
    'A child exited (SIGKILL). It restarts in 0.1 s.',
    'A child exited (exit code 1). It restarts in 0.2 s.',
  ]);
});

it('resets the backoff after enough uptime', async () => {
  supervise();
  await exitAndRestart('SIGKILL', 100);
  await exitAndRestart('SIGKILL', 200);
  await vi.advanceTimersByTimeAsync(10_001);
  await exitAndRestart('SIGKILL', 100);
});

it('does not restart a child that was replaced', async () => {
  const supervisor = supervise();
  const successor = new FakeChild();
  supervisor.replace(successor);
  children[0].exit('exit code 0');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children.length).toBe(1);
  expect(supervisor.child).toBe(successor);
  expect(warnings).toEqual([]);
});

it('restarts nothing after stop, not even a child that has already exited', async () => {
  const supervisor = supervise();
  children[0].exit('SIGKILL');
  await vi.advanceTimersByTimeAsync(50);
  supervisor.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children.length).toBe(1);
});

it('reports why a child never became ready', async () => {
  const supervisor = supervise();
  supervisor.replace(new FakeChild(Promise.reject(new Error('no memory'))));
  await vi.advanceTimersByTimeAsync(0);
  expect(warnings.length).toBe(1);
  expect(warnings[0]).toContain('no memory');
});

it('kills a process that does not exit in time', async () => {
  const child = new FakeChild();
  const exit = exitWithin(child, 2000);
  await vi.advanceTimersByTimeAsync(1999);
  expect(child.kill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(child.kill).toHaveBeenCalledTimes(1);
  await exit;
});
