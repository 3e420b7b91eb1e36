// An advert is found by its address as the dealer's feed has it, in whatever spelling, and not only as the stock has it.
import { describe, expect, test } from 'vitest';
import { CONNECTOR_FETCH_TOOL } from '../../../src/mcp/connector-tools.ts';
import { GET_TOOL } from '../../../src/mcp/get-tool.ts';
import { serveCars } from './serve-cars.ts';

const BASE = 'https://cars.example';

describe.each([
  ['https://north.example/car?id[]=7', 'https://north.example/car?id%5B%5D=7'],
  ['https://north.example/a|b}c{^`', 'https://north.example/a%7Cb%7Dc%7B%5E%60'],
  ['https://north.example/100%', 'https://north.example/100%25'],
  ['https://north.example/?x=%zz', 'https://north.example/?x=%25zz'],
  ['https://north.example/#a#b', 'https://north.example/#a%23b'],
  ['https://NORTH.example/x/../caf\u00e9 1', 'https://north.example/caf%C3%A9%201'],
  ['www.north.example/1', 'https://www.north.example/1'],
])('the advert at %s', (sent, stored) => {
  const redirect = (address: string): string => `/cars/redirect/?api_target=${encodeURIComponent(address)}`;

  async function serve() {
    const served = await serveCars(1);
    await served.change([served.car(7, { advert_url: sent })]);
    return served;
  }

  test('is looked up by it and by our redirect to it', async () => {
    const { url } = await serve();
    const adverts = [sent, stored, BASE + redirect(sent), BASE + redirect(stored)];
    const query = adverts.map((advert) => `advert=${encodeURIComponent(advert)}`).join('&');
    const response = await fetch(`${url}/api/v1/vehicles/lookup/?${query}`);
    const { results } = (await response.json()) as { results: { cars: object[] } };
    expect(results.cars).toMatchObject(adverts.map(() => ({ advert: stored, state: 'listed' })));
  });

  test('is redirected to', async () => {
    const { url } = await serve();
    for (const address of [sent, stored]) {
      const response = await fetch(url + redirect(address), { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, stored]);
    }
  });

  test('has a page', async () => {
    const { url } = await serve();
    for (const address of [sent, BASE + redirect(sent)]) {
      const response = await fetch(`${url}/cars/?advert=${encodeURIComponent(address)}`);
      expect(response.status).toBe(200);
      await response.text();
    }
  });

  test('is known to assistants', async () => {
    const { service } = await serve();
    const context = { service, baseUrl: BASE, ready: async () => undefined };
    const got = await GET_TOOL.call({ adverts: [sent, BASE + redirect(sent)] }, context);
    const car = { advert: stored, state: 'listed' };
    expect(got.structuredContent).toMatchObject({ results: { cars: [car, car] } });
    const fetched = await CONNECTOR_FETCH_TOOL.call({ id: sent }, context);
    expect(fetched.structuredContent).toMatchObject({ id: stored });
  });
});
