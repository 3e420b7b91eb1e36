// The states of the page that `npm run shots` photographs, and how a visitor gets to each.
import type { Page } from 'playwright-core';

export interface State {
  readonly name: string;
  /** Below the server's address. */
  readonly path: string;
  /** What the visitor does there. */
  readonly act?: (page: Page) => Promise<void>;
  /** Whether the whole page is of interest, not only what a screen shows first. */
  readonly isWhole?: boolean;
}

export const STATES: readonly State[] = [
  { name: 'landing', path: '' },
  { name: 'results', path: '?make=Ford&model=Focus&sort=price_asc', act: showCharts },
  { name: 'phrase', path: '?text=diesel estate under £10k near Leeds' },
  { name: 'filters', path: '?fuel_type=Petrol', act: openFilters },
  { name: 'suggestions', path: '', act: typePhrase },
  { name: 'empty', path: '?make=Ford&price_max=100&q=convertible' },
  { name: 'invalid', path: '?price_min=cheap&location=Nowhere' },
  { name: 'failed', path: '', act: loseConnection },
  { name: 'overlay', path: '?make=Ford', act: openCar },
  { name: 'saved', path: '?make=Volkswagen', act: openSaved },
  { name: 'comparison', path: '?make=Volkswagen', act: compareCars, isWhole: true },
  { name: 'car', path: '?make=Ford', act: goToCar, isWhole: true },
  { name: 'gone', path: 'cars/?advert=https://dealer.example/gone', isWhole: true },
];

export async function showCharts(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.locator('#pictures').scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  await page.evaluate('scrollTo(0, 0)');
}

async function openFilters(page: Page): Promise<void> {
  const button = page.locator('.to-filters');
  if (await button.isVisible()) await button.click();
}

async function typePhrase(page: Page): Promise<void> {
  await page.locator('#phrase').pressSequentially('golf near le', { delay: 20 });
  await page.locator('#suggest [role=option]').first().waitFor();
}

async function loseConnection(page: Page): Promise<void> {
  await page.waitForFunction("performance.getEntriesByName('listening').length > 0");
  await page.context().setOffline(true);
  await page.locator('.chips a').first().click();
  await page.locator('.results.failed').waitFor();
}

async function openCar(page: Page): Promise<void> {
  await page.locator('.card h3 a').first().click();
  await page.locator('dialog[open]').waitFor();
}

async function goToCar(page: Page): Promise<void> {
  const href = await page.locator('.card h3 a').first().getAttribute('href');
  await page.goto(new URL(href ?? '', page.url()).href);
}

async function openSaved(page: Page): Promise<void> {
  for (const at of [0, 1, 2]) await page.locator('.save').nth(at).click();
  await page.locator('.to-saved').click();
  await page.locator('dialog[open]').waitFor();
}

async function compareCars(page: Page): Promise<void> {
  await openSaved(page);
  await page.locator('#saved a.main').click();
  await page.locator('table').waitFor();
}
