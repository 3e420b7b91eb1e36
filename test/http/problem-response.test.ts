import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROBLEM_TEXTS, PARAMETER_ISSUE_TEXTS } from '../../src/api/schemas/problem-schemas.ts';
import { Problem, PROBLEMS } from '../../src/problem.ts';
import { sendRequest, readAnswer, serve } from './fixture.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('an error', () => {
  test('has the members of the contract, in its order', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?fuel_type=Steam`);
    expect(response.status).toBe(400);
    const text = await response.text();
    const id = response.headers.get('x-request-id') ?? 'none';
    expect(id).toMatch(UUID);
    expect(text).toBe(
      '{"status":400,"title":"Invalid query parameters",' +
        '"detail":"fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got \'Steam\').",' +
        '"type":"https://cars.example/problems/invalid-parameters","code":"invalid_parameters",' +
        '"errors":[{"parameter":"fuel_type","code":"not_in_enum","value":"Steam",' +
        '"allowed":["Petrol","Diesel","Hybrid","Electric"]}],' +
        `"request_id":"${id}"}`,
    );
  });

  test('lists all bad parameters', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?page=0&price_min=10k&transmission=auto`);
    const { errors } = (await response.json()) as { errors: { parameter: string }[] };
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['page', 'price_min', 'transmission']);
  });

  test('echoes a value cut at 64 characters and escaped', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/v1/vehicles/?page=%E2%80%AE${'9'.repeat(100)}`);
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'page', value: `\\u202e${'9'.repeat(63)}` }],
    });
  });

  test('has headers that go with it', async () => {
    const { url } = await serve();
    const { headers } = await fetch(`${url}/api/v1/vehicles/?page=0`);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('etag')).toBeNull();
  });

  test('is application/json where Accept asks for that', async () => {
    const { url } = await serve();
    const headers = { accept: 'application/json' };
    const response = await fetch(`${url}/api/v1/vehicles/?page=0`, { headers });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_parameters' });
  });

  test('has its own request id, not the one that the client sent', async () => {
    const { url } = await serve();
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const first = await fetch(`${url}/nowhere`, { headers });
    const second = await fetch(`${url}/nowhere`, { headers });
    expect(first.headers.get('x-request-id')).toMatch(UUID);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('other than of parameters has no list of them', async () => {
    const { url } = await serve();
    const body = (await (await fetch(`${url}/nowhere`)).json()) as object;
    expect(Object.keys(body)).toEqual(['status', 'title', 'detail', 'type', 'code', 'request_id']);
    expect(body).toMatchObject({ status: 404, type: 'https://cars.example/problems/not-found' });
  });
});

describe('a bug', () => {
  test.each([
    ['an error', new Error('secret at /srv/data')],
    [
      'an error with a status',
      Object.assign(new Error('secret'), { statusCode: 418, headers: { a: 'secret' } }),
    ],
    ['a problem that is not for HTTP', new Problem('data_locked', 'secret')],
  ])('is logged, and nothing of it is shown: %s', async (_kind, bug: Error) => {
    const { port, index, logged } = await serve();
    index.onSearch = () => {
      throw bug;
    };
    const text = await sendRequest(port, 'GET /api/v1/vehicles/');
    expect(text).not.toContain('secret');
    const { status, json } = readAnswer(text);
    expect(status).toBe(500);
    expect(json).toEqual({
      status: 500,
      title: 'Something went wrong on our side',
      detail: 'Something went wrong on our side. It has been logged.',
      type: 'https://cars.example/problems/internal-error',
      code: 'internal_error',
      request_id: json['request_id'],
    });
    expect(logged).toEqual([[bug, json['request_id']]]);
  });

  test('does not stop the server', async () => {
    const { url, index } = await serve();
    index.onSearch = () => {
      throw new Error('once');
    };
    expect((await fetch(`${url}/api/v1/vehicles/`)).status).toBe(500);
    index.onSearch = () => {};
    expect((await fetch(`${url}/api/v1/vehicles/`)).status).toBe(200);
  });
});

describe('the page of a problem', () => {
  test('is where the type of an error leads', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/problems/target-too-long`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      'The address is too long\n\nCode: target_too_long\nStatus: 414\n\n' +
        'The path and query string of the address are longer than 8192 bytes together. ' +
        'Ask for less at once, for example for fewer dealers.\n',
    );
  });

  test('is there for every problem of the list, and for no other', async () => {
    const { url } = await serve();
    const list = await (await fetch(`${url}/problems/`)).text();
    const addresses = list.match(/^\/problems\/[a-z-]+/gm) ?? [];
    expect(addresses).toHaveLength(Object.keys(PROBLEMS).length);
    for (const address of addresses) expect((await fetch(url + address)).status).toBe(200);
    for (const name of ['nothing', 'invalid_parameters', '__proto__', 'a'.repeat(200)]) {
      expect((await fetch(`${url}/problems/${name}`)).status).toBe(404);
    }
  });
});

describe('docs/problems.md', () => {
  const text = readFileSync(new URL('../../docs/problems.md', import.meta.url), 'utf8');

  test('explains every problem in the words of its page, and no other', () => {
    const sections = text.split(/^### /m).slice(1);
    const explained = sections.map((section) => {
      const [code = '', title = '', explanation = ''] = section.split('\n\n');
      return [code, title.replace(/\.(?: Status.*)?$/, ''), explanation.trim()];
    });
    expect(explained).toEqual(
      Object.entries(PROBLEMS).map(([code, title]) => [
        code,
        title,
        PROBLEM_TEXTS[code as keyof typeof PROBLEMS],
      ]),
    );
  });

  test('explains every code of a single parameter, and no other', () => {
    const rows = [...text.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|$/gm)].map(([, code, meaning]) => [
      code,
      meaning,
    ]);
    expect(rows).toEqual(Object.entries(PARAMETER_ISSUE_TEXTS));
  });
});
