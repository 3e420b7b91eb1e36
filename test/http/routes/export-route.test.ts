import { readFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readOk, serveCars } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/export/';

interface End {
  readonly total: number;
  readonly cursor: string;
  readonly more?: boolean;
}

interface Line {
  readonly advert: string;
  readonly first_listed: string;
  readonly last_changed: string;
  readonly vehicle: {
    readonly url: string;
    readonly price: number | null;
    readonly distance_km: number | null;
  };
}

async function read(address: string): Promise<{ lines: Line[]; end: End; response: Response }> {
  const response = await fetch(address);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const parsed = text.trimEnd().split('\n');
  const lines = parsed.map((line) => JSON.parse(line) as Line);
  return { lines: lines.slice(0, -1), end: JSON.parse(parsed.at(-1) ?? '') as End, response };
}

describe('an export', () => {
  test('has a line for each listing, and a last one for the whole', async () => {
    const { url } = await serveCars(1);
    const before = Date.now();
    const { lines, end, response } = await read(`${url}${PATH}`);
    const [line] = lines;
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(Object.keys(line)).toEqual(['advert', 'first_listed', 'last_changed', 'vehicle']);
    expect(line.advert).toBe('https://north.example/0?a=1&b=%C3%A9');
    expect(line.first_listed).toBe('2024-03-01T00:00:00.000Z');
    expect(before - Date.parse(line.last_changed)).toBeLessThan(120_000);
    const page = (await (await fetch(`${url}/api/v1/vehicles/`)).json()) as { results: { cars: unknown[] } };
    expect(line.vehicle).toEqual(page.results.cars[0]);
    expect(end).toEqual({ total: 1, cursor: expect.any(String) as string });
  });

  test('has the times of each listing, which an import without changes keeps, and a new price moves one of', async () => {
    const { url, car, change, withdraw } = await serveCars(1);
    const sent = car(2, { arrived_at: null, mileage: 10 });
    await change([sent]);
    const timesOf = async () => {
      const { lines } = await read(`${url}${PATH}?price_min=1002`);
      return lines.map(({ first_listed, last_changed }) => [first_listed, last_changed])[0];
    };
    const [listed, changed] = await timesOf();
    expect(listed).toBe(changed);
    await change([sent, car(0)]);
    expect(await timesOf()).toEqual([listed, changed]);
    await change([car(2, { arrived_at: null, mileage: 11 })]);
    const [kept, later] = await timesOf();
    expect([kept, later > changed]).toEqual([listed, true]);
    const cursor = (await read(`${url}${PATH}`)).end.cursor;
    await change([car(2, { arrived_at: null, mileage: 12, price: 1500 })]);
    const found = await readOk<{ changes: unknown[] }>(`${url}/api/v1/vehicles/changes/?since=${cursor}`);
    expect(found.changes).toMatchObject([{ change: 'changed', was: { price: 1002, mileage: 11 } }]);
    expect((await timesOf())[0]).toBe(listed);
    await withdraw('2');
    await change([sent]);
    const [again] = await timesOf();
    expect(again > listed).toBe(true);
  });

  test('has the lines that docs/api-endpoints.md shows', async () => {
    const page = readFileSync(new URL('../../../docs/api-endpoints.md', import.meta.url), 'utf8');
    const section = page.split('## Exports\n')[1].split('\n## ')[0];
    const [, path = '', shown = ''] =
      /curl 'http:\/\/127.0.0.1:8080([^']+)'\n```\n\n```\n([^`]+)```/.exec(section) ?? [];
    const { url, car, change } = await serveCars(1);
    await change([car(0, { make: 'Jaguar' })]);
    const { lines, end } = await read(`${url}${path}`);
    const names = shown
      .trimEnd()
      .split('\n')
      .map((line) => Array.from(line.matchAll(/"([a-z_]+)":/g), ([, name]) => name));
    expect(names).toEqual([Object.keys(lines[0]), Object.keys(end)]);
  });

  test('has the listings of a search in its order, more than fit into a chunk', async () => {
    const { url } = await serveCars(400);
    const { lines, end } = await read(`${url}${PATH}?make=ford&sort=price_desc`);
    expect(end.total).toBe(200);
    expect(lines.map(({ vehicle }) => vehicle.price)).toEqual(
      Array.from({ length: 200 }, (_, i) => 1398 - 2 * i),
    );
  });

  test('is its last line alone if nothing matches', async () => {
    const { url } = await serveCars(2);
    const { lines, end } = await read(`${url}${PATH}?make=Lada`);
    expect([lines, end.total]).toEqual([[], 0]);
  });

  test('says which parameters it ignores, and rejects bad ones and bad cursors together', async () => {
    const { url } = await serveCars(1);
    const { response } = await read(`${url}${PATH}?brand=ford&page=2`);
    expect(response.headers.get('ignored-parameters')).toContain('brand');
    expect(response.headers.get('ignored-parameters')).toContain('page');
    const bad = await fetch(`${url}${PATH}?price_min=x&cursor=y`);
    expect(bad.status).toBe(400);
    const { errors } = (await bad.json()) as { errors: { parameter: string; code: string }[] };
    expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([
      ['price_min', 'not_an_integer'],
      ['cursor', 'invalid_cursor'],
    ]);
  });

  test('is compressed', async () => {
    const { url } = await serveCars(300);
    const sent = await open(`${url}${PATH}`, { 'accept-encoding': 'gzip' });
    expect(sent.headers['content-encoding']).toBe('gzip');
    const parts: Buffer[] = [];
    for await (const part of sent) parts.push(part as Buffer);
    expect(gunzipSync(Buffer.concat(parts)).toString().trimEnd().split('\n')).toHaveLength(301);
  });

  test('has no body for HEAD', async () => {
    const { url } = await serveCars(300);
    const response = await fetch(`${url}${PATH}`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('is of one state while the stock changes and its client reads slowly', async () => {
    const { url, car, change } = await serveCars(20_000);
    const sent = await open(`${url}${PATH}?sort=price_asc`);
    const first = sent.read() as Buffer | null;
    await change([car(3, { price: 701 }), car(19_999, { price: 702 }), car(30_000, { price: 703 })]);
    const parts: Buffer[] = first === null ? [] : [first];
    for await (const part of sent) parts.push(part as Buffer);
    const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
    const prices = lines.slice(0, -1).map((line) => (JSON.parse(line) as Line).vehicle.price);
    expect(prices).toEqual(Array.from({ length: 20_000 }, (_, number) => 1000 + number));
    const { lines: after, end } = await read(`${url}${PATH}?sort=price_asc`);
    expect(after.slice(0, 3).map(({ vehicle }) => vehicle.price)).toEqual([701, 702, 703]);
    expect(end.total).toBe(20_001);
  });

  test('ends with a cursor when it takes too long, which continues it until the stock changes', async () => {
    let isDraining = false;
    const { url, car, change } = await serveCars(200, { isDraining: () => isDraining });
    isDraining = true;
    const cut = await read(`${url}${PATH}?make=Ford`);
    isDraining = false;
    expect(cut.end).toMatchObject({ total: 100, more: true });
    const rest = await read(`${url}${PATH}?make=Ford&cursor=${cut.end.cursor}`);
    expect(rest.end).toEqual({ total: 100, cursor: expect.any(String) as string });
    expect(cut.lines.length + rest.lines.length).toBe(100);
    const other = await fetch(`${url}${PATH}?make=Jaguar&cursor=${cut.end.cursor}`);
    const echo = cut.end.cursor.slice(0, 64);
    expect(await other.json()).toMatchObject({
      status: 400,
      detail: `cursor must be sent with the same search as its export (got '${echo}…').`,
      errors: [{ parameter: 'cursor', code: 'invalid_cursor', value: echo }],
    });
    const finished = await fetch(`${url}${PATH}?make=Ford&cursor=${rest.end.cursor}`);
    expect(await finished.json()).toMatchObject({
      status: 400,
      detail:
        'cursor must be from an export that ended with "more"; to list the changes since then, send it as "since" in a request for changes ' +
        `(got '${rest.end.cursor.slice(0, 64)}…').`,
    });
    await change([car(0, { price: 5 })]);
    const late = await fetch(`${url}${PATH}?make=Ford&cursor=${cut.end.cursor}`);
    expect(late.status).toBe(410);
    expect(await late.json()).toMatchObject({
      code: 'cursor_expired',
      export: 'https://cars.example/api/v1/vehicles/export/?make=ford',
    });
  });

  test('gives its state back in time if its client reads nothing', async () => {
    const { url } = await serveCars(20_000, { exportLimits: { maxMs: 200 } });
    const sent = await open(`${url}${PATH}`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const parts: Buffer[] = [];
    for await (const part of sent) parts.push(part as Buffer);
    const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
    const end = JSON.parse(lines.at(-1) ?? '') as End;
    expect(end).toMatchObject({ total: 20_000, more: true });
    const rest: string[] = [];
    for (let next: End = end; next.more === true;) {
      const more = await read(`${url}${PATH}?cursor=${next.cursor}`);
      rest.push(...more.lines.map(({ advert }) => advert));
      next = more.end;
    }
    const adverts = lines.slice(0, -1).map((line) => (JSON.parse(line) as Line).advert);
    expect(new Set([...adverts, ...rest]).size).toBe(20_000);
    expect(adverts.length + rest.length).toBe(20_000);
  });

  test('makes room for another client while its own has the most: it ends with a cursor', async () => {
    const { url } = await serveCars(20_000, {
      exportLimits: { maxExports: 2 },
      trustedProxies: ['127.0.0.1'],
    });
    const first = await open(`${url}${PATH}`, { 'x-forwarded-for': '192.0.2.1' });
    const second = await open(`${url}${PATH}`, { 'x-forwarded-for': '192.0.2.1' });
    const other = await open(`${url}${PATH}?make=Lada`, { 'x-forwarded-for': '192.0.2.2' });
    expect([other.statusCode, (await readLines(other)).length]).toEqual([200, 1]);
    expect(JSON.parse((await readLines(first)).at(-1) ?? '')).toMatchObject({ total: 20_000, more: true });
    expect((await readLines(second)).length).toBe(20_001);
  });

  test('is refused beyond the limit of exports until one has ended or its client has gone', async () => {
    const { url } = await serveCars(20_000, { exportLimits: { maxExports: 1 } });
    const sent = await open(`${url}${PATH}`);
    const refused = await fetch(`${url}${PATH}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    await refused.text();
    sent.destroy();
    const isDone = async () =>
      (await (await fetch(`${url}${PATH}?make=Lada`)).text()).startsWith('{"total":0,');
    await expect.poll(isDone).toBe(true);
  });
});

async function readLines(response: IncomingMessage): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts).toString().trimEnd().split('\n');
}

/** A response whose body nobody has read. */
function open(address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(address, { headers, agent: false }, resolve).on('error', reject);
  });
}
