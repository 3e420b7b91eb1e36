// Words of a phrase that no listing of the stock says: in the embedded index and in the reference model.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toInterpretationResponse } from '../../src/api/interpretation-response.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { SearchService } from '../../src/search/search-service.ts';
import { DataFolder } from '../support/data-folder.ts';
import { listingsOf, STOCK_LINES } from '../support/fixtures.ts';
import { ReferenceModel } from '../support/reference-model.ts';

const folder = new DataFolder();
const services = new Map<string, SearchService>();

beforeAll(async () => {
  await folder.import(STOCK_LINES, { merge: false });
  const backend = await folder.open();
  await backend.catchUp();
  const { service } = backend;
  services.set('the embedded index', service);
  const gazetteer = loadGazetteer();
  const index = new ReferenceModel(await listingsOf(STOCK_LINES), gazetteer);
  const adverts = { findAdvert: () => ({ state: 'unknown' }) as const };
  services.set(
    'the model',
    new SearchService({ index, adverts, gazetteer: () => gazetteer, status: () => service.status() }),
  );
});

afterAll(() => folder.remove());

describe.each(['the embedded index', 'the model'])('in %s, a word', (name) => {
  it.each([
    ['vermilion jaguar', null, ['vermilion'], "No listing contains 'vermilion'."],
    ['black vermilion', 'black', ['vermilion'], "No listing contains 'vermilion'."],
    // A typing error of `choice` or `panoramic`.
    ['choize audi', null, ['choize'], "No listing contains 'choize'."],
    // Unfinished, as the last word only.
    ['jaguar panor', 'panor', [], undefined],
    ['panor jaguar', 'panor', [], undefined],
    ['panor black', 'black', ['panor'], "No listing contains 'panor'."],
    ['saloon', 'saloon', [], undefined],
    // It resembles a term of the trade, so the search may correct it.
    ['panoramc jaguar', 'panoramc', [], undefined],
    ['near Narnia', null, ['near Narnia'], "This place is not known: give a postcode. Its name is searched for in the text of the listings. No listing contains 'Narnia'."],
  ] as const)('of %j is left out if no listing says it: q is %j', async (text, q, unsupported, why) => {
    const interpretation = await services.get(name)?.interpret(text);
    expect(interpretation?.q).toBe(q);
    expect(interpretation?.unsupported.map(({ words }) => words)).toEqual(unsupported);
    expect(interpretation?.unsupported[0]?.why).toBe(why);
  }); // prettier-ignore

  it.each([
    ['Wolseley Hornet or an Audi', []],
    ['Lexus automatic', ['Lexus']],
    ['a Lexus or an Audi', ['Lexus']],
    ['an Audi, not a Lexus', []],
  ])('of %j that is a make of no listing is searched for, and said', async (text, absent) => {
    const interpretation = await services.get(name)?.interpret(text);
    expect(interpretation?.absentMakes).toEqual(absent);
    const notes = interpretation?.understood.flatMap(({ note }) => (note?.startsWith('No ') ? [note] : []));
    expect(notes).toEqual(absent.map((make) => `No ${make} in this stock.`));
    if (interpretation !== undefined && absent.length > 0)
      expect(toInterpretationResponse(interpretation, 'https://cars.example').notice).toBe(
        'No Lexus in this stock.',
      );
  });

  it('that is a make of no listing is said beside another of the search', async () => {
    const current = { make: 'Audi' };
    const interpretation = await services.get(name)?.interpret('or a Lexus', { current });
    const make = interpretation?.understood.find(({ parameter }) => parameter === 'make');
    expect([make?.value, make?.note]).toEqual(['Audi,Lexus', 'No Lexus in this stock.']);
  });

  it('that is a badge is a model, also if no listing has it', async () => {
    const parameters = async (text: string) => (await services.get(name)?.interpret(text))?.parameters;
    expect(await parameters('bmw 330d')).toEqual({ make: 'BMW', model: '330d' });
    expect(await parameters('bmw 335d')).toEqual({ make: 'BMW', model: '335d' });
  });
});
