// What people do on the search page, each tried in Chromium.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { charted, headline, inChromium, query, scripted } from './in-chromium.ts';
import { HOSTILE_TEXT, PICTURES } from './page-stock.ts';

const chips = (page: Page): Promise<string[]> => page.locator('.chips li').allInnerTexts();
const titles = (page: Page): Promise<string[]> => page.locator('.card h3').allInnerTexts();

/** The source of the picture in the middle of the dialog's gallery. */
const PICTURE_IN_VIEW = `(() => {
  const { left, top, width, height } = document.querySelector('dialog .all-pictures').getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2).getAttribute('src') ?? '';
})()`;

inChromium('the search page', ({ visit }) => {
  test('shows the stock, with cards that say what is known', async () => {
    const page = await visit('?make=Ford&sort=price_asc&location=LS1+4AP');
    await scripted(page);
    await expect.poll(() => headline(page)).toBe('60 cars');
    const first = page.locator('.card').first();
    expect((await first.innerText()).split('\n').filter((line) => line !== '')).toEqual([
      '2010 Ford Focus',
      '10,000 miles · Diesel · Manual · 1.6 litres',
      '£5,000',
      'No price rating',
      'Leeds, 0 miles away',
      'harbour-cars.example',
      'One owner',
      '☆',
    ]);
    await expect.poll(() => first.locator('img').getAttribute('src')).toMatch(/example\/ford-0\.svg$/);
    await expect
      .poll(() => page.title())
      .toBe('Ford – Distances from LS1 4AP – Cheapest first – 60 cars – Forecourt');
  });

  test('understands a phrase while it is typed, shows it as chips, and keeps it in the box', async () => {
    const page = await visit('?make=Jaguar');
    await scripted(page);
    const box = page.locator('#phrase');
    await box.pressSequentially('diesel ford under 6k near leeds reliable');
    await expect.poll(() => headline(page)).toBe('2 cars');
    await expect.poll(() => query(page)).toBe('text=diesel ford under 6k near leeds reliable&make=Jaguar');
    await expect
      .poll(() => page.locator('.heard').innerText())
      .toContain("Left out reliable: We can't search for this");

    await box.press('Enter');
    await expect.poll(() => headline(page)).toBe('2 cars');
    await expect.poll(() => box.inputValue()).toBe('diesel ford under 6k near leeds reliable');
    await expect
      .poll(async () => (await chips(page)).slice(0, 3))
      .toEqual(['Ford ×', 'Diesel ×', 'At most £6,000 ×']);

    await page.getByRole('link', { name: 'Remove: Diesel' }).click();
    await expect.poll(() => headline(page)).toBe('6 cars');
    await expect
      .poll(() => query(page))
      .toMatch(
        /^phrase=diesel ford under 6k near leeds reliable&place=Leeds&make=Ford&price_max=6000&location=LS\d/,
      );
    await expect.poll(() => box.inputValue()).toBe('diesel ford under 6k near leeds reliable');
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('2 cars');
    await expect.poll(() => query(page)).toBe('text=diesel ford under 6k near leeds reliable&make=Jaguar');

    // Another phrase is another search: nothing of the one before it is left.
    await box.fill('jaguar');
    await expect.poll(() => headline(page)).toBe('1 car');
    await expect.poll(() => chips(page)).toEqual(['Jaguar ×']);
    await box.press('Enter');
    await page.reload();
    await scripted(page);
    await expect.poll(() => headline(page)).toBe('1 car');
    await expect.poll(() => box.inputValue()).toBe('jaguar');
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('2 cars');
    await expect.poll(() => box.inputValue()).toBe('diesel ford under 6k near leeds reliable');
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect.poll(() => headline(page)).toBe('63 cars');
    await expect.poll(() => query(page)).toBe('');

    // Searches that find something in this stock are offered where nothing was asked.
    await expect
      .poll(() => page.locator('.lead').innerText())
      .toBe('63 used cars from 2 dealers, every one counted.');
    await expect
      .poll(() => chips(page))
      .toEqual(['Ford', HOSTILE_TEXT, 'Diesel', 'Automatic', 'Under £7,000']);
    await page.getByRole('link', { name: 'Automatic' }).click();
    await expect.poll(() => query(page)).toBe('transmission=Automatic');
    await expect.poll(() => headline(page)).toBe('1 car');
  });

  test('refines the search on show with a phrase, says what changed, and undoes it', async () => {
    const page = await visit('?make=Ford&price_max=6000');
    await scripted(page);
    const before = await headline(page);
    const box = page.locator('#phrase');
    await box.fill('a grand less');
    await box.press('Enter');
    await expect
      .poll(() => page.locator('.heard').innerText())
      .toContain('Price at most £5,000, less than the £6,000 before.');
    expect(query(page)).toBe('text=a grand less&make=Ford&price_max=6000');
    await expect.poll(() => chips(page)).toContain('At most £5,000 ×');
    // Who empties the box to refine once more keeps the search, also with the same words as before.
    await box.fill('');
    await page.waitForTimeout(300);
    await box.pressSequentially('a grand less', { delay: 30 });
    await expect.poll(() => chips(page)).toEqual(['Ford ×', 'At most £4,000 ×', 'Clear all']);
    await page.goBack();
    await expect.poll(() => chips(page)).toContain('At most £5,000 ×');
    await page.getByRole('link', { name: 'Undo' }).click();
    await expect.poll(() => query(page)).toBe('make=Ford&price_max=6000');
    await expect.poll(() => headline(page)).toBe(before);

    // Nothing of this is understood, so the search stays.
    await box.fill('qwxz vbnmp');
    await box.press('Enter');
    await expect.poll(() => headline(page)).toBe(`Nothing changed: ${before}`);
    await expect.poll(() => chips(page)).toEqual(['Ford ×', 'At most £6,000 ×', 'Clear all']);
  });

  test('suggests makes, models, terms and towns with counts, as a combobox', async () => {
    const page = await visit();
    await scripted(page);
    const box = page.getByRole('combobox', { name: 'What are you looking for?' });
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false');
    await box.pressSequentially('diesel f');
    await box.pressSequentially('o');
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual(['Ford\n20', 'Ford Focus\n14', 'Ford Fiesta\n6']);
    await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    const chosen = await box.getAttribute('aria-activedescendant');
    await expect
      .poll(() => page.locator(`#${chosen}[aria-selected=true]`).innerText())
      .toBe('Ford Focus\n14');
    await box.press('Enter');
    await expect.poll(() => query(page)).toBe('text=diesel Ford Focus');
    await expect.poll(() => headline(page)).toBe('14 cars');
    await expect.poll(() => box.inputValue()).toBe('diesel Ford Focus');
    await expect.poll(() => options.count()).toBe(0);

    await box.fill('near lee');
    await page.getByRole('option', { name: 'within 15 miles of Leeds 30' }).click();
    await expect.poll(() => headline(page)).toBe('30 cars');
    await box.pressSequentially(' fo');
    await expect.poll(() => options.count()).toBeGreaterThan(0);
    await box.press('Escape');
    await expect.poll(() => options.count()).toBe(0);
    await expect.poll(() => box.inputValue()).toBe('within 15 miles of Leeds fo');
  });

  test('has filters with live counts', async () => {
    const page = await visit();
    await scripted(page);
    const boxes = (label: string): Promise<string[]> =>
      page.getByRole('group', { name: label, exact: true }).locator('label').allInnerTexts();
    await expect.poll(() => boxes('Make')).toEqual(['Ford (60)', `${HOSTILE_TEXT} (1)`, 'Jaguar (1)']);
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await expect.poll(() => boxes('Model')).toEqual(['Focus (40)', 'Fiesta (20)']);
    await page.getByRole('checkbox', { name: 'Fiesta (20)' }).check();
    await expect.poll(() => boxes('Fuel')).toEqual(['Petrol (14)', 'Diesel (6)']);
    await page.getByRole('checkbox', { name: 'Diesel (6)' }).check();
    await expect.poll(() => headline(page)).toBe('6 cars');
    await expect.poll(() => query(page)).toBe('make=Ford&model=Fiesta&fuel_type=Diesel');

    // Other makes have other models.
    await page.getByRole('checkbox', { name: 'Jaguar (1)' }).check();
    await expect.poll(() => query(page)).toBe('make=Ford,Jaguar&fuel_type=Diesel');
    await expect.poll(() => headline(page)).toBe('21 cars');
    await expect.poll(() => chips(page)).toEqual(['Ford ×', 'Jaguar ×', 'Diesel ×', 'Clear all']);
    await page.getByRole('checkbox', { name: 'Ford (20)' }).uncheck();
    await expect.poll(() => query(page)).toBe('make=Jaguar&fuel_type=Diesel');
    await expect.poll(() => headline(page)).toBe('1 car');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('6 cars');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Fiesta (6)' }).isChecked()).toBe(true);
  });

  test('keeps what is excluded while boxes are ticked, and removes each by its own chip', async () => {
    const page = await visit('?make=-Jaguar&fuel_type=Petrol');
    await scripted(page);
    await page.getByRole('checkbox', { name: 'Ford (40)' }).check();
    await expect.poll(() => query(page)).toBe('make=Ford,-Jaguar&fuel_type=Petrol');
    await page.getByRole('link', { name: 'Remove: Not Jaguar' }).click();
    await expect.poll(() => query(page)).toBe('make=Ford&fuel_type=Petrol');
  });

  test('refines by terms of the trade, and by sliders', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    const owners = page.getByRole('combobox', { name: 'Owners' });
    await expect.poll(() => owners.locator('option').allInnerTexts()).toEqual(['Any', '1 owner (60)']);
    await page.getByRole('checkbox', { name: 'Two keys (60)' }).check();
    await expect.poll(() => query(page)).toBe('q=Two keys&make=Ford');
    await owners.selectOption('1 owner');
    await expect.poll(() => query(page)).toBe('q=1 owner Two keys&make=Ford');
    await page.getByRole('checkbox', { name: 'Two keys (60)' }).uncheck();
    await expect.poll(() => query(page)).toBe('q=1 owner&make=Ford');
    await page.getByRole('slider', { name: 'Earliest year' }).press('ArrowRight');
    await expect.poll(() => query(page)).toBe('q=1 owner&make=Ford&year_min=2011');
    await expect.poll(() => headline(page)).toBe('54 cars');
    await page.getByRole('slider', { name: 'Earliest year' }).press('Home');
    await expect.poll(() => query(page)).toBe('q=1 owner&make=Ford');
  });

  test('saves cars in this browser, and compares them side by side', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    await page.getByRole('button', { name: 'Save 2010 Ford Focus' }).first().click();
    await page.getByRole('button', { name: 'Save 2011 Ford Focus' }).first().click();
    await page.goto(page.url().replace('Ford', 'Jaguar'));
    await scripted(page);
    await page.getByRole('button', { name: 'Save 2021 Jaguar XJ' }).click();
    await page.getByRole('button', { name: 'Saved (3)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved cars' });
    await dialog.getByRole('checkbox', { name: 'Compare 2011 Ford Focus' }).uncheck();
    await dialog.getByRole('link', { name: 'Compare 2 cars' }).click();
    await page.getByRole('heading', { level: 1, name: '2 cars compared' }).waitFor();
    expect(await page.locator('tbody tr').first().innerText()).toBe('Price\t£5,000 Best\t£39,995');
    expect(decodeURIComponent(query(page))).toBe(
      'advert=https://harbour-cars.example/stock/0&advert=https://valley-cars.example/jaguar',
    );
    await page.goBack();
    await page.getByRole('button', { name: 'Saved (3)' }).click();
    await dialog.getByRole('button', { name: 'Remove 2010 Ford Focus' }).click();
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(2);
  });

  test('keeps searches in this browser, and says what is new in them', async () => {
    const page = await visit('?make=Ford&price_max=6000&sort=price_asc');
    await scripted(page);
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Kept' }).waitFor();
    await page.route(/\/changes\/\?.*since=/, (route) => {
      const entered = { change: 'entered', vehicle: { price: 5000 } };
      const cheaper = { change: 'changed', vehicle: { price: 5000 }, was: { price: 5500 } };
      const left = { change: 'left', vehicle: null };
      return route.fulfill({
        json: { changes: [entered, entered, cheaper, left], cursor: 'later', more: false },
      });
    });
    // The visitor comes back on another day.
    await page.evaluate(`(() => {
      const [kept] = JSON.parse(localStorage.getItem('forecourt.searches'));
      localStorage.setItem('forecourt.searches', JSON.stringify([{ ...kept, at: kept.at - 86_400_000 * 30 }]));
    })()`);
    await page.goto(page.url().split('?')[0]);
    await scripted(page);
    await page.getByRole('button', { name: 'Saved (1) · 3 new' }).click();
    const kept = page.getByRole('dialog', { name: 'Saved cars' }).locator('li');
    await expect
      .poll(() => kept.locator('.note').innerText())
      .toMatch(/^2 new, 1 cheaper, 1 gone since \d+ [A-Z][a-z]+ · Feed$/);
    await kept.getByRole('link', { name: 'Ford, At most £6,000' }).click();
    await expect.poll(() => query(page)).toBe('make=Ford&price_max=6000');
    await expect.poll(() => headline(page)).toBe('11 cars');
    expect(await page.evaluate("JSON.parse(localStorage.getItem('forecourt.searches'))[0].cursor")).toBe(
      'later',
    );
    await page.getByRole('button', { name: 'Kept' }).click();
    await page.getByRole('button', { name: 'Keep search' }).waitFor();
  });

  test('says that it does not know what is new in a kept search, and keeps its state, while nobody answers', async () => {
    const page = await visit('?make=Ford', { expected: /ERR_FAILED/ });
    await scripted(page);
    await page.getByRole('button', { name: 'Keep search' }).click();
    const cursor = "JSON.parse(localStorage.getItem('forecourt.searches'))[0].cursor";
    await expect.poll(() => page.evaluate(cursor)).not.toBeNull();
    const before = await page.evaluate(cursor);
    await page.route(/\/changes\/\?.*since=/, (route) => route.abort());
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await page.getByText('No response about changes. Open this list again to retry.').waitFor();
    expect(await page.evaluate(cursor)).toBe(before);
  });

  test('knows what is new in a search that was kept while nobody answered, from the next answer on', async () => {
    const page = await visit('?make=Ford', { expected: /ERR_FAILED/ });
    await scripted(page);
    await page.route('**/changes/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await page.getByText('No response about changes. Open this list again to retry.').waitFor();
    await page.unroute('**/changes/**');
    await page.locator('#saved .close').click();
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await page.getByText('Nothing new since earlier today').waitFor();
  });

  test('takes bounds as they are typed, as one step of the history', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    const highest = page.getByRole('group', { name: 'Price' }).getByLabel('To', { exact: true });
    await highest.pressSequentially('5200', { delay: 5 });
    await expect.poll(() => headline(page)).toBe('3 cars');
    await highest.press('Backspace');
    await expect.poll(() => headline(page)).toBe('No car matches');
    await highest.press('5');
    await expect.poll(() => query(page)).toBe('make=Ford&price_max=5205');
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('60 cars');
    await expect.poll(() => highest.inputValue()).toBe('');
  });

  test('shows how prices, mileages and years are spread, and what of it is searched', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    const years = page.getByRole('img', { name: 'Years from 2010 to 2019' });
    await expect.poll(() => years.locator('rect').count()).toBe(10);
    const prices = page.getByRole('img', {
      name: 'Price from £5,000 to £10,900; median £7,900',
    });
    await expect.poll(() => prices.locator('rect').count()).toBe(12);
    await page.getByRole('slider', { name: 'Earliest year' }).press('ArrowRight');
    await page.getByRole('slider', { name: 'Earliest year' }).press('ArrowRight');
    await expect.poll(() => query(page)).toBe('make=Ford&year_min=2012');
    await expect.poll(() => years.locator('rect.in').count()).toBe(8);
  });

  test('has orders and pages; the heading has the focus afterwards', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Most expensive first');
    await expect.poll(async () => (await titles(page))[0]).toBe('2019 Ford Fiesta');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => headline(page)).toBe('60 cars, page 2 of 3');
    await expect.poll(() => query(page)).toBe('make=Ford&sort=price_desc&page=2');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('found');
    await expect.poll(() => page.locator('.card .price').first().innerText()).toBe('£8,900');
    await page.getByRole('link', { name: 'Page 3' }).click();
    await expect.poll(() => headline(page)).toBe('60 cars, page 3 of 3');
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('60 cars, page 2 of 3');
  });

  test('opens a listing with its gallery, description and the way to the advert', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    await page.getByRole('link', { name: '2011 Ford Focus' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: '2011 Ford Focus' });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.locator('.description').innerText())
      .toBe('Ford number 1. Two keys, one owner.');
    const shown = (): Promise<string> => page.evaluate(PICTURE_IN_VIEW);
    await expect.poll(shown).toMatch(/ford-1\.svg$/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(shown).toMatch(/inside-1\.svg$/);
    await dialog.getByText('2 of 3', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Next picture' }).click();
    await expect.poll(shown).toMatch(/rear-1\.svg$/);
    await dialog.getByText('3 of 3', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Next picture' }).click();
    await expect.poll(shown).toMatch(/ford-1\.svg$/);
    await dialog.getByRole('button', { name: '☆ Save' }).click();
    await dialog.getByText('1 of 3', { exact: true }).waitFor();
    const advert = await dialog
      .getByRole('link', { name: 'View advert at harbour-cars.example' })
      .getAttribute('href');
    expect(new URL(advert ?? '').searchParams.get('api_target')).toBe('https://harbour-cars.example/stock/1');

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForURL((url) => !url.href.includes('#'));
    await page.getByRole('link', { name: '2012 Ford Focus' }).first().click();
    await page.getByRole('dialog', { name: '2012 Ford Focus' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => headline(page)).toBe('60 cars');
  });

  test('loads the pictures of a listing as somebody looks through them', async () => {
    const page = await visit();
    const pictures = Array.from({ length: 100 }, (_, number) => `${PICTURES}many-${number + 1}.svg`);
    await page.route('**/page/state?make=Jaguar', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { results: { cars: object[] } };
      json.results.cars = json.results.cars.map((car) => ({ ...car, images: pictures }));
      await route.fulfill({ response, json });
    });
    const requested = new Set<string>();
    page.on('request', (request) => {
      const [, name] = /(many-[0-9]+)/.exec(request.url()) ?? [];
      if (name !== undefined) requested.add(name);
    });
    await scripted(page);
    await page.getByRole('checkbox', { name: 'Jaguar (1)' }).check();
    await expect.poll(() => headline(page)).toBe('1 car');
    await page.getByRole('link', { name: '2021 Jaguar XJ' }).first().click();
    const dialog = page.getByRole('dialog', { name: '2021 Jaguar XJ' });
    await dialog.getByText('1 of 100', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested.size).toBeLessThanOrEqual(10);

    for (let at = 2; at <= 11; at++) {
      await page.keyboard.press('ArrowRight');
      await dialog.getByText(`${at} of 100`, { exact: true }).waitFor();
    }
    await expect.poll(() => page.evaluate(PICTURE_IN_VIEW)).toBe(`${PICTURES}many-11.svg`);
    await expect.poll(() => requested.has('many-11')).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(requested.size).toBeLessThanOrEqual(30);
  });

  test('opens a listing over its search, with the address of its own page', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    await page.getByRole('link', { name: '2011 Ford Focus' }).first().click();
    const dialog = page.getByRole('dialog', { name: '2011 Ford Focus' });
    await dialog.waitFor();
    const address = page.url();
    expect(decodeURIComponent(address)).toContain(
      '/cars/?advert=https://harbour-cars.example/stock/1&make=Ford&sort=price_asc',
    );
    await expect.poll(() => page.title()).toBe('2011 Ford Focus');
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(query(page)).toBe('make=Ford&sort=price_asc');
    expect(await headline(page)).toBe('60 cars');
    await page.goForward();
    await dialog.waitFor();
    expect(page.url()).toBe(address);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => query(page)).toBe('make=Ford&sort=price_asc');

    // Whoever loads the address gets the page, and the way back to the search.
    await page.goForward();
    await dialog.waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '2011 Ford Focus' }).waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to the search' }).click();
    await expect.poll(() => headline(page)).toBe('60 cars');
    expect(query(page)).toBe('make=Ford&sort=price_asc');
  });

  test('has other cars on the page of a car, with pictures from the upper edge of their cards', async () => {
    const page = await visit('cars/?advert=https://harbour-cars.example/stock/1');
    await page.getByRole('heading', { name: 'Similar cars' }).waitFor();
    const gaps = await page.evaluate<number[]>(GAPS_ABOVE_PICTURES);
    expect(new Set(gaps)).toEqual(new Set([0]));
  });

  test('comes back from the page of a car, which has the place of its overlay in the history', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    await page.getByRole('link', { name: '2011 Ford Focus' }).first().click();
    const dialog = page.getByRole('dialog', { name: '2011 Ford Focus' });
    await dialog.getByRole('link', { name: 'Full details' }).click();
    await page.getByRole('heading', { level: 1, name: '2011 Ford Focus' }).waitFor();
    await page.goBack();
    await expect.poll(() => headline(page)).toBe('60 cars');
    expect(query(page)).toBe('make=Ford&sort=price_asc');
    await scripted(page);
    await page.goForward();
    await dialog.waitFor();
  });

  test('has all results on a map, which moves by keys and mouse, and narrows the search', async () => {
    const page = await visit('?make=Ford&location=LS1+4AP&distance=4');
    const map = page.getByRole('group', { name: /^Map/ });
    await charted(page);
    await page.getByRole('button', { name: 'Zoom in' }).scrollIntoViewIfNeeded();
    const names = () => map.locator('a title').allTextContents();
    await expect.poll(() => names()).toEqual(['Leeds: 30 cars']);
    await page.getByRole('link', { name: /Remove: Within/ }).click();
    await expect.poll(names).toEqual(['Leeds: 30 cars', 'London: 30 cars']);

    await map.focus();
    await map.press('+');
    await map.press('ArrowUp');
    const note = page.locator('#map .note');
    await expect.poll(() => note.innerText()).toContain('30 cars on this map, 30 beyond it');
    await expect.poll(() => names()).toEqual(['Leeds: 30 cars']);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => note.innerText()).toContain('60 cars on this map.');

    // A drag ends on no link, wherever it ends.
    const { x, y } = await middleOf(map.getByRole('link', { name: 'Leeds: 30 cars' }));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 30, { steps: 3 });
    await page.mouse.up();
    const moved = await middleOf(map.getByRole('link', { name: 'Leeds: 30 cars' }));
    expect(Math.hypot(moved.x - x - 20, moved.y - y - 30)).toBeLessThan(3);
    await expect.poll(() => query(page)).toBe('make=Ford');
    await page.mouse.wheel(0, -300);
    await expect.poll(() => page.getByRole('link', { name: 'Search this area' }).isVisible()).toBe(true);

    await map.getByRole('link', { name: 'Leeds: 30 cars' }).press('Enter');
    await expect.poll(() => query(page)).toBe('area=Leeds&make=Ford&cell=7/253/164');
    await expect.poll(() => headline(page)).toBe('30 cars');
    await expect.poll(() => chips(page)).toContain('On the map: Leeds area ×');
    // The other cars are still counted, so that another circle can be chosen in its place.
    await expect.poll(() => note.innerText()).toContain('30 cars on this map, 30 beyond it');
    expect(await map.getByRole('link', { name: 'Leeds: 30 cars' }).getAttribute('aria-current')).toBe('true');
  });

  test('never shows the circles of an earlier search', async () => {
    const page = await visit('?make=Ford', { viewport: { width: 390, height: 780 } });
    await scripted(page);
    await page.getByRole('link', { name: 'Remove: Ford' }).click();
    await expect.poll(() => headline(page)).toBe('63 cars');
    const circles = page.locator('#map').getByRole('link', { name: /cars?$/ });
    await expect.poll(() => circles.count()).toBe(0);
    await page.locator('.to-part', { hasText: 'Map' }).click();
    await expect
      .poll(() => page.locator('#map .note').innerText())
      .toContain('61 cars on this map, 2 without');
    await expect.poll(() => circles.count()).toBeGreaterThan(0);
  });

  test('says what is a good price, with a dot that opens each car', async () => {
    const page = await visit('?make=Ford&model=Focus');
    await scripted(page);
    const chart = page.getByRole('group', { name: /^Price against mileage of 20 cars on this page/ });
    await expect.poll(() => chart.locator('circle').count()).toBe(20);
    const answer = page.locator('#chart .answer');
    await expect
      .poll(() => answer.innerText())
      .toBe(
        'Typical price £6,900 (40 cars). A quarter of the 20 with 10,000 to 49,999 miles ask £5,400 or less: a good price here.',
      );
    await page.locator('#chart').getByText('As a table').click();
    await expect
      .poll(() => page.locator('#chart tbody tr').allInnerTexts())
      .toEqual([
        '10,000 to 49,999 miles\t20\t£5,400\t£5,900\t£6,400',
        '50,000 miles or more\t20\t£7,400\t£7,900\t£8,400',
      ]);
    const dot = chart.locator('a').first();
    expect(await dot.locator('title').textContent()).toContain(
      '2019 Ford Focus, £8,900, 88,000 miles, London: in the dearest quarter of the 20.',
    );
    await dot.click();
    await page.getByRole('dialog', { name: '2019 Ford Focus' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    // Too few to say.
    await page.goto(page.url().replace('Focus', 'Focus&year_min=2018'));
    await expect
      .poll(() => answer.innerText())
      .toBe('8 cars with a price: too few to say what is a good one.');
  });

  test('copies the call as curl and as TypeScript, and says so for a while', async () => {
    const page = await visit('?make=Ford&q=two+keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    await scripted(page);
    const origin = new URL(page.url()).origin;
    const copied = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
    await page.getByText('For developers').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).click();
    await expect.poll(copied).toBe(`curl '${origin}/api/v1/vehicles/?q=two+keys&make=Ford'`);
    await page.getByRole('button', { name: 'Copy as TypeScript' }).click();
    await expect.poll(copied).toContain(`await fetch('${origin}/api/v1/vehicles/?q=two+keys&make=Ford');`);
    await expect
      .poll(() => page.getByRole('button', { name: 'Copied' }).count(), { timeout: 10_000 })
      .toBe(0);
    expect(await page.getByRole('button', { name: /^Copy as/ }).allInnerTexts()).toEqual([
      'Copy as curl',
      'Copy as TypeScript',
    ]);
  });

  test('selects the call where the clipboard cannot be used', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
    await page.getByText('For developers').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Selected: copy it with the keyboard' }).waitFor();
    const { origin } = new URL(page.url());
    expect(await page.evaluate('String(getSelection())')).toBe(`curl '${origin}/api/v1/vehicles/?make=Ford'`);
  });

  test('registers its search with the assistant of the browser', async () => {
    const page = await visit();
    await page.addInitScript(
      'document.modelContext = { registerTool: (tool) => { globalThis.tool = tool; } }',
    );
    await page.reload();
    await page.waitForFunction(() => 'tool' in globalThis);
    const found = await page.evaluate('tool.execute({ make: "Ford", sort: "price_asc" })');
    expect(found).toMatchObject({ total_vehicles: 60, cars: expect.any(Array) as unknown });
    await expect.poll(() => query(page)).toBe('make=Ford&sort=price_asc');
    await expect.poll(() => headline(page)).toBe('60 cars');
  });
});

/** Of an element, on the screen. */
async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const GAPS_ABOVE_PICTURES = `[...document.querySelectorAll('.card .picture')].map((picture) =>
  picture.firstElementChild.getBoundingClientRect().top - picture.getBoundingClientRect().top)`;
