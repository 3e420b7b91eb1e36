// When the client asks again, and how long it waits. The clock is a false one, and so is the network.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ForecourtClient, ForecourtProblem } from '../../src/client/index.ts';
import { retryDelayOf } from '../../src/client/fetch-with-retry.ts';

const NOW = Date.UTC(2026, 0, 1);
const FOUND = { results: { cars: [], total_vehicles: 0, current_page: 1, total_pages: 0, per_page: 20 } };

type Outcome = Response | Error;

/** Milliseconds from the start at which each try was made. */
let tries: number[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  tries = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A client whose tries have these outcomes, the last one for ever. */
function clientOf(outcomes: readonly (() => Outcome)[], options: object = {}): ForecourtClient {
  return new ForecourtClient({
    baseUrl: 'https://cars.example',
    ...options,
    fetch: async () => {
      tries.push(Date.now() - NOW);
      const outcome = outcomes[Math.min(tries.length, outcomes.length) - 1]();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
}

/** What comes of a call when all the time that it takes has passed. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const found = (): Response => Response.json(FOUND);
const busy = (status: number, retryAfter?: string) => (): Response =>
  Response.json(
    { status, code: status === 429 ? 'rate_limited' : 'not_ready', detail: 'Later.' },
    { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
  );
const broken = (): Error => new TypeError('fetch failed');

describe('a call that cannot be answered now', () => {
  test.each([429, 502, 503, 504])('is retried after a %i', async (status) => {
    expect(await outcomeOf(clientOf([busy(status), found]).search())).toEqual(FOUND.results);
    expect(tries).toEqual([0, 250]);
  });

  test('is retried without a response, with random, doubling delays', async () => {
    const client = clientOf([broken, broken, broken, broken, found]);
    expect(await outcomeOf(client.search())).toEqual(FOUND.results);
    expect(tries).toEqual([0, 250, 750, 1750, 3750]);
  });

  test('is retried after a truncated response', async () => {
    const cut = (): Response =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }));
    expect(await outcomeOf(clientOf([cut, found]).search())).toEqual(FOUND.results);
  });

  test('waits for Retry-After, with jitter', async () => {
    await outcomeOf(clientOf([busy(503, '7'), busy(429, 'Thu, 01 Jan 2026 00:00:10 GMT'), found]).search());
    // 7 s and a quarter; then what is left until the tenth second, and half a second.
    expect(tries).toEqual([0, 7250, 10_500]);
  });

  test('fails after the last retry, with the last problem', async () => {
    const problem = await outcomeOf(clientOf([busy(503, '1')], { retries: 2 }).search());
    expect(problem).toBeInstanceOf(ForecourtProblem);
    expect(problem).toMatchObject({ status: 503, code: 'not_ready', message: 'Later.', retryAfterMs: 1000 });
    expect(tries).toEqual([0, 1250, 2750]);
  });

  test('fails at once if the delay would be too long', async () => {
    const problem = await outcomeOf(clientOf([busy(429, '31')]).search());
    expect(problem).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: 31_000 });
    expect(tries).toEqual([0]);
  });

  test('reports that there was no response', async () => {
    const problem = await outcomeOf(clientOf([broken], { retries: 0 }).search({ make: 'Ford' }));
    expect(problem).toMatchObject({
      status: 0,
      code: 'unreachable',
      message: 'There was no response from https://cars.example/api/v1/vehicles/?make=Ford.',
      cause: { message: 'fetch failed' },
    });
  });

  test.each([400, 401, 403, 404, 414, 500])('is not retried after a %i', async (status) => {
    const client = clientOf([() => Response.json({ code: 'x', detail: 'No.' }, { status })]);
    expect(await outcomeOf(client.search())).toMatchObject({ status, code: 'x', message: 'No.' });
    expect(tries).toEqual([0]);
  });
});

describe('an answer that is not of the service', () => {
  test.each([
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 500 }), 500],
    ['a page with status 200', () => new Response('<h1>Sign in</h1>'), 200],
    ['other JSON', () => Response.json({ ok: true }), 200],
    ['no object', () => Response.json(null), 200],
  ])('is told as such: %s', async (_, response, status) => {
    expect(await outcomeOf(clientOf([response]).search())).toMatchObject({
      status,
      code: 'unexpected_answer',
      message: `The response, with status ${status}, is not from Forecourt.`,
    });
  });
});

describe('a signal', () => {
  test('ends a wait', async () => {
    const controller = new AbortController();
    const call = clientOf([busy(503, '20')]).search({}, { signal: controller.signal });
    const settled = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    controller.abort(new Error('enough'));
    expect(await settled).toEqual(new Error('enough'));
    expect(vi.getTimerCount()).toBe(0);
    expect(tries).toEqual([0]);
  });

  test('aborts a request, which is not retried', async () => {
    const controller = new AbortController();
    const client = clientOf([
      () => {
        controller.abort(new Error('enough'));
        return broken();
      },
    ]);
    expect(await outcomeOf(client.search({}, { signal: controller.signal }))).toEqual(new Error('enough'));
    expect(tries).toEqual([0]);
  });

  test('that is aborted before the call sends no request', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    expect(await outcomeOf(clientOf([found]).search({}, { signal }))).toEqual(new Error('enough'));
    expect(tries).toEqual([]);
  });
});

test('Retry-After is seconds or a date', () => {
  expect(retryDelayOf('120', NOW)).toBe(120_000);
  expect(retryDelayOf('Thu, 01 Jan 2026 00:00:02 GMT', NOW)).toBe(2000);
  expect(retryDelayOf('Wed, 31 Dec 2025 00:00:00 GMT', NOW)).toBe(0);
  expect(retryDelayOf('soon', NOW)).toBeUndefined();
  expect(retryDelayOf(null, NOW)).toBeUndefined();
});
