// The terms that a search of the page can be refined by, on a few listings, with their summaries and searches.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSummaryTotals } from '../../../src/api/summary-response.ts';
import type { SummaryTotals } from '../../../src/api/responses.ts';
import { toQueryString, toSearchState, TERM } from '../../../src/pages/view/search-state.ts';
import { findTermChoices, groupsFor } from '../../../src/pages/search/find-term-choices.ts';
import type { TermChoices } from '../../../src/pages/view/term-choices.ts';
import type { SearchBackend } from '../../../src/search/search-backend.ts';
import { DataFolder } from '../../support/data-folder.ts';

const record = (id: number, full_description: string, more: object = {}): string =>
  JSON.stringify({
    id: String(id),
    dealer: 'a.example',
    advert_url: `https://a.example/${id}`,
    make: 'Ford',
    model: 'Focus',
    full_description,
    ...more,
  });

let folder: DataFolder;
let backend: SearchBackend;
/** Query strings that were summarised besides the search's own. */
let summarized: string[] = [];

beforeAll(async () => {
  folder = new DataFolder();
  const records = [
    record(1, 'Red 5 door hatchback, ST-Line, satellite navigation, heated seats, one owner.'),
    record(2, 'Red 5dr estate with sat nav. Garaged.'),
    record(3, 'Blue 3 door hatchback, heated seats, FSH.', { make: 'Kia', model: 'Ceed' }),
    record(4, 'Black coupe with leather, panoramic roof.', { make: 'Audi', model: 'A5' }),
    record(5, 'White coupe with black leather, sat nav.', { make: 'Audi', model: 'A5' }),
    record(6, 'Black coupe, black roof.', { make: 'Audi', model: 'TT' }),
  ];
  await folder.import(records, { merge: false });
  backend = await folder.open();
  await backend.catchUp();
});

afterAll(() => folder.remove());

const parse = (query: string) => backend.service.parse([...new URLSearchParams(query)]).query;

/** As the page asks for it: of the terms, only the groups that its choices need. */
async function summarize(query: string): Promise<SummaryTotals> {
  const parts = { groups: groupsFor(toSearchState(new URLSearchParams(query))), isBrief: true };
  return toSummaryTotals(await backend.service.summarize(parse(query), parts), 'https://a.example');
}

async function find(query: string): Promise<TermChoices> {
  summarized = [];
  const search = toSearchState(new URLSearchParams(query));
  return findTermChoices(search, await summarize(query), (other) => {
    summarized.push(toQueryString(other));
    return summarize(toQueryString(other));
  });
}

/** Each group in a line: `Body: Estate 1, *Hatchback 2`, the chosen one with a star. */
async function choices(query: string) {
  const { words, groups } = await find(query);
  const lines = groups.map(
    ({ label, choices }) =>
      `${label}: ${choices.map((one) => `${one.isChosen ? '*' : ''}${one.label} ${one.count}`).join(', ')}`,
  );
  return { words, lines };
}

/** The total of the search that the form sends once this term is chosen, in place of its group's or beside it. */
async function totalWith({ words, groups }: TermChoices, name: string, q: string): Promise<number> {
  const chosen = groups.flatMap((group) =>
    group.choices
      .filter(({ isChosen }) => isChosen && (group.isMultiple || group.name !== name))
      .map((choice) => choice.q),
  );
  const pairs = [...chosen, q].map((term) => [TERM, term] as const);
  const search = toSearchState([['q', words], ...pairs]);
  return (await backend.service.search(parse(toQueryString(search)))).total;
}

describe('a search can be refined by', () => {
  test('what its matches say, with counts', async () => {
    expect(await choices('')).toEqual({
      words: '',
      lines: [
        'Body: Coupe 3, Hatchback 2, Estate 1',
        'Colour: Black 2, Red 2, Blue 1, White 1',
        'Doors: 3 door 1, 5 door 2',
        'Owners: 1 owner 1',
        'Equipment and history: Sat nav 3, Heated seats 2, Leather 2, Full service history 1, Panoramic roof 1',
      ],
    });
    expect(summarized).toEqual([]);
  });

  test('another term of a group in place of the chosen one, and more equipment beside it', async () => {
    expect(await choices('q=garaged+red+satnav+5+door')).toEqual({
      words: 'garaged',
      lines: ['Body: Estate 1', 'Colour: *Red 1', 'Doors: *5 door 1', 'Equipment and history: *Sat nav 1'],
    });
    expect(await choices('q=heated+seats+red')).toEqual({
      words: '',
      lines: [
        'Body: Hatchback 1',
        'Colour: Blue 1, *Red 1',
        'Doors: 5 door 1',
        'Owners: 1 owner 1',
        'Equipment and history: *Heated seats 1, Sat nav 1',
      ],
    });
  });

  test('no other search is summarised but that without the chosen term of a group', async () => {
    await find('q=heated+seats');
    expect(summarized).toEqual([]);
    await find('q=garaged+red+sat+nav&make=Ford');
    expect(summarized).toEqual(['q=Sat+nav+garaged&make=Ford']);
    await find('q=xyzzy+red');
    expect(summarized).toEqual([]);
  });

  test('trims, of one model', async () => {
    expect((await choices('make=Ford')).lines.some((line) => line.startsWith('Trim'))).toBe(false);
    expect((await choices('make=Ford&model=Focus')).lines).toContain('Trim: ST-Line 1');
  });

  test('a trim that was searched for, of any model', async () => {
    const { words, lines } = await choices('q=st-line+red');
    expect(words).toBe('');
    expect(lines).toContain('Trim: *ST-Line 1');
  });

  test('the chosen terms alone where nothing matches, if an earlier search knows them', async () => {
    expect(await choices('q=xyzzy+red')).toEqual({ words: 'xyzzy red', lines: [] });
    expect(await choices('q=red+heated+seats&price_max=1')).toEqual({
      words: '',
      lines: ['Colour: *Red 0', 'Equipment and history: *Heated seats 0'],
    });
  });

  test('alternatives and exclusions stay keywords, with all of their words', async () => {
    expect(await choices('q=red+or+green')).toEqual({
      words: 'red or green',
      lines: [
        'Body: Estate 1, Hatchback 1',
        'Colour: Red 2',
        'Doors: 5 door 2',
        'Owners: 1 owner 1',
        'Equipment and history: Sat nav 2, Heated seats 1',
      ],
    });
    expect(await choices('q=-"rear heated" seats red')).toMatchObject({ words: '-"rear heated" seats' });
    expect(await choices('q=−“rear heated” red')).toMatchObject({ words: '−“rear heated”' });
    expect(await choices('q=red not "rear heated"')).toMatchObject({ words: 'not "rear heated"' });
  });

  test('the word before a chosen term that asks for nothing goes with it', async () => {
    expect(await choices('q=garaged and red')).toMatchObject({ words: 'garaged' });
    expect(await choices('q=a red garaged car')).toMatchObject({ words: 'garaged' });
  });

  test('words that are a longer term stay keywords', async () => {
    expect(await choices('q=black+leather')).toMatchObject({ words: 'black leather' });
    expect(await choices('q=leather+black')).toMatchObject({ words: '' });
  });
});

describe('the count of a term is the total of the search that it leads to', () => {
  const QUERIES = [
    '',
    'q=leather',
    'q=black',
    'q=coupe',
    'q=sat+nav',
    'q=red+5+door',
    'q=garaged',
    'q=pano',
    'q=with+coup',
  ];

  test.each(QUERIES)('with %j', async (query) => {
    const found = await find(query);
    const offered = found.groups.flatMap(({ name, choices }) =>
      choices.map((choice) => ({ name, ...choice })),
    );
    const totals = await Promise.all(offered.map(({ name, q }) => totalWith(found, name, q)));
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.map(({ label }, i) => [label, totals[i]])).toEqual(
      offered.map(({ label, count }) => [label, count]),
    );
  });

  test('unless it is one term with the next word: then it counts the matches that say both', async () => {
    const found = await find('q=roof');
    const [, colours] = found.groups;
    expect(colours.choices).toContainEqual({ label: 'Black', q: 'Black', count: 2, isChosen: false });
    expect(await totalWith(found, 'colour', 'Black')).toBe(1);
  });
});
