import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { formatCursor } from '../../../src/search/cursor.ts';
import { readOk, serveCars } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/changes/';

interface Changes {
  readonly changes: readonly {
    readonly change: string;
    readonly advert: string;
    readonly dealer: string;
    readonly at: string;
    readonly vehicle: { readonly price: number | null; readonly dealer: string } | null;
    readonly was?: { readonly price: number | null; readonly mileage: number | null };
  }[];
  readonly cursor: string;
  readonly more: boolean;
}

const read = (address: string): Promise<Changes> => readOk(address);

const brief = ({ changes }: Changes) =>
  changes.map(({ change, advert, vehicle }) => [change, new URL(advert).pathname, vehicle?.price ?? null]);

describe('changes', () => {
  test('are none without a cursor, which names the state of now', async () => {
    const { url } = await serveCars(3);
    const first = await read(`${url}${PATH}?make=Ford`);
    expect(first).toEqual({ changes: [], cursor: expect.any(String) as string, more: false });
    expect(await read(`${url}${PATH}?make=Ford&since=${first.cursor}`)).toEqual(first);
  });

  test('say that a cursor is sent as since', async () => {
    const { url } = await serveCars(1);
    const { headers } = await fetch(`${url}${PATH}?cursor=WzEs`);
    expect(headers.get('ignored-parameters')).toBe('"cursor"; did-you-mean="since"');
  });

  test('have the members that docs/api-endpoints.md shows', async () => {
    const page = readFileSync(new URL('../../../docs/api-endpoints.md', import.meta.url), 'utf8');
    const section = page.split('## Changes\n')[1].split('\n## ')[0];
    const [, path = '', shown = ''] =
      /curl 'http:\/\/127.0.0.1:8080([^']+)'\n```\n\n```\n([^`]+)```/.exec(section) ?? [];
    const { url, car, change } = await serveCars(1);
    await change([car(0, { make: 'Jaguar', price: 500 })]);
    const { cursor } = await read(`${url}${path}`);
    await change([car(0, { make: 'Jaguar', price: 90_000 })]);
    const found = await read(`${url}${path}&since=${cursor}`);
    expect(Array.from(shown.matchAll(/"([a-z_]+)":/g), ([, name]) => name)).toEqual([
      'changes',
      ...Object.keys(found.changes[0]),
      'cursor',
      'more',
    ]);
    expect(Object.keys(found)).toEqual(['changes', 'cursor', 'more']);
  });

  test('are what entered, left or changed since an export, net', async () => {
    const { url, car, change, withdraw } = await serveCars(6);
    const text = await (await fetch(`${url}/api/v1/vehicles/export/?price_max=1004`)).text();
    const { cursor } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { cursor: string };
    await change([car(0, { price: 1001 }), car(1, { price: 9000 }), car(2, { price: 1500 })]);
    await change([car(2), car(5, { price: 900 }), car(7, { price: 800 })]);
    await withdraw('3');
    const found = await read(`${url}${PATH}?price_max=1004&since=${cursor}`);
    expect(brief(found)).toEqual([
      ['changed', '/0', 1001],
      ['left', '/1', null],
      ['left', '/3', null],
      ['entered', '/5', 900],
      ['entered', '/7', 800],
    ]);
    expect(Object.keys(found.changes[0])).toEqual(['change', 'advert', 'dealer', 'at', 'vehicle', 'was']);
    expect(found.changes[0].was).toEqual({ price: 1000, mileage: null });
    expect(Object.keys(found.changes[1])).toEqual(['change', 'advert', 'dealer', 'at', 'vehicle']);
    expect(found.more).toBe(false);
    const next = await read(`${url}${PATH}?price_max=1004&since=${found.cursor}`);
    expect(next).toEqual({ changes: [], cursor: found.cursor, more: false });
  });

  test.each([
    ['has it', 'heatd by the sun'],
    ['begins with it', 'a heatdome'],
  ])(
    'include a listing that itself did not change, if the word of another %s, so that it is not corrected',
    async (_, description) => {
      const { url, car, change } = await serveCars(1);
      await change([car(10, { description: 'heated seats' })]);
      const ask = `${url}${PATH}?q=heatd`;
      const { cursor } = await read(ask);
      await change([car(11, { description })]);
      expect(brief(await read(`${ask}&since=${cursor}`)).map(([kind]) => kind)).toEqual(['left', 'entered']);
    },
  );

  test('say which names and words were read as others, in the state that they lead to', async () => {
    const { url, car, change } = await serveCars(2);
    await change([car(10, { description: 'heated seats' })]);
    const ask = `${url}${PATH}?make=Frod&q=heatd`;
    const readAt = async (address: string) => {
      const response = await fetch(address);
      const { changes, cursor } = (await response.json()) as Changes;
      const kinds = changes.map(({ change: kind }) => kind);
      return { kinds, cursor, corrections: response.headers.get('corrections') };
    };
    const first = await readAt(ask);
    expect([first.kinds, first.corrections]).toEqual([
      [],
      '"make"; from="Frod"; to="Ford", "q"; from="heatd"; to="heated"',
    ]);
    await change([car(10, { description: 'heated seats', price: 500 })]);
    const second = await readAt(`${ask}&since=${first.cursor}`);
    expect([second.kinds, second.corrections]).toEqual([['changed'], first.corrections]);
    const waiting = readAt(`${ask}&since=${second.cursor}&wait=60`);
    await change([car(12, { description: 'heatd by the sun' })]);
    const last = '"make"; from="Frod"; to="Ford"';
    expect([(await waiting).kinds, (await waiting).corrections]).toEqual([['left', 'entered'], last]);
    expect((await readAt(`${url}${PATH}?make=Ford`)).corrections).toBe(null);
  });

  test('are read as the state to which their parts belong, though the stock changes between them', async () => {
    const { url, car, change } = await serveCars(1);
    const cars = (price: number) =>
      Array.from({ length: 600 }, (_, number) =>
        car(number, { make: 'Ford', description: 'heated seats', price: price + number }),
      );
    await change(cars(1000));
    const ask = `${url}${PATH}?q=heatd`;
    const { cursor } = await read(ask);
    await change(cars(5000));
    const part = await read(`${ask}&since=${cursor}`);
    expect([part.changes.length, part.more]).toEqual([500, true]);
    await change([car(700, { description: 'heatd by the sun' })]);
    const rest = await fetch(`${ask}&since=${part.cursor}`);
    expect(((await rest.json()) as Changes).changes.length).toBe(100);
    expect(rest.headers.get('corrections')).toBe('"q"; from="heatd"; to="heated"');
    expect((await fetch(ask)).headers.get('corrections')).toBe(null);
  });

  test('are of words as the whole stock reads them, not as what changed does', async () => {
    const { url, car, change } = await serveCars(1);
    await change([car(10, { description: 'a heatdome' })]);
    const ask = `${url}${PATH}?q=heatd`;
    const { cursor } = await read(ask);
    await change([car(11, { description: 'heated seats' })]);
    expect(brief(await read(`${ask}&since=${cursor}`))).toEqual([]);
  });

  test('come in parts of one difference, though the stock changes between them', async () => {
    const { url, car, change } = await serveCars(600);
    const { cursor } = await read(`${url}${PATH}?`);
    await change(Array.from({ length: 600 }, (_, number) => car(number, { price: 5000 + number })));
    const first = await read(`${url}${PATH}?since=${cursor}`);
    expect([first.changes.length, first.more]).toEqual([500, true]);
    await change([car(0, { price: 1 + 5000 }), car(700)]);
    const second = await read(`${url}${PATH}?since=${first.cursor}`);
    expect([second.changes.length, second.more]).toEqual([100, true]);
    const adverts = [...first.changes, ...second.changes].map(({ advert }) => advert);
    expect(new Set(adverts).size).toBe(600);
    const third = await read(`${url}${PATH}?since=${second.cursor}`);
    expect(third.changes.map(({ change: kind }) => kind)).toEqual(['changed', 'entered']);
    expect(third.more).toBe(false);
    const other = await fetch(`${url}${PATH}?make=Ford&since=${first.cursor}`);
    expect(await other.json()).toMatchObject({
      status: 410,
      detail:
        'The cursor continues a list of changes with "more" of another search: send it with the parameters of the request that returned it.',
    });
  });

  test('are those since a time, and continue by a cursor', async () => {
    const { url, car, change } = await serveCars(2);
    const time = new Date().toISOString();
    await setTimeout(5);
    await change([car(0, { price: 900 }), car(2)]);
    const found = await read(`${url}${PATH}?make=Ford&since=${time}`);
    expect(brief(found)).toEqual([
      ['changed', '/0', 900],
      ['entered', '/2', 1002],
    ]);
    expect((await read(`${url}${PATH}?make=Ford&since=${found.cursor}`)).changes).toEqual([]);
    expect((await read(`${url}${PATH}?make=Ford&since=yesterday`)).changes.length).toBe(2);
  });

  test('have no entry for a listing that is shown as before', async () => {
    const { url, car, change } = await serveCars(2);
    const { cursor } = await read(`${url}${PATH}?`);
    await change([car(0, { price: 7000 })]);
    await change([car(0)]);
    const found = await read(`${url}${PATH}?since=${cursor}`);
    expect(found.changes).toEqual([]);
    expect(found.cursor).not.toBe(cursor);
  });

  test.each([
    ['another stock', { storeId: 'other' }],
    ['the future', { sequence: 99 }],
    ['another format of the index', { indexFormat: 'other' }],
  ])('respond 410 with the address of an export to a cursor of %s', async (_, different) => {
    const { url, state } = await serveCars(2);
    const since = formatCursor({ state: { ...state(), ...different } });
    const response = await fetch(`${url}${PATH}?make=Ford&since=${since}`);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({
      code: 'cursor_expired',
      export: 'https://cars.example/api/v1/vehicles/export/?make=ford',
    });
  });

  test('respond 410 to the cursor of an export that was cut', async () => {
    const { url, state } = await serveCars(2);
    const since = formatCursor({ state: state(), next: { search: 'x', position: 1 } });
    const response = await fetch(`${url}${PATH}?since=${since}`);
    expect(await response.json()).toMatchObject({
      status: 410,
      detail:
        'The cursor continues an export that ended with "more", so it names no state to list changes since: send it as "cursor" in a request for that export.',
    });
  });

  test('need the same postcode tables only for a search from a place', async () => {
    const { url, state } = await serveCars(2);
    const since = formatCursor({ state: { ...state(), placesVersion: 'other' } });
    expect((await fetch(`${url}${PATH}?make=Ford&since=${since}`)).status).toBe(200);
    expect((await fetch(`${url}${PATH}?location=SW1A+1AA&since=${since}`)).status).toBe(410);
  });

  test('reject a truncated cursor beside other bad parameters', async () => {
    const { url } = await serveCars(1);
    const { cursor } = await read(`${url}${PATH}?`);
    const response = await fetch(`${url}${PATH}?price_min=x&since=${cursor.slice(0, -1)}`);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { parameter: string; code: string }[] };
    expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([
      ['price_min', 'not_an_integer'],
      ['since', 'invalid_cursor'],
    ]);
  });
});
