// Hiding write-offs: what it finds in a stock, and how it goes with the words and phrases of a search.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchBackend } from '../../../src/search/search-backend.ts';
import { activeFilters } from '../../../src/pages/search/view/labels.ts';
import {
  isTextAlone,
  keptBeside,
  phraseOf,
  toPairs,
  toSearchState,
  TERM,
} from '../../../src/pages/view/search-state.ts';
import { hidesWriteOffs, NO_WRITE_OFFS, wordsBeside } from '../../../src/pages/view/term-choices.ts';
import { DataFolder } from '../../support/data-folder.ts';

describe('a search that hides write-offs', () => {
  let folder: DataFolder;
  let backend: SearchBackend;

  beforeAll(async () => {
    const texts = [
      'Cat N repaired.',
      'Insurance write off.',
      'Category S.',
      'Never written off.',
      'One owner.',
    ];
    folder = new DataFolder();
    await folder.import(
      texts.map((full_description, id) =>
        JSON.stringify({
          id: String(id),
          dealer: 'a.example',
          advert_url: `https://a.example/${id}`,
          make: 'Ford',
          full_description,
        }),
      ),
      { merge: false },
    );
    backend = await folder.open();
    await backend.catchUp();
  });

  afterAll(() => folder.remove());

  test('leaves out what says so in any spelling, and keeps what denies it', async () => {
    const { service } = backend;
    const find = async (q: string) => {
      const { hits } = await service.search(service.parse(toPairs(toSearchState([['q', q]]))).query);
      return hits.map(({ id }) => id).sort();
    };
    expect(await find(NO_WRITE_OFFS)).toEqual(['3', '4']);
    expect(await find(`${NO_WRITE_OFFS} owner`)).toEqual(['4']);
  });
});

test('the box is one term of the form among others', () => {
  const search = toSearchState([
    ['q', 'estate'],
    [TERM, NO_WRITE_OFFS],
    [TERM, '1 owner'],
  ]);
  expect(hidesWriteOffs(search)).toBe(true);
  expect(wordsBeside(search.q)).toBe('1 owner estate');
});

test('is a filter of its own, and no words', () => {
  const search = toSearchState([['q', `golf ${NO_WRITE_OFFS.toLowerCase()} blue`]]);
  expect(activeFilters(search).map(({ label, removed }) => [label, removed.q])).toEqual([
    ['“golf blue”', '-"Write-off"'],
    ['Write-offs hidden', 'golf blue'],
  ]);
  expect(phraseOf(search)).toBe('golf blue');
  expect(isTextAlone({ q: NO_WRITE_OFFS })).toBe(false);
  expect(phraseOf({ q: NO_WRITE_OFFS })).toBeUndefined();
});

test.each(['-"written off"', '-"Insurance Write Off"', '-write-off'])('is said by %s too', (exclusion) => {
  const search = toSearchState([['q', `${exclusion} golf`]]);
  expect(activeFilters(search).map(({ label, removed }) => [label, removed.q])).toEqual([
    ['“golf”', '-"Write-off"'],
    ['Write-offs hidden', 'golf'],
  ]);
  expect(hidesWriteOffs({ q: 'golf "written off"' })).toBe(false);
  expect(hidesWriteOffs({ q: 'golf,-"written off",red' })).toBe(true);
  expect(hidesWriteOffs({ q: '-"cat n" golf' })).toBe(false);
});

test('a phrase keeps them hidden, and the area of the map if it refines the search from the same place', () => {
  const before = { q: NO_WRITE_OFFS, cell: '7/250/162', area: 'Leeds' };
  const area = { cell: '7/250/162', area: 'Leeds' };
  expect(keptBeside(before, { refines: true, parameters: {} })).toEqual({ q: NO_WRITE_OFFS, ...area });
  expect(keptBeside(before, { refines: true, parameters: { q: NO_WRITE_OFFS } })).toEqual(area);
  expect(keptBeside(before, { refines: true, parameters: { location: 'LS1' } })).toEqual({
    q: NO_WRITE_OFFS,
  });
  expect(keptBeside(before, { refines: false, parameters: {} })).toEqual({ q: NO_WRITE_OFFS });
});
