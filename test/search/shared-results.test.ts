// Results that searches share because they have one canonical query.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

let folder: DataFolder;
let backend: SearchBackend;

beforeAll(async () => {
  folder = new DataFolder();
  const models = ['Golf 2.0 TSI GTI', 'Golf 1.6 TDI', 'Polo GTI'];
  const cars = models.map((model, i) => carLine(i, { make: 'Volkswagen', model }));
  await folder.import(cars, { merge: false });
  backend = await folder.open();
  await backend.catchUp();
});

afterAll(() => folder.remove());

async function summarized(search: string): Promise<number> {
  const { service } = backend;
  return (await service.summarize(service.parse([...new URLSearchParams(search)]).query)).total;
}

test('a text that is no domain shares none with a dealer whose name follows a minus sign in it', async () => {
  expect(await summarized('dealer=https://-north.example')).toBe(0);
  expect(await summarized('dealer=north.example')).toBe(3);
  expect(await summarized('dealer=-https://-north.example')).toBe(3);
  expect(await summarized('dealer=-north.example')).toBe(0);
});

test('the words of a model are all asked for, whatever white space is between them', async () => {
  expect(await summarized('make=Volkswagen&model=Golf%0AGTI')).toBe(1);
  expect(await summarized('make=Volkswagen&model=Golf GTI')).toBe(1);
  expect(await summarized('model=Golf%0AVolkswagen')).toBe(0);
});
