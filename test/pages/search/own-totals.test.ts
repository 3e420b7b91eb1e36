// Every number of the page that can be opened opens exactly as many cars: circles of the map, ticks, terms and bars, of three searches.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FieldSummaries } from '../../../src/api/responses.ts';
import { demoStock } from '../../../src/demo/generate.ts';
import type { App } from '../../../src/http/app.ts';
import { serverFor } from '../../support/server.ts';
import type { PageState } from '../../../src/pages/search/view/page-model.ts';
import { textWithTerms } from '../../../src/pages/view/term-choices.ts';
import { openStore } from '../../../src/store/store.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { get } from '../../support/get.ts';

const SEARCHES = [
  '',
  'make=Ford,Volkswagen&price_max=15000',
  'q=heated+seats&fuel_type=Petrol&location=M1&distance=5',
];
/** Of each list, from its beginning. */
const MAX_TRIED = 6;

let app: App;
let folder: DataFolder;

beforeAll(async () => {
  folder = new DataFolder();
  const store = openStore(folder.path, { mode: 'write' });
  await store.write((transaction) => {
    for (const listing of demoStock({ count: 1500 })) transaction.upsert(listing);
  });
  await store.close();
  const { service } = await folder.open().then(async (search) => {
    await search.catchUp();
    return search;
  });
  app = serverFor(service);
});

afterAll(async () => {
  await app.close();
  await folder.remove();
});

async function stateOf(query: string): Promise<PageState> {
  return JSON.parse(String((await get(app, `/page/state?${query}`)).body)) as PageState;
}

async function totalOf(
  query: string,
  changes: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) search.set(name, value);
  return (await stateOf(search.toString())).results?.total_vehicles;
}

test.each(SEARCHES)('each circle of /?%s', async (query) => {
  const page = String((await get(app, `/?${query}`, { accept: 'text/html' })).body);
  const circles = Array.from(
    page.matchAll(/<a class="cluster"[^>]* href="\/\?([^"]*)" aria-label="[^"]*: ([\d,]+) cars?"/g),
    ([, href, count]) => [href.replaceAll('&amp;', '&'), Number(count.replaceAll(',', ''))] as const,
  );
  expect(circles.length).toBeGreaterThan(2);
  for (const [search, count] of circles) expect(await totalOf(search, {}), search).toBe(count);
});

test.each(SEARCHES)('each tick of /?%s', async (query) => {
  const { summary } = await stateOf(query);
  const facets = summary as unknown as FieldSummaries;
  for (const name of ['make', 'fuel_type', 'transmission', 'dealer'] as const)
    for (const { value, count } of facets[name].values.slice(0, MAX_TRIED))
      expect(await totalOf(query, { [name]: value }), `${name} ${value}`).toBe(count);
});

test.each(['make=Citroen', 'make=Land+Rover'])(
  'each model of /?%s, though some begin as others',
  async (query) => {
    const page = String((await get(app, `/?${query}`, { accept: 'text/html' })).body);
    const boxes = Array.from(
      page.matchAll(/name="model"[^>]* value="([^"]*)"[^>]*><span[^>]*>[^<]*\(([\d,]+)\)/g),
      ([, model, count]) => [model, Number(count.replaceAll(',', ''))] as const,
    );
    expect(boxes.length).toBeGreaterThan(2);
    for (const [model, count] of boxes) expect(await totalOf(query, { model }), model).toBe(count);
  },
);

test.each(['model=Golf', 'make=-Ford&model=Golf', 'make=-Ford'])(
  'without a make, no count for models of /?%s: only some are counted',
  async (query) => {
    const page = String((await get(app, `/?${query}`, { accept: 'text/html' })).body);
    const boxes = page.matchAll(/name="model"[^>]* value="([^"]*)"[^>]*><span[^>]*>([^<]*)</g);
    const expected = query.includes('model=') ? [['Golf', 'Golf']] : [];
    expect(Array.from(boxes, ([, model, label]) => [model, label])).toEqual(expected);
  },
);

test.each(SEARCHES)('each term of /?%s', async (query) => {
  const { choices } = await stateOf(query);
  const chosen = choices.groups.flatMap((group) =>
    group.choices.filter(({ isChosen }) => isChosen).map(({ q }) => ({ group: group.name, q })),
  );
  const tried = choices.groups.flatMap(({ name, isMultiple, choices }) =>
    choices.slice(0, MAX_TRIED).map((choice) => ({ ...choice, name, isMultiple })),
  );
  expect(tried.length).toBeGreaterThan(10);
  for (const { q, count, name, isMultiple } of tried) {
    const others = chosen.filter(({ group }) => isMultiple || group !== name).map((one) => one.q);
    expect(await totalOf(query, { q: textWithTerms(choices.words, [...others, q]) ?? '' }), q).toBe(count);
  }
});

test.each(SEARCHES)('each bar of /?%s', async (query) => {
  const { summary } = await stateOf(query);
  const { year, price, mileage } = summary as unknown as FieldSummaries;
  for (const { value, count } of year.values.slice(0, MAX_TRIED))
    expect(await totalOf(query, { year_min: value, year_max: value }), value).toBe(count);
  for (const [name, { histogram }] of [['price', price], ['miles', mileage]] as const)
    for (const { from, below, count } of histogram.slice(0, MAX_TRIED)) {
      const bounds = { [`${name}_min`]: String(from), ...(below !== null && { [`${name}_max`]: String(below - 1) }) };
      expect(await totalOf(query, bounds), `${name} ${from}`).toBe(count);
    } // prettier-ignore
});
