// Names such as `__proto__` are ordinary names: they never reach an object's prototype.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseMapping } from '../../src/ingest/settings/feed-mapping.ts';
import { PARAMETER_NAMES } from '../../src/query/parameters.ts';
import { parseFeeds } from '../../src/ingest/schedule/feeds-file.ts';
import { resultsOf } from '../ingest/collect.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__',
];

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
  return server.close;
});

const OWN_OF_EVERY_OBJECT = Reflect.ownKeys(Object.prototype);

// After every test, whatever it did.
afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype)).toEqual(OWN_OF_EVERY_OBJECT);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe.each(NAMES)('%s', (name) => {
  test.each([
    `${name}=1`,
    `${name}[polluted]=1`,
    `${name}.polluted=1`,
    `make[${name}]=Ford`,
    `make=${name}`,
    `q=${name}`,
    `dealer=${name}`,
    `sort=${name}`,
    `fuel_type=${name}`,
    `location=${name}`,
  ])('in a query is no parameter and no value of its own: %s', async (query) => {
    const response = await fetch(`${server.url}/api/v1/vehicles/?${query}`);
    expect([200, 400]).toContain(response.status);
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(
      response.status === 200
        ? ['results']
        : ['status', 'title', 'detail', 'type', 'code', 'errors', 'request_id'],
    );
    expect((await fetch(`${server.url}/api/v1/vehicles/summary/?${query}`)).status).toBeLessThan(500);
    expect((await fetch(`${server.url}/api/v1/interpret/?text=${name}`)).status).toBe(200);
  });

  test('as the value of every parameter of the search page is a string', async () => {
    for (const parameter of [...PARAMETER_NAMES, 'text', name]) {
      const response = await fetch(`${server.url}/?${parameter}=${name}`, {
        headers: { accept: 'text/html' },
      });
      expect([200, 400]).toContain(response.status);
    }
    expect(server.logged).toEqual([]);
  });

  test('in a message to /mcp is no method, no tool and no argument', async () => {
    const messages = [
      { method: name },
      { method: 'tools/call', params: { name, arguments: {} } },
      { method: 'tools/call', params: { name: 'search_vehicles', arguments: { make: name, sort: name } } },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
    messages.push(
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","${name}":{"polluted":1}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_vehicles","arguments":{"${name}":{"polluted":1}}}}`,
    );
    for (const body of messages) {
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body,
      });
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).toContain('"jsonrpc":"2.0"');
    }
    expect(server.logged).toEqual([]);
  });

  test("in a feed's record does not change its listing", async () => {
    const record = '"id":"1","dealer":"north.example","advert_url":"https://north.example/1","make":"Ford"';
    for (const value of ['{"polluted":1,"make":"Evil"}', '"polluted"', '[{"polluted":1}]']) {
      const [item] = await resultsOf(`{${record},"${name}":${value}}\n`);
      expect(item).toMatchObject({ kind: 'listing', listing: { id: '1', make: 'Ford', model: null } });
    }
    const [row] = await resultsOf(
      `id,dealer,advert_url,make,${name}\n1,north.example,https://north.example/1,Ford,x\n`,
    );
    expect(row).toMatchObject({ kind: 'listing', listing: { id: '1', make: 'Ford' } });
    const [element] = await resultsOf(
      `<stock><car><id>1</id><dealer>north.example</dealer><advert_url>https://north.example/1</advert_url><make>Ford</make><${name}><polluted>1</polluted></${name}></car></stock>`,
    );
    expect(element).toMatchObject({ kind: 'listing', listing: { id: '1', make: 'Ford' } });
  });

  test('as the value of every field of a feed is a string', async () => {
    const [item] = await resultsOf(
      `${JSON.stringify({ id: name, dealer: 'north.example', advert_url: 'https://north.example/1', make: name, model: name, fuel_type: name, transmission: name, price: name, postcode: name })}\n`,
    );
    expect(item).toMatchObject({
      kind: 'listing',
      listing: { id: name, make: name, model: name, priceGbp: null },
    });
  });

  test('in settings is an unknown name', () => {
    expect(() =>
      parseFeeds(`{"feeds":[{"name":"a","path":"a.csv","${name}":{"polluted":true}}]}`, '/feeds.json', {}),
    ).toThrow(`there is no setting '${name}'`);
    const mapping = (json: string) => (): unknown => parseMapping(JSON.parse(json), 'mapping');
    expect(mapping(`{"${name}":{}}`)).toThrow(`'${name}' is no part of a mapping`);
    expect(mapping(`{"columns":{"a":"${name}"}}`)).toThrow('is no field');
    expect(mapping(`{"units":{"${name}":"km"}}`)).toThrow('units must be one of');
  });
});
