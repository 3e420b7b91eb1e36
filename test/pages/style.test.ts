// The pages look alike: all begin with one style, and only that one has colours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageAssets, pageStyle, readStyle } from '../../src/pages/assets.ts';
import { serveWithStats } from '../http/serve-with-stats.ts';

const OWN = ['web/page.css', 'docs/page.css', 'dashboard/page.css'];

test('a page has the style of all pages, then its own, without comments and indentation', () => {
  const shared = readStyle('web/base.css');
  expect(shared.startsWith(':root {\ncolor-scheme: light dark;\n')).toBe(true);
  for (const own of OWN) expect(pageStyle(own)).toBe(shared + readStyle(own));
});

test('the search page, the docs and the dashboard are served with it', async () => {
  const { url } = await serveWithStats();
  const styleAt = async (path: string): Promise<string> => (await fetch(url + path)).text();
  expect(pageAssets().style).toBe(pageStyle('web/car.css', 'web/page.css'));
  expect(await styleAt('/docs/page.css')).toBe(pageStyle('docs/page.css'));
  expect(await styleAt('/dashboard/page.css')).toBe(pageStyle('dashboard/page.css'));
});

test.each(OWN)('%s names colours, and mixes none of its own', (own) => {
  const css = readFileSync(new URL(`../../assets/${own}`, import.meta.url), 'utf8');
  expect(css.match(/light-dark|:\s*#[0-9a-f]{3,8}\b|hsl\(|oklch\(/gi)).toBeNull();
});
