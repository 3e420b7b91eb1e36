// Who is limited by what, and where they are told they stand.
import { expect, test } from 'vitest';
import type { Caller } from '../../src/access/caller.ts';
import { Limits, type Rates } from '../../src/limits/limits.ts';
import { MemoryCounters } from '../../src/limits/memory-counters.ts';

const HERE = '198.51.100.7';
const MINUTE = { requests: 3, seconds: 60 };

function limitsOf(rates: Rates): { limits: Limits; pass: (ms: number) => void } {
  let now = 0;
  const clock = (): number => now;
  return {
    limits: new Limits(rates, new MemoryCounters(clock), clock),
    pass: (ms) => (now += ms),
  };
}

function caller(id: string, rate?: Caller['rate']): Caller {
  return { id, name: id, permissions: new Set(['search']), ...(rate !== undefined && { rate }) };
}

test('an address is told where it stands, and is refused beyond its rate until the window ends', () => {
  const { limits, pass } = limitsOf({ address: MINUTE });
  const of = { of: 'address', rate: MINUTE };
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: true, left: 2, endsInSeconds: 60 });
  pass(500);
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: true, left: 1, endsInSeconds: 60 });
  pass(500);
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: true, left: 0, endsInSeconds: 59 });
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: false, left: 0, endsInSeconds: 59 });
  pass(58_999);
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: false, left: 0, endsInSeconds: 1 });
  pass(1);
  expect(limits.countAddress(HERE)).toEqual({ ...of, allowed: true, left: 2, endsInSeconds: 60 });
});

test('addresses of one network of IPv6 count as one', () => {
  const { limits } = limitsOf({ address: MINUTE });
  void limits.countAddress('2001:db8::1');
  expect(limits.countAddress('2001:db8::ffff:1')).toMatchObject({ left: 1 });
  expect(limits.countAddress('2001:db8:0:1::1')).toMatchObject({ left: 2 });
});

test('without a rate there is no limit', () => {
  const { limits } = limitsOf({});
  expect(limits.limitsAddresses).toBe(false);
  expect(limits.countAddress(HERE)).toBeUndefined();
  expect(limits.countRefused(HERE)).toBeUndefined();
  expect(limits.findBarred(HERE)).toBeUndefined();
  expect(limits.countCaller(caller('a'))).toBeUndefined();
});

test('a token has its own rate, else the one of tokens, and never that of addresses', () => {
  const { limits } = limitsOf({ address: MINUTE, token: { requests: 10, seconds: 1 } });
  expect(limits.countCaller(caller('a'))).toMatchObject({ of: 'token', left: 9, endsInSeconds: 1 });
  const own = caller('b', { requests: 100, seconds: 3600 });
  expect(limits.countCaller(own)).toMatchObject({ of: 'token', left: 99, endsInSeconds: 3600 });
  expect(limits.countAddress(HERE)).toMatchObject({ of: 'address', left: 2 });
  expect(limitsOf({ address: MINUTE }).limits.countCaller(caller('a'))).toBeUndefined();
  expect(limitsOf({}).limits.countCaller(own)).toMatchObject({ left: 99 });
});

test('a token that is called like an address has a count of its own', () => {
  const { limits } = limitsOf({ address: MINUTE, token: MINUTE });
  void limits.countAddress(HERE);
  expect(limits.countCaller(caller(HERE))).toMatchObject({ left: 2 });
});

test('refused credentials count for their address, and bar it when there were too many', () => {
  const { limits, pass } = limitsOf({ address: MINUTE });
  expect(limits.countAddress(HERE)).toMatchObject({ left: 2 });
  expect(limits.countRefused(HERE)).toMatchObject({ allowed: true, left: 1 });
  expect(limits.countRefused(HERE)).toMatchObject({ allowed: true, left: 0 });
  expect(limits.findBarred(HERE)).toBeUndefined();
  expect(limits.countRefused(HERE)).toMatchObject({ allowed: false });
  expect(limits.findBarred(HERE)).toMatchObject({
    of: 'address',
    allowed: false,
    left: 0,
    endsInSeconds: 60,
  });
  expect(limits.findBarred('198.51.100.8')).toBeUndefined();
  pass(60_000);
  expect(limits.findBarred(HERE)).toBeUndefined();
});

test('an address that asked too often, but with no bad credentials, is not barred', () => {
  const { limits } = limitsOf({ address: MINUTE });
  for (let i = 0; i < 10; i += 1) void limits.countAddress(HERE);
  expect(limits.findBarred(HERE)).toBeUndefined();
});
