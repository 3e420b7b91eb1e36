// What a buyer does in one visit: no request of it is refused, and a phone shows all of what the search box says.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { charted, headline, inChromium, query, scripted } from './in-chromium.ts';

const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

inChromium('a visit', ({ visit }) => {
  test('of twenty steps has no response of 400 or more', async () => {
    const page = await visit();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.reload();
    await scripted(page);
    await page.getByRole('link', { name: 'Automatic' }).click();
    await expect.poll(() => headline(page)).toBe('1 car');
    await page.goBack();
    await page.getByRole('checkbox', { name: 'Ford (60)' }).check();
    await expect.poll(() => headline(page)).toBe('60 cars');
    await page.getByRole('checkbox', { name: /^Focus/ }).check();
    await expect.poll(() => headline(page)).toBe('40 cars');
    await page
      .getByRole('group', { name: 'Price' })
      .getByLabel('To', { exact: true })
      .pressSequentially('8000');
    await expect.poll(() => headline(page)).toBe('31 cars');
    const place = page.getByRole('textbox', { name: 'Postcode or town' });
    await place.pressSequentially('Leeds');
    await place.press('Tab');
    await page.getByText('Distances are from LS2, the middle of Leeds.').waitFor();
    await page.getByRole('combobox', { name: 'Distance' }).selectOption('3');
    await expect.poll(() => headline(page)).toBe('16 cars');
    expect(query(page)).toContain('place=Leeds');
    expect(await place.inputValue()).toBe('Leeds');
    await place.press('Enter');
    expect(query(page)).toContain('place=Leeds');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Cheapest first');
    await page.getByRole('checkbox', { name: 'Hide written-off cars' }).check();
    await expect.poll(() => query(page)).toContain('cat');
    await charted(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('link', { name: /^Remove: Within/ }).click();
    await page.locator('.card h3 a').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByRole('button', { name: '☆ Save' }).click();
    await page.goBack();
    await page.locator('.save').nth(1).click();
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Saved (3)' }).click();
    await page.getByRole('link', { name: 'Compare 2 cars' }).click();
    await page.getByRole('heading', { level: 1, name: '2 cars compared' }).waitFor();
    await page.goBack();
    await page.locator('#phrase').fill('cheap ford near london');
    await page.locator('#phrase').press('Enter');
    await expect.poll(() => headline(page)).toBe('30 cars');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => headline(page)).toContain('page 2');
    await page.locator('.card h3 a').first().click();
    await page.reload();
    await page.getByRole('button', { name: '☆ Save' }).click();
    await page.getByRole('button', { name: '★ Saved' }).waitFor();
    await page.getByRole('link', { name: 'Back to the search' }).click();
    await scripted(page);
    expect(await page.getByRole('button', { name: 'Saved (4)' }).count()).toBe(1);
    expect(refused).toEqual([]);
  });

  test('on a phone reads all of the example in the search box', async () => {
    const page = await visit('', PHONE);
    expect(await page.evaluate<number>(ROOM_BESIDE_EXAMPLE)).toBeGreaterThanOrEqual(0);
  });

  test('on a phone enters the place that near me leaves open, and sees what is near it', async () => {
    const page = await visit('?text=ford+near+me', PHONE);
    await scripted(page);
    await page.getByRole('link', { name: 'Tell us a town or postcode.' }).tap();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('location');
    await page.keyboard.type('Leeds');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove: Within 31 miles (50 km) of Leeds' }).waitFor();
    expect(await headline(page)).toBe('30 cars');
  });

  test.each([
    ['ford within 10 miles', 'Remove: Within 16 miles (25 km) of Leeds'],
    ['cheapest local ford', 'Remove: Within 6.2 miles (10 km) of Leeds'],
    ['nearest ford', 'Remove: Distances from Leeds'],
  ])('enters the place that %s leaves open, and searches as far as it says', async (phrase, chip) => {
    const page = await visit(`?text=${phrase}`);
    await scripted(page);
    await page.getByRole('textbox', { name: 'Postcode or town' }).fill('Leeds');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: chip }).waitFor();
  });

  test('keeps filters that were changed after a phrase when the phrase is edited', async () => {
    const page = await visit('?make=Ford');
    await scripted(page);
    const box = page.locator('#phrase');
    await box.fill('under 8000');
    await box.press('Enter');
    await page.getByRole('link', { name: 'Remove: At most £8,000' }).waitFor();
    await page.getByRole('checkbox', { name: /^Diesel/ }).check();
    await page.getByRole('link', { name: 'Remove: Diesel' }).waitFor();
    await box.fill('under 8000 automatic');
    await box.press('Enter');
    await page.getByRole('link', { name: 'Remove: Automatic' }).waitFor();
    expect(query(page)).toMatch(/^text=under 8000 automatic&make=Ford&.*fuel_type=Diesel/);
  });

  test('hides write-offs until the visitor shows them again', async () => {
    const page = await visit();
    await scripted(page);
    const chip = page.getByRole('link', { name: 'Remove: Write-offs hidden' });
    await page.getByRole('checkbox', { name: 'Hide written-off cars' }).check();
    await chip.waitFor();
    await page.locator('#phrase').pressSequentially('diesel fo');
    await page.getByRole('option', { name: 'Ford Focus' }).click();
    await expect.poll(() => query(page)).toBe('text=diesel Ford Focus&q=-"Write-off"');
    await expect.poll(() => headline(page)).toBe('14 cars');
    expect(await chip.count()).toBe(1);
    expect(await page.locator('.heard').innerText()).not.toContain('New search');

    await page.goto(new URL('?text=diesel', page.url()).href);
    await chip.waitFor();
    expect(query(page)).toBe('text=diesel&q=-"Write-off"');
    await chip.click();
    await expect.poll(() => query(page)).toContain('fuel_type=Diesel');
    await page.goto(new URL('?text=diesel', page.url()).href);
    await scripted(page);
    expect(query(page)).toBe('text=diesel');
  });

  test('takes what was saved to another browser as a file', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    for (const at of [0, 1]) await page.locator('.save').nth(at).click();
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Saved (3)' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save to a file' }).click();
    const file = await (await downloading).path();

    const other = await visit('?make=Jaguar');
    await scripted(other);
    await other.locator('.save').first().click();
    await other.getByRole('button', { name: 'Saved (1)' }).click();
    await other.locator('#saved input[type=file]').setInputFiles(file);
    await other.getByText(/^3 added from/).waitFor();
    expect(await titlesOf(other)).toEqual(['2021 Jaguar XJ', '2010 Ford Focus', '2011 Ford Focus']);
    await other.locator('#saved input[type=file]').setInputFiles(file);
    await other.getByText(/has nothing that is not here/).waitFor();
    await other.locator('#saved input[type=file]').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"cars":[{"url":1},null],"searches":"x"}'),
    });
    await other.getByText('other.json has nothing that is not here.').waitFor();
  });

  test.each([
    ['full', "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"],
    [
      'forbidden',
      "Object.defineProperty(self, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })",
    ],
  ])('says that nothing is kept where storage is %s', async (_, script) => {
    const page = await visit();
    await page.addInitScript(script);
    await page.goto(`${page.url()}?make=Ford&sort=price_asc`);
    await scripted(page);
    await page.locator('.save').first().click();
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await page.getByText('This browser does not let the page keep them: save them to a file.').waitFor();
    await page.locator('#saved .tick + p a').click();
    await page.getByRole('button', { name: '☆ Save' }).click();
    await page.getByRole('button', { name: 'This browser cannot save it' }).waitFor();
  });

  test('changes what is saved in other tabs, and not their searches', async () => {
    const page = await visit('?make=Ford');
    const other = await page.context().newPage();
    await other.goto(page.url().replace('Ford', 'Jaguar'));
    await scripted(page);
    await scripted(other);
    await page.locator('.save').first().click();
    await other.getByRole('button', { name: 'Saved (1)' }).waitFor();
    await other.locator('.save').first().click();
    await page.getByRole('button', { name: 'Saved (2)' }).waitFor();
    expect([await headline(page), await headline(other)]).toEqual(['60 cars', '1 car']);
  });

  test('keeps the name of the place with a search', async () => {
    const page = await visit('?make=Ford&location=LS2&place=Leeds&distance=4&sort=price_asc');
    await scripted(page);
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await page
      .locator('#saved')
      .getByRole('link', { name: 'Ford, Within 31 miles (50 km) of Leeds' })
      .click();
    await page.getByRole('link', { name: 'Remove: Within 31 miles (50 km) of Leeds' }).waitFor();
    expect(query(page)).toBe('place=Leeds&make=Ford&location=LS2&distance=4');
  });

  test('says until it is seen that the changes of a kept search are not known, once its cursor has expired', async () => {
    const page = await visit('?make=Ford', { expected: /status of 410/ });
    await scripted(page);
    await page.getByRole('button', { name: 'Keep search' }).click();
    const cursor = "JSON.parse(localStorage.getItem('forecourt.searches'))[0].cursor";
    await expect.poll(() => page.evaluate(cursor)).not.toBeNull();
    await page.evaluate(`(() => {
      const [kept] = JSON.parse(localStorage.getItem('forecourt.searches'));
      const old = { ...kept, cursor: 'old', at: kept.at - 86_400_000 * 30 };
      localStorage.setItem('forecourt.searches', JSON.stringify([old]));
    })()`);
    await page.route(/\/changes\/\?.*since=old/, (route) =>
      route.fulfill({ status: 410, json: { code: 'cursor_expired', detail: '' } }),
    );
    const note = page.locator('#saved [data-see] + .note');
    for (const visits of [1, 2]) {
      await page.reload();
      await page.getByRole('button', { name: 'Saved (1)' }).click();
      await expect
        .poll(() => note.innerText(), { message: `visit ${visits}` })
        .toMatch(
          /^What changed since \d+ [A-Z][a-z]+ is not known; counting from today: nothing new · Feed$/,
        );
    }
    await page.locator('#saved [data-see]').click();
    await page.locator('#saved').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Saved (1)' }).click();
    await expect.poll(() => note.innerText()).toBe('Nothing new since earlier today · Feed');
  });

  test('says that a saved car is cheaper or gone, in the list, on its page and in a comparison', async () => {
    const page = await visit('?make=Ford', { expected: /status of 404/ });
    await scripted(page);
    await page.locator('.save').first().click();
    await page.evaluate(`(() => {
      const [car] = JSON.parse(localStorage.getItem('forecourt.saved'));
      const gone = { ...car, model: 'Gone', url: car.url + 'x' };
      const unreadable = { ...car, url: 'http://[' };
      localStorage.setItem('forecourt.saved', JSON.stringify([{ ...car, price: car.price + 200 }, gone, unreadable]));
    })()`);
    await page.reload();
    await page.getByRole('button', { name: 'Saved (2)' }).click();
    await expect
      .poll(() => page.locator('#saved .tick + p .note').allInnerTexts())
      .toEqual(['£200 cheaper now', 'No longer listed']);
    await page.getByRole('link', { name: 'Compare 2 cars' }).click();
    await page.getByText('1 car of this comparison is no longer listed.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Saved (2)' }).click();
    await page.locator('#saved').getByRole('link', { name: /Gone/ }).click();
    await page.getByRole('heading', { name: 'No car has this address' }).waitFor();
  });

  test('refuses a car and a search for which there is no room, and says so; looks all cars up', async () => {
    const page = await visit('?make=Ford&sort=price_asc');
    await scripted(page);
    await page.locator('.save').first().click();
    const stored = (cars: number): Promise<unknown> =>
      page.evaluate(`(() => {
        const [car] = JSON.parse(localStorage.getItem('forecourt.saved'));
        const cars = Array.from({ length: ${cars} }, (_, at) => ({ ...car, url: car.url + at }));
        const searches = Array.from({ length: 10 }, (_, at) =>
          ({ query: 'price_max=' + (7000 + at), label: 'S' + at, cursor: null, at: Date.now() }));
        localStorage.setItem('forecourt.saved', JSON.stringify(cars));
        localStorage.setItem('forecourt.searches', JSON.stringify(searches));
        return { cars: [{ ...car, url: car.url + 'x' }, { ...car, url: car.url + 'y' }], searches: [{ ...searches[0], query: 'q=x' }] };
      })()`);
    const file = await stored(49);
    await page.reload();
    await scripted(page);
    await page.getByRole('button', { name: 'Saved (59)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved cars' });
    await expect.poll(() => dialog.getByText('No longer listed').count()).toBe(49);
    await dialog.getByRole('button', { name: 'Copy link to the last 20 cars' }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await dialog
      .getByText('1 added from other.json, 2 left out: there is room for 50 cars and 10 searches.')
      .waitFor();
    await dialog.locator('.close').click();

    await page.locator('.save').first().click();
    await dialog.getByText('There is room for 50 cars: remove one to add another.').waitFor();
    await dialog.locator('.close').click();
    await page.getByRole('button', { name: 'Keep search' }).click();
    await dialog.getByText('There is room for 10 searches: remove one to add another.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('kept-title');
    await dialog.getByRole('button', { name: 'Remove S0' }).click();
    await dialog.locator('.close').click();
    await page.getByRole('button', { name: 'Keep search' }).click();
    await page.getByRole('button', { name: 'Saved (60)' }).waitFor();
    await page.locator('.card h3 a').first().click();
    await page.reload();
    await page.getByRole('button', { name: '☆ Save' }).click();
    await page.getByRole('button', { name: '50 cars are saved: remove one first' }).waitFor();
  });

  test('shares the saved cars as an address', async () => {
    const page = await visit('?make=Ford&sort=price_asc', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await scripted(page);
    for (const at of [0, 1, 2, 3, 4]) await page.locator('.save').nth(at).click();
    await page.getByRole('button', { name: 'Saved (5)' }).click();
    await page.getByRole('button', { name: 'Copy link to this list' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: '5 cars on this list' }).waitFor();
    expect(await page.locator('.card').count()).toBe(5);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(address);
  });
});

async function titlesOf(page: Page): Promise<string[]> {
  return page.locator('#saved .tick + p a').allInnerTexts();
}

/** Pixels of the search box beside its example. */
const ROOM_BESIDE_EXAMPLE = `(() => {
  const box = document.querySelector('#phrase');
  const { font, paddingLeft, paddingRight } = getComputedStyle(box);
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  return box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - context.measureText(box.placeholder).width;
})()`;
