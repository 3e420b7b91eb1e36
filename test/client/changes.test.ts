// Exports and changes through the client: against a real server, and against responses that servers seldom give.
import { describe, expect, test, vi } from 'vitest';
import {
  CursorExpiredProblem,
  ForecourtClient,
  ForecourtProblem,
  type Change,
  type ChangesOptions,
  type ExportLine,
  type SearchParameters,
} from '../../src/client/index.ts';
import { serveCars } from '../http/routes/serve-cars.ts';

const CHANGES = '/api/v1/vehicles/changes/';

async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const exportOf = (client: ForecourtClient, query: SearchParameters = {}): Promise<ExportLine[]> =>
  listOf(client.export(query));

const changesOf = (client: ForecourtClient, query: SearchParameters, since: string): Promise<Change[]> =>
  listOf(client.changes(query, { since, wait: 0 }));

async function problemOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((reason: unknown) => reason);
}

/** A client of a service that responds with these in turn, and what it was asked for. */
function clientOf(...responses: readonly (() => Response)[]) {
  const requested: string[] = [];
  const client = new ForecourtClient({
    baseUrl: 'https://cars.example',
    retries: 0,
    fetch: async (input) => {
      requested.push((input as string).replace('https://cars.example', ''));
      const respond = responses[Math.min(requested.length, responses.length) - 1];
      return respond();
    },
  });
  return { client, requested };
}

describe('an export', () => {
  test('is every listing of a search, and a last line with the cursor for changes', async () => {
    const { url, car, change } = await serveCars(300);
    const client = new ForecourtClient({ baseUrl: url });
    const lines = await exportOf(client, { make: 'Ford', sort: 'price_asc', page: 7 });
    const prices = lines.map((line) => ('vehicle' in line ? line.vehicle.price : line.total));
    expect(prices).toEqual([...Array.from({ length: 150 }, (_, i) => 1000 + 2 * i), 150]);
    const [first] = lines;
    expect(first).toMatchObject({
      advert: 'https://north.example/0?a=1&b=%C3%A9',
      first_listed: '2024-03-01T00:00:00.000Z',
    });
    const end = lines.at(-1);
    if (end === undefined || !('cursor' in end)) throw new Error('there is no last line');
    await change([car(0, { price: 900 }), car(1), car(400), car(401)]);
    const found = await changesOf(client, { make: 'Ford' }, end.cursor);
    expect(found.map(({ change: kind, vehicle }) => [kind, vehicle?.price])).toEqual([
      ['changed', 900],
      ['entered', 1400],
    ]);
  });

  test('throws the problem of an invalid search', async () => {
    const { url } = await serveCars(1);
    const client = new ForecourtClient({ baseUrl: url });
    const problem = await problemOf(exportOf(client, { price_max: '10k' as '10' }));
    expect(problem).toMatchObject({ status: 400, errors: [{ parameter: 'price_max', suggestion: '10000' }] });
    await expect(exportOf(client, { fuel: 'Diesel' } as SearchParameters)).rejects.toThrow(
      'The service ignores these parameters: "fuel"; did-you-mean="fuel_type".',
    );
  });

  test('that the service cut is continued', async () => {
    const { client, requested } = clientOf(
      () => new Response('{"advert":"a","vehicle":{}}\n{"total":2,"cursor":"c1","more":true,"detail":"…"}\n'),
      () => new Response('{"advert":"b","vehicle":{}}\n{"total":2,"cursor":"c2"}\n'),
    );
    expect(await exportOf(client, { make: 'Ford' })).toEqual([
      { advert: 'a', vehicle: {} },
      { advert: 'b', vehicle: {} },
      { total: 2, cursor: 'c2' },
    ]);
    expect(requested).toEqual([
      '/api/v1/vehicles/export/?make=Ford',
      '/api/v1/vehicles/export/?make=Ford&cursor=c1',
    ]);
  });

  test('that is cut again before its next listing is continued a second later', async () => {
    vi.useFakeTimers();
    try {
      const cut = () => new Response('{"total":1,"cursor":"c1","more":true,"detail":"…"}\n');
      const { client, requested } = clientOf(cut, cut, () => new Response('{"total":0,"cursor":"c2"}\n'));
      const lines = exportOf(client);
      await vi.advanceTimersByTimeAsync(999);
      expect(requested).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(await lines).toEqual([{ total: 0, cursor: 'c2' }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['{"advert":"a","vehicle":{}}\n', 'incomplete'],
    ['{"advert":"a","vehicle":{}}\n{"advert":"b","vehi', 'incomplete'],
    ['{"advert":"a","vehicle":{}}\n<html>\n', 'unexpected_answer'],
  ])('without its last line is a problem, after the lines that came: %j', async (text, code) => {
    const { client } = clientOf(() => new Response(text));
    const seen: ExportLine[] = [];
    const reading = (async () => {
      for await (const line of client.export()) seen.push(line);
    })();
    expect(await problemOf(reading)).toMatchObject({ code, status: 200 });
    expect(seen).toEqual([{ advert: 'a', vehicle: {} }]);
  });

  test('keeps characters that are cut between two chunks', async () => {
    const bytes = new TextEncoder().encode('{"advert":"é\u2028","vehicle":{}}\n{"total":1,"cursor":"c"}\n');
    const { client } = clientOf(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
              controller.close();
            },
          }),
        ),
    );
    expect(await exportOf(client)).toEqual([
      { advert: 'é\u2028', vehicle: {} },
      { total: 1, cursor: 'c' },
    ]);
  });

  test('ends its response when nobody reads on', async () => {
    const cancel = vi.fn();
    const { client } = clientOf(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) =>
              controller.enqueue(new TextEncoder().encode('{"advert":"a","vehicle":{}}\n')),
            cancel,
          }),
        ),
    );
    for await (const line of client.export()) if ('vehicle' in line) break;
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('changes', () => {
  const page = (cursor: string, adverts: readonly string[] = [], more = false) => ({
    changes: adverts.map((advert) => ({
      change: 'left',
      advert,
      dealer: 'a.example',
      at: '',
      vehicle: null,
    })),
    cursor,
    more,
  });
  const respond =
    (body: object, headers: Readonly<Record<string, string>> = {}) =>
    (): Response =>
      Response.json(body, { headers });

  test('begin now, continue by cursor, and end with the signal', async () => {
    const { url, car, change } = await serveCars(3);
    const client = new ForecourtClient({ baseUrl: url });
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const found of client.changes({ make: 'Ford' }, { wait: 1, signal: stop.signal })) {
        seen.push(`${found.change} ${found.was?.price} ${found.vehicle?.price}`);
        if (seen.length === 2) stop.abort(new Error('enough'));
      }
    })();
    const ended = problemOf(reading);
    // Whether or not the first request was before it.
    for (let price = 500; seen.length < 2; price += 1) {
      await change([car(0, { price })]);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await ended).toMatchObject({ message: 'enough' });
    expect(seen[0]).toMatch(/^changed (?:1000|5\d\d) 5\d\d$/);
    expect(seen[1]?.split(' ')[1]).toBe(seen[0]?.split(' ')[2]);
  });

  test('are asked for with a wait where the service waits', async () => {
    const { client, requested } = clientOf(
      respond(page('c1')),
      respond(page('c2', ['x'])),
      respond(page('c3', ['y'], true)),
      respond(page('c4', ['z'])),
    );
    const seen: string[] = [];
    for await (const { advert } of client.changes({ make: 'Ford', sort: 'price_asc' }, { wait: 20 })) {
      seen.push(advert);
      if (advert === 'z') break;
    }
    expect(seen).toEqual(['x', 'y', 'z']);
    expect(requested).toEqual([
      `${CHANGES}?make=Ford`,
      `${CHANGES}?make=Ford&since=c1&wait=20`,
      `${CHANGES}?make=Ford&since=c2&wait=20`,
      `${CHANGES}?make=Ford&since=c3&wait=20`,
    ]);
  });

  test.each([
    [
      'a service that does not wait',
      { 'ignored-parameters': '"wait"' },
      [0, 7000, 14_000],
      ['&wait=7', '', ''],
    ],
    ['a proxy that cuts the wait short', {}, [0, 1000, 2000], ['&wait=7', '&wait=7', '&wait=7']],
  ])('are asked for with pauses from %s', async (_, headers, times, waits) => {
    vi.useFakeTimers();
    try {
      const from = Date.now();
      const seen: number[] = [];
      const { client, requested } = clientOf(respond(page('c1'), headers));
      for await (const { cursor } of client.changePages({}, { since: 'c1', wait: 7 })) {
        expect(cursor).toBe('c1');
        seen.push(Date.now() - from);
        if (seen.length === 3) break;
        void vi.advanceTimersToNextTimerAsync();
      }
      expect(seen).toEqual(times);
      expect(requested).toEqual(waits.map((wait) => `${CHANGES}?since=c1${wait}`));
    } finally {
      vi.useRealTimers();
    }
  });

  test('are asked for after the usual pause if the clock is set back meanwhile', async () => {
    vi.useFakeTimers();
    try {
      const { client, requested } = clientOf(respond(page('c1')));
      const pages = client.changePages({}, { since: 'c1', wait: 7 });
      await pages.next();
      vi.setSystemTime(Date.now() - 3_600_000);
      const next = pages.next();
      await vi.advanceTimersByTimeAsync(1000);
      expect(requested).toHaveLength(2);
      expect(await next).toMatchObject({ value: { cursor: 'c1' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['a page with more whose cursor leads to itself', { changes: [], cursor: 'c1', more: true }],
    ['a change that is none', { changes: [null], cursor: 'c2', more: false }],
    ['changes that are no list', { changes: {}, cursor: 'c2', more: false }],
    ['a cursor that is no text', { changes: [], cursor: 7, more: false }],
    ['no cursor', { changes: [] }],
  ])('of something else than the service are a problem: %s', async (_, body) => {
    const { client, requested } = clientOf(() => Response.json(body));
    expect(await problemOf(changesOf(client, {}, 'c1'))).toMatchObject({ code: 'unexpected_answer' });
    expect(requested).toHaveLength(1);
  });

  test('end at once with wait 0, after all parts of a difference', async () => {
    const { client, requested } = clientOf(respond(page('c2', ['x'], true)), respond(page('c3', ['y'])));
    const found = await changesOf(client, {}, 'c1');
    expect(found.map(({ advert }) => advert)).toEqual(['x', 'y']);
    expect(requested).toEqual([`${CHANGES}?since=c1`, `${CHANGES}?since=c2`]);
  });

  test('since an expired cursor are a problem with the address of the export', async () => {
    const { url } = await serveCars(2);
    const other = await serveCars(2);
    const [, , end] = await exportOf(new ForecourtClient({ baseUrl: other.url }));
    if (!('cursor' in end)) throw new Error('there is no last line');
    const client = new ForecourtClient({ baseUrl: url });
    const problem = await problemOf(changesOf(client, { make: 'Ford' }, end.cursor));
    if (!(problem instanceof CursorExpiredProblem))
      throw new Error('no problem was thrown', { cause: problem });
    expect(problem).toBeInstanceOf(ForecourtProblem);
    expect(problem).toMatchObject({
      name: 'CursorExpiredProblem',
      status: 410,
      code: 'cursor_expired',
      exportUrl: 'https://cars.example/api/v1/vehicles/export/?make=ford',
    });
  });

  test.each([
    [{ wait: 61 }, 'wait must be at most 60 seconds (got 61).'],
    [{ wait: 1.5 }, 'wait must be an integer, at least 0 (got 1.5).'],
    [{ wait: -1 }, 'wait must be an integer, at least 0 (got -1).'],
  ])('with %o are a TypeError', async (options: ChangesOptions, message) => {
    const { client, requested } = clientOf(respond(page('c1')));
    await expect(client.changes({}, options).next()).rejects.toThrow(message);
    expect(requested).toEqual([]);
  });
});
