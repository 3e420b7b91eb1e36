// `npm run shots`: photographs the page of a running server in each of its states, at five widths, in both colour schemes, so that a change
// of the page is looked at before it is done.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { anyText, commandLine, flag, option, runCommand } from '../harness/command.ts';
import { openCards, showCharts, STATES, type State } from './states.ts';

const WIDTHS = [360, 390, 768, 1280, 1440];
const SCHEMES = ['light', 'dark'] as const;
/** The page is a phone's up to this width. */
const WIDEST_PHONE = 400;

const SHOTS = commandLine(
  'shots',
  {
    out: option('FOLDER', anyText, 'node_modules/.cache/shots', 'where the pictures go'),
    only: option('WORDS', anyText, '', 'states, widths and schemes, separated by commas: results,360,dark'),
    readme: flag('writes the picture of the README instead'),
    chromium: option('PATH', anyText, '/usr/bin/chromium', 'the browser'),
  },
  {
    summary:
      'Writes screenshots of the page in each of its states, at five widths in both colour schemes. Start a server with the demo stock ' +
      'beforehand, for example with npm start.',
    positional: '<address>',
    examples: [
      'http://127.0.0.1:8080/',
      'http://127.0.0.1:8080/ --only car,360,390',
      'http://127.0.0.1:8080/ --readme',
    ],
  },
);

const README_PICTURE = {
  state: { name: 'readme', path: '?text=diesel estate under £10k near Leeds', act: showCharts },
  width: 1280,
  scheme: 'light',
  file: 'docs/search-page.jpg',
} as const;

await runCommand(SHOTS, async ({ args, out, only, readme, chromium: executablePath }) => {
  const [address = ''] = args;
  const words = only.split(',').filter((word) => word !== '');
  // Words of one kind choose among that kind.
  const chosen = <T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] => {
    const some = all.filter((one) => words.includes(nameOf(one)));
    return some.length === 0 ? all : some;
  };
  await mkdir(out, { recursive: true });
  const failed: string[] = [];
  let written = 0;
  const browser = await chromium.launch({ executablePath });
  try {
    if (readme) {
      await photograph(browser, { ...README_PICTURE, address });
      return { lines: [README_PICTURE.file], failures: [] };
    }
    for (const state of chosen(STATES, ({ name }) => name))
      for (const width of chosen(WIDTHS, String))
        for (const scheme of chosen(SCHEMES, String)) {
          const name = `${state.name}-${width}-${scheme}`;
          try {
            await photograph(browser, { address, state, width, scheme, file: path.join(out, `${name}.png`) });
            written++;
          } catch (error) {
            failed.push(`${name}: ${String(error).split('\n', 1)[0]}`);
          }
        }
  } finally {
    await browser.close();
  }
  return { lines: [`${written} pictures in ${out}`], failures: failed };
});

interface Shot {
  readonly address: string;
  readonly state: State;
  readonly width: number;
  readonly scheme: (typeof SCHEMES)[number];
  readonly file: string;
}

async function photograph(browser: Browser, { address, state, width, scheme, file }: Shot): Promise<void> {
  const isPhone = width <= WIDEST_PHONE;
  const options = {
    viewport: { width, height: isPhone ? 780 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  } as const;
  const url = new URL(state.path, address).href;
  try {
    const page =
      state.tool === undefined
        ? await openPage(await browser.newContext(options), url, state)
        : await openCards(browser, url, state.tool, options);
    await state.act?.(page);
    // Pictures load when they come near.
    if (state.isWhole === true) await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.waitForTimeout(300);
    if (state.isWhole === true) await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: file, fullPage: state.isWhole ?? false, animations: 'disabled' });
  } finally {
    // Also the context of a page that failed to open.
    for (const context of browser.contexts()) await context.close();
  }
}

async function openPage(context: BrowserContext, url: string, { html }: State): Promise<Page> {
  // Nobody has these names, and looking for them takes longer than the page.
  await context.route(/^https?:\/\/[^/]+\.example\//, (route) => route.abort());
  if (html !== undefined)
    await context.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html() }));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}
