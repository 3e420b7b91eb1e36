// The redirect leads only to listed adverts.
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest, readAnswer } from '../http/fixture.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

const ADVERT = 'https://valley-cars.example/plain';

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
  return server.close;
});

function follow(target: string): Promise<string> {
  return sendRequest(server.port, `GET /cars/redirect/?api_target=${target}`);
}

function locationOf(response: string): string | undefined {
  return /^location: (.*)$/im.exec(response.slice(0, response.indexOf('\r\n\r\n')))?.[1]?.trim();
}

test('leads to an advert that is listed', async () => {
  expect(locationOf(await follow(encodeURIComponent(ADVERT)))).toBe(ADVERT);
});

describe('leads only to URLs of listings', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://valley-cars.example@evil.example/plain',
    'https://evil.example/?https://valley-cars.example/plain',
    'https://valley-cars.example.evil.example/plain',
    'https://valley-cars.example/plain/../../evil',
    'https://valley-cars.example/plain#@evil.example',
    'https://valley-cars.example:8443/plain',
    'ftp://valley-cars.example/plain',
    `${ADVERT}\r\nlocation: https://evil.example/`,
    `${ADVERT}\u0000.evil.example`,
    ' ',
  ])('%j', async (target) => {
    const response = await follow(encodeURIComponent(target));
    const location = locationOf(response);
    // Spaces and line ends within an address are no part of it, as the standard for addresses has it.
    expect([undefined, ADVERT]).toContain(location);
    if (!target.startsWith(ADVERT)) expect(location).toBeUndefined();
    expect(response.toLowerCase()).not.toContain('\r\nlocation: https://evil');
    expect([302, 400, 404]).toContain(readAnswer(response).status);
  });
});

test('two targets lead to neither', async () => {
  const both = `${encodeURIComponent(ADVERT)}&api_target=${encodeURIComponent('https://evil.example/')}`;
  const { status } = readAnswer(await follow(both));
  expect(status).toBe(400);
});

test("line breaks in an advert's URL are removed on import", async () => {
  const cars = await vehicles('?make=Ford&model=Focus');
  for (const { url } of cars) {
    const target = new URL(url).searchParams.get('api_target') ?? '';
    expect(target).toMatch(/^https:\/\/valley-cars\.example\/[\x21-\x7e]*$/);
    const response = await follow(encodeURIComponent(target));
    expect(response.toLowerCase()).not.toMatch(/^x-evil:/m);
    expect(locationOf(response)).toBe(target);
  }
});

test('an advert with a script URL is not listed', async () => {
  const cars = await vehicles('?dealer=valley-cars.example');
  expect(cars.length).toBeGreaterThan(0);
  const targets = cars.map(({ url }) => new URL(url).searchParams.get('api_target') ?? '');
  expect(targets.filter((target) => !target.startsWith('https://valley-cars.example/'))).toEqual([]);
});

async function vehicles(query: string): Promise<readonly { readonly url: string }[]> {
  const response = await fetch(`${server.url}/api/v1/vehicles/${query}`);
  const { results } = (await response.json()) as { results: { cars: { url: string }[] } };
  return results.cars;
}
