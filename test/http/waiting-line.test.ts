// The line, on a clock that only moves when a test says so, and on the real event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WaitingLine } from '../../src/http/waiting-line.ts';

class Clock {
  ms = 0;
  readonly now = (): number => this.ms;
}

const UNLIMITED = { maxWaitMs: 1000, mostUnderWay: 1000 };

interface Watched {
  readonly line: WaitingLine;
  readonly clock: Clock;
  /** What became of those who joined, in order. */
  readonly told: string[];
  /** Joins under this name; each takes so long once it has started. */
  join(name: string, costMs?: number, isGone?: () => boolean): boolean;
}

function watched(limits = UNLIMITED): Watched {
  const clock = new Clock();
  const line = new WaitingLine(limits, clock.now);
  const told: string[] = [];
  return {
    line,
    clock,
    told,
    join(name, costMs = 0, isGone = () => false) {
      return line.join({
        start() {
          told.push(name);
          clock.ms += costMs;
          line.leave();
        },
        refuse: () => told.push(`not ${name}`),
        isGone,
      });
    },
  };
}

async function untilEmpty({ line }: Watched): Promise<void> {
  while (line.length > 0) await nextTurn();
}

/** Makes the next ones wait: this turn has taken too long already. */
function spendTurn({ line, clock }: Watched): void {
  expect(line.enter()).toBe(true);
  clock.ms += 3;
  line.leave();
  expect(line.enter()).toBe(false);
}

test('who comes while there is little to do starts at once', async () => {
  const { line, clock } = watched();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(line.enter()).toBe(true);
    clock.ms += 1.5;
    expect(line.enter()).toBe(true);
    line.leave();
    line.leave();
    await nextTurn();
  }
});

test('a turn of the event loop that has taken long lets nobody else start', async () => {
  const all = watched();
  spendTurn(all);
  await nextTurn();
  expect(all.line.enter()).toBe(true);
});

test('those who wait start in the order in which they came, and nobody overtakes them', async () => {
  const all = watched();
  spendTurn(all);
  for (const name of ['a', 'b', 'c']) expect(all.join(name)).toBe(true);
  expect(all.told).toEqual([]);
  expect(all.line.enter()).toBe(false);
  await untilEmpty(all);
  expect(all.told).toEqual(['a', 'b', 'c']);
  expect(all.line.enter()).toBe(true);
});

test('one is answered before the next one starts', async () => {
  const { line } = watched();
  const told: string[] = [];
  const join = (name: string): boolean =>
    line.join({
      start() {
        told.push(`${name} starts`);
        void (async () => {
          await Promise.resolve();
          await Promise.resolve();
          told.push(`${name} is answered`);
          line.leave();
        })();
      },
      refuse: () => told.push(`${name} is refused`),
      isGone: () => false,
    });
  join('a');
  join('b');
  while (told.length < 4) await nextTurn();
  expect(told).toEqual(['a starts', 'a is answered', 'b starts', 'b is answered']);
});

test('the line is served for four milliseconds, then sockets are read', async () => {
  const all = watched();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) all.join(name, 2);
  const turns: string[] = [];
  for (let served = 0; all.line.length > 0;) {
    await nextTurn();
    const now = all.told.slice(served).join('');
    served = all.told.length;
    if (now !== '') turns.push(now);
  }
  expect(turns).toEqual(['ab', 'cd', 'ef']);
});

test('who would wait too long is refused on arrival: ten times the limit in a burst, and the limit from then on', async () => {
  const all = watched({ maxWaitMs: 3, mostUnderWay: 1000 });
  // Until it has seen some, a request is taken to cost 0.3 ms.
  for (let count = 0; count <= 100; count += 1) expect(all.join(`burst ${count}`)).toBe(true);
  expect(all.join('one too many')).toBe(false);
  await untilEmpty(all);
  expect(all.told).toHaveLength(101);
  expect(all.told.at(-1)).toBe('burst 100');

  let joined = 0;
  while (all.join('strict')) joined += 1;
  // They cost nothing on this clock, so that one is now taken for 0.3 ms times 31/32 to the power of 100.
  expect(joined).toBe(240);
  await untilEmpty(all);
});

test('a burst may wait again when nobody was refused for a second', async () => {
  const all = watched({ maxWaitMs: 3, mostUnderWay: 1000 });
  for (let count = 0; count <= 101; count += 1) all.join('burst', 0.3);
  await untilEmpty(all);
  all.clock.ms += 1000;
  let joined = 0;
  while (all.join('later', 0.3)) joined += 1;
  expect(joined).toBeGreaterThan(90);
  await untilEmpty(all);
});

test('a line that does not become empty is a burst no more', async () => {
  const all = watched({ maxWaitMs: 2, mostUnderWay: 1000 });
  // There are always two or three, so none waits long.
  for (let count = 0; all.clock.ms < 40; count += 1) {
    if (!all.join(`${count}`, 1) || all.line.length > 2) await nextTurn();
  }
  let joined = 0;
  while (all.join('late')) joined += 1;
  expect(joined).toBeLessThan(7);
  await untilEmpty(all);
});

test('who has waited too long when its turn comes is refused', async () => {
  const all = watched({ maxWaitMs: 3, mostUnderWay: 1000 });
  all.join('a', 31);
  all.join('b');
  await untilEmpty(all);
  expect(all.told).toEqual(['a', 'not b']);
});

test('whose client has gone is not started', async () => {
  const all = watched();
  let isGone = false;
  all.join('a');
  all.join('b', 0, () => isGone);
  all.join('c');
  isGone = true;
  await untilEmpty(all);
  expect(all.told).toEqual(['a', 'not b', 'c']);
});

test('so many are under way and no more; the next starts when one has left', async () => {
  const all = watched({ maxWaitMs: 1000, mostUnderWay: 2 });
  expect([all.line.enter(), all.line.enter(), all.line.enter()]).toEqual([true, true, false]);
  all.join('a');
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(all.told).toEqual([]);
  all.line.leave();
  await untilEmpty(all);
  expect(all.told).toEqual(['a']);
});

test('who waits too long for those under way is refused', async () => {
  const all = watched({ maxWaitMs: 3, mostUnderWay: 1 });
  all.line.enter();
  all.join('a');
  all.clock.ms += 31;
  await untilEmpty(all);
  expect(all.told).toEqual(['not a']);
});
