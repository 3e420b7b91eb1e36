import { describe, expect, test } from 'vitest';
import { docsPage } from '../../src/pages/docs-page.ts';
import { html } from '../../src/pages/html-template.ts';
import { serve } from '../http/fixture.ts';

describe('the page of documentation', () => {
  const page = docsPage('https://cars.example');

  test('can load and run nothing but its own style and script', async () => {
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

  test('links only to what is there, and loads it from here', async () => {
    const { url } = await serve();
    const targets = Array.from(page.matchAll(/(?:href|src|action)="([^"]*)"/g), ([, target]) => target);
    const own = targets.filter((target) => !target.startsWith('#'));
    expect(own).toContain('docs/page.css');
    for (const target of new Set(own)) {
      expect(target).not.toMatch(/^(?:\/|[a-z]+:)/);
      const { status } = await fetch(new URL(target, `${url}/docs`));
      // The redirect lacks its parameter.
      expect(status, target).toBe(target === 'cars/redirect/' ? 400 : 200);
    }
    const anchors = targets.filter((target) => target.startsWith('#')).map((target) => target.slice(1));
    expect(anchors).toEqual([
      'searchVehicles',
      'summarizeVehicles',
      'interpretRequest',
      'openListing',
      'fields',
      'headers',
    ]);
    for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
  });

  test('says where assistants find the same', () => {
    expect(page).toContain('tools of MCP (streamable HTTP) at <code>https://cars.example/mcp</code>');
  });

  test('is where the slash at its end leads', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/docs/`);
    expect(response.url).toBe(`${url}/docs`);
    expect(response.status).toBe(200);
  });

  test('has a form that works without script: all of its fields blank are a search for everything', async () => {
    const { url } = await serve();
    const form = /<form action="api\/v1\/vehicles\/" method="get"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
    const names = Array.from(form.matchAll(/ name="(\w+)"/g), ([, name]) => name);
    expect(names).toHaveLength(18);
    const response = await fetch(`${url}/api/v1/vehicles/?${names.map((name) => `${name}=`).join('&')}`);
    expect(await response.json()).toMatchObject({ results: { total_vehicles: 46 } });
  });

  test('shows a call that works', async () => {
    const { url } = await serve({ baseUrl: 'http://localhost:3000' });
    const text = await (await fetch(`${url}/docs`)).text();
    const [, address = ''] =
      /<pre[^>]*>\s*curl &#39;([^<]*)&#39;|<pre[^>]*>\s*curl '([^<]*)'/.exec(text)?.filter(Boolean) ?? [];
    const response = await fetch(address.replaceAll('&amp;', '&').replace('http://localhost:3000', url));
    expect(response.status).toBe(200);
    expect(response.headers.get('ignored-parameters')).toBeNull();
  });
});

describe('HTML', () => {
  test('escapes texts, and takes HTML as it is', () => {
    const text = `<b title="x">'&'</b>`;
    const escaped = '&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;';
    expect(html`<p>${text}</p>`.html).toBe(`<p>${escaped}</p>`);
    expect(html`<p title="${text}">${html`<i>${text}</i>`}</p>`.html).toBe(
      `<p title="${escaped}"><i>${escaped}</i></p>`,
    );
    expect(html`${[html`<i></i>`, html`${text}`]}${7}`.html).toBe(`<i></i>${escaped}7`);
  });

  test('is escaped in a base URL, wherever it comes from', () => {
    expect(docsPage('https://cars.example/<script>')).not.toContain('/<script>');
  });
});
