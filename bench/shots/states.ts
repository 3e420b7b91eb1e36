// The states of the page that `npm run shots` photographs, and how a visitor gets to each.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { dashboardPage } from '../../src/pages/dashboard/dashboard-page.ts';
import { openChat } from '../../test/mcp/cards/chat-host.ts';
import { durations, FEEDS, model, NOW, sample } from '../../test/pages/dashboard/model.ts';

export interface State {
  readonly name: string;
  /** Below the server's address. */
  readonly path: string;
  /** What the visitor does there. */
  readonly act?: (page: Page) => Promise<void>;
  /** The tool of an assistant whose cards a chat shows instead of the page. */
  readonly tool?: string;
  /** The page in a state that the running server is not in, shown instead of its response. */
  readonly html?: () => string;
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
  { name: 'docs', path: 'docs' },
  { name: 'docs-answer', path: 'docs', act: sendSearch },
  { name: 'dashboard', path: 'dashboard/', isWhole: true },
  { name: 'dashboard-ill', path: 'dashboard/', html: illDashboard, isWhole: true },
  { name: 'chat-list', path: 'mcp', tool: 'search_vehicles', act: waitForCards },
  { name: 'chat-car', path: 'mcp', tool: 'search_vehicles', act: openCardInChat },
  { name: 'chat-comparison', path: 'mcp', tool: 'search_vehicles', act: compareInChat },
];

/** As most chats are, and higher than their cards. */
const CHAT = { width: 720, height: 1500 };

export async function openCards(
  browser: Browser,
  mcpUrl: string,
  tool: string,
  { viewport, colorScheme, ...options }: BrowserContextOptions,
): Promise<Page> {
  const { page } = await openChat({
    browser,
    mcpUrl,
    tool,
    arguments: { make: 'Volkswagen', location: 'Leeds', sort: 'distance' },
    hostContext: { theme: colorScheme === 'dark' ? 'dark' : 'light' },
    page: {
      viewport: { ...CHAT, width: Math.min(viewport?.width ?? CHAT.width, CHAT.width) },
      colorScheme,
      ...options,
    },
  });
  return page;
}

/** Ill feeds, slow searches, and an hour with a peak. */
function illDashboard(): string {
  const samples = Array.from({ length: 720 }, (_, i) =>
    sample(NOW - (719 - i) * 5000, {
      requests: Math.round(40 + 30 * Math.sin(i / 60)),
      shed: i > 690 ? 3 : 0,
      serverErrors: i === 400 ? 1 : 0,
      durations: durations({ 0.005: 30, 0.05: 8, 2.5: i > 660 ? 2 : 0 }),
      cacheable: 40,
      cached: 31,
      emptySearches: 2,
      lagSeconds: 1,
    }),
  );
  const terms = [
    { parameter: 'q', text: 'mangusta', searches: 12 },
    { parameter: 'together', text: 'ford hybrid', searches: 7 },
    { parameter: 'price_max', text: '500', searches: 3 },
  ];
  return dashboardPage(model({ samples, status: FEEDS, emptySearches: { searches: 41, terms } }));
}

async function sendSearch(page: Page): Promise<void> {
  await page.locator('form.try [name=price_min]').first().fill('cheap');
  await page.locator('form.try button[type=submit]').first().click();
  await page.locator('.status').first().waitFor();
}

function cardsOf(page: Page) {
  return page.frameLocator('iframe').frameLocator('iframe');
}

async function waitForCards(page: Page): Promise<void> {
  await cardsOf(page).locator('.card').first().waitFor();
  await page.waitForTimeout(1500);
}

async function openCardInChat(page: Page): Promise<void> {
  await cardsOf(page).locator('button.title').first().click();
  await cardsOf(page).locator('.sheet').waitFor();
  await page.waitForTimeout(1000);
}

async function compareInChat(page: Page): Promise<void> {
  const picks = cardsOf(page).locator('[data-do=pick]');
  for (const at of [0, 1, 2]) await picks.nth(at).click();
  await cardsOf(page).locator('[data-do=compare]').first().click();
  await cardsOf(page).locator('table').waitFor();
  await page.waitForTimeout(1000);
}

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
  await page.waitForFunction(() => performance.getEntriesByName('listening').length > 0);
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
