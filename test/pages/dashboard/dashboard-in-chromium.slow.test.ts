// The operator's page in a real browser: it can be read in light and dark and on a phone, brings itself up to date, and says
// so when nobody answers any more. Whatever the browser complains of fails the test that it happens in.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { App } from '../../../src/http/app.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildOperatorServer } from '../../../src/http/operator-server.ts';
import { withProgram } from '../../../src/metrics/server-status.ts';
import type { PublicStatus } from '../../../src/stock-status.ts';
import { feedStatus } from '../../metrics/stats-fixture.ts';
import { CHROMIUM, launchChromium } from '../../support/browser.ts';
import { beyondScreen } from '../search/beyond-screen.ts';
import { FEEDS, sample } from './model.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const EMPTY_SEARCHES = {
  searches: 41,
  terms: [
    { parameter: 'q', text: 'mangusta', searches: 12 },
    { parameter: 'together', text: 'ford hybrid', searches: 7 },
    { parameter: 'price_max', text: '500', searches: 3 },
  ],
};

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

describe.skipIf(CHROMIUM === undefined)(
  CHROMIUM === undefined ? 'the dashboard (skipped: no Chromium was found)' : 'the dashboard',
  () => {
    let browser: Browser;
    let app: App;
    let address = '';
    let status: PublicStatus = FEEDS;
    let emptySearches = EMPTY_SEARCHES;
    const pages: Page[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      browser = await launchChromium();
      await listen(0);
    });

    async function listen(port: number): Promise<void> {
      const history = Array.from({ length: 30 }, (_, i) =>
        sample(Date.now() - i * 5000, { requests: i }),
      ).reverse();
      app = buildOperatorServer({
        stats: {
          metrics: async () => '',
          history: async () => history,
          status: async () => withProgram(status),
          emptySearches: async () => emptySearches,
        },
        host: '127.0.0.1',
        baseUrl: () => 'https://cars.example',
        logError: (error) => complaints.push(String(error)),
      });
      await app.listen({ host: '127.0.0.1', port });
      address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/dashboard/`;
    }

    afterEach(async () => {
      await Promise.all(pages.splice(0).map((page) => page.context().close()));
      expect(complaints.splice(0)).toEqual([]);
      status = FEEDS;
      emptySearches = EMPTY_SEARCHES;
    });

    afterAll(async () => {
      await browser.close();
      await app.close();
    });

    async function visit(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        const isFailure = /ERR_CONNECTION_REFUSED/.test(message.text());
        if (['error', 'warning'].includes(message.type()) && !isFailure) complaints.push(message.text());
      });
      context.on('dialog', (dialog) => complaints.push(`a feed spoke: ${dialog.message()}`));
      const page = await context.newPage();
      pages.push(page);
      await page.clock.install();
      await page.goto(address);
      return page;
    }

    test.each([
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 390],
    ] as const)('can be read in %s, %i pixels wide', async (colorScheme, width) => {
      const page = await visit({ colorScheme, viewport: { width, height: 800 } });
      // The page allows no script but its own: the checker comes in from outside.
      await page.evaluate(`${AXE};undefined`);
      const found: unknown = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
      );
      expect(found).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.locator('svg').count()).toBe(6);
      const box = await page.locator('svg').first().boundingBox();
      expect(box?.height).toBeGreaterThan(100);
    });

    test('brings itself up to date, and lets texts that somebody marks stand', async () => {
      const page = await visit();
      status = { ...FEEDS, listings: 7_777 };
      await page.clock.fastForward(5000);
      await page.getByText('7,777', { exact: true }).waitFor();
      let requested = 0;
      page.on('request', () => (requested += 1));
      await page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))");
      status = { ...FEEDS, listings: 8_888 };
      await page.clock.fastForward(5000);
      await page.evaluate("fetch('page.css')");
      expect(requested).toBe(1);
      await page.evaluate('getSelection().removeAllRanges()');
      await page.clock.fastForward(5000);
      await page.getByText('8,888', { exact: true }).waitFor();
    });

    test('shows what feeds are called as a text, also when it comes later', async () => {
      const page = await visit();
      const run = {
        outcome: 'failed',
        startedAt: new Date().toISOString(),
        tookMs: 1,
        reason: HOSTILE,
      } as const;
      status = { ...FEEDS, feeds: [feedStatus(HOSTILE, { lastRun: run })] };
      await page.clock.fastForward(5000);
      await page.getByRole('rowheader', { name: HOSTILE }).waitFor();
      expect(await page.locator('img, main script').count()).toBe(0);
    });

    test.each([320, 360, 390, 768, 1280])('is never wider than a screen of %i', async (width) => {
      const word = 'W'.repeat(400);
      const run = {
        outcome: 'failed',
        startedAt: new Date().toISOString(),
        tookMs: 1,
        reason: word,
      } as const;
      status = { ...FEEDS, feeds: [feedStatus(word, { lastRun: run })] };
      emptySearches = { searches: 9, terms: [{ parameter: 'q', text: word, searches: 9 }] };
      const page = await visit({ viewport: { width, height: 800 } });
      await page.getByRole('rowheader', { name: word }).first().waitFor();
      expect(await beyondScreen(page, width)).toEqual([]);
    });

    test('says so when nobody answers, and goes on when somebody does', async () => {
      const page = await visit();
      const port = Number(new URL(address).port);
      await app.close();
      await page.clock.fastForward(5000);
      await page.getByText('No answer since').waitFor();
      await listen(port);
      await page.clock.fastForward(5000);
      await page.getByText('2 feeds failed or were blocked.').waitFor();
    });
  },
);
