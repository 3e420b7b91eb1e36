// What the page says of a phrase.
import { describe, expect, test } from 'vitest';
import type { InterpretationResponse } from '../../../src/api/responses.ts';
import { renderHtml } from '../../../src/pages/render-html.ts';
import { chips, interpretationNotes } from '../../../src/pages/search/view/search-box.ts';
import type { SearchState } from '../../../src/pages/view/search-state.ts';
import type { PageState } from '../../../src/pages/search/view/page-model.ts';
import { headline } from '../../../src/pages/search/view/results.ts';
import { withoutResults } from '../../../src/pages/search/load-page.ts';

function notesOf(
  understood: InterpretationResponse['understood'],
  { search = {}, notice = null }: { search?: SearchState; notice?: string | null } = {},
): string {
  const urls = { basePath: '/', baseUrl: 'https://cars.example' };
  const { state } = withoutResults(search, { status: 503, problem: { code: 'overloaded', detail: '' } });
  const unread = {
    q: null,
    not_understood: [],
    notice,
    understood_share: 1,
    questions: [],
    left_out: [],
    refines: false,
    changes: [],
    search_url: '',
  };
  const interpretation = { text: '', parameters: {}, understood, ...unread };
  return renderHtml(interpretationNotes({ ...urls, ...state, interpretation }));
}

const span = (words: string) => ({ words, start: 0, end: words.length });

test('the notes on the same words are one line', () => {
  const html = notesOf([
    { parameter: 'location', value: '', ...span('near Leeds'), note: 'Measured from central Leeds' },
    {
      parameter: 'sort',
      value: '',
      ...span('near Leeds'),
      note: 'nearest first, as no other order was asked for',
    },
    { parameter: 'fuel_type', value: '', ...span('diesel') },
    { parameter: 'year_min', value: '', ...span('newish'), note: 'counted from 2026' },
  ]);
  expect(html).toContain(
    '<ul><li class="read"><q>near Leeds</q>: Measured from central Leeds. Nearest first, as no other order was asked for.</li>' +
      '<li class="read"><q>newish</q>: Counted from 2026.</li></ul>',
  );
});

test('a note repeats neither a chip nor the notice', () => {
  const html = notesOf(
    [
      { parameter: 'make', value: 'Lada', ...span('lada'), note: 'No Lada in this stock.' },
      { parameter: 'distance', value: '4', ...span('near Leeds'), note: 'Within 31 miles' },
      { parameter: 'location', value: 'LS2', ...span('near Leeds'), note: 'Measured from central Leeds' },
    ],
    { search: { make: 'Lada', location: 'LS2', distance: '4' }, notice: 'No Lada in this stock.' },
  );
  expect(html).toContain(
    '<ul><li>No Lada in this stock.</li><li class="read"><q>near Leeds</q>: Measured from central Leeds.</li></ul>',
  );
});

describe('a phrase beside a search', () => {
  const urls = { basePath: '/', baseUrl: 'https://cars.example' };
  const problem = { status: 503, problem: { code: 'overloaded', detail: '' } };
  const { state } = withoutResults({ make: 'Ford', price_max: '7200' }, problem);
  const model = { ...urls, ...state };
  const before = { make: 'Ford', price_max: '8000' };
  const sentence = 'Price at most £7,200, cheaper than the £8,000 before.';
  const change = {
    operation: 'tighten',
    parameter: 'price_max',
    before: '8000',
    after: '7200',
    sentence,
  } as const;
  const none = { understood: [], not_understood: [], left_out: [], questions: [] };
  const read = { ...none, parameters: {}, q: null, notice: null, understood_share: 1, search_url: '' };

  function headlineOf(of: Partial<PageState>): string {
    const results = {
      cars: [],
      total_vehicles: 1234,
      current_page: 1,
      total_pages: 62,
      per_page: 20 as const,
    };
    const kept = { saved: new Set<string>(), kept: new Set<string>(), news: 0, filtersAreOpen: false };
    return headline({ ...model, ...kept, phase: 'loaded', results, ...of });
  }

  function notes(refines: boolean, changes: InterpretationResponse['changes']): string {
    const interpretation = { ...read, text: 'cheaper', refines, changes };
    return renderHtml(interpretationNotes({ ...model, before, interpretation }));
  }

  test('says what it changed, with links that undo it and start anew', () => {
    expect(notes(true, [{ ...change, ...span('cheaper') }])).toContain(
      `<li>${sentence} <a href="/?make=Ford&amp;price_max=8000">Undo</a> · ` +
        '<a href="/?text=cheaper">Start again instead</a></li>',
    );
  });

  test('starts anew with write-offs hidden, if they are', () => {
    const hidden = { make: 'Ford', price_max: '7200', q: '-"Write-off"' };
    const interpretation = {
      ...read,
      text: 'cheaper',
      refines: true,
      changes: [{ ...change, ...span('cheaper') }],
    };
    const html = renderHtml(interpretationNotes({ ...model, search: hidden, before, interpretation }));
    expect(html).toContain('<a href="/?text=cheaper&amp;q=-%22Write-off%22">Start again instead</a>');
  });

  test('does not offer again what it has just done: a new search', () => {
    const html = notes(false, []);
    expect(html).toContain('<li>New search. <a href="/?make=Ford&amp;price_max=8000">Undo</a></li>');
    expect(html).not.toContain('Start again');
  });

  test('says in the headline that nothing was understood or changed', () => {
    const not_understood = [{ ...span('xyzzy'), why: 'No advert says this.' }];
    const interpretation = { ...read, text: 'xyzzy', not_understood, refines: true, changes: [] };
    const html = renderHtml(interpretationNotes({ ...model, before, interpretation }));
    expect(html).toContain('<ul><li>Left out <q>xyzzy</q>: No advert says this.</li></ul>');
    expect(headlineOf({ interpretation, before })).toBe('Nothing changed: 1,234 cars');
    const fresh = { ...interpretation, refines: false, notice: 'Nothing in this was understood.' };
    expect(headlineOf({ interpretation: fresh })).toBe('Nothing understood: 1,234 cars');
    const notes = renderHtml(interpretationNotes({ ...model, before: {}, interpretation: fresh }));
    expect(notes).not.toContain('Nothing');
    expect(headlineOf({ interpretation: { ...fresh, parameters: { make: 'Ford' } } })).toBe('1,234 cars');
  });

  test('names no page past the last one in the headline', () => {
    const page = { cars: [], total_vehicles: 63, total_pages: 4, per_page: 20 as const };
    expect(headlineOf({ results: { ...page, current_page: 4 } })).toBe('63 cars, page 4 of 4');
    expect(headlineOf({ results: { ...page, current_page: 5000 } })).toBe('63 cars');
  });

  test('keeps the way back from a new search of which nothing was understood', () => {
    const not_understood = [{ ...span('xyzzy'), why: 'No advert says this.' }];
    const interpretation = { ...read, text: 'a car with xyzzy', not_understood, refines: false, changes: [] };
    const html = renderHtml(interpretationNotes({ ...model, before, interpretation }));
    expect(html).toContain('<li>New search. <a href="/?make=Ford&amp;price_max=8000">Undo</a></li>');
  });

  test('says in a note that the search stays if no car matches', () => {
    const not_understood = [{ ...span('xyzzy'), why: 'No advert says this.' }];
    const interpretation = { ...read, text: 'xyzzy', not_understood, refines: true, changes: [] };
    const results = { cars: [], total_vehicles: 0, current_page: 1, total_pages: 0, per_page: 20 as const };
    const html = renderHtml(interpretationNotes({ ...model, before, interpretation, results }));
    expect(html).toContain('<li>The search is as it was before.</li>');
  });

  test('does not repeat in a note what a change says', () => {
    const sentence = 'In the advert: not “black”.';
    const change = { operation: 'exclude', parameter: 'q', before: null, after: '-black', sentence } as const;
    const note = { parameter: 'q', value: '-black', ...span('not black'), note: 'not black' } as const;
    const also = { parameter: 'sort', value: '', ...span('newish'), note: 'counted from 2026' } as const;
    const changes = [{ ...change, ...span('not black') }];
    const interpretation = { ...read, text: 'not black', understood: [note, also], refines: true, changes };
    const html = renderHtml(interpretationNotes({ ...model, before, interpretation }));
    expect(html).toContain(`<li>${sentence} <a`);
    expect(html).toContain('<li class="read"><q>newish</q>: Counted from 2026.</li>');
    expect(html).not.toContain('Not black');
  });

  test('says once that the search stays, and why', () => {
    const not_understood = [{ ...span('cheaper'), why: 'The order is already this one.' }];
    const notice = 'This does not change the search.';
    const interpretation = { ...read, text: 'cheaper', not_understood, notice, refines: true, changes: [] };
    expect(renderHtml(interpretationNotes({ ...model, before, interpretation }))).not.toContain(notice);
  });

  test('says nothing of words that were not understood if these ask for everything', () => {
    const notice = 'Nothing in this was understood as a search for vehicles.';
    const interpretation = { ...read, text: 'start again', notice, refines: false, changes: [] };
    expect(renderHtml(interpretationNotes({ ...model, before, interpretation }))).not.toContain('Nothing');
    expect(renderHtml(interpretationNotes({ ...model, before: {}, interpretation }))).toContain(notice);
  });
});

test('examples are values that can be searched for', () => {
  const { state } = withoutResults({}, { status: 503, problem: { code: 'overloaded', detail: '' } });
  const counts = (...values: readonly string[]) => ({
    values: values.map((value, at) => ({ value, count: 9 - at })),
    unknown: 0,
    more: { values: 0, listings: 0 },
  });
  const summary = {
    fuel_type: counts('Petrol', 'Electric', 'Hydrogen'),
    transmission: counts('Manual', 'Automatic', 'Other'),
  } as unknown as typeof state.summary;
  const html = renderHtml(
    chips({
      ...state,
      basePath: '/',
      baseUrl: '',
      saved: new Set(),
      kept: new Set(),
      news: 0,
      filtersAreOpen: false,
      summary,
    }),
  );
  expect(html.match(/data-key="([^"]*)"/g)).toEqual(['data-key="Electric"', 'data-key="Automatic"']);
});
