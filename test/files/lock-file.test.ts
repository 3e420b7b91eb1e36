// Processes that meet a stale lock at the same time: at every moment of one that takes it over, others start, or it is killed.
import fs, { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { LockFile } from '../../src/files/lock-file.ts';
import { afterTest } from '../support/after-test.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const FILE = 'some.lock';
/** Above any PID on Linux. */
const NO_PROCESS = 2 ** 22 + 1;
const STALE = JSON.stringify({ pid: NO_PROCESS, since: '2024-05-06T07:08:09.000Z', processStart: '1' });

type FileCall = (...args: readonly unknown[]) => unknown;
const FILE_CALLS = ['readFileSync', 'writeFileSync', 'linkSync', 'renameSync', 'rmSync'] as const;

beforeEach(() => {
  // Without pauses: whoever waits here waits for one that goes on only when it has returned.
  const waiting = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  afterTest(() => waiting.mockRestore());
});

function folderWithLock(text = STALE): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, FILE), text);
  return folder;
}

const acquire = (folder: string): LockFile | undefined => LockFile.tryAcquire(folder, FILE);

/**
 * Acquires the lock, and calls `beforeCall` before each of its calls on files of the folder, with the number of the call. Writing a
 * file is two calls, because others may see it before it has its text.
 */
function acquireInSteps(
  folder: string,
  beforeCall: (call: number) => void,
  ownText = (text: string): string => text,
): LockFile | undefined {
  const originals = Object.fromEntries(FILE_CALLS.map((name) => [name, fs[name] as FileCall]));
  let calls = 0;
  let isOther = false;
  const step = (): void => {
    isOther = true;
    try {
      beforeCall((calls += 1));
    } finally {
      isOther = false;
    }
  };
  const stepped = (name: string, original: FileCall): FileCall => {
    return (...args) => {
      const [path, text, options] = args;
      if (isOther || !String(path).startsWith(folder)) return original(...args);
      step();
      if (name !== 'writeFileSync') return original(...args);
      original(path, '', options);
      step();
      const file = openSync(String(path), 'a');
      writeSync(file, ownText(String(text)));
      return closeSync(file);
    };
  };
  const patch = (functions: object): void => {
    Object.assign(fs, functions);
    syncBuiltinESMExports();
  };
  patch(Object.fromEntries(FILE_CALLS.map((name) => [name, stepped(name, originals[name])])));
  try {
    return acquire(folder);
  } finally {
    patch(originals);
  }
}

/** The number of calls of a process that takes over the lock alone. */
function callsOfTakeover(text?: string): number {
  let calls = 0;
  expect(acquireInSteps(folderWithLock(text), (call) => (calls = call))).toBeDefined();
  return calls;
}

/** Acquires the lock as a process that is killed before a call. */
function acquireUntilKilled(folder: string, killedAt: number): void {
  const killed = new Error('killed');
  try {
    acquireInSteps(
      folder,
      (call) => {
        if (call >= killedAt) throw killed;
      },
      (text) => text.replace(`"pid":${process.pid}`, `"pid":${NO_PROCESS}`),
    );
  } catch (error) {
    if (error !== killed) throw error;
  }
}

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

test.each([
  ['of a dead process', STALE],
  ['without text', ''],
])('a stale lock %s is taken over by one of three processes, whenever the others start', (_, text) => {
  const calls = callsOfTakeover(text);
  expect(calls).toBeGreaterThan(4);
  for (const second of numbersTo(calls)) {
    for (const third of numbersTo(calls).slice(second - 1)) {
      const folder = folderWithLock(text);
      const others: (LockFile | undefined)[] = [];
      const first = acquireInSteps(folder, (call) => {
        if (call === second) others.push(acquire(folder));
        if (call === third) others.push(acquire(folder));
      });
      const holders = [first, ...others].filter((lock) => lock !== undefined);
      expect({ second, third, holders: holders.length }).toEqual({ second, third, holders: 1 });
      expect(LockFile.isOwn(folder, FILE)).toBe(true);
      holders[0].release();
      expect(existsSync(join(folder, FILE))).toBe(false);
    }
  }
});

test('a process that is killed while it takes over a lock keeps nobody from it, and then one of two gets it', () => {
  const calls = callsOfTakeover();
  for (const killedAt of numbersTo(calls + 1)) {
    for (const killedNextAt of numbersTo(calls + 1)) {
      const folder = folderWithLock();
      acquireUntilKilled(folder, killedAt);
      acquireUntilKilled(folder, killedNextAt);
      expect([killedAt, killedNextAt, acquire(folder) !== undefined]).toEqual([killedAt, killedNextAt, true]);
    }
    for (const startedAt of numbersTo(3 * calls)) {
      const folder = folderWithLock();
      acquireUntilKilled(folder, killedAt);
      const others: (LockFile | undefined)[] = [];
      const first = acquireInSteps(folder, (call) => {
        if (call === startedAt) others.push(acquire(folder));
      });
      const holders = [first, ...others].filter((lock) => lock !== undefined);
      expect([killedAt, startedAt, holders.length]).toEqual([killedAt, startedAt, 1]);
    }
  }
});

test('what a killed process leaves besides its lock goes with the next lock in the folder', () => {
  const left = (folder: string): string[] =>
    fs.readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8') !== '');
  const calls = callsOfTakeover();
  const names = new Set<number>();
  for (const killedAt of numbersTo(calls + 1)) {
    const folder = folderWithLock();
    acquireUntilKilled(folder, killedAt);
    names.add(left(folder).length);
    expect(LockFile.tryAcquire(folder, 'other.lock')).toBeDefined();
    const others = left(folder).filter((name) => name !== FILE);
    expect([killedAt, others]).toEqual([killedAt, ['other.lock']]);
  }
  expect(Math.max(...names)).toBeGreaterThan(1);
});

test('a lock names its holder from the moment it exists', () => {
  const folder = temporaryFolder();
  const path = join(folder, FILE);
  const seen = new Set<string>();
  acquireInSteps(folder, () => existsSync(path) && seen.add(readFileSync(path, 'utf8')));
  seen.add(readFileSync(path, 'utf8'));
  expect(Array.from(seen, (text) => (JSON.parse(text) as { readonly pid: number }).pid)).toEqual([
    process.pid,
  ]);
});

test('a lock is acquired where the file system has no links', () => {
  const original = fs.linkSync;
  afterTest(() => {
    Object.assign(fs, { linkSync: original });
    syncBuiltinESMExports();
  });
  const linkSync = (): never => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  };
  Object.assign(fs, { linkSync });
  syncBuiltinESMExports();
  const folder = folderWithLock();
  expect(acquire(folder)).toBeDefined();
  expect(acquire(folder)).toBe(undefined);
  expect(fs.readdirSync(folder)).toEqual([FILE]);
});
