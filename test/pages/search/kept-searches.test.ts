// Searches saved in a browser, with a storage and a service of the test.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageApiClient } from '../../../src/pages/search/browser/api-client.ts';
import { KeptSearches } from '../../../src/pages/search/browser/kept-searches.ts';

const TUESDAY = Date.parse('2026-03-10T12:00:00Z');
const THURSDAY = Date.parse('2026-03-12T12:00:00Z');
const ford = { query: 'make=Ford', label: 'Ford', cursor: 'old', at: TUESDAY };

let kept: string | null = null;
let answers: Readonly<Record<string, Response>> = {};

beforeEach(() => {
  vi.useFakeTimers({ now: THURSDAY, toFake: ['Date'] });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => (kept = value),
  });
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answers[url]?.clone() ?? Response.error()));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (): KeptSearches => new KeptSearches(new PageApiClient('/'), () => undefined);
const notes = (searches: KeptSearches): string[] => searches.all.map((one) => searches.noteOf(one));

describe('a kept search whose state the service has forgotten', () => {
  const url = '/api/v1/vehicles/changes/?make=Ford';
  const left = { change: 'left', vehicle: null };

  beforeEach(() => {
    kept = JSON.stringify([ford]);
    answers = {
      [`${url}&since=old`]: Response.json({ code: 'gone', detail: '' }, { status: 410 }),
      [url]: Response.json({ changes: [], cursor: 'new', more: false }),
      [`${url}&since=new`]: Response.json({ changes: [left], cursor: 'newer', more: false }),
    };
  });

  test('says so until it is seen, also on later visits', async () => {
    const searches = open();
    await searches.refresh();
    expect(notes(searches)).toEqual([
      'What changed since Tuesday is not known; counting from today: nothing new',
    ]);

    const later = open();
    await later.refresh();
    expect(notes(later)).toEqual(['What changed since Tuesday is not known; counting from today: 1 gone']);
    later.see('make=Ford');
    answers = { [`${url}&since=newer`]: Response.json({ changes: [], cursor: 'newer', more: false }) };
    await later.refresh();
    expect(notes(later)).toEqual(['Nothing new since earlier today']);
  });
});
