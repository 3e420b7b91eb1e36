// The pages are valid HTML where a validator has found them not to be: rules that browsers forgive, and readers of screens do
// not. Whether a page can be used by everyone is tried in Chromium.
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { dashboardPage } from '../../src/pages/dashboard/dashboard-page.ts';
import { FEEDS, model, NOW, sample } from './dashboard/model.ts';
import { serve } from '../http/fixture.ts';

/** Elements that a name of their own is not for, unless they have a role. */
const NAMELESS = new Set('b cite code del em i ins mark p pre s small span strong sub sup u div'.split(' '));

/** What is wrong with a page, by the rules of this file. */
function errorsOf(page: string): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const references: string[] = [];
  let option: { text: string; labelled: boolean } | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, role } = attributes;
      if (id !== undefined && ids.has(id)) faults.push(`two elements have the id ${id}`);
      if (id !== undefined) ids.add(id);
      const named = 'aria-label' in attributes || 'aria-labelledby' in attributes;
      if (named && NAMELESS.has(name) && role === undefined) faults.push(`${name} has a name and no role`);
      for (const reference of ['for', 'aria-labelledby', 'aria-controls', 'aria-describedby'])
        if (reference in attributes) references.push(...attributes[reference].split(' '));
      if (name === 'img' && !('alt' in attributes)) faults.push('img has no alt');
      if (name === 'option') option = { text: '', labelled: 'label' in attributes };
    },
    ontext(text) {
      if (option !== undefined) option.text += text;
    },
    onclosetag(name) {
      if (name !== 'option') return;
      if (option?.text.trim() === '' && !option.labelled) faults.push('option is empty');
      option = undefined;
    },
  });
  parser.end(page);
  for (const id of references) if (!ids.has(id)) faults.push(`nothing has the id ${id}`);
  return faults;
}

test('the rules are broken where they are', () => {
  const page =
    '<p id="a"><b id="a" aria-label="x"><select aria-label="y"><option value=""></option><option label="z"></select>' +
    '<img src="x"><label for="none"></label><pre role="group" aria-labelledby="a"></pre>';
  expect(errorsOf(page)).toEqual([
    'two elements have the id a',
    'b has a name and no role',
    'option is empty',
    'img has no alt',
    'nothing has the id none',
  ]);
});

describe('a page is valid:', () => {
  test.each([
    ['/', 200],
    ['/?make=Jaguar&location=SW1A+1AA&distance=3&q=owner&sort=price_asc', 200],
    ['/?text=cheap+not+red', 200],
    ['/?page=99', 200],
    ['/?price_max=1', 200],
    ['/?fuel_type=Steam&location=Leeds&price_min=cheap', 400],
    ['/docs', 200],
  ])('%s', async (path, status) => {
    const { url } = await serve();
    const response = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(errorsOf(await response.text())).toEqual([]);
  });

  test('the search page while the stock is read', async () => {
    const { url } = await serve({ isReady: () => false });
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(503);
    expect(errorsOf(await response.text())).toEqual([]);
  });

  test('the dashboard', () => {
    const samples = Array.from({ length: 9 }, (_, at) => sample(NOW - 5000 * at, { requests: at }));
    for (const one of [model(), model({ status: undefined }), model({ status: FEEDS, samples })])
      expect(errorsOf(dashboardPage(one))).toEqual([]);
  });
});

test.each([
  '/nowhere',
  '/cars/redirect/?api_target=https://x.example/',
  '/problems/',
  '/problems/not-found',
  '/llms.txt',
])('%s is no page, whoever asks', async (path) => {
  const { url } = await serve();
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  expect(response.headers.get('content-type')).toMatch(
    /^(?:application\/problem\+json|text\/plain); charset=utf-8$/,
  );
});
