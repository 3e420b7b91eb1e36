// The search page for everyone: without script, with a keyboard, with a reader of screens, on small screens, in the dark,
// where answers are slow or fail, and whatever listings say.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { charted, headline, inChromium, query, scripted } from './in-chromium.ts';
import { HOSTILE_TEXT, PICTURES } from './page-stock.ts';

/** What axe finds wrong, in short. */
async function wrongs(page: Page): Promise<string[]> {
  // The page's policy forbids scripts from elsewhere; the driver's own way in is not held to it.
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' ')))`,
  );
}

/** How systems show pages. */
const LIGHT = { colorScheme: 'light' } as const;
const LOOKS = [LIGHT, { colorScheme: 'dark' }, { colorScheme: 'dark', forcedColors: 'active' }] as const;

const IS_TOO_WIDE = 'document.documentElement.scrollWidth > innerWidth';

inChromium('the search page, for everyone,', ({ visit }) => {
  test.each([
    [320, [LIGHT]],
    [390, LOOKS],
    [768, [LIGHT]],
    [1280, LOOKS],
  ])('has nothing that axe finds wrong, %i wide', async (width, looks) => {
    const page = await visit('?make=Ford&location=LS1&distance=5&text=cheap+not+red', {
      viewport: { width, height: 900 },
    });
    await charted(page);
    await page.getByRole('button', { name: 'Zoom in' }).waitFor();
    await page.locator('#chart summary').click();
    for (const media of looks) {
      await page.emulateMedia(media);
      expect(await wrongs(page), JSON.stringify(media)).toEqual([]);
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    const client = await page.context().newCDPSession(page);
    await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect(await wrongs(page), 'text of twice the size').toEqual([]);
    expect(await page.evaluate(IS_TOO_WIDE), 'text of twice the size').toBe(false);
    await client.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    expect(await page.evaluate(IS_TOO_WIDE)).toBe(false);

    await page.getByRole('link', { name: '2010 Ford Focus' }).first().click();
    await page.getByRole('dialog').waitFor();
    for (const media of looks) {
      await page.emulateMedia(media);
      expect(await wrongs(page), JSON.stringify(media)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.pathname === '/');

    await page.goto(`${page.url().split('?')[0]}?make=Ford&price_max=10`);
    await page.getByRole('link', { name: 'At most £5,000' }).waitFor();
    expect(await wrongs(page)).toEqual([]);
  });

  test.each([
    ['docs', 390, 'light'],
    ['docs', 1280, 'light'],
    ['docs', 1280, 'dark'],
    ['cars/?advert=https://harbour-cars.example/stock/1&make=Ford', 390, 'light'],
    ['cars/?advert=https://harbour-cars.example/stock/1&make=Ford', 1280, 'dark'],
    ['cars/?advert=https://elsewhere.example/', 390, 'dark'],
    ['?page=99', 1280, 'light'],
    ['?fuel_type=Steam&location=Leeds', 390, 'light'],
    ['?fuel_type=Steam&location=Leeds', 1280, 'dark'],
  ] as const)('nor has /%s, %i wide and %s', async (path, width, colorScheme) => {
    const page = await visit(path, {
      viewport: { width, height: 900 },
      colorScheme,
      expected: /^Failed to load resource: the server responded with a status of 40[04]/,
    });
    expect(await wrongs(page)).toEqual([]);
  });

  test('answers of forms on /docs have nothing that axe finds wrong either', async () => {
    const page = await visit('docs');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.locator('.answer').first().getByText('total_vehicles').waitFor();
    expect(await wrongs(page)).toEqual([]);
  });

  test('answers of forms on /docs stand beside their parameters where there is room', async () => {
    const page = await visit('docs', { viewport: { width: 1280, height: 900 } });
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.locator('.answer').first().getByText('total_vehicles').waitFor();
    const form = await page.locator('form.try').first().boundingBox();
    const answer = await page.locator('.answer').first().boundingBox();
    expect(answer?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
    // In view beside the button at the end of the form.
    expect(answer?.y).toBeGreaterThanOrEqual(0);
    expect(answer?.y).toBeLessThan(450);
  });

  test('can be used with a keyboard alone, and says what it does', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to results');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('phrase');
    await page.keyboard.type('fiesta');
    await page.keyboard.press('Enter');
    await expect.poll(() => headline(page)).toBe('20 cars');
    for (const expected of ['Search', 'Ford ×', 'Fiesta ×']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => headline(page)).toBe('60 cars');
    expect(await page.getByRole('status').filter({ hasText: '60 cars' }).count()).toBe(1);
  });

  test('hides its filters on a phone until they are asked for', async () => {
    const page = await visit('', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await scripted(page);
    const jaguar = page.getByRole('checkbox', { name: 'Jaguar (1)' });
    expect(await jaguar.isVisible()).toBe(false);
    const button = page.getByRole('button', { name: 'Filters' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.tap();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await jaguar.check();
    await expect.poll(() => headline(page)).toBe('1 car');
    expect(await jaguar.isVisible()).toBe(true);
    await page.locator('#filters').getByRole('link', { name: 'Clear all' }).tap();
    await page.getByRole('button', { name: 'Show 63 cars' }).waitFor();
    expect(await jaguar.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Show 63 cars' }).tap();
    expect(await jaguar.isVisible()).toBe(false);
  });

  test('is a form with results without script, on a phone too', async () => {
    const page = await visit('', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    expect(await headline(page)).toBe('63 cars');
    expect(await page.locator('#chart .answer').innerText()).toContain('Typical price £8,000 (62 cars).');
    await page.locator('#chart').getByText('As a table').click();
    expect(await page.locator('#chart tbody tr').first().innerText()).toContain('under 50,000 miles\t21');
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByRole('group', { name: 'Price' }).getByLabel('To', { exact: true }).fill('5200');
    await page.locator('#filters').getByRole('button', { name: 'Search' }).click();
    expect(await headline(page)).toBe('3 cars');
    expect(await page.getByRole('checkbox', { name: 'Ford (3)' }).isChecked()).toBe(true);
    await page.locator('#phrase').fill('newest diesel under 7k');
    await page.locator('#phrase').press('Enter');
    await page.getByRole('heading', { name: '7 cars' }).waitFor();
    await page.getByRole('link', { name: 'Remove: Diesel' }).click();
    expect(await headline(page)).toBe('21 cars');
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await headline(page)).toBe('21 cars, page 2 of 2');
  });

  test('takes nothing that a listing says for more than text', async () => {
    const page = await visit('?model=Hostile');
    await scripted(page);
    expect(await page.locator('.card h3').innerText()).toBe(`${HOSTILE_TEXT} Hostile`);
    await page.locator('.card h3 a').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.locator('h2').innerText()).toBe(`${HOSTILE_TEXT} Hostile`);
    const strange = 'script:not([src], #state), iframe, [onerror], [onload], [style]';
    expect(await page.locator(strange).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await charted(page);
    await page.locator('#phrase').fill('<img src=x onerror=alert(6)>');
    await page.locator('#phrase').press('Enter');
    await expect.poll(() => query(page)).toContain('text=<img');
    expect(await page.locator(strange).count()).toBe(0);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  test('cannot make markup of a text at all', async () => {
    const page = await visit('', { expected: /TrustedHTML/ });
    const tried = page.evaluate("document.body.innerHTML = '<b>markup</b>'");
    await expect(tried).rejects.toThrow(/TrustedHTML/);
  });
});

inChromium('the search page, when things go wrong,', ({ visit }) => {
  test('says that an answer takes long, shows it when it comes, and asks again when told to', async () => {
    const page = await visit();
    await scripted(page);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/page/state?make=Ford', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByText('This takes longer than usual.').waitFor();
    await page.getByRole('link', { name: 'Try again' }).waitFor();
    expect(await page.locator('#results').getAttribute('aria-busy')).toBe('true');
    letGo();
    await expect.poll(() => headline(page)).toBe('60 cars');
    expect(await page.getByText('This takes longer than usual.').count()).toBe(0);
  });

  test('says that no answer came, and tries again', async () => {
    const page = await visit('', { expected: /^Failed to load/ });
    await scripted(page);
    await page.route('**/page/state**', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByText('No response.').waitFor();
    await page.unroute('**/page/state**');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect.poll(() => headline(page)).toBe('60 cars');
  });

  test('waits for a service that has just started', async () => {
    const page = await visit('', { expected: /^Failed to load/ });
    await scripted(page);
    let rejected = 0;
    await page.route('**/page/state?make=Ford', (route) => {
      rejected += 1;
      if (rejected > 1) return route.continue();
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        json: { detail: '', code: 'not_ready' },
      });
    });
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByText('is still loading its listings').waitFor();
    await expect.poll(() => headline(page)).toBe('60 cars');
  });

  test.each([
    ['overloaded', 503, 1, 'Too many people are searching right now. This page will retry in a second.'],
    ['too_many_requests', 429, 2, 'You have sent too many requests. This page will retry in 2 seconds.'],
    ['index_unavailable', 503, 1, 'The service cannot search right now.'],
  ])(
    'waits where the answer is %s, and keeps what is on show as one set',
    async (code, status, seconds, words) => {
      const page = await visit('', { expected: /^Failed to load/ });
      await scripted(page);
      let rejects = true;
      await page.route('**/page/state**', (route) =>
        rejects
          ? route.fulfill({ status, headers: { 'retry-after': String(seconds) }, json: { detail: '', code } })
          : route.continue(),
      );
      await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
      await page.getByText(words).waitFor();
      expect(await headline(page)).toBe('63 cars');
      expect(await page.getByRole('link', { name: 'Remove: Ford' }).count()).toBe(0);
      expect(await page.locator('.card').count()).toBe(20);
      expect(await page.getByRole('group', { name: 'Fuel' }).getByRole('checkbox').count()).toBe(2);
      rejects = false;
      await expect.poll(() => headline(page)).toBe('60 cars');
      expect(await page.getByText(words).count()).toBe(0);
    },
  );

  test('retries if a proxy answers with a page of its own', async () => {
    const page = await visit('', { expected: /^Failed to load/ });
    await scripted(page);
    await page.route('**/page/state**', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' }),
    );
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByText('The service cannot search right now. This page will retry in a second.').waitFor();
    await page.unroute('**/page/state**');
    await expect.poll(() => headline(page)).toBe('60 cars');
  });

  test('says kindly that a token is needed', async () => {
    const page = await visit('', { expected: /^Failed to load/ });
    await scripted(page);
    await page.route('**/page/state**', (route) =>
      route.fulfill({ status: 401, json: { detail: 'A token is needed here.', code: 'unauthorized' } }),
    );
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await page.getByText('This service requires a token').waitFor();
    expect(await headline(page)).toBe('A token is needed here');
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('.card').count()).toBe(0);
    expect(
      await page.locator('#notice').getByRole('link', { name: 'API documentation' }).getAttribute('href'),
    ).toBe('/docs');
    expect(await wrongs(page)).toEqual([]);
  });

  test('says what would find something where nothing matches', async () => {
    const page = await visit('?make=Ford&price_max=4000&year_min=2019');
    await scripted(page);
    expect(await headline(page)).toBe('No car matches');
    expect(await page.locator('.changes li').allInnerTexts()).toEqual(['At most £5,900: 1 car']);
    await page.getByText('No car in stock fits “At most £4,000”.').waitFor();
    await page.getByRole('link', { name: 'Search without it: 6 cars' }).click();
    await expect.poll(() => headline(page)).toBe('6 cars');
    expect(query(page)).toBe('make=Ford&year_min=2019');
  });

  test('marks the field that is wrong', async () => {
    const page = await visit();
    await scripted(page);
    const postcode = page.getByRole('textbox', { name: 'Postcode or town' });
    await postcode.fill('ZZ99 9ZZ');
    await postcode.press('Tab');
    await page.locator('#error-location').getByText("We don't know the postcode ZZ99 9ZZ.").waitFor();
    expect(await postcode.getAttribute('aria-invalid')).toBe('true');
    await postcode.fill('Leeds');
    await postcode.press('Tab');
    await expect.poll(() => headline(page)).toBe('63 cars');
    await expect.poll(() => postcode.getAttribute('aria-invalid')).toBeNull();
    expect(await postcode.inputValue()).toBe('Leeds');
  });
});

inChromium('the search page is light:', (visitor) => {
  const { visit } = visitor;

  test.each([390, 1280])(
    'a first visit, %i wide, is at most 12 requests and 60 KB beside pictures',
    async (width) => {
      const page = await visit('llms.txt', { viewport: { width, height: 900 } });
      const client = await page.context().newCDPSession(page);
      const bytes: number[] = [];
      const pictures = new Set<string>();
      client.on('Network.responseReceived', ({ requestId, response }) => {
        if (response.url.startsWith(PICTURES)) pictures.add(requestId);
      });
      client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (!pictures.has(requestId)) bytes.push(encodedDataLength);
      });
      await client.send('Network.enable');
      await page.goto(visitor.address);
      await scripted(page);
      await page.locator('.card details.mark').first().waitFor();
      await page.waitForTimeout(500);
      expect(bytes.length).toBeLessThanOrEqual(12);
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(60_000);
      expect(await page.locator('#chart path.area').count()).toBe(1);
    },
  );

  test('nothing jumps while it loads', async () => {
    const page = await visit('?make=Ford');
    await page.getByRole('group', { name: /^Price against/ }).waitFor();
    const jumped = await page.evaluate<number>(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(0), 300);
    })`);
    expect(jumped).toBeLessThan(0.01);
  });

  test('results are painted in the frame of the answer; filters, map and chart follow', async () => {
    const page = await visit();
    await charted(page);
    // In which frame the answer came, and in which each part was changed for the last time.
    await page.evaluate(`(() => {
      let frame = 0;
      const tick = () => { frame += 1; requestAnimationFrame(tick); };
      requestAnimationFrame(tick);
      window.frames_ = {};
      const { json } = Response.prototype;
      Response.prototype.json = async function () {
        const answer = await json.call(this);
        if (this.url.includes('/page/state')) window.frames_.answer ??= frame;
        return answer;
      };
      for (const [name, part] of [['results', '.cards'], ['filters', '#filters'], ['chart', '#chart']]) {
        new MutationObserver(() => { if ('answer' in frames_ && (name === 'chart' || !(name in frames_))) frames_[name] = frame; })
          .observe(document.querySelector(part), { subtree: true, childList: true });
      }
    })()`);
    await page.getByRole('checkbox', { name: 'Jaguar (1)' }).check();
    await expect
      .poll(() => page.evaluate('Object.keys(frames_).sort().join()'))
      .toBe('answer,chart,filters,results');
    const frames = await page.evaluate<Record<string, number>>('frames_');
    expect(frames['results']).toBe(frames['answer']);
    expect(frames['filters']).toBeGreaterThan(frames['results'] ?? Infinity);
    expect(frames['chart']).toBeGreaterThan(frames['filters'] ?? Infinity);
  });
});
