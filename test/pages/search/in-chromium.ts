// The search page in a real browser: a server of this process over PAGE_STOCK or a stock of the test, and the system's Chromium. Whatever the
// browser complains of, and whatever it asks of others, fails the test that it happens in.
import type { App } from '../../../src/http/app.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { serverFor, listen } from '../../support/server.ts';
import type { SearchBackend } from '../../../src/search/search-backend.ts';
import { CHROMIUM, launchChromium } from '../../support/browser.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { PAGE_STOCK, PICTURES } from './page-stock.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><path d="M0 0h960v600H0z" fill="#68a"/></svg>';

/** Pictures whose address begins so are missing. */
export const MISSING_PICTURES = `${PICTURES}missing-`;
/** And these are wider, or higher, than any screen. */
export const HUGE_PICTURES = `${PICTURES}huge-`;
export const TALL_PICTURES = `${PICTURES}tall-`;

/** A browser with an address, for the tests of one file. */
export interface Visitor {
  /** Where the server is, with a slash at its end. */
  readonly address: string;
  /** A new visitor on this page of the site, such as `?make=Ford`. What the browser may complain of is `expected`. */
  readonly visit: (
    path?: string,
    options?: BrowserContextOptions & { readonly expected?: RegExp },
  ) => Promise<Page>;
}

/** The tests of `tell`; they are skipped where there is no Chromium. */
export function inChromium(name: string, tell: (visitor: Visitor) => void, stock = PAGE_STOCK): void {
  const shown = CHROMIUM === undefined ? `${name} (skipped: no Chromium was found; install chromium)` : name;
  describe.skipIf(CHROMIUM === undefined)(shown, () => {
    let browser: Browser;
    let app: App;
    let search: SearchBackend;
    let folder: DataFolder;
    let address = '';
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      folder = new DataFolder();
      await folder.import(stock, { merge: false });
      search = await folder.open();
      await search.catchUp();
      app = serverFor(search.service, {
        baseUrl: () => address.slice(0, -1),
        logError: (error) => complaints.push(String(error)),
      });
      address = `${await listen(app)}/`;
      browser = await launchChromium();
    });

    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      expect(complaints.splice(0)).toEqual([]);
    });

    afterAll(async () => {
      await browser.close();
      await app.close();
      await folder.remove();
    });

    tell({
      get address() {
        return address;
      },
      async visit(path = '', { expected, ...options } = {}) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
        contexts.push(context);
        context.on('request', (request) => {
          const isOwn = [address, PICTURES].some((own) => request.url().startsWith(own));
          if (!isOwn) complaints.push(`asked others: ${request.url()}`);
        });
        context.on('weberror', (error) => complaints.push(String(error.error())));
        context.on('console', (message) => {
          const isExpected = expected?.test(message.text()) ?? false;
          if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
        });
        context.on('dialog', (dialog) => {
          complaints.push(`a listing spoke: ${dialog.message()}`);
          void dialog.dismiss();
        });
        await context.route(`${PICTURES}**`, (route) => {
          const url = route.request().url();
          if (url.startsWith(MISSING_PICTURES)) return route.fulfill({ status: 404 });
          if (url.startsWith(HUGE_PICTURES)) return draw(route, PICTURE.replace('960', '20000'));
          if (url.startsWith(TALL_PICTURES)) return draw(route, PICTURE.replace('600', '20000'));
          return draw(route, PICTURE);
        });
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        await page.goto(address + path);
        return page;
      },
    });
  });
}

function draw(route: Route, body: string): Promise<void> {
  return route.fulfill({ contentType: 'image/svg+xml', body });
}

/** Waits until the script has shown an answer of its own. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('counted').length > 0);
}

/** Waits until the map can be used: its script loads once it is visible and the page is used. */
export async function charted(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.locator('#pictures').scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/map.js')),
  );
}

/** The number that the heading says. */
export function headline(page: Page): Promise<string> {
  return page.locator('#found').innerText();
}

/** The part of the address after the question mark, decoded. */
export function query(page: Page): string {
  return decodeURIComponent(new URL(page.url()).search.slice(1)).replaceAll('+', ' ');
}
