// The order of service, without a clock: what requests take is said by the test.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, type Lane } from '../../../src/http/admission/fair-queue.ts';

interface Request {
  readonly client: string;
  readonly lane: Lane;
  readonly number: number;
  readonly cost: number;
  gone: boolean;
  isGone(): boolean;
}

function request(client: string, lane: Lane, number: number, cost: number): Request {
  return {
    client,
    lane,
    number,
    cost,
    gone: false,
    isGone() {
      return this.gone;
    },
  };
}

/** The names of clients in the order in which they are served, when these numbers of requests with these costs wait. */
function orderOf(clients: Readonly<Record<string, readonly [requests: number, cost: number]>>): string {
  const queue = new FairQueue<Request>();
  for (const [client, [requests, cost]] of Object.entries(clients))
    for (let number = 0; number < requests; number += 1)
      queue.add(client, 'search', request(client, 'search', number, cost));
  let order = '';
  for (let taken = queue.take(); taken !== undefined; taken = queue.take()) {
    queue.charge(taken.cost);
    order += taken.client;
  }
  return order;
}

test('clients with equal requests take turns', () => {
  expect(orderOf({ A: [4, 1], u: [2, 1], v: [3, 1] })).toBe('AuvAuvAvA');
});

test('a client whose requests take ten times as long gets a tenth of the turns', () => {
  expect(orderOf({ A: [3, 10], u: [21, 1] })).toBe('AuuuuuuuuuuAuuuuuuuuuuAu');
});

test('cheap requests share a turn', () => {
  expect(orderOf({ A: [8, 0.125], u: [8, 0.125] })).toBe('AAAAuuuuAAAAuuuu');
});

test('the place of a client does not change with how many wait', () => {
  expect(orderOf({ A: [200, 5], u: [1, 1] }).indexOf('u')).toBe(1);
});

test('users beside an attacker wait for one of its requests at most, however many connections it has', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.tuple(fc.integer({ min: 10, max: 80 }), fc.nat(4)), { minLength: 5, maxLength: 60 }),
      (connections, attackMs, arrivals) => {
        const queue = new FairQueue<Request>();
        const attack = (): void => queue.add('A', 'search', request('A', 'search', 0, attackMs));
        for (let connection = 0; connection < connections; connection += 1) attack();
        let clock = 0;
        let due = 0;
        const users = arrivals.map(([after, user]) => ({ user: `u${user}`, at: (due += after) }));
        let arrived = 0;
        let answered = 0;
        let longest = 0;
        while (answered < users.length) {
          // What has arrived by now is read.
          for (; arrived < users.length && users[arrived].at <= clock; arrived += 1)
            queue.add(users[arrived].user, 'search', request(users[arrived].user, 'search', arrived, 1));
          queue.forgetServed();
          const taken = queue.take();
          if (taken === undefined) throw new Error('the attacker always waits');
          clock += taken.cost;
          queue.charge(taken.cost);
          if (taken.client === 'A') attack();
          else {
            answered += 1;
            longest = Math.max(longest, clock - users[taken.number].at);
          }
        }
        // One request of the attacker, those of the users that came meanwhile, and a turn that the attacker had not used.
        const others = Math.ceil(attackMs / 10) + 5;
        expect(longest).toBeLessThanOrEqual(attackMs + others);
      },
    ),
    { seed: 28, numRuns: 300 },
  );
});

test('what a client has begun comes before what it has not, in its turn', () => {
  const queue = new FairQueue<Request>();
  const add = (client: string, lane: Lane, number: number): void =>
    queue.add(client, lane, request(client, lane, number, 1));
  for (const number of [1, 2]) add('A', 'search', number);
  add('u', 'search', 3);
  for (const number of [4, 5]) add('A', 'begun', number);
  const order: number[] = [];
  for (let taken = queue.take(); taken !== undefined; taken = queue.take()) {
    queue.charge(taken.cost);
    order.push(taken.number);
  }
  expect(order).toEqual([4, 3, 5, 1, 2]);
});

test('clients take memory only while something of theirs waits', () => {
  const queue = new FairQueue<Request>();
  for (let address = 0; address < 100_000; address += 1) {
    const client = `198.51.${address >> 8}.${address & 255}`;
    queue.add(client, 'search', request(client, 'search', 0, 1));
    queue.take();
    queue.charge(1);
    queue.forgetServed();
  }
  expect(queue.clients).toBe(0);
  for (const client of ['a', 'b', 'c']) queue.add(client, 'page', request(client, 'page', 0, 1));
  queue.take();
  queue.forgetServed();
  expect(queue.clients).toBe(2);
});

/** The same in arrays: the ring turns one client at a time, and lanes are found by trying each. */
class Model {
  static readonly lanes: readonly Lane[] = ['search', 'page', 'redirect', 'low', 'stream', 'begun'];
  ring: string[] = [];
  /** Clients with searches, in the order in which they began to have some. */
  searching: string[] = [];
  waiting: Request[] = [];
  credit = new Map<string, number>();
  lane = new Map<string, number>();
  newestFirst = new Set<string>();
  last = '';

  of(client: string, lane?: Lane): Request[] {
    return this.waiting.filter((each) => each.client === client && (lane ?? each.lane) === each.lane);
  }

  add(added: Request): void {
    const { client } = added;
    if (!this.credit.has(client)) this.credit.set(client, 0.5);
    if (!this.ring.includes(client)) this.ring.push(client);
    if (added.lane === 'search' && !this.searching.includes(client)) this.searching.push(client);
    this.waiting.push(added);
  }

  remove(removed: readonly Request[]): void {
    this.waiting = this.waiting.filter((each) => !removed.includes(each));
    this.ring = this.ring.filter((client) => this.of(client).length > 0);
    this.searching = this.searching.filter((client) => this.of(client, 'search').length > 0);
    for (const client of this.newestFirst)
      if (this.of(client, 'search').length === 0) this.newestFirst.delete(client);
  }

  take(): Request | undefined {
    while (this.ring.length > 0) {
      const [client] = this.ring;
      if ((this.credit.get(client) ?? 0) <= 0) {
        this.credit.set(client, (this.credit.get(client) ?? 0) + 0.5);
        this.ring.push(this.ring.shift() ?? '');
        continue;
      }
      let at = this.lane.get(client) ?? 4;
      if (this.of(client, 'begun').length > 0) at = 5;
      else {
        do at = (at + 1) % 5;
        while (this.of(client, Model.lanes[at]).length === 0);
        this.lane.set(client, at);
      }
      const waiting = this.of(client, Model.lanes[at]);
      const isNewest = at === 0 && this.newestFirst.has(client);
      const taken = isNewest ? waiting[waiting.length - 1] : waiting[0];
      this.remove([taken]);
      this.last = client;
      if (!taken.gone) return taken;
    }
    return undefined;
  }

  charge(ms: number): void {
    this.credit.set(this.last, (this.credit.get(this.last) ?? 0) - ms);
  }

  shed(): Request | undefined {
    const most = Math.max(0, ...this.searching.map((client) => this.of(client, 'search').length));
    const largest = this.searching.find((client) => this.of(client, 'search').length === most);
    if (largest === undefined) return undefined;
    const [shed] = this.of(largest, 'search');
    this.newestFirst.add(shed.client);
    this.remove([shed]);
    return shed;
  }

  forgetServed(): void {
    for (const client of this.credit.keys())
      if (!this.ring.includes(client)) {
        this.credit.delete(client);
        this.lane.delete(client);
      }
  }
}

const CLIENTS = ['A', 'u', 'v', 'w'];
/** Exact in binary, so that sums do not depend on their order. */
const cost = fc.constantFrom(0.0625, 0.25, 1, 3, 18, 50);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('add'), fc.nat(3), fc.nat(5), cost) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('take'), fc.constant(0), fc.constant(0), cost) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('shed'), fc.constant(0), fc.constant(0), cost) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('leave'), fc.nat(50), fc.constant(0), cost) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove gone'), fc.constant(0), fc.constant(0), cost) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('forget'), fc.constant(0), fc.constant(0), cost) },
);

describe('whatever clients do', () => {
  test('requests are served, shed and forgotten as the plain model says, each once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = new FairQueue<Request>();
        const model = new Model();
        const ended: Request[] = [];
        let number = 0;
        for (const [action, who, lane, ms] of steps) {
          if (action === 'add') {
            const added = request(CLIENTS[who], Model.lanes[lane], (number += 1), ms);
            queue.add(added.client, added.lane, added);
            model.add(added);
          } else if (action === 'leave') {
            const leaving = model.waiting.at(who % Math.max(1, model.waiting.length));
            if (leaving !== undefined) leaving.gone = true;
          } else if (action === 'remove gone') {
            queue.removeGone();
            model.remove(model.waiting.filter((each) => each.gone && each.lane === 'search'));
          } else if (action === 'forget') {
            queue.forgetServed();
            model.forgetServed();
          } else {
            const [got, expected] =
              action === 'take' ? [queue.take(), model.take()] : [queue.shed(), model.shed()];
            expect(got).toBe(expected);
            if (got !== undefined) ended.push(got);
            if (got === undefined || action === 'shed') continue;
            queue.charge(got.cost);
            model.charge(got.cost);
          }
          expect(queue.count()).toBe(model.waiting.length);
          expect(queue.isEmpty).toBe(model.waiting.length === 0);
        }
        for (let taken = queue.take(); taken !== undefined; taken = queue.take()) ended.push(taken);
        expect(new Set(ended).size).toBe(ended.length);
        queue.forgetServed();
        expect([queue.count(), queue.clients]).toEqual([0, 0]);
      }),
      { seed: 28, numRuns: 400 },
    );
  });

  test('between two turns of a waiting client no other gets more than what it got itself, a turn each and a request', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3), cost), { minLength: 20, maxLength: 200 }),
        fc.array(fc.tuple(fc.nat(3), cost), { maxLength: 60 }),
        (before, meanwhile) => {
          const queue = new FairQueue<Request>();
          const got = new Map(CLIENTS.map((client) => [client, 0]));
          const waiting = new Map(CLIENTS.map((client) => [client, 0]));
          const add = ([who, ms]: readonly [number, number]): void => {
            const client = CLIENTS[who];
            queue.add(client, 'search', request(client, 'search', 0, ms));
            waiting.set(client, (waiting.get(client) ?? 0) + 1);
          };
          for (const each of before) add(each);
          // Of each pair: what both had got when the first was last served.
          const since = new Map<string, Map<string, number>>();
          for (let turn = 0; ; turn += 1) {
            const taken = queue.take();
            // Work conserving: nothing is returned only where nothing waits.
            if (taken === undefined) return void expect([...waiting.values()]).toEqual([0, 0, 0, 0]);
            const { client, cost: ms } = taken;
            const then = since.get(client);
            const own = (got.get(client) ?? 0) - (then?.get(client) ?? 0);
            for (const other of CLIENTS) {
              if (then === undefined || other === client) continue;
              const others = (got.get(other) ?? 0) - (then.get(other) ?? 0);
              // A turn is half a millisecond, and the longest request takes 50.
              expect(others).toBeLessThanOrEqual(own + 2 * 0.5 + 50);
            }
            since.set(client, new Map(got));
            queue.charge(ms);
            got.set(client, (got.get(client) ?? 0) + ms);
            const left = (waiting.get(client) ?? 0) - 1;
            waiting.set(client, left);
            if (left === 0) since.delete(client);
            if (turn < meanwhile.length) add(meanwhile[turn]);
          }
        },
      ),
      { seed: 28, numRuns: 300 },
    );
  });
});
