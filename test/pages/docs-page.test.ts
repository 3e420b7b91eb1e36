import { describe, expect, test } from 'vitest';
import { docsPage } from '../../src/pages/docs-page.ts';
import { PARAMETER_NAMES } from '../../src/query/parameters.ts';
import { startServer } from '../conformance/http-server.ts';
import { serve } from '../http/fixture.ts';

describe('the documentation page', () => {
  const page = docsPage('https://cars.example');

  test('can load and run only its own style and script', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/docs`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    const text = await response.text();
    expect(text.match(/<script[^>]*>[^<]*/g)).toEqual(['<script type="module" src="docs/page.js">']);
    expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
  });

  test('links only to existing resources of its own origin', async () => {
    const server = await startServer();
    const url = `http://127.0.0.1:${server.port}`;
    const targets = Array.from(page.matchAll(/(?:href|src|action)="([^"]*)"/g), ([, target]) => target);
    const own = targets.filter((target) => !target.startsWith('#'));
    expect(own).toContain('docs/page.css');
    for (const target of new Set(own)) {
      expect(target).not.toMatch(/^(?:\/|[a-z]+:)/);
      const { status } = await fetch(new URL(target, `${url}/docs`));
      const lacksParameter = target === 'cars/redirect/' || target === 'api/v1/vehicles/lookup/';
      expect(status, target).toBe(lacksParameter ? 400 : 200);
    }
    await server.close();
    const anchors = targets.filter((target) => target.startsWith('#')).map((target) => target.slice(1));
    expect(anchors).toEqual([
      'content',
      'searchVehicles',
      'summarizeVehicles',
      'mapVehicles',
      'exportVehicles',
      'listChanges',
      'feedVehicles',
      'lookUpVehicles',
      'interpretRequest',
      'openListing',
      'fields',
      'headers',
    ]);
    for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
  });

  test('names the MCP endpoint', () => {
    expect(page).toContain('tools of MCP (streamable HTTP) at <code>https://cars.example/mcp</code>');
  });

  test('is where /docs/ redirects to', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/docs/`);
    expect(response.url).toBe(`${url}/docs`);
    expect(response.status).toBe(200);
  });

  test('has a form that works without script: with blank fields it searches everything', async () => {
    const { url } = await serve();
    const form = /<form action="api\/v1\/vehicles\/" method="get"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
    const names = Array.from(form.matchAll(/ name="(\w+)"/g), ([, name]) => name);
    expect(names).toEqual([...PARAMETER_NAMES, 'cell']);
    const response = await fetch(`${url}/api/v1/vehicles/?${names.map((name) => `${name}=`).join('&')}`);
    expect(await response.json()).toMatchObject({ results: { total_vehicles: 46 } });
  });

  test('shows a working call', async () => {
    const { url } = await serve({ baseUrl: 'http://localhost:3000' });
    const text = await (await fetch(`${url}/docs`)).text();
    const [, address = ''] =
      /<pre[^>]*>\s*curl &#39;([^<]*)&#39;|<pre[^>]*>\s*curl '([^<]*)'/.exec(text)?.filter(Boolean) ?? [];
    const response = await fetch(address.replaceAll('&amp;', '&').replace('http://localhost:3000', url));
    expect(response.status).toBe(200);
    expect(response.headers.get('ignored-parameters')).toBeNull();
  });

  test('escapes the base URL, wherever it comes from', () => {
    expect(docsPage('https://cars.example/<script>')).not.toContain('/<script>');
  });
});
