// What clients and crawlers find at known addresses. llms.txt is followed as a model would: nothing is known but its text.
import { describe, expect, test } from 'vitest';
import { PARAMETER_NAMES } from '../../../src/query/parameters.ts';
import { serve, type Running } from '../fixture.ts';

const BASE = 'https://cars.example';

/** An address in an answer, asked of the server that gave it. */
const follow = ({ url }: Running, address: string): Promise<Response> => {
  expect(address.startsWith(`${BASE}/`)).toBe(true);
  return fetch(address.replace(BASE, url));
};

describe('/llms.txt', () => {
  const read = async ({ url }: Running) => (await fetch(`${url}/llms.txt`)).text();

  test('gives a call that works as it is, and finds something', async () => {
    const server = await serve();
    const [, address = ''] = /^ {4}GET (\S+)$/m.exec(await read(server)) ?? [];
    const response = await follow(server, address);
    expect(response.status).toBe(200);
    expect(response.headers.get('ignored-parameters')).toBeNull();
    const { results } = (await response.json()) as { results: { total_vehicles: number } };
    expect(results.total_vehicles).toBeGreaterThan(0);
  });

  test('gives an example of each parameter, which works alone, or with what it needs, and together with all others', async () => {
    const server = await serve();
    const text = await read(server);
    const examples = Array.from(text.matchAll(/ Example: (\w+=\S+)$/gm), ([, example]) => example);
    expect(examples).toHaveLength(PARAMETER_NAMES.length);
    const headers = { prefer: 'handling=strict' };
    const location = examples.find((example) => example.startsWith('location='));
    const alone = examples.map((example) =>
      example.startsWith('distance=') ? `${location}&${example}` : example,
    );
    for (const query of [...alone, examples.join('&')]) {
      const response = await fetch(`${server.url}/api/v1/vehicles/?${query}`, { headers });
      expect(response.status, query).toBe(200);
    }
  });

  test('has the parts of llmstxt.org in their order, and links that lead somewhere', async () => {
    const server = await serve();
    const text = await read(server);
    expect(text).toMatch(/^# Forecourt\n\n> [^\n]+\n\n/);
    expect(text.match(/^#+ .*$/gm)).toEqual(['# Forecourt', '## Docs', '## Optional']);
    const [, lists = ''] = text.split('\n## Docs\n');
    const links = Array.from(lists.matchAll(/^- \[[^\]]+\]\((\S+)\): .+$/gm), ([, link]) => link);
    expect(links).toHaveLength(8);
    for (const link of links) expect((await follow(server, link)).status, link).toBe(200);
  });

  test('is short', async () => {
    expect((await read(await serve())).length).toBeLessThan(10_000);
  });
});

describe('/robots.txt', () => {
  test('lets everything be read but the redirects', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/robots.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('User-agent: *\nDisallow: /cars/redirect\nAllow: /\n');
  });

  test('names paths as they are outside', async () => {
    const { url } = await serve({ baseUrl: 'https://cars.example/used' });
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Disallow: /used/cars/redirect\n');
  });
});

describe('/.well-known/api-catalog', () => {
  test('is a link set to everything that describes the API', async () => {
    const server = await serve();
    const response = await fetch(`${server.url}/.well-known/api-catalog`);
    expect(response.headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(response.headers.get('link')).toBe(`<${BASE}/.well-known/api-catalog>; rel="api-catalog"`);
    const { linkset } = (await response.json()) as { linkset: Record<string, unknown>[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual([`${BASE}/api/v1/vehicles/`, `${BASE}/mcp`]);
    const { anchor, ...relations } = linkset[0];
    expect((await follow(server, String(anchor))).status).toBe(200);
    const targets = Object.values(relations).flat() as { href: string; type: string }[];
    expect(targets).toHaveLength(5);
    const forAssistants = { href: `${BASE}/llms.txt`, type: 'text/plain' };
    expect(linkset[1]['service-doc']).toEqual([forAssistants]);
    expect(linkset[1]['service-desc']).toEqual([
      { href: `${BASE}/mcp/server-card`, type: 'application/mcp-server-card+json' },
    ]);
    for (const { href, type } of [...targets, forAssistants]) {
      const target = await follow(server, href);
      expect(target.status, href).toBe(200);
      expect(target.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });
});

describe('what describes the service', () => {
  test('is linked from answers, problems and the first page', async () => {
    const { url } = await serve();
    const links = `<${BASE}/openapi.json>; rel="service-desc", <${BASE}/docs>; rel="service-doc"`;
    for (const path of [
      '/api/v1/vehicles/',
      '/api/v1/vehicles/?page=x',
      '/api/v1/interpret/?text=audi',
      '/nowhere',
    ]) {
      expect((await fetch(url + path)).headers.get('link'), path).toContain(links);
    }
    expect(await (await fetch(`${url}/`, { headers: { accept: 'application/json' } })).json()).toMatchObject({
      documentation: `${BASE}/docs`,
      openapi: `${BASE}/openapi.json`,
      llms: `${BASE}/llms.txt`,
    });
  });
});
