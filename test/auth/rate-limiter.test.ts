// Which rate limit a request counts against, and the status it gets.
import { expect, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { RateLimiter, type RateLimits } from '../../src/auth/rate-limiter.ts';
import { MemoryStore } from '../../src/auth/memory-store.ts';

const HERE = '198.51.100.7';
const MINUTE = { requests: 3, seconds: 60 };

function rateLimiterOf(rates: RateLimits): { rateLimiter: RateLimiter; pass: (ms: number) => void } {
  let now = 0;
  const clock = (): number => now;
  return {
    rateLimiter: new RateLimiter(rates, new MemoryStore(clock), clock),
    pass: (ms) => (now += ms),
  };
}

function caller(id: string, rate?: Caller['rate']): Caller {
  return { id, name: id, permissions: new Set(['search']), ...(rate !== undefined && { rate }) };
}

test('an address gets its status, and is limited beyond its rate until the window ends', () => {
  const { rateLimiter, pass } = rateLimiterOf({ address: MINUTE });
  const status = { scope: 'address', rate: MINUTE };
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: true,
    remaining: 2,
    endsInSeconds: 60,
  });
  pass(500);
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: true,
    remaining: 1,
    endsInSeconds: 60,
  });
  pass(500);
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: true,
    remaining: 0,
    endsInSeconds: 59,
  });
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: false,
    remaining: 0,
    endsInSeconds: 59,
  });
  pass(58_999);
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: false,
    remaining: 0,
    endsInSeconds: 1,
  });
  pass(1);
  expect(rateLimiter.countAddress(HERE)).toEqual({
    ...status,
    allowed: true,
    remaining: 2,
    endsInSeconds: 60,
  });
});

test('addresses of one IPv6 /64 count as one', () => {
  const { rateLimiter } = rateLimiterOf({ address: MINUTE });
  void rateLimiter.countAddress('2001:db8::1');
  expect(rateLimiter.countAddress('2001:db8::ffff:1')).toMatchObject({ remaining: 1 });
  expect(rateLimiter.countAddress('2001:db8:0:1::1')).toMatchObject({ remaining: 2 });
});

test('without a rate requests are unlimited', () => {
  const { rateLimiter } = rateLimiterOf({});
  expect(rateLimiter.limitsAddresses).toBe(false);
  expect(rateLimiter.countAddress(HERE)).toBeUndefined();
  expect(rateLimiter.countInvalidCredentials(HERE)).toBeUndefined();
  expect(rateLimiter.findBlocked(HERE)).toBeUndefined();
  expect(rateLimiter.countCaller(caller('a'))).toBeUndefined();
});

test('a token has its own rate, else that of tokens, never that of addresses', () => {
  const { rateLimiter } = rateLimiterOf({ address: MINUTE, token: { requests: 10, seconds: 1 } });
  expect(rateLimiter.countCaller(caller('a'))).toMatchObject({
    scope: 'token',
    remaining: 9,
    endsInSeconds: 1,
  });
  const own = caller('b', { requests: 100, seconds: 3600 });
  expect(rateLimiter.countCaller(own)).toMatchObject({ scope: 'token', remaining: 99, endsInSeconds: 3600 });
  expect(rateLimiter.countAddress(HERE)).toMatchObject({ scope: 'address', remaining: 2 });
  expect(rateLimiterOf({ address: MINUTE }).rateLimiter.countCaller(caller('a'))).toBeUndefined();
  expect(rateLimiterOf({}).rateLimiter.countCaller(own)).toMatchObject({ remaining: 99 });
});

test('a token named like an address has its own count', () => {
  const { rateLimiter } = rateLimiterOf({ address: MINUTE, token: MINUTE });
  void rateLimiter.countAddress(HERE);
  expect(rateLimiter.countCaller(caller(HERE))).toMatchObject({ remaining: 2 });
});

test('invalid credentials count for their address, and too many block it', () => {
  const { rateLimiter, pass } = rateLimiterOf({ address: MINUTE });
  expect(rateLimiter.countAddress(HERE)).toMatchObject({ remaining: 2 });
  expect(rateLimiter.countInvalidCredentials(HERE)).toMatchObject({ allowed: true, remaining: 1 });
  expect(rateLimiter.countInvalidCredentials(HERE)).toMatchObject({ allowed: true, remaining: 0 });
  expect(rateLimiter.findBlocked(HERE)).toBeUndefined();
  expect(rateLimiter.countInvalidCredentials(HERE)).toMatchObject({ allowed: false });
  expect(rateLimiter.findBlocked(HERE)).toMatchObject({
    scope: 'address',
    allowed: false,
    remaining: 0,
    endsInSeconds: 60,
  });
  expect(rateLimiter.findBlocked('198.51.100.8')).toBeUndefined();
  pass(60_000);
  expect(rateLimiter.findBlocked(HERE)).toBeUndefined();
});

test('an address that exceeds its rate without invalid credentials is not blocked', () => {
  const { rateLimiter } = rateLimiterOf({ address: MINUTE });
  for (let i = 0; i < 10; i += 1) void rateLimiter.countAddress(HERE);
  expect(rateLimiter.findBlocked(HERE)).toBeUndefined();
});
