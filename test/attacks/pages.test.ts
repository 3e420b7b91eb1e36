// Texts of dealers and callers appear as plain text on every page: they run, load and link to nothing.
import { parseDocument } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { hostileServer, MARKUP, type HostileServer } from './hostile-server.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
  return server.close;
});

const HOSTILE = encodeURIComponent(MARKUP);

const PAGES = [
  '/',
  '/?dealer=valley-cars.example',
  `/?q=${HOSTILE}`,
  `/?make=${HOSTILE}&model=${HOSTILE}`,
  `/?text=${HOSTILE}`,
  `/?sort=${HOSTILE}&page=${HOSTILE}`,
  `/?${HOSTILE}=${HOSTILE}`,
  `/?location=${HOSTILE}`,
  '/docs',
];

/** What on the page could run or lead somewhere else. */
function dangersOf(html: string): string[] {
  const dangers: string[] = [];
  const walk = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (String(node.type) === 'comment') dangers.push('a comment');
      if (!('attribs' in node)) continue;
      const { name, attribs } = node;
      if (/^(?:iframe|object|embed|base|foreignobject|animate|set)$/.test(name)) dangers.push(name);
      if (name === 'script' && attribs['src'] === undefined && attribs['type'] !== 'application/json')
        dangers.push('a script of its own');
      for (const [attribute, value] of Object.entries(attribs)) {
        if (/^on/i.test(attribute) || /[^a-z0-9:-]/i.test(attribute)) dangers.push(`${name} ${attribute}`);
        const isAddress = /^(?:href|src|action|formaction|data|poster|srcset|xlink:href)$/.test(attribute);
        if (isAddress && value !== 'data:,' && /^\s*(?:javascript|data|vbscript):/i.test(value))
          dangers.push(`${name} ${attribute}=${value}`);
        if (name === 'script' && isAddress && /^(?:[a-z]+:)?\/\//i.test(value))
          dangers.push(`a script from ${value}`);
      }
      walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return dangers;
}

describe('a page', () => {
  test.each(PAGES)('runs no text of dealers or callers: %s', async (target) => {
    const response = await fetch(server.url + target, { headers: { accept: 'text/html' } });
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(dangersOf(html)).toEqual([]);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
  });

  test.each(PAGES)("may run and load only Forecourt's own files: %s", async (target) => {
    const response = await fetch(server.url + target, { headers: { accept: 'text/html' } });
    const policy = response.headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split(';').map((rule) => rule.trim().split(' ')).map(([name, ...values]) => [name, values])); // prettier-ignore
    expect(rules.get('default-src')).toEqual(["'none'"]);
    const scripts = rules.get('script-src') ?? [];
    expect(scripts.filter((source) => source === "'unsafe-inline'" || source === "'unsafe-eval'" || source === '*')).toEqual([]); // prettier-ignore
    expect(rules.get('base-uri')).toEqual(["'none'"]);
    expect(rules.get('frame-ancestors')).toEqual(["'none'"]);
  });

  test("shows a dealer's text unchanged", async () => {
    const response = await fetch(`${server.url}/?dealer=valley-cars.example`, {
      headers: { accept: 'text/html' },
    });
    expect(await response.text()).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  });
});

describe('an answer that is not a page', () => {
  test.each([
    '/api/v1/vehicles/?dealer=valley-cars.example',
    `/api/v1/vehicles/?sort=${HOSTILE}`,
    `/problems/${HOSTILE}`,
    `/${HOSTILE}`,
    `/cars/redirect/?api_target=${HOSTILE}`,
    '/status',
  ])('is not taken for one by a browser: %s', async (target) => {
    const response = await fetch(server.url + target, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json; charset=utf-8$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
