// Nothing of the page is wider than the screen, whatever adverts and visitors say, and a missing picture is the next one, then the
// shape of a car.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beyondScreen } from './beyond-screen.ts';
import { HOSTILE_STOCK, LONG_NAME, LONG_WORD } from './hostile-stock.ts';
import { charted, inChromium, scripted, MISSING_PICTURES } from './in-chromium.ts';
import { PICTURES } from './page-stock.ts';

const MISSING = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** The page is a phone's up to this width. */
const WIDEST_PHONE = 400;

function screenOf(width: number): BrowserContextOptions {
  const isPhone = width <= WIDEST_PHONE;
  return { viewport: { width, height: 800 }, isMobile: isPhone, hasTouch: isPhone };
}

inChromium(
  'the search page of hostile adverts',
  ({ visit }) => {
    test.each([320, 360, 390, 768, 1280])('is never wider than a screen of %i', async (width) => {
      const page = await visit('?sort=price_asc', { ...screenOf(width), expected: MISSING });
      await charted(page);
      for (const summary of await page.locator('.card summary').all()) await summary.click();
      await page.getByText('For developers').click();
      expect(await beyondScreen(page, width), 'results').toEqual([]);
      for (const at of HOSTILE_STOCK.keys()) {
        await page.locator('.card h3 a').nth(at).click();
        await page.locator('#listing[open] h2').waitFor();
        expect(await beyondScreen(page, width), `dialog ${at}`).toEqual([]);
        await page.keyboard.press('Escape');
        await page.locator('#listing').waitFor({ state: 'hidden' });
      }
      for (const at of [0, 1, 2, 3]) await page.locator('.save').nth(at).click();
      await page.locator('.to-saved').click();
      await page.locator('#saved li').first().waitFor();
      expect(await beyondScreen(page, width), 'saved cars').toEqual([]);
      await page.getByRole('link', { name: 'Compare 4 cars' }).click();
      await page.locator('.compared td').first().waitFor();
      expect(await beyondScreen(page, width), 'comparison').toEqual([]);
    });

    test.each([360, 390])('begins its results above 220 pixels on a phone of %i', async (width) => {
      const page = await visit('?make=Complete&sort=price_asc', screenOf(width));
      for (const query of ['', '?text=complete near Leeds', '?make=Complete&sort=price_asc']) {
        await page.goto(new URL(query, page.url()).href);
        await scripted(page);
        const { y = Infinity } = (await page.locator('.card').first().boundingBox()) ?? {};
        expect(y, query).toBeLessThan(220);
      }
      // The bar stays while results are scrolled.
      await page.evaluate('scrollTo(0, 200)');
      await expect.poll(async () => (await page.locator('.bar').boundingBox())?.y).toBe(0);
    });

    test.each([320, 360, 1280])(
      'begins and ends no line of facts with a dot on a screen of %i',
      async (width) => {
        const page = await visit('?make=Complete', screenOf(width));
        await scripted(page);
        const { lines, dots } = await page.evaluate<{ lines: number; dots: number[] }>(LINES_OF_FACTS);
        // So that it is seen in a narrow card.
        expect(lines).toBeGreaterThan(1);
        expect(dots).toEqual([]);
      },
    );

    test.each([
      ['Tall', 360],
      ['Tall', 1280],
      ['סיטרואן אדומה מאוד וגם כחולה', 1280],
    ])('gives a picture of any size the same place: %s on a screen of %i', async (make, width) => {
      const page = await visit(`?make=${make}`, screenOf(width));
      await expect.poll(() => ratioOfPicture(page, '.card')).toBeCloseTo(3 / 4, 2);
      await page.locator('.card h3 a').click();
      await expect.poll(() => ratioOfPicture(page, 'dialog')).toBeCloseTo(3 / 4, 2);
    });

    test.each([
      ['words that no advert has', `?q=${LONG_WORD}`],
      ['a make and a model', `?make=${LONG_NAME}&model=${LONG_NAME}`],
      ['a make that no advert has', `?make=${LONG_WORD.slice(0, 100)}&fuel_type=${LONG_NAME}`],
      ['a phrase', `?text=ford+near+${LONG_WORD}+not+${'x'.repeat(80)}`],
      ['a place that nobody knows', `?location=${LONG_NAME.slice(0, 100)}`],
      ['years that are none', `?year_min=${LONG_WORD}&price_max=${LONG_WORD}`],
    ])('repeats %s within the screen', async (_, path) => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await visit(path, { ...screenOf(360), javaScriptEnabled, expected: MISSING });
        if (javaScriptEnabled) await page.waitForLoadState('networkidle');
        expect(await beyondScreen(page, 360), `script: ${javaScriptEnabled}`).toEqual([]);
        if (!javaScriptEnabled) continue;
        await page.getByRole('button', { name: 'Filters' }).click();
        expect(await beyondScreen(page, 360), 'filters').toEqual([]);
      }
    });

    test('suggests long names within the screen, as a list that scrolls', async () => {
      const page = await visit('', { ...screenOf(360), expected: MISSING });
      await scripted(page);
      const suggestions = [LONG_NAME, LONG_WORD, 'ل'.repeat(200)].map((text) => ({
        text,
        label: text,
        count: 12_345,
      }));
      await page.route('**/page/suggestions?*', (route) => route.fulfill({ json: { suggestions } }));
      await page.locator('#phrase').pressSequentially('mmm');
      await page.locator('#suggest [role=option]').first().waitFor();
      expect(await beyondScreen(page, 360)).toEqual([]);
    });

    test.each([320, 360, 768])('has docs that are never wider than a screen of %i', async (width) => {
      const page = await visit('docs', screenOf(width));
      expect(await beyondScreen(page, width)).toEqual([]);
    });

    test.each([320, 1280])('has pages of cars that are never wider than a screen of %i', async (width) => {
      const results = await visit('', { ...screenOf(width), javaScriptEnabled: false, expected: MISSING });
      const links = await results.locator('.card h3 a').all();
      const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
      expect(hrefs.length).toBeGreaterThan(5);
      for (const href of hrefs) {
        await results.goto(new URL(href ?? '', results.url()).href);
        await results.locator('h1').waitFor();
        expect(await beyondScreen(results, width), href ?? '').toEqual([]);
      }
    });

    test('shows the next picture instead of a missing one, on the card and in the dialog', async () => {
      const page = await visit('?make=Firstless', { expected: MISSING });
      await scripted(page);
      const card = page.locator('.card');
      await expect.poll(() => card.locator('img').getAttribute('src')).toBe(`${PICTURES}1.svg`);
      await expect.poll(() => card.locator('img').isVisible()).toBe(true);
      expect(await silhouetteOf(page, '.card .picture')).toBe('none');
      await card.locator('.picture').hover();
      await expect.poll(() => card.locator('img').count()).toBe(2);
      await card.locator('h3 a').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 of 2', { exact: true }).waitFor();
      await expect
        .poll(() => dialog.getByRole('img', { name: 'Picture 1 of 2' }).getAttribute('src'))
        .toBe(`${PICTURES}1.svg`);
      await page.keyboard.press('ArrowRight');
      await expect
        .poll(() => dialog.getByRole('img', { name: 'Picture 2 of 2' }).getAttribute('src'))
        .toBe(`${PICTURES}2.svg`);
    });

    test.each(['Pictureless', 'Bare', 'Unsafe'])(
      'shows the shape of a car without pictures: %s',
      async (make) => {
        const page = await visit(`?make=${make}`, { expected: MISSING });
        await scripted(page);
        await expect.poll(() => silhouetteOf(page, '.card .picture')).toBe('block');
        expect(await page.locator('.card img:visible').count()).toBe(0);
        await page.locator('.card h3 a').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('img', { name: 'No picture' }).waitFor();
        expect(await silhouetteOf(page, 'dialog .picture')).toBe('block');
        expect(await dialog.locator('img:visible, .turn:visible').count()).toBe(0);
      },
    );

    test('gives missing pictures below the screen of a phone as little room as none', async () => {
      const page = await visit('?sort=price_asc', { ...screenOf(360), expected: MISSING });
      await scripted(page);
      const picture = page.locator('.card', { hasText: 'Pictureless' }).locator('.picture');
      const { y = 0 } = (await picture.boundingBox()) ?? {};
      // Near enough that it loads, and still out of sight.
      await page.evaluate(`scrollTo(0, ${y - 1100})`);
      const ratio = async (): Promise<number> => {
        const { width = 1, height = 0 } = (await picture.boundingBox()) ?? {};
        return height / width;
      };
      await expect.poll(ratio).toBeCloseTo(5 / 16, 2);
    });

    test('shows it without script, too, and no sign of a broken picture', async () => {
      const visitCard = async (make: string): Promise<Page> => {
        const page = await visit(`?make=${make}`, {
          ...screenOf(768),
          javaScriptEnabled: false,
          expected: MISSING,
        });
        expect(await silhouetteOf(page, '.card .picture')).toBe('block');
        return page;
      };
      const pictureOf = async (page: Page): Promise<string> => {
        const {
          x = 0,
          y = 0,
          width = 0,
          height = 0,
        } = (await page.locator('.card .picture').boundingBox()) ?? {};
        return (await page.screenshot({ clip: { x, y, width, height } })).toString('base64');
      };
      // Screenshots of the same shape: of an advert whose picture is missing, and of one without pictures.
      const bare = await pictureOf(await visitCard('Bare'));
      const missing = await visitCard('Pictureless');
      // A page has loaded before pictures that load lazily have, and what became of them is painted later still.
      await expect.poll(() => missing.evaluate(HAVE_ENDED)).toBe(true);
      await expect.poll(async () => (await pictureOf(missing)) === bare).toBe(true);
    });

    test('counts only the pictures that can be shown', async () => {
      const page = await visit('?make=Album', { expected: MISSING });
      await scripted(page);
      await page.locator('.card h3 a').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 of 10', { exact: true }).waitFor();
      await expect.poll(() => dialog.locator('.all-pictures img').count()).toBe(10);
      expect(await dialog.locator(`img[src^="${MISSING_PICTURES}"]`).count()).toBe(0);
      await page.keyboard.press('ArrowLeft');
      await dialog.getByText('10 of 10', { exact: true }).waitFor();
    });
  },
  HOSTILE_STOCK,
);

/** The height of the frame of a picture by its width; 0 until the picture has loaded. */
function ratioOfPicture(page: Page, parent: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const frame = document.querySelector('${parent} .picture');
    const { width, height } = frame?.getBoundingClientRect() ?? {};
    return frame?.querySelector('img')?.naturalWidth > 0 ? height / width : 0;
  })()`);
}

/** How many lines the facts of the first card have, and the positions of dots that are seen at an end of one. */
const LINES_OF_FACTS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('.card .facts'), NodeFilter.SHOW_TEXT);
  const signs = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const seen = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      if (node.data[at].trim() !== '' && seen.includes(node.parentElement)) signs.push({ sign: node.data[at], left, bottom: Math.round(bottom / 8) });
    }
  }
  const lines = Object.values(Object.groupBy(signs, ({ bottom }) => bottom));
  const ends = lines.flatMap((line) => line.sort((a, b) => a.left - b.left).filter((_, i) => i === 0 || i === line.length - 1));
  return { lines: lines.length, dots: ends.filter(({ sign }) => sign === '·').map(({ left }) => left) };
})()`;

/** Whether each picture of the cards has loaded or failed. */
const HAVE_ENDED = `[...document.querySelectorAll('.card img')].every(({ complete }) => complete)`;

/** How the shape of a car is displayed behind the pictures. */
function silhouetteOf(page: Page, selector: string): Promise<string> {
  return page.evaluate<string>(
    `((style) => style.content === 'none' ? 'none' : style.display)(getComputedStyle(document.querySelector('${selector}'), '::before'))`,
  );
}
