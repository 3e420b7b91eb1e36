// What a URL of the search page shows: which searches it makes, from results that are written here.
import { describe, expect, test } from 'vitest';
import { loadPage, type PageApi } from '../../../src/pages/search/load-page.ts';
import { toQueryString } from '../../../src/pages/view/search-state.ts';

/** An API with these totals by query string, else 0, and these interpretations by phrase. */
function fakeApi(
  totals: Readonly<Record<string, number>>,
  phrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): PageApi {
  return {
    async search(search) {
      const total = totals[toQueryString(search)] ?? 0;
      return {
        results: { cars: [], total_vehicles: total, current_page: 1, total_pages: 1, per_page: 20 },
        summary: { total_vehicles: 0, terms: {}, relaxations: null },
        map: { zoom: 0, total_vehicles: 0, unplaced: 0, outside: 0, cells: [] },
        prices: { count: 0, quartiles: null, bands: [] },
        warnings: [],
      };
    },
    summarize: async () => ({ total_vehicles: 0, terms: {}, relaxations: null }),
    count: async (search) => totals[toQueryString(search)] ?? 0,
    interpret: async (text) => ({
      text,
      parameters: phrases[text] ?? {},
      understood: [],
      q: null,
      not_understood: [],
      notice: null,
      understood_share: 1,
      questions: [],
      left_out: [],
      refines: false,
      changes: [],
      search_url: '',
    }),
  };
}

async function shown(url: string, api: PageApi) {
  const { state } = await loadPage([...new URLSearchParams(url)], api);
  return { search: state.search, total: state.results?.total_vehicles };
}

test('a version that is also a model counts in every model that has it, as its box finds them', async () => {
  const api = fakeApi({
    'make=MINI&fuel_type=Petrol&model=Cooper': 3,
    'make=MINI&model=Cooper&fuel_type=Petrol': 3,
  });
  const values = [
    { value: 'Clubman', count: 2 },
    { value: 'Cooper', count: 1 },
  ];
  const model = { values, more: { values: 0, count: 0 }, unknown: 0 };
  const search: PageApi['search'] = async (state) => {
    const found = await api.search(state);
    return 'problem' in found
      ? found
      : { ...found, summary: { total_vehicles: 3, terms: {}, relaxations: null, model } };
  };
  const pairs = [
    ['make', 'MINI'],
    ['fuel_type', 'Petrol'],
  ] as const;
  const { state } = await loadPage(pairs, { ...api, search });
  expect(state.summary?.model?.values).toEqual([
    { value: 'Clubman', count: 2 },
    { value: 'Cooper', count: 3 },
  ]);
});

describe('a URL shows', () => {
  test('the search that a phrase stands for, and the phrase', async () => {
    const api = fakeApi({ 'fuel_type=Diesel': 7 }, { 'diesels please': { fuel_type: 'Diesel' } });
    expect(await shown('text=diesels+please', api)).toEqual({
      search: { phrase: 'diesels please', fuel_type: 'Diesel' },
      total: 7,
    });
  });

  test('the search that a phrase makes of the parameters beside it, and the way back', async () => {
    const api = fakeApi({ 'make=Ford&price_max=7200': 7 });
    const asked: unknown[] = [];
    const refining: PageApi = {
      ...api,
      interpret: async (text, before) => {
        asked.push([text, toQueryString(before)]);
        const found = await api.interpret(text, before);
        return { ...found, parameters: { make: 'Ford', price_max: '7200' }, refines: true };
      },
    };
    const url = new URLSearchParams('text=cheaper&make=Ford&price_max=8000');
    const { state } = await loadPage([...url], refining);
    expect(asked).toEqual([['cheaper', 'make=Ford&price_max=8000']]);
    expect(state.search).toEqual({ phrase: 'cheaper', make: 'Ford', price_max: '7200' });
    expect(toQueryString(state.before)).toBe('make=Ford&price_max=8000');
    expect(state.results?.total_vehicles).toBe(7);
    expect(state.asked).toBe('?text=cheaper&make=Ford&price_max=8000');
  });

  test('parameters as they are, with the phrase that they were read from', async () => {
    const api = fakeApi({ 'fuel_type=Petrol': 9 });
    expect(await shown('phrase=diesels+please&fuel_type=Petrol', api)).toEqual({
      search: { phrase: 'diesels please', fuel_type: 'Petrol' },
      total: 9,
    });
  });

  test('words that listings have as words', async () => {
    const api = fakeApi({ 'q=diesel': 3 }, { diesel: { fuel_type: 'Diesel' } });
    expect(await shown('q=diesel', api)).toEqual({ search: { q: 'diesel' }, total: 3 });
  });

  test('words that no listing has as a phrase, if that finds something', async () => {
    const phrases = { 'diesel under 5k': { fuel_type: 'Diesel', price_max: '5000' }, xyzzy: { q: 'xyzzy' } };
    const totals = { 'q=diesel+under+5k': 0, 'fuel_type=Diesel&price_max=5000': 4, 'q=xyzzy': 0 };
    const api = fakeApi(totals, phrases);
    expect(await shown('q=diesel+under+5k', api)).toEqual({
      search: { phrase: 'diesel under 5k', fuel_type: 'Diesel', price_max: '5000' },
      total: 4,
    });
    expect(await shown('q=xyzzy', api)).toEqual({ search: { q: 'xyzzy' }, total: 0 });
  });

  test('the town that stands in place of a postcode', async () => {
    const api = fakeApi({ 'location=LS2&distance=3': 5 });
    const errors = [{ parameter: 'location', code: 'invalid_location', value: 'Leeds', suggestion: 'LS2' }];
    const strict: PageApi = {
      ...api,
      search: async (search) =>
        search.location === 'Leeds'
          ? { status: 400, problem: { detail: '', code: 'invalid_parameters', errors } }
          : api.search(search),
    };
    expect(await shown('location=Leeds&distance=3', strict)).toEqual({
      search: { location: 'LS2', place: 'Leeds', distance: '3' },
      total: 5,
    });
  });

  test('words beside filters as words only', async () => {
    const api = fakeApi({ 'q=under+5k&make=Ford': 0 }, { 'under 5k': { price_max: '5000' } });
    expect(await shown('q=under+5k&make=Ford', api)).toEqual({
      search: { q: 'under 5k', make: 'Ford' },
      total: 0,
    });
  });
});
