// The terms that a search can be refined by, on a few listings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { TermChooser } from '../../src/search/term-choices.ts';
import { DataFolder } from '../support/data-folder.ts';

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
let chooser: TermChooser;

beforeAll(async () => {
  folder = new DataFolder();
  const records = [
    record(1, 'Red 5 door hatchback, ST-Line, satellite navigation, heated seats, one owner.'),
    record(2, 'Red 5dr estate with sat nav. Garaged.'),
    record(3, 'Blue 3 door hatchback, heated seats, FSH.', { make: 'Kia', model: 'Ceed' }),
  ];
  await folder.import(records, { merge: false });
  backend = await folder.open();
  await backend.catchUp();
  chooser = new TermChooser(backend.service);
});

afterAll(() => folder.remove());

/** Each group in a line: `Body: Estate 1, *Hatchback 2`, the chosen one with a star. */
async function choices(query: string) {
  const pairs = [...new URLSearchParams(query)];
  const { words, groups } = await chooser.choices(backend.service.parse(pairs).query);
  const lines = groups.map(
    ({ label, choices }) =>
      `${label}: ${choices.map(({ term, count, isChosen }) => `${isChosen ? '*' : ''}${term} ${count}`).join(', ')}`,
  );
  return { words, lines };
}

describe('a search can be refined by', () => {
  test('what the stock has, with counts', async () => {
    expect(await choices('')).toEqual({
      words: '',
      lines: [
        'Body: Hatchback 2, Estate 1',
        'Colour: Red 2, Blue 1',
        'Doors: 3 door 1, 5 door 2',
        'Owners: 1 owner 1',
        'Equipment and history: Heated seats 2, Sat nav 2, Full service history 1',
      ],
    });
  });

  test('another term of a group in place of the chosen one, and more equipment beside it', async () => {
    expect(await choices('q=garaged+red+satnav+5dr')).toEqual({
      words: 'garaged',
      lines: ['Body: Estate 1', 'Colour: *Red 1', 'Doors: *5 door 1', 'Equipment and history: *Sat nav 1'],
    });
    expect((await choices('q=heated+seats')).lines).toEqual([
      'Body: Hatchback 2',
      'Colour: Blue 1, Red 1',
      'Doors: 3 door 1, 5 door 1',
      'Owners: 1 owner 1',
      'Equipment and history: *Heated seats 2, Full service history 1, Sat nav 1',
    ]);
  });

  test('trims, of one model', async () => {
    expect((await choices('make=Ford')).lines.some((line) => line.startsWith('Trim'))).toBe(false);
    expect((await choices('make=Ford&model=Focus')).lines).toContain('Trim: ST-Line 1');
  });

  test('the other filters only where nothing has the words', async () => {
    expect(await choices('q=xyzzy+red')).toEqual({ words: 'xyzzy', lines: ['Colour: *Red 0'] });
  });
});
